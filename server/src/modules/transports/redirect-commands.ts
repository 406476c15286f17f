import { allowedKg } from '@spichlerz/shared/domain/contract';
import { refuseField, refuseIf, refuseUnseen } from '@spichlerz/shared/domain/refusal';
import { whyNotMoveTo, whyNotRedirect } from '@spichlerz/shared/domain/transport';
import type { BodyOf } from '@spichlerz/shared/wire/endpoint';
import type { redirectTransport as redirectCall } from '@spichlerz/shared/wire/transports';
import { patched } from '../../db/patched.ts';
import { changedFields, recordHistory } from '../../db/record-change.ts';
import type { Tx } from '../../db/tx.ts';
import type { Actor } from '../../http/actor.ts';
import { aboutTruck, announceTruck, lockTruck, writeTruck } from './truck-lock.ts';
import { moveToContract, TARGET_FIELD } from './truck-move.ts';

/** A truck on the way goes to another sale; its commitment goes along (decisions 4). */
export async function redirectTransport(
  tx: Tx,
  actor: Actor,
  redirect: BodyOf<typeof redirectCall>,
): Promise<true> {
  const truck = await lockTruck(tx, redirect.transportId, { side: 'sales', id: redirect.newSalesId });
  if (truck === undefined) throw refuseField('transportId', 'TRANSPORT_NOT_FOUND');
  const { row, target } = truck;
  refuseUnseen(redirect.version, row.version);
  refuseIf(whyNotRedirect(row.status));
  if (redirect.dateUnloading < row.date_loading)
    throw refuseField('dateUnloading', 'DATE_TO_CANNOT_BE_BEFORE_FROM');
  if (redirect.cargoQuantity !== undefined && redirect.cargoQuantity !== row.quantity_kg) {
    throw refuseField('cargoQuantity', 'VALUE_IS_WRONG');
  }
  if (target === undefined) throw refuseField(TARGET_FIELD.sales, 'CONTRACT_NOT_FOUND');
  refuseIf(whyNotMoveTo(truck.sale, target), TARGET_FIELD.sales);
  await moveToContract(tx, actor, truck, target, allowedKg('sales', target));
  const columns = {
    date_unloading: redirect.dateUnloading,
    price_minor_per_tonne: redirect.pricePerTon,
    comment: patched(redirect.comment, row.comment),
  };
  await writeTruck(tx, row, columns);
  await recordHistory(tx, actor, {
    ...aboutTruck(row, target.id),
    action: 'redirected',
    changes: {
      sales_id: [row.sales_id, target.id],
      ...changedFields<object>(row, columns),
    },
  });
  await announceTruck(tx, row.id, [row.purchase_id, row.sales_id, target.id]);
  return true;
}
