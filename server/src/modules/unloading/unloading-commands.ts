import type { Allocation } from '@spichlerz/shared/domain/allocation';
import { DomainError, type ErrorCode } from '@spichlerz/shared/domain/domain-error';
import type { TransportStatus } from '@spichlerz/shared/domain/transport';
import {
  isOtherTicket,
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
} from '@spichlerz/shared/wire/unloading';
import { sql } from 'kysely';
import type { Actor } from '../../auth/actor.ts';
import { runInSavepoint } from '../../db/savepoint.ts';
import type { Tx } from '../../db/tx.ts';
import { addTransportReadings } from '../transports/reading-commands.ts';
import { MEASUREMENTS } from '../transports/reading-queries.ts';
import { changeTransportStatus, lockContractsOf } from '../transports/transport-commands.ts';
import { readVersions, reasonOf, SIDE_VERSION } from './listed-transports.ts';
import {
  findKnownTickets,
  findScope,
  getUnloadingMapping,
  HAS_LISTED_TICKET,
  isInScope,
  type KnownTicket,
  type ListScope,
  readParameters,
  UNLOADING_TICKET,
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
  const transports = await lockRecipientAndContracts(tx, scope, valid);
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

type Transport = Awaited<ReturnType<typeof readTransports>>[number];
type Applied = { readonly row: ValidRow; readonly transport: Transport };

/**
 * Locks the recipient, so that two lists cannot apply the same ticket. Then locks the contracts of the
 * transports in id order, as every command does, and returns the transports.
 */
async function lockRecipientAndContracts(
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
      UNLOADING_TICKET.as('ticket'),
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

/**
 * @returns null if the row is applied, or if its ticket was applied before with the same weight; otherwise an
 * error code
 */
async function applyRow(tx: Tx, actor: Actor, run: RowRun): Promise<ErrorCode | null> {
  const { row, transport, ticket, isRepeated } = run;
  if (isRepeated || (ticket !== undefined && ticket.transportId !== row.transportId))
    return 'VALUE_IS_DUPLICATED';
  if (transport === undefined) return 'TRANSPORT_NOT_FOUND';
  if (!transport.isInScope) return 'CONTRACT_IS_NOT_COMPATIBLE';
  if (ticket?.net === row.net) return null;
  if (ticket === undefined && (transport.hasListedTicket || isOtherTicket(row, transport.ticket)))
    return 'VALUE_IS_DUPLICATED';
  if (row.version !== undefined && row.version !== transport.version) return 'CONFLICT';
  if (ticket === undefined && !isUnloadable(transport)) return 'WRONG_STATUS';
  const failure = await runInSavepoint(tx, () => unload(tx, actor, transport, run));
  if (failure === null) run.onApplied(transport);
  return failure;
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
    await addTransportReadings(tx, actor, transport.id, { ...measured, version: transport.version }, reason);
    return;
  }
  for (const [index, status] of steps.entries())
    await changeTransportStatus(tx, actor, {
      transportId: transport.id,
      status,
      reason,
      ...(index === 0 && { ...measured, version: transport.version }),
    });
}

/**
 * Returns the statuses that a transport passes through. With the action DELIVER, a delivered transport keeps
 * its status.
 */
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
