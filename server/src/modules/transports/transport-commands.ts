import { planRoomKg } from '@spichlerz/shared/domain/allocation';
import {
  assertAllowed,
  assertVersion,
  DomainError,
  fieldError,
  notFoundInPath,
} from '@spichlerz/shared/domain/domain-error';
import {
  areVehicleFieldsLocked,
  CREATE_STATUSES,
  clearsFreight,
  isReopening,
  type TransportWeights,
  VEHICLE_FIELDS,
  whyNotChangeTransportStatus,
  whyNotDeleteTransport,
  whyNotEditTransport,
  whyNotTransport,
} from '@spichlerz/shared/domain/transport';
import { recalculateCommitment } from '@spichlerz/shared/domain/transport-quantities';
import { kilograms } from '@spichlerz/shared/domain/units';
import type { BodyOf } from '@spichlerz/shared/wire/endpoint';
import type {
  changeTransportStatus as changeStatusCall,
  TransportChangeForm,
  TransportForm,
} from '@spichlerz/shared/wire/transports';
import { changedFields, writeAuditEntry } from '../../audit/record-change.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Tx } from '../../db/tx.ts';
import { addToCommit, findAllocation } from '../allocations/allocation-commands.ts';
import { lockContracts, ofSide, releaseIfEnded } from '../contracts/contract-commands.ts';
import { writeInvoicedSide } from '../invoices/invoice-audit-commands.ts';
import { carrierColumns } from './carrier-link-commands.ts';
import { assertFreightComplete, storedFreight } from './freight-commands.ts';
import { addMeasurements, assertMeasurementsAccepted, readAffectedMeasurements } from './reading-commands.ts';
import {
  acceptsWeight,
  assertWeightAccepted,
  recountAllocation,
  requireAllocation,
} from './recount-allocation.ts';
import {
  type LockedTransport,
  lockTransport,
  publishTransportChange,
  transportAuditEntry,
  writeTransport,
} from './transport-lock.ts';
import {
  openSettlement,
  syncDeliveryDate,
  syncSettlementStatus,
  syncSettlementWeight,
} from './transport-settlement.ts';

export {
  type LockedTransport,
  lockContractsOf,
  lockTransport,
  lockTransports,
  transportAuditEntry,
} from './transport-lock.ts';
export { moveToContract, TARGET_FIELD } from './transport-move.ts';

/**
 * Creates a transport on an allocation; kilograms beyond the open quantity reduce the allowed quantity of
 * both contracts (customer decisions 1).
 * @throws DomainError CONTRACT_NOT_FOUND, WRONG_STATUS, CONTRACT_IS_NOT_COMPATIBLE, ALLOCATION_IS_MISSING,
 * TRANSPORT_QUANTITY_IS_TO_BIG
 */
export async function createTransport(tx: Tx, actor: Actor, form: TransportForm): Promise<{ id: number }> {
  if (!CREATE_STATUSES.some((status) => status === form.status)) throw fieldError('status', 'WRONG_STATUS');
  const locked = await lockContracts(tx, [form.purchaseId, form.salesId]);
  const purchase = ofSide(locked, 'purchase', form.purchaseId);
  if (purchase === undefined) throw fieldError('purchaseId', 'CONTRACT_NOT_FOUND');
  const sale = ofSide(locked, 'sales', form.salesId);
  if (sale === undefined) throw fieldError('salesId', 'CONTRACT_NOT_FOUND');
  assertAllowed(whyNotTransport(purchase, sale));
  const allocation = await findAllocation(tx, purchase.id, sale.id);
  if (allocation === undefined) throw new DomainError('ALLOCATION_IS_MISSING');

  const quantityKg = kilograms(form.quantityKg);
  const realQuantityKg = form.status === 'DELIVERED' ? quantityKg : null;
  const transport: TransportWeights = {
    status: form.status,
    quantityKg,
    realQuantityKg: realQuantityKg,
    isReturned: false,
  };
  const counted = recalculateCommitment(allocation, null, transport, planRoomKg(purchase, sale));
  if (typeof counted === 'string') throw fieldError('quantityKg', counted);

  const row = await tx
    .insertInto('transport')
    .values({
      ...formColumns(form),
      ...(await carrierColumns(tx, form, null)),
      purchase_id: purchase.id,
      sales_id: sale.id,
      status: form.status,
      quantity_kg: quantityKg,
      real_quantity_kg: realQuantityKg,
      extra_kg: counted.extraKg,
      currency: form.currency,
      details: null,
      ...NO_FREIGHT,
    })
    .returning(['id', 'registration_number', 'date_unloading', 'currency'])
    .executeTakeFirstOrThrow();
  await addToCommit(tx, allocation.id, counted.commitChangeKg);
  if (form.status === 'DELIVERED') await openSettlement(tx, { row, purchase, sale });
  await writeAuditEntry(tx, actor, {
    ...transportAuditEntry({ ...row, purchase_id: purchase.id, sales_id: sale.id }),
    action: 'created',
    changes: {
      status: [null, form.status],
      quantity_kg: [null, quantityKg],
      purchase_id: [null, purchase.id],
      sales_id: [null, sale.id],
    },
  });
  await publishTransportChange(tx, row.id, [purchase.id, sale.id]);
  return { id: row.id };
}

/**
 * Saves a transport's form, which may change the status but not the planned quantity or the contracts.
 * @throws DomainError TRANSPORT_NOT_FOUND, CONFLICT, NOT_EDITABLE_TRANSPORT, WRONG_STATUS,
 * CONTRACT_IS_NOT_COMPATIBLE, TRANSPORT_QUANTITY_IS_TO_BIG
 */
export async function changeTransport(
  tx: Tx,
  actor: Actor,
  id: number,
  form: TransportChangeForm,
): Promise<true> {
  const transport = await lockTransport(tx, id);
  if (transport === undefined) throw notFoundInPath('TRANSPORT_NOT_FOUND');
  const { row } = transport;
  assertVersion(form.version, row.version);
  assertAllowed(whyNotEditTransport(row.status));
  const columns = { ...formColumns(form), ...(await carrierColumns(tx, form, row)) };
  if (areVehicleFieldsLocked(row.status)) {
    const changed = VEHICLE_FIELDS.find(
      (field) => columns[VEHICLE_COLUMN[field]] !== row[VEHICLE_COLUMN[field]],
    );
    if (changed !== undefined) throw fieldError(changed, 'NOT_EDITABLE_TRANSPORT');
  }
  for (const [field, own] of [
    ['purchaseId', row.purchase_id],
    ['salesId', row.sales_id],
  ] as const) {
    if (form[field] !== own) throw fieldError(field, 'VALUE_IS_WRONG');
  }
  if (form.status !== row.status)
    assertAllowed(whyNotChangeTransportStatus(transportStatus(transport), form.status, actor.role), 'status');

  assertWeightAccepted(transport, form.status, form.realQuantityKg);
  const weighedKg = acceptsWeight(row, form.status) ? form.realQuantityKg : undefined;
  const after = await recountAllocation(tx, transport, form.status, weighedKg);
  const measurementsBefore = await readAffectedMeasurements(tx, row, after.real_quantity_kg);
  await writeTransport(tx, row, { ...columns, currency: form.currency, ...after });
  await syncDeliveryDate(tx, transport, form.dateUnloading);
  await syncSettlementWeight(tx, transport, after.real_quantity_kg);
  if (form.status !== row.status) {
    await syncSettlementStatus(
      tx,
      { ...transport, row: { ...row, date_unloading: form.dateUnloading } },
      form.status,
    );
  }
  await releaseIfEnded(tx, actor, transport);
  await writeAuditEntry(tx, actor, {
    ...transportAuditEntry(row),
    action: 'changed',
    changes: {
      ...changedFields<object>(row, { ...columns, currency: form.currency, ...after }),
      ...(await addMeasurements(tx, transport, measurementsBefore)),
    },
    currency: [row.currency, form.currency],
  });
  await publishTransportChange(tx, id, [row.purchase_id, row.sales_id]);
  return true;
}

/**
 * Changes the status by one step of the table in customer decisions 2. DELIVERED and the release may include
 * the unloaded kilograms. Only an ADMIN may re-open a settled freight, with a reason.
 */
export async function changeTransportStatus(
  tx: Tx,
  actor: Actor,
  change: BodyOf<typeof changeStatusCall>,
): Promise<true> {
  const transport = await lockTransport(tx, change.transportId);
  if (transport === undefined) throw fieldError('transportId', 'TRANSPORT_NOT_FOUND');
  const { row } = transport;
  assertVersion(change.version, row.version);
  assertAllowed(whyNotChangeTransportStatus(transportStatus(transport), change.status, actor.role), 'status');
  if (isReopening(row.status, change.status) && change.reason === undefined)
    throw fieldError('reason', 'VALUE_IS_MISSING');
  if (change.status === 'PAID') assertFreightComplete('PAID', storedFreight(row));
  assertMeasurementsAccepted(change);
  const unloadedKg = change.tickets?.find(({ place }) => place === 'UNLOADING')?.net ?? change.realQuantityKg;
  assertWeightAccepted(transport, change.status, unloadedKg);
  const weighedKg = acceptsWeight(row, change.status) ? unloadedKg : undefined;
  const after = {
    ...(await recountAllocation(tx, transport, change.status, weighedKg)),
    ...(clearsFreight(row.status, change.status) && NO_FREIGHT),
  };
  const measurementsBefore = await readAffectedMeasurements(tx, row, after.real_quantity_kg, change);
  const write = () => writeTransport(tx, row, after);
  if (clearsFreight(row.status, change.status)) {
    const takenOff = { kind: 'FREIGHT', number: null, transportId: row.id, reason: change.reason } as const;
    await writeInvoicedSide(tx, actor, takenOff, write);
  } else await write();
  await syncSettlementWeight(tx, transport, after.real_quantity_kg);
  await syncSettlementStatus(tx, transport, change.status);
  const measured = await addMeasurements(tx, transport, measurementsBefore, change);
  await releaseIfEnded(tx, actor, transport);
  await writeAuditEntry(tx, actor, {
    ...transportAuditEntry(row),
    action: isReopening(row.status, change.status) ? 'reopened' : 'statusChanged',
    reason: change.reason,
    changes: { ...changedFields<object>(row, after), ...measured },
  });
  await publishTransportChange(tx, row.id, [row.purchase_id, row.sales_id]);
  return true;
}

export async function deleteTransport(tx: Tx, actor: Actor, id: number): Promise<true> {
  const transport = await lockTransport(tx, id);
  if (transport === undefined) throw notFoundInPath('TRANSPORT_NOT_FOUND');
  assertAllowed(whyNotDeleteTransport(transport.row.status));
  const allocation = await requireAllocation(tx, transport);
  const counted = recalculateCommitment(
    allocation,
    transport.counted,
    null,
    planRoomKg(transport.purchase, transport.sale),
  );
  if (typeof counted === 'string') throw new DomainError(counted);
  await tx.deleteFrom('transport').where('id', '=', id).execute();
  await addToCommit(tx, allocation.id, counted.commitChangeKg);
  await writeAuditEntry(tx, actor, {
    ...transportAuditEntry(transport.row),
    action: 'deleted',
    changes: { quantity_kg: [transport.row.quantity_kg, null] },
  });
  await publishTransportChange(tx, id, [transport.purchase.id, transport.sale.id]);
  return true;
}

const VEHICLE_COLUMN = {
  registrationNumber: 'registration_number',
  trailerNumber: 'trailer_number',
  carrierId: 'carrier_id',
  carrierName: 'carrier_name',
  driverName: 'driver_name',
  phoneNumber: 'phone_number',
} as const;

function formColumns(form: TransportForm | TransportChangeForm) {
  return {
    registration_number: form.registrationNumber,
    trailer_number: form.trailerNumber,
    driver_name: form.driverName,
    phone_number: form.phoneNumber,
    price_minor_per_tonne: form.freightPerTonne,
    date_loading: form.dateLoading,
    date_unloading: form.dateUnloading,
    is_gmp: form.isGmp,
    gmp_number: form.isGmp ? (form.gmpNumber ?? null) : null,
    comment: form.comment ?? null,
  };
}

function transportStatus(transport: LockedTransport) {
  return {
    status: transport.row.status,
    isReturned: transport.row.is_returned,
    purchaseSettlement: transport.settlement?.status.purchase ?? null,
    salesSettlement: transport.settlement?.status.sales ?? null,
  };
}

/** Freight columns before the freight is settled, and after it is re-opened. */
const NO_FREIGHT = {
  freight_minor: null,
  freight_invoice_number: null,
  freight_invoice_date: null,
  freight_payment_date: null,
  freight_ksef_number: null,
};
