import { sql } from 'kysely';
import type { Tx } from '../db/tx.ts';
import { hashPassword } from './password-hash.ts';
import { voidResetCodes } from './reset-code-commands.ts';
import { detachFailures } from './sign-in-failure-commands.ts';

/** `expired` means that another user chose the password, so its owner must change it at the next sign-in. */
export async function setPassword(tx: Tx, id: number, password: string, expired: boolean): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({
      password_hash: await hashPassword(password),
      password_expired: expired,
      password_changed_at: sql<string>`now()`,
    })
    .where('id', '=', id)
    .execute();
  await voidResetCodes(tx, id);
  await detachFailures(tx, id);
}
