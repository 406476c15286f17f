import { describe, expect, it } from 'vitest';
import { type BulkContract, statusConsequences, whyNoneTakes, withoutStatus } from './contract-bulk-words.ts';

const row = (changes: Partial<BulkContract> = {}): BulkContract => ({
  contractStatus: 'ACTIVE',
  cargoQuantity: 100_000,
  allocated: 20_000,
  delivered: 0,
  inDeliveryTransportCount: 0,
  ...changes,
});
const UNDER_WAY = row({ inDeliveryTransportCount: 1, allocated: 5_000 });
const TRANSPORTS_UNDER_WAY = 'Kontrakt ma transporty w toku (1). Poczekaj, aż się zakończą.';
const plain = (text: string) => text.replace(/\u00a0/g, ' ');

describe('a status for many contracts', () => {
  it('is told in numbers', () => {
    expect(statusConsequences('purchase', [row(), row()], 'TO_SETTLEMENT').map(plain)).toEqual([
      'Zmiana obejmie 2 kontrakty, razem 200,000 t.',
    ]);
  });

  it('says what is released and what stays as it is', () => {
    expect(statusConsequences('purchase', [row(), UNDER_WAY, row()], 'CLOSED').map(plain)).toEqual([
      'Zmiana obejmie 2 kontrakty, razem 200,000 t.',
      'Zamknięte i anulowane kontrakty nie przyjmują nowych alokacji ani transportów.',
      'Zaalokowane, a nieodebrane 40,000 t wróci do puli kontraktów.',
      `Bez zmiany: 1 kontrakt. ${TRANSPORTS_UNDER_WAY}`,
    ]);
  });

  it('that cancels what was delivered says that it can only be closed', () => {
    const delivered = row({ delivered: 10_000 });
    expect(whyNoneTakes('sales', [delivered], 'CLOSED')).toBeNull();
    expect(whyNoneTakes('sales', [delivered], 'CANCELLED')).toBe(
      'Część towaru już dostarczono, więc kontrakt można tylko zamknąć.',
    );
  });

  it('is offered while at least one of them can have it', () => {
    expect(whyNoneTakes('sales', [UNDER_WAY, row()], 'CLOSED')).toBeNull();
    expect(whyNoneTakes('sales', [UNDER_WAY], 'CLOSED')).toBe(TRANSPORTS_UNDER_WAY);
    expect(whyNoneTakes('sales', [UNDER_WAY, row()], 'ACTIVE')).toBe(
      'Wszystkie zaznaczone kontrakty mają już ten status.',
    );
  });

  it('leaves out those that have it', () => {
    const closed = row({ contractStatus: 'CLOSED' });
    expect(withoutStatus([closed, UNDER_WAY], 'CLOSED')).toEqual([UNDER_WAY]);
  });
});
