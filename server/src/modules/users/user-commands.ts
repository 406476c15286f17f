import {
  assertAllowed,
  assertVersion,
  DomainError,
  fieldError,
  notFoundInPath,
} from '@spichlerz/shared/domain/domain-error';
import { whyNotChangeAccess } from '@spichlerz/shared/domain/role';
import type { BodyOf } from '@spichlerz/shared/wire/endpoint';
import type {
  changeUserAddress as addressCall,
  changeUser as changeCall,
  createUser as createCall,
} from '@spichlerz/shared/wire/users';
import { sql } from 'kysely';
import { changedFields, publishChange, writeAuditEntry } from '../../audit/record-change.ts';
import type { Actor } from '../../auth/actor.ts';
import { setPassword } from '../../auth/password-commands.ts';
import { hashPassword, isPassword } from '../../auth/password-hash.ts';
import { assertPasswordAllowed, passwordError } from '../../auth/password-policy.ts';
import { voidResetCodes } from '../../auth/reset-code-commands.ts';
import type { LogSecurityEvent } from '../../auth/security-events.ts';
import { endSessionsOf } from '../../auth/session-commands.ts';
import { passwordCheckAttempt, recordAttempt, removeAttempt } from '../../auth/sign-in-failure-commands.ts';
import { addressColumns } from '../../db/address-columns.ts';
import { type Db, inTransaction, type Tx } from '../../db/tx.ts';
import { getVisibleUser } from './user-queries.ts';

/**
 * An ADMIN chooses the password, so the new user must change it at the first sign-in (customer decisions 8).
 */
export async function createUser(
  tx: Tx,
  actor: Actor,
  form: BodyOf<typeof createCall>,
  log: LogSecurityEvent,
): Promise<{ id: number }> {
  await assertPasswordAllowed('password', form.password, form);
  const { id } = await tx
    .insertInto('app_user')
    .values({
      email: form.email,
      first_name: form.firstName,
      last_name: form.lastName,
      role: form.role,
      active: form.active ?? true,
      gender: form.gender ?? null,
      password_hash: await hashPassword(form.password),
      password_expired: true,
      is_notify_on_purchase: form.isNotifyOnPurchase,
      is_notify_on_sales: form.isNotifyOnSales,
      ...addressColumns({}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeAuditEntry(tx, actor, { entity: 'user', entityId: id, action: 'created' });
  await publishChange(tx, { user: [id] });
  log('user_created', { userId: actor.userId, targetUserId: id, role: form.role });
  return { id };
}

/** @throws DomainError MISSING_ACCESS_PERMISSIONS for the user's own role and for the last active ADMIN */
export async function changeUser(
  tx: Tx,
  actor: Actor,
  id: number,
  form: BodyOf<typeof changeCall>,
  log: LogSecurityEvent,
): Promise<true> {
  // Locks all ADMINs, so that two of them cannot demote each other in parallel. The ADMINs and the user are
  // locked together in id order. A change of a contract's owner locks both owners in the same order, so that no
  // two commands deadlock.
  await tx
    .selectFrom('app_user')
    .where((where) => where.or([where('role', '=', 'ADMIN'), where('id', '=', id)]))
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate()
    .execute();
  const before = await tx.selectFrom('app_user').where('id', '=', id).selectAll().executeTakeFirst();
  if (before === undefined) throw notFoundInPath('USER_NOT_FOUND');
  assertVersion(form.version, before.version);
  const to = { role: form.role ?? before.role, isActive: form.active ?? before.active };
  const others = await tx
    .selectFrom('app_user')
    .where('role', '=', 'ADMIN')
    .where('active', '=', true)
    .where('id', '<>', id)
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow();
  assertAllowed(
    whyNotChangeAccess(
      { role: before.role, isActive: before.active, isSelf: actor.userId === id },
      to,
      others.n,
    ),
  );
  if (form.password !== undefined) await assertPasswordAllowed('password', form.password, form);
  const columns = {
    email: form.email,
    first_name: form.firstName,
    last_name: form.lastName,
    role: to.role,
    active: to.isActive,
    gender: form.gender ?? null,
    ...(form.isNotifyOnPurchase !== undefined && { is_notify_on_purchase: form.isNotifyOnPurchase }),
    ...(form.isNotifyOnSales !== undefined && { is_notify_on_sales: form.isNotifyOnSales }),
  };
  await tx
    .updateTable('app_user')
    .set({ ...columns, version: before.version + 1, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  if (form.password !== undefined) {
    await setPassword(tx, id, form.password, actor.userId !== id);
    await endSessionsOf(tx, id, actor.userId === id ? actor.sessionId : undefined);
  }
  if (form.email !== before.email) await voidResetCodes(tx, id);
  if (before.active && !to.isActive) await endSessionsOf(tx, id);
  await writeAuditEntry(tx, actor, {
    entity: 'user',
    entityId: id,
    action: form.password === undefined ? 'changed' : 'passwordReset',
    changes: changedFields<object>(before, columns),
  });
  await publishChange(tx, { user: [id] });
  const who = { userId: actor.userId, targetUserId: id };
  const from = { role: before.role, isActive: before.active };
  if (from.role !== to.role || from.isActive !== to.isActive)
    log('privilege_permissions_changed', { ...who, from, to });
  if (form.password !== undefined) log('authn_password_change', who);
  return true;
}

export async function changeUserAddress(
  tx: Tx,
  actor: Actor,
  id: number,
  form: BodyOf<typeof addressCall>,
): Promise<true> {
  await getVisibleUser(tx, actor, id);
  const before = await tx
    .selectFrom('app_user')
    .where('id', '=', id)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const columns = addressColumns(form);
  await tx
    .updateTable('app_user')
    .set({ ...columns, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  await writeAuditEntry(tx, actor, {
    entity: 'user',
    entityId: id,
    action: 'addressChanged',
    changes: changedFields<object>(before, columns),
  });
  await publishChange(tx, { user: [id] });
  return true;
}

/**
 * Changes the current user's password and ends the other sessions. Wrong current passwords are counted like
 * failed sign-ins, so that a stolen session does not allow guessing the password.
 * @throws DomainError OLD_PASSWORD_IS_INVALID, TOO_MANY_REQUESTS
 */
export async function changePassword(
  db: Db,
  { userId, sessionId }: Actor,
  form: { oldPassword: string; newPassword: string },
  log: LogSecurityEvent,
): Promise<true> {
  const attemptId = await recordAttempt(db, passwordCheckAttempt(userId)).catch((error: unknown) => {
    if (error instanceof DomainError) log('authn_password_change_fail', { userId, reason: error.code });
    throw error;
  });
  const checked = await passwordHashOf(db, userId)
    .select(['email', 'first_name as firstName', 'last_name as lastName'])
    .executeTakeFirstOrThrow();
  if (!(await isPassword(checked.password_hash, form.oldPassword))) {
    log('authn_password_change_fail', { userId, reason: 'OLD_PASSWORD_IS_INVALID' });
    throw wrongOldPassword();
  }
  await removeAttempt(db, attemptId);
  // the administrator who set the old password may still know it
  if (form.newPassword === form.oldPassword) throw passwordError('newPassword', 'PASSWORD_IS_UNCHANGED');
  await assertPasswordAllowed('newPassword', form.newPassword, checked);
  await inTransaction(db, async (tx) => {
    const stored = await passwordHashOf(tx, userId).forNoKeyUpdate().executeTakeFirstOrThrow();
    if (stored.password_hash !== checked.password_hash) throw wrongOldPassword();
    await setPassword(tx, userId, form.newPassword, false);
    await endSessionsOf(tx, userId, sessionId);
    await writeAuditEntry(tx, { userId }, { entity: 'user', entityId: userId, action: 'passwordChanged' });
    await publishChange(tx, { user: [userId] });
  });
  log('authn_password_change', { userId });
  return true;
}

function passwordHashOf(db: Db, userId: number) {
  return db.selectFrom('app_user').where('id', '=', userId).select('password_hash');
}

function wrongOldPassword(): DomainError {
  return fieldError('oldPassword', 'OLD_PASSWORD_IS_INVALID');
}
