import type { ErrorCode } from './domain-error.ts';

export const ROLES = ['ADMIN', 'USER'] as const;
export type Role = (typeof ROLES)[number];

/** What a person may do and whether they may sign in at all. */
export type UserAccess = { readonly role: Role; readonly isActive: boolean };

/**
 * Nobody changes their own role or deactivates themselves, and the last active ADMIN stays (decisions 8).
 *
 * @param otherActiveAdmins active ADMINs besides the person changed
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
