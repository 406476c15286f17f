import { planRoomKg } from '@spichlerz/shared/domain/allocation';
import {
  notFoundInPath,
  Refusal,
  refuseField,
  refuseIf,
  refuseUnseen,
} from '@spichlerz/shared/domain/refusal';
import {
  areVehicleFieldsLocked,
  CREATE_STATUSES,
  clearsFreight,
  effKg,
  isInProgress,
  isReopening,
  isReturnedAfter,
  type TransportStatus,
  VEHICLE_FIELDS,
  type Weighed,
  whyNotCarry,
  whyNotChangeTransportStatus,
  whyNotDeleteTransport,
  whyNotEditTransport,
} from '@spichlerz/shared/domain/transport';
import { recountTruck } from '@spichlerz/shared/domain/truck-quantities';
import { kilograms } from '@spichlerz/shared/domain/units';
import type { BodyOf } from '@spichlerz/shared/wire/endpoint';
import type {
  changeTransportStatus as changeStatusCall,
  TransportChangeForm,
  TransportForm,
} from '@spichlerz/shared/wire/transports';
import { changedFields, recordHistory } from '../../db/record-change.ts';
import type { Tx } from '../../db/tx.ts';
import type { Actor } from '../../http/actor.ts';
import { addToCommit, findPair, type StoredPair } from '../allocations/allocation-commands.ts';
import { lockContracts, ofSide, releaseIfEnded } from '../contracts/contract-commands.ts';
import { refuseMissingFreight, storedFreight } from './freight-commands.ts';
import { aboutTruck, announceTruck, type LockedTruck, lockTruck, writeTruck } from './truck-lock.ts';
import { followScales, followTruck, followUnloading, openSettlement } from './truck-settlement.ts';

export { aboutTruck, type LockedTruck, lockTruck } from './truck-lock.ts';
export { moveToContract, TARGET_FIELD } from './truck-move.ts';

/**
 * Puts a truck on an allocation; kilograms beyond what is open come out of both contracts' allowed (decisions 1).
 * @throws Refusal CONTRACT_NOT_FOUND, WRONG_STATUS, CONTRACT_IS_NOT_COMPATIBLE, ALLOCATION_IS_MISSING,
 *   TRANSPORT_QUANTITY_IS_TO_BIG
 */
export async function createTransport(tx: Tx, actor: Actor, form: TransportForm): Promise<{ id: number }> {
  if (!CREATE_STATUSES.some((status) => status === form.status)) throw refuseField('status', 'WRONG_STATUS');
  const locked = await lockContracts(tx, [form.purchaseId, form.salesId]);
  const purchase = ofSide(locked, 'purchase', form.purchaseId);
  if (purchase === undefined) throw refuseField('purchaseId', 'CONTRACT_NOT_FOUND');
  const sale = ofSide(locked, 'sales', form.salesId);
  if (sale === undefined) throw refuseField('salesId', 'CONTRACT_NOT_FOUND');
  refuseIf(whyNotCarry(purchase, sale));
  const pair = await findPair(tx, purchase.id, sale.id);
  if (pair === undefined) throw new Refusal('ALLOCATION_IS_MISSING');

  const quantityKg = kilograms(form.cargoQuantity);
  const realKg = form.status === 'DELIVERED' ? quantityKg : null;
  const truck: Weighed = { status: form.status, quantityKg, realQuantityKg: realKg, isReturned: false };
  const counted = recountTruck(pair, null, truck, planRoomKg(purchase, sale));
  if (typeof counted === 'string') throw refuseField('cargoQuantity', counted);

  const row = await tx
    .insertInto('transport')
    .values({
      ...formColumns(form),
      purchase_id: purchase.id,
      sales_id: sale.id,
      status: form.status,
      quantity_kg: quantityKg,
      real_quantity_kg: realKg,
      extra_kg: counted.extraKg,
      currency: form.currency,
      details: null,
      ...NO_FREIGHT,
    })
    .returning(['id', 'registration_number', 'date_unloading', 'currency'])
    .executeTakeFirstOrThrow();
  await addToCommit(tx, pair.id, counted.commitChangeKg);
  if (form.status === 'DELIVERED') await openSettlement(tx, { row, purchase, sale });
  await recordHistory(tx, actor, {
    ...aboutTruck({ ...row, purchase_id: purchase.id, sales_id: sale.id }),
    action: 'created',
    changes: {
      status: [null, form.status],
      quantity_kg: [null, quantityKg],
      purchase_id: [null, purchase.id],
      sales_id: [null, sale.id],
    },
  });
  await announceTruck(tx, row.id, [purchase.id, sale.id]);
  return { id: row.id };
}

/**
 * Saves a truck's form: everything but the planned quantity and the contracts. The status may change with it.
 * @throws Refusal TRANSPORT_NOT_FOUND, CONFLICT, NOT_EDITABLE_TRANSPORT, WRONG_STATUS, CONTRACT_IS_NOT_COMPATIBLE,
 *   TRANSPORT_QUANTITY_IS_TO_BIG
 */
export async function changeTransport(
  tx: Tx,
  actor: Actor,
  id: number,
  form: TransportChangeForm,
): Promise<true> {
  const truck = await lockTruck(tx, id);
  if (truck === undefined) throw notFoundInPath('TRANSPORT_NOT_FOUND');
  const { row } = truck;
  refuseUnseen(form.version, row.version);
  refuseIf(whyNotEditTransport(row.status));
  const columns = formColumns(form);
  if (areVehicleFieldsLocked(row.status)) {
    const changed = VEHICLE_FIELDS.find(
      (field) => columns[VEHICLE_COLUMN[field]] !== row[VEHICLE_COLUMN[field]],
    );
    if (changed !== undefined) throw refuseField(changed, 'NOT_EDITABLE_TRANSPORT');
  }
  for (const [field, own] of [
    ['purchaseId', row.purchase_id],
    ['salesId', row.sales_id],
  ] as const) {
    if (form[field] !== own) throw refuseField(field, 'VALUE_IS_WRONG');
  }
  if (form.status !== row.status)
    refuseIf(whyNotChangeTransportStatus(truckStatus(truck), form.status, actor.role), 'status');

  refuseUntakenWeight(truck, form.status, form.realCargoQuantity);
  const after = await recount(tx, truck, form.status, form.realCargoQuantity);
  await writeTruck(tx, row, { ...columns, currency: form.currency, ...after });
  await followUnloading(tx, truck, form.dateUnloading);
  await followScales(tx, truck, after.real_quantity_kg);
  if (form.status !== row.status) {
    await followTruck(tx, { ...truck, row: { ...row, date_unloading: form.dateUnloading } }, form.status);
  }
  await releaseIfEnded(tx, actor, truck);
  await recordHistory(tx, actor, {
    ...aboutTruck(row),
    action: 'changed',
    changes: changedFields<object>(row, { ...columns, currency: form.currency, ...after }),
    currency: [row.currency, form.currency],
  });
  await announceTruck(tx, id, [row.purchase_id, row.sales_id]);
  return true;
}

/**
 * One step of the status table (decisions 2). DELIVERED and the release may bring the unloaded kilograms; a step
 * back over a settled freight is an ADMIN's and keeps its reason.
 */
export async function changeTransportStatus(
  tx: Tx,
  actor: Actor,
  change: BodyOf<typeof changeStatusCall>,
): Promise<true> {
  const truck = await lockTruck(tx, change.transportId);
  if (truck === undefined) throw refuseField('transportId', 'TRANSPORT_NOT_FOUND');
  const { row } = truck;
  refuseUnseen(change.version, row.version);
  refuseIf(whyNotChangeTransportStatus(truckStatus(truck), change.status, actor.role), 'status');
  if (isReopening(row.status, change.status) && change.reason === undefined)
    throw refuseField('reason', 'VALUE_IS_MISSING');
  if (change.status === 'PAID') refuseMissingFreight('PAID', storedFreight(row));
  refuseUntakenWeight(truck, change.status, change.realCargoQuantity);
  const after = {
    ...(await recount(tx, truck, change.status, change.realCargoQuantity)),
    ...(clearsFreight(row.status, change.status) && NO_FREIGHT),
  };
  await writeTruck(tx, row, after);
  await followScales(tx, truck, after.real_quantity_kg);
  await followTruck(tx, truck, change.status);
  await releaseIfEnded(tx, actor, truck);
  await recordHistory(tx, actor, {
    ...aboutTruck(row),
    action: isReopening(row.status, change.status) ? 'reopened' : 'statusChanged',
    reason: change.reason,
    changes: changedFields<object>(row, after),
  });
  await announceTruck(tx, row.id, [row.purchase_id, row.sales_id]);
  return true;
}

export async function deleteTransport(tx: Tx, actor: Actor, id: number): Promise<true> {
  const truck = await lockTruck(tx, id);
  if (truck === undefined) throw notFoundInPath('TRANSPORT_NOT_FOUND');
  refuseIf(whyNotDeleteTransport(truck.row.status));
  const pair = await pairOf(tx, truck);
  const counted = recountTruck(pair, truck.counted, null, planRoomKg(truck.purchase, truck.sale));
  if (typeof counted === 'string') throw new Refusal(counted);
  await tx.deleteFrom('transport').where('id', '=', id).execute();
  await addToCommit(tx, pair.id, counted.commitChangeKg);
  await recordHistory(tx, actor, {
    ...aboutTruck(truck.row),
    action: 'deleted',
    changes: { quantity_kg: [truck.row.quantity_kg, null] },
  });
  await announceTruck(tx, id, [truck.purchase.id, truck.sale.id]);
  return true;
}

/* ---- parts ---- */

const VEHICLE_COLUMN = {
  registrationNumber: 'registration_number',
  trailerNumber: 'trailer_number',
  carrierName: 'carrier_name',
  driverName: 'driver_name',
  phoneNumber: 'phone_number',
} as const;

function formColumns(form: TransportForm | TransportChangeForm) {
  return {
    registration_number: form.registrationNumber,
    trailer_number: form.trailerNumber,
    carrier_name: form.carrierName,
    driver_name: form.driverName,
    phone_number: form.phoneNumber,
    price_minor_per_tonne: form.pricePerTon,
    date_loading: form.dateLoading,
    date_unloading: form.dateUnloading,
    is_gmp: form.isGmp,
    gmp_number: form.isGmp ? (form.gmpNumber ?? null) : null,
    comment: form.comment ?? null,
  };
}

function truckStatus(truck: LockedTruck) {
  return {
    status: truck.row.status,
    isReturned: truck.row.is_returned,
    purchaseSettlement: truck.settlement?.status.purchase ?? null,
    salesSettlement: truck.settlement?.status.sales ?? null,
  };
}

async function pairOf(tx: Tx, truck: LockedTruck): Promise<StoredPair> {
  const pair = await findPair(tx, truck.purchase.id, truck.sale.id);
  if (pair === undefined) throw new Refusal('ALLOCATION_IS_MISSING');
  return pair;
}

/** A transport before its freight is settled, and after that was re-opened. */
const NO_FREIGHT = {
  freight_minor: null,
  freight_invoice_number: null,
  freight_invoice_date: null,
  freight_payment_date: null,
};

/** Whether unloaded kilograms are taken with this step: on delivery and on release (decisions 2 and 3). */
function takesWeight(row: LockedTruck['row'], to: TransportStatus): boolean {
  return to === 'DELIVERED' || (to === 'TO_BE_SETTLED' && row.status === 'DELIVERED');
}

/** A weight that the step would drop is refused, unless it is the stored one (api.md, Conventions). */
function refuseUntakenWeight({ row }: LockedTruck, to: TransportStatus, givenKg: number | undefined): void {
  if (givenKg === undefined || takesWeight(row, to) || givenKg === row.real_quantity_kg) return;
  throw refuseField('realCargoQuantity', 'VALUE_IS_WRONG');
}

/**
 * Adjusts the pair's commitment to a step of the truck, and answers the truck's columns after it. Unloaded kilograms are
 * taken only with DELIVERED and with the release (decisions 2 and 3).
 */
async function recount(tx: Tx, truck: LockedTruck, to: TransportStatus, givenRealKg: number | undefined) {
  const { row, counted } = truck;
  const weighedKg = takesWeight(row, to) ? givenRealKg : undefined;
  const reached = to === 'DELIVERED' || to === 'TO_BE_SETTLED' ? row.quantity_kg : null;
  const realKg = weighedKg === undefined ? (row.real_quantity_kg ?? reached) : kilograms(weighedKg);
  const after = {
    status: to,
    quantityKg: row.quantity_kg,
    realQuantityKg: realKg,
    isReturned: isReturnedAfter({ isReturned: row.is_returned }, to),
  };
  // a truck that is planned again, or counts again, needs contracts that still take goods
  const setsOut = isInProgress(to) && !isInProgress(row.status);
  const countsAgain = effKg(after) > 0 && effKg(counted) === 0;
  if (setsOut || countsAgain) refuseIf(whyNotCarry(truck.purchase, truck.sale));
  const pair = await pairOf(tx, truck);
  const change = recountTruck(pair, counted, after, planRoomKg(truck.purchase, truck.sale));
  if (typeof change === 'string') throw new Refusal(change);
  await addToCommit(tx, pair.id, change.commitChangeKg);
  return { status: to, real_quantity_kg: realKg, is_returned: after.isReturned, extra_kg: change.extraKg };
}
