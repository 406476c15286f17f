import { describe, expect, test } from 'vitest';
import { whyNotChangeAccess } from './role.ts';

const ADMIN = { role: 'ADMIN', isActive: true } as const;
const USER = { role: 'USER', isActive: true } as const;
const OFF = { role: 'ADMIN', isActive: false } as const;

describe('changing what a person may do', () => {
  test('an ADMIN may do it for anybody else while another ADMIN stays', () => {
    expect(whyNotChangeAccess({ ...ADMIN, isSelf: false }, USER, 1)).toBeNull();
    expect(whyNotChangeAccess({ ...ADMIN, isSelf: false }, OFF, 1)).toBeNull();
    expect(whyNotChangeAccess({ ...USER, isSelf: false }, ADMIN, 1)).toBeNull();
  });

  test('nobody changes their own role or deactivates themselves', () => {
    expect(whyNotChangeAccess({ ...ADMIN, isSelf: true }, USER, 3)).toBe('MISSING_ACCESS_PERMISSIONS');
    expect(whyNotChangeAccess({ ...ADMIN, isSelf: true }, OFF, 3)).toBe('MISSING_ACCESS_PERMISSIONS');
    expect(whyNotChangeAccess({ ...USER, isSelf: true }, ADMIN, 3)).toBe('MISSING_ACCESS_PERMISSIONS');
  });

  test('one’s other data may be changed', () => {
    expect(whyNotChangeAccess({ ...ADMIN, isSelf: true }, ADMIN, 0)).toBeNull();
  });

  test('the last active ADMIN stays one', () => {
    expect(whyNotChangeAccess({ ...ADMIN, isSelf: false }, USER, 0)).toBe('MISSING_ACCESS_PERMISSIONS');
    expect(whyNotChangeAccess({ ...ADMIN, isSelf: false }, OFF, 0)).toBe('MISSING_ACCESS_PERMISSIONS');
    // One who is deactivated already is not the last.
    expect(whyNotChangeAccess({ ...OFF, isSelf: false }, { role: 'USER', isActive: false }, 0)).toBeNull();
  });
});
