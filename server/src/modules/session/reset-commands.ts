import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { Refusal } from '@spichlerz/shared/domain/refusal';
import { sql } from 'kysely';
import { isWithin } from '../../db/is-within.ts';
import { announceChange, recordHistory } from '../../db/record-change.ts';
import { type Db, inTransaction, type Tx } from '../../db/tx.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { resetCodeMail } from '../../mail/templates/reset-code-mail.ts';
import { refuseWeakPassword, setPassword } from './password-commands.ts';
import { RESET_TRIES_MAX } from './reset-code-commands.ts';
import { endSessionsOf } from './session-commands.ts';

/** Without letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 6;
const LIFE = '30 minutes';

/** Sends a code when the e-mail is an active person's, at most once in 60 s; never tells which it was. */
export async function requestPasswordReset(tx: Tx, secret: string, email: string): Promise<true> {
  const user = await findUser(tx, email);
  if (user === undefined) return true;
  const code = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const renewed = await tx
    .insertInto('reset_code')
    .values({ user_id: user.id, code_hash: codeHash(secret, user.id, code) })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ code_hash: codeHash(secret, user.id, code), tries: 0, created_at: sql<string>`now()` })
        .where(sql<boolean>`not ${isWithin('reset_code.created_at', '60 seconds')}`),
    )
    .returning('user_id')
    .executeTakeFirst();
  if (renewed !== undefined) {
    const about = { entity: 'user', entityId: user.id, life: LIFE } as const;
    await queueMail(tx, about, [user.email], resetCodeMail(code));
  }
  return true;
}

/** @throws Refusal WRONG_ACTIVATION_CODE: wrong, older than 30 minutes, or five tries used */
export async function verifyResetCode(db: Db, secret: string, email: string, code: string): Promise<true> {
  const userId = await inTransaction(db, (tx) => tryCode(tx, secret, email, code));
  if (userId === null) throw new Refusal('WRONG_ACTIVATION_CODE');
  return true;
}

/** A new password ends every session of the person and uses the code up. */
export async function confirmPasswordReset(
  db: Db,
  secret: string,
  reset: { email: string; code: string; password: string },
): Promise<true> {
  refuseWeakPassword('password', reset.password);
  const done = await inTransaction(db, async (tx) => {
    const userId = await tryCode(tx, secret, reset.email, reset.code);
    if (userId === null) return false;
    await setPassword(tx, userId, reset.password, false);
    await endSessionsOf(tx, userId);
    await recordHistory(tx, { userId }, { entity: 'user', entityId: userId, action: 'passwordReset' });
    await announceChange(tx, { user: [userId] });
    return true;
  });
  if (!done) throw new Refusal('WRONG_ACTIVATION_CODE');
  return true;
}

/**
 * The person's id if the code is right, else null. It does not refuse, because that would roll back the count of wrong
 * tries: the caller refuses after the commit.
 */
async function tryCode(tx: Tx, secret: string, email: string, code: string): Promise<number | null> {
  const user = await findUser(tx, email);
  if (user === undefined) return null;
  const stored = await tx
    .selectFrom('reset_code')
    .where('user_id', '=', user.id)
    .where(isWithin('created_at', LIFE))
    .where('tries', '<', RESET_TRIES_MAX)
    .select('code_hash')
    .forUpdate()
    .executeTakeFirst();
  if (stored === undefined) return null;
  if (timingSafeEqual(stored.code_hash, codeHash(secret, user.id, code))) return user.id;
  await tx
    .updateTable('reset_code')
    .set({ tries: sql<number>`tries + 1` })
    .where('user_id', '=', user.id)
    .execute();
  return null;
}

async function findUser(tx: Tx, email: string): Promise<{ id: number; email: string } | undefined> {
  return tx
    .selectFrom('app_user')
    .where(sql<string>`lower(btrim(email))`, '=', email.trim().toLowerCase())
    .where('active', '=', true)
    .select(['id', 'email'])
    .executeTakeFirst();
}

/** Keyed with the server's secret: the six characters alone could be guessed from a stolen hash. */
function codeHash(secret: string, userId: number, code: string): Buffer {
  return createHmac('sha256', secret).update(`${userId}:${code.toUpperCase()}`).digest();
}
