import { describe, expect, it } from 'vitest';
import { whyNotAddTransport, whyNotAllocateTo, whyNotEditAllocation } from './contract-balance.ts';

const open = { id: 1, documentNumber: 'Z/1', contractStatus: 'ACTIVE' } as const;
const closed = { id: 2, documentNumber: 'S/1', contractStatus: 'CLOSED' } as const;

describe('the actions on an allocation between two contracts', () => {
  it('a transport cannot be added if one of the two contracts has ended', () => {
    expect(whyNotAddTransport(open, open)).toBeNull();
    expect(whyNotAddTransport(open, closed)).toBe(
      'Kontrakt S/1 ma status „Zamknięty”, więc nie można dodać transportu.',
    );
  });

  it('after one of the two contracts has ended, an allocation without an open quantity cannot be changed', () => {
    expect(whyNotEditAllocation(0, open, open)).toBeNull();
    expect(whyNotEditAllocation(5_000, closed, open)).toBeNull();
    expect(whyNotEditAllocation(0, closed, open)).toContain('zwolnić nie ma już czego');
  });

  it('nothing can be allocated to a contract that has ended', () => {
    expect(whyNotAllocateTo(open)).toBeNull();
    expect(whyNotAllocateTo(closed)).toContain('„Zamknięty”');
  });
});
