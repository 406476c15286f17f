import type { Tx } from '../../db/tx.ts';

export const RESET_TRIES_MAX = 5;

/**
 * A code that was sent is good for nothing more: it was asked for under a password that is an old one now, or went to
 * a mailbox that is no longer the person's. That it was sent is kept, for there is one mail a minute at most.
 */
export async function voidResetCode(tx: Tx, userId: number): Promise<void> {
  await tx.updateTable('reset_code').set({ tries: RESET_TRIES_MAX }).where('user_id', '=', userId).execute();
}
