import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { DomainError } from '@spichlerz/shared/domain/domain-error';
import { isStrongPassword } from '@spichlerz/shared/domain/password';
import { sql } from 'kysely';
import { publishChange, writeAuditEntry } from '../audit/record-change.ts';
import { isWithin } from '../db/is-within.ts';
import { type Db, inTransaction, type Tx } from '../db/tx.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { resetCodeMail } from '../mail/templates/reset-code-mail.ts';
import { setPassword } from './password-commands.ts';
import { isPassword } from './password-hash.ts';
import { assertPasswordAllowed, passwordError } from './password-policy.ts';
import type { LogSecurityEvent } from './security-events.ts';
import { endSessionsOf } from './session-commands.ts';

/** Capital letters and digits, except those that look alike. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 6;
const LIFETIME = '30 minutes';
/**
 * Five wrong attempts from one network close a code for that network; thirty in total close it for all networks
 * (customer decisions 8).
 */
const MAX_ATTEMPTS_PER_NETWORK = 5;
const MAX_ATTEMPTS = 30;

/** `network` is the client's network, see network-of.ts. */
type CodeAttempt = { readonly email: string; readonly code: string; readonly network: string };

/**
 * Sends a code if the e-mail belongs to an active user, at most once in 60 s. Earlier codes stay valid, so
 * that requesting a code cannot void the code of another user.
 * @returns the user's id, for the log only: the reply must not reveal it
 */
export async function requestPasswordReset(tx: Tx, secret: string, email: string): Promise<number | null> {
  // The lock serializes parallel requests, so that the second request finds the code of the first. A request
  // also waits for a running change of the e-mail, so that no code is sent to the replaced address.
  const user = await activeUser(tx, email).forNoKeyUpdate().executeTakeFirst();
  if (user === undefined) return null;
  const recent = await tx
    .selectFrom('reset_code')
    .where('user_id', '=', user.id)
    .where(isWithin('created_at', '60 seconds'))
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (recent !== undefined) return user.id;
  const code = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  await tx
    .insertInto('reset_code')
    .values({ user_id: user.id, code_hash: codeHash(secret, user.id, code), voided_at: null })
    .execute();
  const about = { entity: 'user', entityId: user.id, lifetime: LIFETIME } as const;
  await queueMail(tx, about, [user.email], resetCodeMail(code));
  return user.id;
}

/**
 * @throws DomainError WRONG_ACTIVATION_CODE when the code is wrong, older than 30 minutes or closed by wrong
 * attempts
 */
export async function verifyResetCode(
  db: Db,
  secret: string,
  attempt: CodeAttempt,
  log: LogSecurityEvent,
): Promise<true> {
  const check = await inTransaction(db, (tx) => checkCode(tx, secret, attempt));
  if (!check.isRight) throw wrongCode(check, log);
  return true;
}

function wrongCode({ userId }: CodeCheck, log: LogSecurityEvent): DomainError {
  log('authn_password_reset_fail', { userId });
  return new DomainError('WRONG_ACTIVATION_CODE');
}

/** A new password ends every session of the user and voids all codes. */
export async function confirmPasswordReset(
  db: Db,
  secret: string,
  reset: CodeAttempt & { password: string },
  log: LogSecurityEvent,
): Promise<true> {
  // this check reads no user; the checks that read the user come after the code check, because their errors
  // would reveal that the e-mail exists
  if (!isStrongPassword(reset.password)) throw passwordError('password', 'PASSWORD_BREAKS_RULES');
  const check = await inTransaction(db, async (tx) => {
    const checked = await checkCode(tx, secret, reset);
    if (!checked.isRight) return checked;
    const { userId } = checked;
    await assertResetPassword(tx, userId, reset.password);
    await setPassword(tx, userId, reset.password, false);
    await endSessionsOf(tx, userId);
    await writeAuditEntry(tx, { userId }, { entity: 'user', entityId: userId, action: 'passwordReset' });
    await publishChange(tx, { user: [userId] });
    return checked;
  });
  if (!check.isRight) throw wrongCode(check, log);
  log('authn_password_reset', { userId: check.userId });
  return true;
}

/** Rejects the current password too, because an administrator may have set it and still know it. */
async function assertResetPassword(tx: Tx, userId: number, password: string): Promise<void> {
  const { hash, ...owner } = await tx
    .selectFrom('app_user')
    .where('id', '=', userId)
    .select(['email', 'first_name as firstName', 'last_name as lastName', 'password_hash as hash'])
    .executeTakeFirstOrThrow();
  await assertPasswordAllowed('password', password, owner);
  if (await isPassword(hash, password)) throw passwordError('password', 'PASSWORD_IS_UNCHANGED');
}

/** `userId` is null when no user has the e-mail. */
type CodeCheck =
  | { readonly isRight: true; readonly userId: number }
  | { readonly isRight: false; readonly userId: number | null };

/**
 * Returns instead of throwing, because an error would roll back the count of wrong attempts. The caller
 * throws after the commit.
 */
async function checkCode(tx: Tx, secret: string, { email, code, network }: CodeAttempt): Promise<CodeCheck> {
  const user = await activeUser(tx, email).executeTakeFirst();
  if (user === undefined) return { isRight: false, userId: null };
  const open = await tx
    .selectFrom('reset_code')
    .where('user_id', '=', user.id)
    .where('voided_at', 'is', null)
    .where(isWithin('created_at', LIFETIME))
    .where(sql<boolean>`cardinality(failed_networks) < ${MAX_ATTEMPTS}`)
    .where(
      sql<boolean>`cardinality(array_positions(failed_networks, ${network})) < ${MAX_ATTEMPTS_PER_NETWORK}`,
    )
    .orderBy('id')
    .select(['id', 'code_hash'])
    .forUpdate()
    .execute();
  const hash = codeHash(secret, user.id, code);
  if (open.some(({ code_hash }) => timingSafeEqual(code_hash, hash)))
    return { isRight: true, userId: user.id };
  const wrong = { isRight: false, userId: user.id } as const;
  if (open.length === 0) return wrong;
  await tx
    .updateTable('reset_code')
    .set({ failed_networks: sql<string[]>`array_append(failed_networks, ${network})` })
    .where(
      'id',
      'in',
      open.map(({ id }) => id),
    )
    .execute();
  return wrong;
}

const activeUser = (tx: Tx, email: string) =>
  tx
    .selectFrom('app_user')
    .where(sql<string>`lower(btrim(email))`, '=', email.trim().toLowerCase())
    .where('active', '=', true)
    .select(['id', 'email']);

/**
 * The hash is keyed with the server's secret, because a six-character code could be guessed from a stolen
 * plain hash.
 */
function codeHash(secret: string, userId: number, code: string): Buffer {
  return createHmac('sha256', secret).update(`${userId}:${code.toUpperCase()}`).digest();
}
