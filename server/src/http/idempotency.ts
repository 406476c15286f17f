import { sql } from 'kysely';
import type { Tx } from '../db/tx.ts';

/** What a key may be: visible ASCII, as headers are. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

/** A key that is older than this may be used anew (api.md). */
const LIFE = sql`interval '24 hours'`;

/**
 * Claims the key for this transaction and answers null, or answers the reply that was given under the key already. A
 * second call with the same key waits here for the first: it gets the first one's reply, or the key if that one failed.
 */
export async function findStoredResponse(
  tx: Tx,
  userId: number,
  call: string,
  key: string,
): Promise<{ reply: never } | null> {
  const claimed = await tx
    .insertInto('idempotency_key')
    .values({ user_id: userId, call, key, reply: null })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'call', 'key'])
        .doUpdateSet({ created_at: sql`now()`, reply: sql`null` })
        .where('idempotency_key.created_at', '<', sql<string>`now() - ${LIFE}`),
    )
    .returning('user_id')
    .executeTakeFirst();
  if (claimed !== undefined) return null;
  const row = await tx
    .selectFrom('idempotency_key')
    .where('user_id', '=', userId)
    .where('call', '=', call)
    .where('key', '=', key)
    .select('reply')
    .executeTakeFirstOrThrow();
  return { reply: row.reply as never };
}

export async function storeResponse(
  tx: Tx,
  userId: number,
  call: string,
  key: string,
  reply: unknown,
): Promise<void> {
  await tx
    .updateTable('idempotency_key')
    .set({ reply: JSON.stringify(reply) })
    .where('user_id', '=', userId)
    .where('call', '=', call)
    .where('key', '=', key)
    .execute();
}
