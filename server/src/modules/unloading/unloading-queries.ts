import { fieldError, notFoundInPath } from '@spichlerz/shared/domain/domain-error';
import {
  matchUnloadingRows,
  UNLOADABLE_STATUSES,
  UNLOADING_DAYS_MAX,
  type UnloadingTicket,
  unloadingTicketKey,
  type ValidUnloadingRow,
} from '@spichlerz/shared/domain/unloading-list';
import type { BodyOf, ReplyOf } from '@spichlerz/shared/wire/endpoint';
import {
  type CheckedUnloadingRow,
  type checkUnloading as checkCall,
  type RecentUnloadingList,
  type UnloadingCandidateReply,
  type UnloadingMapping,
  unloadingRow,
} from '@spichlerz/shared/wire/unloading';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../auth/actor.ts';
import type { Db } from '../../db/tx.ts';
import { type Parameter, resolveReadings, validateRows } from './unloading-rows.ts';

type Body = BodyOf<typeof checkCall>;

/** The recipient of a list, and the sale if the list covers only one. */
export type ListScope = { readonly recipientId: number; readonly salesId: number | null };

/** @throws DomainError RECIPIENT_NOT_FOUND, CONTRACT_NOT_FOUND */
export async function findScope(
  db: Db,
  { recipientId, salesId }: Pick<Body, 'recipientId' | 'salesId'>,
): Promise<ListScope> {
  if (salesId !== undefined) {
    const sale = await db
      .selectFrom('contract')
      .where('id', '=', salesId)
      .where('side', '=', 'sales')
      .select('contractor_id as recipientId')
      .executeTakeFirst();
    if (sale === undefined) throw fieldError('salesId', 'CONTRACT_NOT_FOUND');
    return { ...sale, salesId };
  }
  if (recipientId === undefined || !(await isRecipient(db, recipientId)))
    throw fieldError('recipientId', 'RECIPIENT_NOT_FOUND');
  return { recipientId, salesId: null };
}

async function isRecipient(db: Db, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('contractor')
    .where('id', '=', id)
    .where('side', '=', 'sales')
    .select('id')
    .executeTakeFirst();
  return found !== undefined;
}

const IS_DELIVERED = sql<boolean>`t.status in ('DELIVERED', 'TO_BE_SETTLED', 'INVOICE', 'PAID') and not t.is_returned`;

/** A ticket that a list or a user has applied. */
export type KnownTicket = { readonly transportId: number; readonly net: number };

/**
 * Returns the tickets that are already applied, keyed by `unloadingTicketKey`. A ticket does not count once
 * its transport is no longer delivered, so that it can be applied again.
 */
export async function findKnownTickets(
  db: Db,
  recipientId: number,
  rows: readonly ValidUnloadingRow[],
): Promise<ReadonlyMap<string, KnownTicket>> {
  const keys = rows.map(unloadingTicketKey);
  const numbers = rows.flatMap(({ ticketNumber }) => ticketNumber ?? []);
  const stored = await db
    .selectFrom('weigh_ticket as w')
    .innerJoin('transport as t', 't.id', 'w.transport_id')
    .innerJoin('contract as c', 'c.id', 't.sales_id')
    .where('w.place', '=', 'UNLOADING')
    .where(
      sql<boolean>`ticket_number_key(w.number) = any(array(select ticket_number_key(n) from unnest(${numbers}::text[]) n))`,
    )
    .where('c.contractor_id', '=', recipientId)
    .where(IS_DELIVERED)
    .orderBy('t.id')
    .select([
      't.id as transportId',
      'w.net_kg as net',
      'w.number',
      't.registration_number as plate',
      sql<string>`coalesce(w.weighed_on, t.date_unloading)`.as('day'),
    ])
    .execute();
  const byList = await db
    .selectFrom('unloading_row as u')
    .innerJoin('transport as t', 't.id', 'u.transport_id')
    .where('u.recipient_id', '=', recipientId)
    .where(sql<boolean>`u.ticket_key = any(${keys}::text[])`)
    .where('u.taken_back_at', 'is', null)
    .where(IS_DELIVERED)
    .orderBy('u.id')
    .select(['u.ticket_key as key', 't.id as transportId', 'u.net_kg as net'])
    .execute();
  const known = new Map<string, KnownTicket>();
  // of several lists with the ticket, the latest list has the current weight
  for (const { key, transportId, net } of byList) known.set(key, { transportId, net });
  // a user may have corrected the weight after the list
  for (const { transportId, net, number, plate, day } of stored)
    known.set(unloadingTicketKey({ row: 0, plate, day, net, ticketNumber: number ?? '' }), {
      transportId,
      net,
    });
  return known;
}

/** Whether a list delivered transport t, so that no other ticket may unload it. */
export const HAS_LISTED_TICKET = sql<boolean>`exists (select from unloading_row u where u.transport_id = t.id
  and u.taken_back_at is null) and ${IS_DELIVERED}`;

/** The numbered ticket with which transport t was unloaded, so that `isOtherTicket` can compare it with a row. */
export const UNLOADING_TICKET = sql<UnloadingTicket | null>`(select json_build_object('number', w.number,
  'day', coalesce(w.weighed_on, t.date_unloading), 'net', w.net_kg) from weigh_ticket w
  where w.transport_id = t.id and w.place = 'UNLOADING' and w.number is not null and ${IS_DELIVERED})`;

/** Finds the transport and the warnings of each row. Writes nothing. */
export async function checkUnloading(db: Db, body: Body): Promise<ReplyOf<typeof checkCall>> {
  const scope = await findScope(db, body);
  const validated = validateRows(unloadingRow, body.rows);
  const valid = validated.flatMap((one) => (one.faults === undefined ? [one.body] : []));
  const known = await findKnownTickets(db, scope.recipientId, valid);
  const unknown = valid.filter((row) => !known.has(unloadingTicketKey(row)));
  const open = await readOpenTransports(db, scope, unknown);
  const ofTickets = await readTransports(
    db,
    sql<boolean>`t.id = any(${[...known.values()].map(({ transportId }) => transportId)}::bigint[])`,
  );
  const transports = new Map([...open, ...ofTickets].map((transport) => [transport.id, transport]));
  const matches = new Map(matchUnloadingRows(unknown, open).map((match) => [match.row, match]));
  const parameters = await readParameters(
    db,
    [...transports.values()].map(({ rawMaterialId }) => rawMaterialId),
  );
  return {
    rows: validated.map((one): CheckedUnloadingRow => {
      if (one.faults !== undefined) return { ...NOTHING_FOUND, row: one.row, warnings: [...one.faults] };
      const ticket = known.get(unloadingTicketKey(one.body));
      const match = ticket === undefined ? matches.get(one.row) : undefined;
      const { state, transportId, candidates } =
        ticket === undefined ? (match ?? NOTHING_FOUND) : ofKnownTicket(one.body, ticket);
      const found = candidates.flatMap((id) => transports.get(id) ?? []);
      const [best] = found;
      const resolved =
        best === undefined
          ? NO_READINGS
          : resolveReadings(one.body, parameters.get(best.rawMaterialId) ?? []);
      return {
        row: one.row,
        state,
        transportId,
        candidates: found.map(toCandidate),
        readings: resolved.readings,
        warnings: [...resolved.warnings],
      };
    }),
  };
}

const NOTHING_FOUND = { state: 'NONE' as const, transportId: null, candidates: [], readings: [] };
const NO_READINGS = { readings: [], warnings: [] };

function ofKnownTicket({ net }: ValidUnloadingRow, ticket: KnownTicket) {
  const state = ticket.net === net ? ('APPLIED' as const) : ('CORRECTION' as const);
  return { state, transportId: ticket.transportId, candidates: [ticket.transportId] };
}

type Transport = Awaited<ReturnType<typeof readTransports>>[number];

function toCandidate(transport: Transport): UnloadingCandidateReply {
  const { id, salesId, documentNumber } = transport;
  return { ...transport, transportId: id, sale: { id: salesId, documentNumber } };
}

/**
 * Returns the transports that the rows may unload. `matchUnloadingRows` compares their registration numbers.
 */
async function readOpenTransports(db: Db, scope: ListScope, rows: readonly ValidUnloadingRow[]) {
  const days = rows.map(({ day }) => day).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  return readTransports(
    db,
    sql<boolean>`${isInScope(scope)} and t.status = any(${[...UNLOADABLE_STATUSES]}::transport_status[])
      and not t.is_returned and not (${HAS_LISTED_TICKET})
      and t.date_unloading between ${first}::date - ${UNLOADING_DAYS_MAX}::int and ${last}::date + ${UNLOADING_DAYS_MAX}::int`,
  );
}

/** Whether transport t of sale c is in the scope of the list. */
export const isInScope = ({ recipientId, salesId }: ListScope): RawBuilder<boolean> =>
  salesId === null ? sql<boolean>`c.contractor_id = ${recipientId}` : sql<boolean>`c.id = ${salesId}`;

function readTransports(db: Db, condition: RawBuilder<boolean>) {
  return db
    .selectFrom('transport as t')
    .innerJoin('contract as c', 'c.id', 't.sales_id')
    .innerJoin('raw_material as m', 'm.id', 'c.raw_material_id')
    .where('c.side', '=', 'sales')
    .where(condition)
    .select([
      't.id',
      't.version',
      't.registration_number as registrationNumber',
      't.trailer_number as trailerNumber',
      't.date_loading as dateLoading',
      't.date_unloading as dateUnloading',
      't.quantity_kg as quantityKg',
      't.real_quantity_kg as realQuantityKg',
      't.status',
      't.sales_id as salesId',
      'c.document_number as documentNumber',
      'c.raw_material_id as rawMaterialId',
      'm.name as cargoName',
      UNLOADING_TICKET.as('ticket'),
    ])
    .execute();
}

/** Returns the parameters of each raw material, by its id. */
export async function readParameters(
  db: Db,
  rawMaterialIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Parameter[]>> {
  const ids = [...new Set(rawMaterialIds)];
  const found = await db
    .selectFrom('material_parameter')
    .where(sql<boolean>`raw_material_id = any(${ids}::bigint[])`)
    .orderBy('id')
    .select(['id', 'name', 'unit', 'type', 'raw_material_id as rawMaterialId'])
    .execute();
  return new Map(ids.map((id) => [id, found.filter(({ rawMaterialId }) => rawMaterialId === id)]));
}

export async function getUnloadingMapping(db: Db, recipientId: number): Promise<UnloadingMapping> {
  if (!(await isRecipient(db, recipientId))) throw notFoundInPath('RECIPIENT_NOT_FOUND');
  const stored = await db
    .selectFrom('unloading_mapping')
    .where('recipient_id', '=', recipientId)
    .select('mapping')
    .executeTakeFirst();
  return stored?.mapping ?? { columns: [] };
}

/** Returns the newest unloading lists that the user may undo (undoUnloading), the latest first. */
export async function listRecentUnloadings(db: Db, actor: Actor): Promise<{ list: RecentUnloadingList[] }> {
  const list = await db
    .selectFrom('unloading_list as l')
    .innerJoin('contractor as r', 'r.id', 'l.recipient_id')
    .innerJoin('unloading_row as w', (join) =>
      join.onRef('w.list_id', '=', 'l.id').on('w.taken_back_at', 'is', null),
    )
    .innerJoin('transport as t', 't.id', 'w.transport_id')
    .leftJoin('app_user as u', 'u.id', 'l.applied_by')
    .where(sql<boolean>`l.applied_at > now() - interval '1 day'`)
    .$if(actor.role !== 'ADMIN', (lists) => lists.where('l.applied_by', '=', actor.userId))
    .groupBy(['l.id', 'r.full_name', 'u.first_name', 'u.last_name'])
    .orderBy('l.id', 'desc')
    .limit(RECENT_LISTS)
    .select([
      'l.id',
      'r.full_name as recipient',
      'l.applied_at as appliedAt',
      sql<string | null>`u.first_name || ' ' || u.last_name`.as('appliedBy'),
      sql<RecentUnloadingList['transports']>`json_agg(json_build_object('transportId', t.id,
        'registrationNumber', t.registration_number) order by w.row_number)`.as('transports'),
    ])
    .execute();
  return { list };
}

const RECENT_LISTS = 20;
