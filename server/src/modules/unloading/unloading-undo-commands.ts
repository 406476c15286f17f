import { DomainError, type ErrorCode } from '@spichlerz/shared/domain/domain-error';
import { isInProgress } from '@spichlerz/shared/domain/transport';
import { type Kilograms, kilograms } from '@spichlerz/shared/domain/units';
import type { BodyOf, ReplyOf } from '@spichlerz/shared/wire/endpoint';
import type { undoUnloading as undoCall } from '@spichlerz/shared/wire/unloading';
import { sql } from 'kysely';
import type { Actor } from '../../auth/actor.ts';
import { runInSavepoint } from '../../db/savepoint.ts';
import type { Tx } from '../../db/tx.ts';
import { lockContractsOf, lockTransports } from '../transports/transport-commands.ts';
import { restoreBeforeUnloading } from '../transports/undo-unloading-commands.ts';
import { readVersions, reasonOf } from './listed-transports.ts';

/**
 * Undoes a list. A transport that has changed since the list was applied stays unchanged, and its row has the
 * code CONFLICT.
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
  await lockTransports(tx, ids);
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

/**
 * Returns the kilograms that the list added to these transports. A transport that became lighter counts as 0.
 */
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
 * Marks the rows as undone. An undo compares versions, and this undo has raised them. The rows of earlier lists
 * for the same transports therefore get the new versions, so that these lists can still be undone.
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
