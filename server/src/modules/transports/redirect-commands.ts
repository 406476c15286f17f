import { allowedKg } from '@spichlerz/shared/domain/contract';
import { assertAllowed, assertVersion, fieldError } from '@spichlerz/shared/domain/domain-error';
import { whyNotMoveTo, whyNotRedirect } from '@spichlerz/shared/domain/transport';
import type { BodyOf } from '@spichlerz/shared/wire/endpoint';
import type { redirectTransport as redirectCall } from '@spichlerz/shared/wire/transports';
import { changedFields, writeAuditEntry } from '../../audit/record-change.ts';
import type { Actor } from '../../auth/actor.ts';
import { patched } from '../../db/patched.ts';
import type { Tx } from '../../db/tx.ts';
import {
  lockTransport,
  publishTransportChange,
  transportAuditEntry,
  writeTransport,
} from './transport-lock.ts';
import { moveToContract, TARGET_FIELD } from './transport-move.ts';

/**
 * Redirects a transport that is on the way. The transport and its commitment move to another sale (customer
 * decisions 4).
 */
export async function redirectTransport(
  tx: Tx,
  actor: Actor,
  redirect: BodyOf<typeof redirectCall>,
): Promise<true> {
  const transport = await lockTransport(tx, redirect.transportId, { side: 'sales', id: redirect.newSalesId });
  if (transport === undefined) throw fieldError('transportId', 'TRANSPORT_NOT_FOUND');
  const { row, target } = transport;
  assertVersion(redirect.version, row.version);
  assertAllowed(whyNotRedirect(row.status));
  if (redirect.dateUnloading < row.date_loading)
    throw fieldError('dateUnloading', 'DATE_TO_CANNOT_BE_BEFORE_FROM');
  if (redirect.quantityKg !== undefined && redirect.quantityKg !== row.quantity_kg) {
    throw fieldError('quantityKg', 'VALUE_IS_WRONG');
  }
  if (target === undefined) throw fieldError(TARGET_FIELD.sales, 'CONTRACT_NOT_FOUND');
  assertAllowed(whyNotMoveTo(transport.sale, target), TARGET_FIELD.sales);
  await moveToContract(tx, actor, transport, target, allowedKg('sales', target));
  const columns = {
    date_unloading: redirect.dateUnloading,
    price_minor_per_tonne: redirect.freightPerTonne,
    comment: patched(redirect.comment, row.comment),
  };
  await writeTransport(tx, row, columns);
  await writeAuditEntry(tx, actor, {
    ...transportAuditEntry(row, target.id),
    action: 'redirected',
    changes: {
      sales_id: [row.sales_id, target.id],
      ...changedFields<object>(row, columns),
    },
  });
  await publishTransportChange(tx, row.id, [row.purchase_id, row.sales_id, target.id]);
  return true;
}
