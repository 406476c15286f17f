import type { ErrorCode } from './domain-error.ts';

export const ROLES = ['ADMIN', 'USER'] as const;
export type Role = (typeof ROLES)[number];

/** The role of a user and whether the user may sign in. */
export type UserAccess = { readonly role: Role; readonly isActive: boolean };

/**
 * A user cannot change their own role or deactivate themselves. The last active ADMIN cannot get another role
 * or be deactivated (customer decisions 8).
 * @param otherActiveAdmins active ADMINs other than the changed user
 */
export function whyNotChangeAccess(
  user: UserAccess & { readonly isSelf: boolean },
  to: UserAccess,
  otherActiveAdmins: number,
): ErrorCode | null {
  const isChanged = user.role !== to.role || user.isActive !== to.isActive;
  if (!isChanged) return null;
  const wasAdmin = user.role === 'ADMIN' && user.isActive;
  const staysAdmin = to.role === 'ADMIN' && to.isActive;
  const isLast = wasAdmin && !staysAdmin && otherActiveAdmins === 0;
  return user.isSelf || isLast ? 'MISSING_ACCESS_PERMISSIONS' : null;
}
