import { sql } from 'kysely';
import type { Tx } from '../db/tx.ts';

/**
 * Voids the sent codes after the password or the e-mail address has changed. The rows stay, because the limit
 * of one mail per minute is computed from them.
 */
export async function voidResetCodes(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('reset_code')
    .set({ voided_at: sql<string>`now()` })
    .where('user_id', '=', userId)
    .execute();
}
