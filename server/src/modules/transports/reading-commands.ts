import {
  assertAllowed,
  assertVersion,
  fieldError,
  notFoundInPath,
} from '@spichlerz/shared/domain/domain-error';
import { whyNotWeighUnloading } from '@spichlerz/shared/domain/transport';
import type { BodyOf } from '@spichlerz/shared/wire/endpoint';
import type {
  changeTransportReadings as changeCall,
  ReadingBody,
  TransportMeasurements,
  WeighTicketBody,
} from '@spichlerz/shared/wire/quality';
import type { changeTransportStatus as changeStatusCall } from '@spichlerz/shared/wire/transports';
import { describeReading, describeWeighTicket } from '@spichlerz/shared/words/measurements';
import { sql } from 'kysely';
import { type Changes, changedFields, writeAuditEntry } from '../../audit/record-change.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Tx } from '../../db/tx.ts';
import { releaseIfEnded } from '../contracts/contract-commands.ts';
import { assertReadingTypes, getTransportReadings } from './reading-queries.ts';
import { recountAllocation } from './recount-allocation.ts';
import {
  type LockedTransport,
  lockTransport,
  publishTransportChange,
  transportAuditEntry,
  writeTransport,
} from './transport-lock.ts';
import { syncSettlementWeight } from './transport-settlement.ts';

type Measurements = {
  readonly readings: readonly ReadingBody[];
  readonly tickets: readonly WeighTicketBody[];
};

/**
 * Replaces the readings and tickets of a transport. The net of the unloading ticket becomes the unloaded
 * weight, and triggers update the balances. A ticket that is not sent is deleted, and the weight stays
 * (customer quality.md).
 * @throws DomainError TRANSPORT_NOT_FOUND, CONFLICT, WRONG_STATUS, RAW_MATERIAL_WRONG_DATA_TYPE,
 * VALUE_IS_WRONG_DATA_TYPE, TRANSPORT_QUANTITY_IS_TO_BIG
 */
export async function changeTransportReadings(
  tx: Tx,
  actor: Actor,
  id: number,
  form: BodyOf<typeof changeCall>,
  reason?: string,
): Promise<TransportMeasurements> {
  const transport = await lockTransport(tx, id);
  if (transport === undefined) throw notFoundInPath('TRANSPORT_NOT_FOUND');
  const { row } = transport;
  assertVersion(form.version, row.version);
  assertAllowed(row.status === 'CANCELLED' ? 'WRONG_STATUS' : null);
  const before = await getTransportReadings(tx, id);
  const unloading = form.tickets.findIndex(({ place }) => place === 'UNLOADING');
  const ticket = form.tickets[unloading];
  if (ticket !== undefined && !isSameTicket(ticket, before.tickets)) {
    const statuses = Object.values(transport.settlement?.status ?? {});
    assertAllowed(
      whyNotWeighUnloading({ status: row.status, isReturned: row.is_returned }, statuses),
      `tickets.${unloading}.place`,
    );
  }
  const isWeighed = ticket !== undefined && ticket.net !== row.real_quantity_kg;
  const after = isWeighed ? await recountAllocation(tx, transport, row.status, ticket.net) : null;
  await writeTransport(tx, row, after ?? {});
  if (after !== null) await syncSettlementWeight(tx, transport, after.real_quantity_kg);
  const { changes, measured } = await replaceMeasurements(tx, transport, before, form);
  if (!isWeighed && transport.settlement !== null) await raiseSideVersions(tx, transport.settlement.id);
  if (isWeighed) await releaseIfEnded(tx, actor, transport);
  await writeAuditEntry(tx, actor, {
    ...transportAuditEntry(row),
    action: 'changed',
    reason,
    changes: { ...changedFields<object>(row, after ?? {}), ...changes },
  });
  await publishTransportChange(tx, id, [row.purchase_id, row.sales_id]);
  return measured;
}

type StatusChange = Pick<
  BodyOf<typeof changeStatusCall>,
  'status' | 'readings' | 'tickets' | 'realQuantityKg'
>;

/**
 * Accepts measurements only in the steps of delivery and release. Rejects an unloading ticket whose net differs
 * from the unloaded weight of the request.
 */
export function assertMeasurementsAccepted(change: StatusChange): void {
  const isExpected = change.status === 'DELIVERED' || change.status === 'TO_BE_SETTLED';
  if (!isExpected && change.readings?.length) throw fieldError('readings', 'VALUE_IS_WRONG');
  if (!isExpected && change.tickets?.length) throw fieldError('tickets', 'VALUE_IS_WRONG');
  const unloading = change.tickets?.findIndex(({ place }) => place === 'UNLOADING') ?? -1;
  const net = change.tickets?.[unloading]?.net;
  const { realQuantityKg } = change;
  if (net !== undefined && realQuantityKg !== undefined && net !== realQuantityKg)
    throw fieldError(`tickets.${unloading}.net`, 'VALUE_IS_WRONG');
}

/**
 * Adds the measurements of an unloading list to the stored measurements.
 * @throws DomainError the errors of changeTransportReadings
 */
export async function addTransportReadings(
  tx: Tx,
  actor: Actor,
  id: number,
  added: Measurements & { readonly version: number },
  reason: string,
): Promise<void> {
  const joined = joinMeasurements(await getTransportReadings(tx, id), added);
  await changeTransportReadings(tx, actor, id, { ...joined, version: added.version }, reason);
}

type AddedMeasurements = Pick<StatusChange, 'readings' | 'tickets'>;

/**
 * Reads the measurements that a change affects, for its audit entry. Must run before the transport is written,
 * because a trigger copies a changed unloaded weight to the unloading ticket.
 * @returns null if the change affects no measurements
 */
export async function readAffectedMeasurements(
  tx: Tx,
  row: LockedTransport['row'],
  weightAfterKg: number | null,
  { readings = [], tickets = [] }: AddedMeasurements = {},
): Promise<StoredMeasurements | null> {
  const isReweighed = row.real_quantity_kg !== null && weightAfterKg !== row.real_quantity_kg;
  const isMeasured = readings.length > 0 || tickets.length > 0;
  return isReweighed || isMeasured ? getTransportReadings(tx, row.id) : null;
}

/**
 * Adds measurements to the stored measurements.
 * @param before the result of readAffectedMeasurements
 * @returns the changes for the audit log
 */
export async function addMeasurements(
  tx: Tx,
  transport: LockedTransport,
  before: StoredMeasurements | null,
  { readings = [], tickets = [] }: AddedMeasurements = {},
): Promise<Changes> {
  if (before === null) return {};
  const stored = await getTransportReadings(tx, transport.row.id);
  if (readings.length === 0 && tickets.length === 0)
    return changedFields<object>(describeTickets(before), describeTickets(stored));
  const joined = joinMeasurements(stored, { readings, tickets });
  const { changes } = await replaceMeasurements(tx, transport, before, joined);
  return changes;
}

const describeTickets = ({ tickets }: StoredMeasurements) => ({
  weigh_tickets: tickets.map(describeWeighTicket),
});

/**
 * Adds the sent measurements to the stored ones. A dialog or an unloading list sends only its own measurements,
 * so readings of other sources and the ticket of the other place stay. A stored measurement that is sent again
 * keeps the values of the omitted fields (customer api.md, Conventions).
 */
function joinMeasurements(stored: StoredMeasurements, added: Measurements) {
  return {
    readings: joinLists(stored.readings.map(withoutNulls), added.readings, isSameReading, keepOmittedFields),
    tickets: joinLists(stored.tickets.map(withoutNulls), added.tickets, isSamePlace, (before, ticket) =>
      keepOmittedFields(isSameWeighing(before, ticket) ? before : { ...before, ...NO_GROSS }, ticket),
    ),
  };
}

function joinLists<Item>(
  stored: readonly Item[],
  added: readonly Item[],
  isSame: (one: Item, other: Item) => boolean,
  join: (before: Item, item: Item) => Item,
): Item[] {
  return [
    ...stored.filter((own) => !added.some((item) => isSame(own, item))),
    ...added.map((item) => {
      const before = stored.find((own) => isSame(own, item));
      return before === undefined ? item : join(before, item);
    }),
  ];
}

const isSameReading = (one: ReadingBody, other: ReadingBody) =>
  one.parameterId === other.parameterId && one.source === other.source;
const isSamePlace = (one: WeighTicketBody, other: WeighTicketBody) => one.place === other.place;

/** Gross and tare belong to their net, so a new net clears both (customer quality.md). */
const NO_GROSS = { gross: undefined, tare: undefined };
const isSameWeighing = (before: WeighTicketBody, { gross, tare, net }: WeighTicketBody) =>
  net === before.net && gross === undefined && tare === undefined;

function keepOmittedFields<Item extends object>(before: Item, sent: Item): Item {
  const given = Object.entries(sent).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(given) };
}

export type StoredMeasurements = Pick<TransportMeasurements, 'readings' | 'tickets'>;

type WithoutNulls<T> = { [Key in keyof T]: null extends T[Key] ? Exclude<T[Key], null> | undefined : T[Key] };

export const withoutNulls = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).map(([key, own]) => [key, own ?? undefined])) as WithoutNulls<T>;

/**
 * Whether saving the ticket changes nothing. Saving empties each field that the ticket omits, so an omitted
 * field with a stored value is a change.
 */
function isSameTicket(ticket: WeighTicketBody, stored: TransportMeasurements['tickets']): boolean {
  const before = stored.find(({ place }) => place === ticket.place);
  if (before === undefined) return false;
  const emptied = Object.fromEntries(Object.keys(before).map((field) => [field, null]));
  return Object.keys(changedFields<object>(before, { ...emptied, ...ticket })).length === 0;
}

/**
 * @param before the measurements before the whole change, for the audit log
 * @returns the stored measurements after the change, and the changes for the audit log
 */
export async function replaceMeasurements(
  tx: Tx,
  { row, purchase }: LockedTransport,
  before: StoredMeasurements,
  { readings, tickets }: Measurements,
): Promise<{ changes: Changes; measured: TransportMeasurements }> {
  const parameters = await tx
    .selectFrom('material_parameter')
    .where('raw_material_id', '=', purchase.rawMaterialId)
    .orderBy('id')
    .select(['id', 'name', 'unit', 'type'])
    .forKeyShare()
    .execute();
  const parameterOf = new Map(parameters.map((parameter) => [parameter.id, parameter]));
  assertReadingTypes(readings, parameterOf);
  const describe = (measured: StoredMeasurements) => ({
    readings: measured.readings.map((reading) => {
      const { name = '', unit = null } = parameterOf.get(reading.parameterId) ?? {};
      return describeReading(reading, { name, unit });
    }),
    ...describeTickets(measured),
  });
  if (before.readings.length > 0)
    await tx.deleteFrom('quality_reading').where('transport_id', '=', row.id).execute();
  if (readings.length > 0)
    await tx
      .insertInto('quality_reading')
      .values(
        readings.map(({ parameterId, source, value, sampleNumber, takenOn }) => ({
          transport_id: row.id,
          parameter_id: parameterId,
          source,
          value: typeof value === 'boolean' ? null : value,
          answer: typeof value === 'boolean' ? value : null,
          sample_number: sampleNumber ?? null,
          taken_on: takenOn ?? null,
        })),
      )
      .execute();
  if (before.tickets.length > 0)
    await tx.deleteFrom('weigh_ticket').where('transport_id', '=', row.id).execute();
  if (tickets.length > 0)
    await tx
      .insertInto('weigh_ticket')
      .values(
        tickets.map(({ place, number, gross, tare, net, weighedOn }) => ({
          transport_id: row.id,
          place,
          number: number ?? null,
          gross_kg: gross ?? null,
          tare_kg: tare ?? null,
          net_kg: net,
          weighed_on: weighedOn ?? null,
        })),
      )
      .execute();
  const measured = await getTransportReadings(tx, row.id);
  return { changes: changedFields<object>(describe(before), describe(measured)), measured };
}

/** Raises the versions of both sides, so that a client with the old readings cannot save a settlement. */
async function raiseSideVersions(tx: Tx, settlementId: number): Promise<void> {
  await tx
    .updateTable('settlement_side')
    .set({ version: sql<number>`version + 1` })
    .where('settlement_id', '=', settlementId)
    .execute();
}
