import type { Allocation } from '@spichlerz/shared/domain/allocation';
import { DomainError, type ErrorCode } from '@spichlerz/shared/domain/domain-error';
import { isInProgress, type TransportStatus } from '@spichlerz/shared/domain/transport';
import { type Kilograms, kilograms } from '@spichlerz/shared/domain/units';
import {
  UNLOADABLE_STATUSES,
  type UnloadingAction,
  unloadingTicketKey,
  type ValidUnloadingRow,
} from '@spichlerz/shared/domain/unloading-list';
import type { BodyOf, ReplyOf } from '@spichlerz/shared/wire/endpoint';
import {
  type AppliedUnloadingRow,
  appliedUnloadingRow,
  type applyUnloading as applyCall,
  type UnloadingMapping,
  type undoUnloading as undoCall,
} from '@spichlerz/shared/wire/unloading';
import { sql } from 'kysely';
import type { Actor } from '../../auth/actor.ts';
import { runInSavepoint } from '../../db/savepoint.ts';
import type { Tx } from '../../db/tx.ts';
import { lockContracts } from '../contracts/contract-commands.ts';
import { addTransportReadings } from '../transports/reading-commands.ts';
import { MEASUREMENTS } from '../transports/reading-queries.ts';
import { changeTransportStatus } from '../transports/transport-commands.ts';
import { restoreBeforeUnloading } from '../transports/undo-unloading-commands.ts';
import {
  findKnownTickets,
  findScope,
  getUnloadingMapping,
  HAS_LISTED_TICKET,
  isInScope,
  type KnownTicket,
  type ListScope,
  readParameters,
} from './unloading-queries.ts';
import { type Parameter, resolveReadings, validateRows } from './unloading-rows.ts';

type ValidRow = AppliedUnloadingRow & ValidUnloadingRow;

/**
 * Unloads the transport of each row in its own savepoint, with the same commands as a user who unloads by hand.
 * @throws DomainError RECIPIENT_NOT_FOUND, CONTRACT_NOT_FOUND; an error of a row is returned in its result
 */
export async function applyUnloading(
  tx: Tx,
  actor: Actor,
  body: BodyOf<typeof applyCall>,
): Promise<ReplyOf<typeof applyCall>> {
  const scope = await findScope(tx, body);
  const validated = validateRows(appliedUnloadingRow, body.rows);
  const valid = validated.flatMap((one) => (one.faults === undefined ? [one.body] : []));
  const transports = await lockTransports(tx, scope, valid);
  const known = await findKnownTickets(tx, scope.recipientId, valid);
  const materialIds = [...transports.values()].map(({ rawMaterialId }) => rawMaterialId);
  const parameters = await readParameters(tx, materialIds);
  const { id: listId } = await tx
    .insertInto('unloading_list')
    .values({ recipient_id: scope.recipientId, applied_by: actor.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const seen = new Set<number>();
  const applied: Applied[] = [];
  const rows: ReplyOf<typeof applyCall>['rows'] = [];
  for (const one of validated) {
    const messageCode =
      one.faults === undefined
        ? await applyRow(tx, actor, {
            row: one.body,
            transport: transports.get(one.body.transportId),
            ticket: known.get(unloadingTicketKey(one.body)),
            action: body.action,
            isRepeated: seen.has(one.body.transportId),
            parameters,
            reason: reasonOf(listId, one.row),
            onApplied: (transport) => applied.push({ row: one.body, transport }),
          })
        : (one.faults[0]?.code ?? 'VALUE_IS_WRONG');
    if (one.faults === undefined) seen.add(one.body.transportId);
    rows.push({ row: one.row, ok: messageCode === null, messageCode });
  }
  await storeRows(tx, { listId, recipientId: scope.recipientId }, applied);
  return { listId, rows };
}

/** The reason that the audit log shows. */
const reasonOf = (listId: number, row: number) => `Lista rozładunków nr ${listId}, wiersz ${row}`;

type Transport = Awaited<ReturnType<typeof readTransports>>[number];
type Applied = { readonly row: ValidRow; readonly transport: Transport };

/**
 * Locks the recipient, so that two lists cannot apply the same ticket, then the contracts of the transports in id
 * order, as every command does.
 */
async function lockTransports(
  tx: Tx,
  scope: ListScope,
  rows: readonly ValidRow[],
): Promise<ReadonlyMap<number, Transport>> {
  await tx
    .selectFrom('contractor')
    .where('id', '=', scope.recipientId)
    .forNoKeyUpdate()
    .select('id')
    .execute();
  const ids = rows.map(({ transportId }) => transportId);
  await lockContractsOf(tx, ids);
  const found = await readTransports(tx, scope, ids);
  return new Map(found.map((transport) => [transport.id, transport]));
}

async function lockContractsOf(tx: Tx, transportIds: readonly number[]): Promise<void> {
  const found = await tx
    .selectFrom('transport')
    .where(sql<boolean>`id = any(${transportIds}::bigint[])`)
    .select(['purchase_id as purchaseId', 'sales_id as salesId'])
    .execute();
  await lockContracts(
    tx,
    found.flatMap(({ purchaseId, salesId }) => [purchaseId, salesId]),
  );
}

/** The sum of the versions of both settlement sides of transport t. */
const SIDE_VERSION = sql<number>`coalesce((select sum(side.version)::int4 from settlement x
  join settlement_side side on side.settlement_id = x.id where x.transport_id = t.id), 0)`;

function readTransports(tx: Tx, scope: ListScope, ids: readonly number[]) {
  return tx
    .selectFrom('transport as t')
    .innerJoin('contract as c', 'c.id', 't.sales_id')
    .innerJoin('allocation as a', (join) =>
      join.onRef('a.purchase_id', '=', 't.purchase_id').onRef('a.sales_id', '=', 't.sales_id'),
    )
    .where(sql<boolean>`t.id = any(${ids}::bigint[])`)
    .select([
      't.id',
      't.status',
      't.version',
      't.is_returned as isReturned',
      't.real_quantity_kg as realQuantityKg',
      'c.raw_material_id as rawMaterialId',
      sql<Allocation>`json_build_object('commitKg', a.commit_kg, 'effKg', a.in_delivery_kg + a.delivered_kg)`.as(
        'allocation',
      ),
      isInScope(scope).as('isInScope'),
      HAS_LISTED_TICKET.as('hasListedTicket'),
      SIDE_VERSION.as('sideVersion'),
      ...MEASUREMENTS,
    ])
    .execute();
}

type RowRun = {
  readonly row: ValidRow;
  readonly transport: Transport | undefined;
  /** The row's ticket, if it has been applied before. */
  readonly ticket: KnownTicket | undefined;
  readonly action: UnloadingAction;
  /** Whether an earlier row of the list names the same transport. */
  readonly isRepeated: boolean;
  readonly parameters: ReadonlyMap<number, readonly Parameter[]>;
  readonly reason: string;
  readonly onApplied: (transport: Transport) => void;
};

/** @returns the reason why the row was not applied, or null; a ticket that is already applied changes nothing */
async function applyRow(tx: Tx, actor: Actor, run: RowRun): Promise<ErrorCode | null> {
  const { row, transport, ticket, isRepeated } = run;
  if (isRepeated || (ticket !== undefined && ticket.transportId !== row.transportId))
    return 'VALUE_IS_DUPLICATED';
  if (transport === undefined) return 'TRANSPORT_NOT_FOUND';
  if (!transport.isInScope) return 'CONTRACT_IS_NOT_COMPATIBLE';
  if (ticket?.net === row.net) return null;
  if (ticket === undefined && transport.hasListedTicket) return 'VALUE_IS_DUPLICATED';
  if (transport.version !== row.version) return 'CONFLICT';
  if (ticket === undefined && !isUnloadable(transport)) return 'WRONG_STATUS';
  const refused = await runInSavepoint(tx, () => unload(tx, actor, transport, run));
  if (refused === null) run.onApplied(transport);
  return refused;
}

const isUnloadable = ({ status, isReturned }: Transport) =>
  !isReturned && UNLOADABLE_STATUSES.some((own) => own === status);

async function unload(tx: Tx, actor: Actor, transport: Transport, run: RowRun): Promise<void> {
  const { row, ticket, action, reason } = run;
  const resolved = resolveReadings(row, run.parameters.get(transport.rawMaterialId) ?? []);
  // an unknown column is only a warning, which the preview has already shown
  const fault = resolved.warnings.find(({ code }) => code !== 'UNKNOWN_PARAMETER');
  if (fault !== undefined) throw new DomainError(fault.code);
  const measured = {
    readings: resolved.readings.map(({ parameterId, value }) => ({
      parameterId,
      value,
      source: 'RECIPIENT' as const,
      sampleNumber: undefined,
      takenOn: row.day,
    })),
    tickets: [{ place: 'UNLOADING' as const, number: row.ticketNumber, net: row.net, weighedOn: row.day }],
  };
  const steps = ticket === undefined ? stepsOf(transport.status, action) : [];
  if (steps.length === 0) {
    await addTransportReadings(tx, actor, transport.id, { ...measured, version: row.version }, reason);
    return;
  }
  for (const [index, status] of steps.entries())
    await changeTransportStatus(tx, actor, {
      transportId: transport.id,
      status,
      reason,
      ...(index === 0 && { ...measured, version: row.version }),
    });
}

/** Returns no step for a transport that is already delivered, so its status stays. */
function stepsOf(status: TransportStatus, action: UnloadingAction): readonly TransportStatus[] {
  if (action === 'DELIVER') return status === 'DELIVERED' ? [] : ['DELIVERED'];
  return status === 'NEW' || status === 'WAITING' ? ['DELIVERED', 'TO_BE_SETTLED'] : ['TO_BE_SETTLED'];
}

type List = { readonly listId: number; readonly recipientId: number };

async function storeRows(tx: Tx, { listId, recipientId }: List, applied: readonly Applied[]): Promise<void> {
  if (applied.length === 0) return;
  const versions = await readVersions(
    tx,
    applied.map(({ transport }) => transport.id),
  );
  await tx
    .insertInto('unloading_row')
    .values(
      applied.map(({ row, transport }) => {
        const { id, status, realQuantityKg, allocation, readings, tickets, version, sideVersion } = transport;
        const before = { status, realQuantityKg, allocation, readings, tickets, version, sideVersion };
        const after = versions.get(id) ?? before;
        return {
          list_id: listId,
          recipient_id: recipientId,
          transport_id: id,
          row_number: row.row,
          ticket_key: unloadingTicketKey(row),
          net_kg: row.net,
          before: JSON.stringify(before),
          version: after.version,
          side_version: after.sideVersion,
        };
      }),
    )
    .execute();
}

type Versions = { readonly version: number; readonly sideVersion: number };

async function readVersions(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, Versions>> {
  const found = await tx
    .selectFrom('transport as t')
    .where(sql<boolean>`t.id = any(${ids}::bigint[])`)
    .select(['t.id', 't.version', SIDE_VERSION.as('sideVersion')])
    .execute();
  return new Map(found.map((transport) => [transport.id, transport]));
}

/**
 * Undoes a list. A transport that has changed since then is not touched, and its row has the code CONFLICT.
 * @throws DomainError NOT_FOUND, FORBIDDEN for another user's list unless ADMIN, WRONG_STATUS after a day
 */
export async function undoUnloading(
  tx: Tx,
  actor: Actor,
  { listId }: BodyOf<typeof undoCall>,
): Promise<ReplyOf<typeof undoCall>> {
  const list = await tx
    .selectFrom('unloading_list')
    .where('id', '=', listId)
    .forNoKeyUpdate()
    .select(['applied_by as appliedBy', sql<boolean>`applied_at > now() - interval '1 day'`.as('isRecent')])
    .executeTakeFirst();
  if (list === undefined)
    throw new DomainError('NOT_FOUND', { status: 400, fields: [{ path: 'listId', code: 'NOT_FOUND' }] });
  if (list.appliedBy !== actor.userId && actor.role !== 'ADMIN') throw new DomainError('FORBIDDEN');
  if (!list.isRecent) throw new DomainError('WRONG_STATUS');
  const applied = await readAppliedRows(tx, listId);
  const ids = applied.map(({ transportId }) => transportId);
  await lockContractsOf(tx, ids);
  const versions = await readVersions(tx, ids);
  const messageCodes = new Map<number, ErrorCode | null>();
  for (const row of applied) {
    const { transportId } = row;
    const now = versions.get(transportId);
    const isUnchanged = now?.version === row.version && now.sideVersion === row.sideVersion;
    const heavierKg = heavierThanBefore(
      applied.filter(
        (other) => other.allocationKey === row.allocationKey && messageCodes.get(other.transportId) !== null,
      ),
    );
    const reason = reasonOf(listId, row.rowNumber);
    const messageCode = isUnchanged
      ? await runInSavepoint(tx, () =>
          restoreBeforeUnloading(tx, actor, transportId, { ...row.before, heavierKg }, reason),
        )
      : 'CONFLICT';
    messageCodes.set(transportId, messageCode);
  }
  const rows = applied.map(({ transportId }) => {
    const messageCode = messageCodes.get(transportId) ?? null;
    return { transportId, ok: messageCode === null, messageCode };
  });
  await markUndone(
    tx,
    applied.filter(({ transportId }) => messageCodes.get(transportId) === null),
  );
  return { rows };
}

/** The kilograms by which transports count more since the list than before it. */
function heavierThanBefore(rows: readonly AppliedRow[]): Kilograms {
  const heavierKg = rows.map(({ plannedKg, netKg, before: { status, realQuantityKg } }) => {
    const beforeKg = isInProgress(status) ? plannedKg : (realQuantityKg ?? plannedKg);
    return Math.max(0, netKg - beforeKg);
  });
  return kilograms(heavierKg.reduce((sum, kg) => sum + kg, 0));
}

type AppliedRow = Awaited<ReturnType<typeof readAppliedRows>>[number];

function readAppliedRows(tx: Tx, listId: number) {
  return tx
    .selectFrom('unloading_row as u')
    .innerJoin('transport as t', 't.id', 'u.transport_id')
    .where('u.list_id', '=', listId)
    .where('u.taken_back_at', 'is', null)
    .orderBy('u.row_number')
    .select([
      'u.id',
      'u.transport_id as transportId',
      'u.row_number as rowNumber',
      'u.net_kg as netKg',
      't.quantity_kg as plannedKg',
      sql<string>`t.purchase_id || ' ' || t.sales_id`.as('allocationKey'),
      'u.before',
      'u.version',
      'u.side_version as sideVersion',
    ])
    .execute();
}

/**
 * Gives the rows of earlier lists the current versions, so that a list with a later correction can also be undone
 * after the correction.
 */
async function markUndone(tx: Tx, rows: readonly AppliedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .updateTable('unloading_row')
    .set({ taken_back_at: sql<string>`now()` })
    .where(sql<boolean>`id = any(${rows.map(({ id }) => id)}::bigint[])`)
    .execute();
  const versions = await readVersions(
    tx,
    rows.map(({ transportId }) => transportId),
  );
  for (const { transportId, before } of rows) {
    const now = versions.get(transportId);
    if (now === undefined) continue;
    await tx
      .updateTable('unloading_row')
      .set({ version: now.version, side_version: now.sideVersion })
      .where('transport_id', '=', transportId)
      .where('taken_back_at', 'is', null)
      .where('version', '=', before.version)
      .where('side_version', '=', before.sideVersion)
      .execute();
  }
}

/** @throws DomainError RECIPIENT_NOT_FOUND */
export async function changeUnloadingMapping(
  tx: Tx,
  recipientId: number,
  mapping: UnloadingMapping,
): Promise<UnloadingMapping> {
  await getUnloadingMapping(tx, recipientId);
  const value = JSON.stringify(mapping);
  await tx
    .insertInto('unloading_mapping')
    .values({ recipient_id: recipientId, mapping: value })
    .onConflict((conflict) => conflict.column('recipient_id').doUpdateSet({ mapping: value }))
    .execute();
  return mapping;
}
