import { describe, expect, test } from 'vitest';
import { whyNotChangeAccess } from './role.ts';

const ADMIN = { role: 'ADMIN', isActive: true } as const;
const USER = { role: 'USER', isActive: true } as const;
const OFF = { role: 'ADMIN', isActive: false } as const;

describe('changing the role or activity of a user', () => {
  test('an ADMIN may change the role and activity of a colleague while at least one active ADMIN remains', () => {
    expect(whyNotChangeAccess({ ...ADMIN, isSelf: false }, USER, 1)).toBeNull();
    expect(whyNotChangeAccess({ ...ADMIN, isSelf: false }, OFF, 1)).toBeNull();
    expect(whyNotChangeAccess({ ...USER, isSelf: false }, ADMIN, 1)).toBeNull();
  });

  test('a user cannot change their own role or deactivate themselves', () => {
    expect(whyNotChangeAccess({ ...ADMIN, isSelf: true }, USER, 3)).toBe('MISSING_ACCESS_PERMISSIONS');
    expect(whyNotChangeAccess({ ...ADMIN, isSelf: true }, OFF, 3)).toBe('MISSING_ACCESS_PERMISSIONS');
    expect(whyNotChangeAccess({ ...USER, isSelf: true }, ADMIN, 3)).toBe('MISSING_ACCESS_PERMISSIONS');
  });

  test('a user may save their own data without changing their role and activity', () => {
    expect(whyNotChangeAccess({ ...ADMIN, isSelf: true }, ADMIN, 0)).toBeNull();
  });

  test('the last active ADMIN can neither lose the role nor be deactivated', () => {
    expect(whyNotChangeAccess({ ...ADMIN, isSelf: false }, USER, 0)).toBe('MISSING_ACCESS_PERMISSIONS');
    expect(whyNotChangeAccess({ ...ADMIN, isSelf: false }, OFF, 0)).toBe('MISSING_ACCESS_PERMISSIONS');
    // A deactivated ADMIN is not active, so the rule about the last active ADMIN does not apply.
    expect(whyNotChangeAccess({ ...OFF, isSelf: false }, { role: 'USER', isActive: false }, 0)).toBeNull();
  });
});
