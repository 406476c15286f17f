import { createHmac } from 'node:crypto';
import { DomainError } from '@spichlerz/shared/domain/domain-error';
import { sql } from 'kysely';
import type { Tx } from '../db/tx.ts';

/** The format of a key: visible ASCII, like header values. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

/** An older key may be used again (customer api.md). */
const LIFE = sql`interval '24 hours'`;

export type KeyedRequest = {
  readonly userId: number;
  /** The method and path of the endpoint. */
  readonly call: string;
  readonly key: string;
  readonly requestHash: Buffer;
};

/** The hash is keyed with the server's secret, because a request may contain a password. */
export function requestHash(secret: string, input: unknown): Buffer {
  return createHmac('sha256', secret)
    .update(`request:${JSON.stringify(input)}`)
    .digest();
}

/**
 * Claims the key for this transaction, or returns the reply stored under the key. Of two parallel calls with
 * the same key, the second waits here until the first ends. If the first succeeds, the second gets the reply of
 * the first; otherwise the second claims the key.
 * @returns null after the key was claimed
 * @throws DomainError CONFLICT when the key belongs to another request
 */
export async function findStoredResponse(tx: Tx, request: KeyedRequest): Promise<{ reply: never } | null> {
  const { userId, call, key, requestHash } = request;
  const claimed = await tx
    .insertInto('idempotency_key')
    .values({ user_id: userId, call, key, request_hash: requestHash, reply: null })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'call', 'key'])
        .doUpdateSet({ created_at: sql`now()`, request_hash: requestHash, reply: sql`null` })
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
    .select(['reply', 'request_hash as storedHash'])
    .executeTakeFirstOrThrow();
  if (row.storedHash !== null && !row.storedHash.equals(requestHash)) throw new DomainError('CONFLICT');
  return { reply: row.reply as never };
}

export async function storeResponse(
  tx: Tx,
  { userId, call, key }: KeyedRequest,
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
