import type { Actor } from '../auth/actor.ts';
import { hashPassword } from '../auth/password-hash.ts';
import { addressColumns } from '../db/address-columns.ts';
import type { Tx } from '../db/tx.ts';
import { DEMO_PASSWORD } from './demo-accounts.ts';
import { DEMO_COLLEAGUES } from './demo-names.ts';
import { mailName } from './demo-random.ts';

/** The two accounts printed at the start of the server; the other e-mails are derived from names. */
const DEMO_ACCOUNTS = ['admin', 'handlowiec'];

/**
 * Inserts the users directly: the command that creates a user would make the password expire, because an
 * administrator chose it.
 */
export async function createColleagues(
  tx: Tx,
): Promise<{ admin: Actor; traders: readonly [Actor, ...Actor[]] }> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const actors: Actor[] = [];
  for (const [index, { firstName, lastName, role }] of DEMO_COLLEAGUES.entries()) {
    const { id } = await tx
      .insertInto('app_user')
      .values({
        email: `${DEMO_ACCOUNTS[index] ?? `${mailName(firstName)}.${mailName(lastName)}`}@spichlerz.test`,
        first_name: firstName,
        last_name: lastName,
        role,
        gender: firstName.endsWith('a') ? 'female' : 'male',
        password_hash: passwordHash,
        password_expired: false,
        is_notify_on_purchase: index % 2 === 0,
        is_notify_on_sales: index % 3 === 0,
        ...addressColumns({}),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    actors.push({ userId: id, role, sessionId: '', passwordExpired: false });
  }
  const [admin, first, ...others] = actors;
  if (admin === undefined || first === undefined) throw new Error('The demo company has too few colleagues');
  return { admin, traders: [first, ...others] };
}
