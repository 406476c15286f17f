import type { Tx } from '../../db/tx.ts';

export const RESET_TRIES_MAX = 5;

/**
 * Makes a code that was sent unusable, after the password or the e-mail address has changed. Its row stays, because the
 * limit of one mail a minute goes by the time in it.
 */
export async function voidResetCode(tx: Tx, userId: number): Promise<void> {
  await tx.updateTable('reset_code').set({ tries: RESET_TRIES_MAX }).where('user_id', '=', userId).execute();
}
