import { describe, expect, it } from 'vitest';
import { whyNotAddTransport, whyNotAllocateTo, whyNotEditAllocation } from './contract-balance.ts';

const open = { id: 1, documentNumber: 'Z/1', contractStatus: 'ACTIVE' } as const;
const closed = { id: 2, documentNumber: 'S/1', contractStatus: 'CLOSED' } as const;

describe('between two contracts, one of which has ended', () => {
  it('no truck is added', () => {
    expect(whyNotAddTransport(open, open)).toBeNull();
    expect(whyNotAddTransport(open, closed)).toBe(
      'Kontrakt S/1 ma status „Zamknięty”, więc nie można dodać transportu.',
    );
  });

  it('what is still open can be released, and nothing else', () => {
    expect(whyNotEditAllocation(0, open, open)).toBeNull();
    expect(whyNotEditAllocation(5_000, closed, open)).toBeNull();
    expect(whyNotEditAllocation(0, closed, open)).toContain('zwolnić nie ma już czego');
  });

  it('nothing more is allocated', () => {
    expect(whyNotAllocateTo(open)).toBeNull();
    expect(whyNotAllocateTo(closed)).toContain('„Zamknięty”');
  });
});
