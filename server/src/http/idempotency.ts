import { sql } from 'kysely';
import type { Tx } from '../db/tx.ts';

/** The format of a key: visible ASCII, like header values. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

/** An older key may be used again (api.md). */
const LIFE = sql`interval '24 hours'`;

/**
 * Claims the key for this transaction and returns null, or returns the reply stored under the key. A second
 * call with the same key waits here for the first: it gets that call's reply, or the key if that call failed.
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
