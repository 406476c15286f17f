import type { ErrorCode } from './domain-error.ts';

export const ROLES = ['ADMIN', 'USER'] as const;
export type Role = (typeof ROLES)[number];

/** What a person may do and whether they may sign in at all. */
export type Access = { readonly role: Role; readonly isActive: boolean };

/**
 * Nobody changes their own role or deactivates themselves, and the last active ADMIN stays (decisions 8).
 *
 * @param otherActiveAdmins active ADMINs besides the person changed
 */
export function whyNotChangeAccess(
  person: Access & { readonly isSelf: boolean },
  to: Access,
  otherActiveAdmins: number,
): ErrorCode | null {
  const isChanged = person.role !== to.role || person.isActive !== to.isActive;
  if (!isChanged) return null;
  const wasAdmin = person.role === 'ADMIN' && person.isActive;
  const staysAdmin = to.role === 'ADMIN' && to.isActive;
  const isLast = wasAdmin && !staysAdmin && otherActiveAdmins === 0;
  return person.isSelf || isLast ? 'MISSING_ACCESS_PERMISSIONS' : null;
}
