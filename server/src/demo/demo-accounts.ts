import { sql } from 'kysely';
import { publishChange, writeAuditEntry } from '../audit/record-change.ts';
import { isPassword } from '../auth/password-hash.ts';
import { endSessionsOf } from '../auth/session-commands.ts';
import { type Db, inTransaction } from '../db/tx.ts';

/**
 * This password is published with the product, so a production server does not start while an active account
 * uses it.
 */
export const DEMO_PASSWORD = 'Spichlerz1!';

export class DemoAccountsError extends Error {
  override name = 'DemoAccountsError';
}

type Account = { readonly id: number; readonly email: string };

/** The active accounts whose password is published with the product. */
export async function listDemoAccounts(db: Db): Promise<Account[]> {
  const accounts = await db
    .selectFrom('app_user')
    .where('active', '=', true)
    .orderBy('id')
    .select(['id', 'email', 'password_hash'])
    .execute();
  // Verifying a hash is slow by design. Many demo users share one hash, so each distinct hash is verified only
  // once.
  const published = new Set<string>();
  const hashes = [...new Set(accounts.map(({ password_hash }) => password_hash))];
  await Promise.all(
    hashes.map(async (hash) => {
      if (await isPassword(hash, DEMO_PASSWORD).catch(() => false)) published.add(hash);
    }),
  );
  return accounts.filter(({ password_hash }) => published.has(password_hash));
}

/** Explains on the terminal why a production server does not start. */
export function explainDemoAccounts([first, ...others]: readonly Account[]): string {
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return (
    `The published password of the demo company still works for ${first?.email}${more}; ` +
    'create your own administrator with "npm run admin:create -- --force" and close them with "npm run demo:close"'
  );
}

/**
 * Deactivates the accounts with the published password and ends their sessions.
 * @throws DemoAccountsError when no active ADMIN with another password would be left
 */
export async function closeDemoAccounts(db: Db): Promise<Account[]> {
  const accounts = await listDemoAccounts(db);
  if (accounts.length === 0) return [];
  const ids = accounts.map(({ id }) => id);
  await inTransaction(db, async (tx) => {
    // the lock excludes concurrent changes that would leave no active ADMIN
    await sql`lock table app_user in share row exclusive mode`.execute(tx);
    const left = await tx
      .selectFrom('app_user')
      .where('role', '=', 'ADMIN')
      .where('active', '=', true)
      .where('id', 'not in', ids)
      .select('id')
      .limit(1)
      .executeTakeFirst();
    if (left === undefined)
      throw new DemoAccountsError(
        'There is no active administrator with a password of their own; create one with "npm run admin:create -- --force" first',
      );
    await tx
      .updateTable('app_user')
      .set({ active: false, version: sql<number>`version + 1`, updated_at: sql<string>`now()` })
      .where('id', 'in', ids)
      .execute();
    for (const id of ids) {
      await endSessionsOf(tx, id);
      const changes = { active: [true, false] as [boolean, boolean] };
      await writeAuditEntry(
        tx,
        { userId: left.id },
        { entity: 'user', entityId: id, action: 'changed', changes },
      );
    }
    await publishChange(tx, { user: ids });
  });
  return accounts;
}
