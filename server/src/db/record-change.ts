import type { HistoryEntity } from '@spichlerz/shared/wire/history';
import type { Actor } from '../http/actor.ts';
import type { Tx } from './tx.ts';

/** What people may be looking at; the web refreshes by these names. */
export type Topic =
  | 'contract'
  | 'allocation'
  | 'transport'
  | 'settlement'
  | 'contractor'
  | 'material'
  | 'user';

export type Changes = Record<string, [unknown, unknown]>;

type HistoryRecord = {
  readonly entity: HistoryEntity;
  readonly entityId: number;
  readonly action: string;
  readonly reason?: string | undefined;
  readonly changes?: Changes;
};

/** Who, when, what changed, old and new: in the same transaction as the change itself. */
export async function recordHistory(
  tx: Tx,
  actor: Pick<Actor, 'userId'>,
  ...records: HistoryRecord[]
): Promise<void> {
  await tx
    .insertInto('history')
    .values(
      records.map((record) => ({
        user_id: actor.userId,
        entity: record.entity,
        entity_id: record.entityId,
        action: record.action,
        reason: record.reason ?? null,
        changes: JSON.stringify(record.changes ?? {}),
      })),
    )
    .execute();
}

/** Tells every server, and through them every open screen, what changed; delivered when the transaction commits. */
export async function announceChange(
  tx: Tx,
  changed: Partial<Record<Topic, readonly number[]>>,
): Promise<void> {
  const rows = Object.entries(changed).map(([topic, ids]) => ({ topic, ids: [...new Set(ids)] }));
  await tx.insertInto('change_event').values(rows).execute();
}

/** The fields that differ, old and new; equal as the database stores them. */
export function changedFields<T extends object>(before: T, after: Partial<T>): Changes {
  const changes: Changes = {};
  for (const [key, value] of Object.entries(after)) {
    const old = before[key as keyof T];
    if (JSON.stringify(old ?? null) !== JSON.stringify(value ?? null))
      changes[key] = [old ?? null, value ?? null];
  }
  return changes;
}
