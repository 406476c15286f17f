import { describe, expect, it } from 'vitest';
import {
  type BulkContract,
  statusConsequences,
  whyNoneCanChange,
  withoutStatus,
} from './contract-bulk-texts.ts';

const row = (changes: Partial<BulkContract> = {}): BulkContract => ({
  id: 1,
  documentNumber: 'S/2026/0001',
  contractStatus: 'ACTIVE',
  quantityKg: 100_000,
  allocated: 20_000,
  delivered: 0,
  inDeliveryTransportCount: 0,
  ...changes,
});
const IN_DELIVERY = row({ documentNumber: 'S/2026/0009', inDeliveryTransportCount: 1, allocated: 5_000 });
const TRANSPORTS_UNDER_WAY = 'Kontrakt ma transporty w toku (1). Poczekaj, aż się zakończą.';
const TRANSPORTS_TO_CANCEL = 'Kontrakt ma transporty w toku (1). Najpierw je anuluj albo usuń.';
const plain = (text: string) => text.replace(/\u00a0/g, ' ');

describe('a status change of many contracts', () => {
  it('the confirmation names the number of contracts and their tonnes', () => {
    expect(statusConsequences('purchase', [row(), row()], 'TO_SETTLEMENT').map(plain)).toEqual([
      'Zmiana obejmie 2 kontrakty, razem 200,000 t.',
    ]);
  });

  it('the confirmation names the released quantity and the contracts that stay unchanged', () => {
    expect(statusConsequences('purchase', [row(), IN_DELIVERY, row()], 'CLOSED').map(plain)).toEqual([
      'Zmiana obejmie 2 kontrakty, razem 200,000 t.',
      'Zamknięte i anulowane kontrakty nie przyjmują nowych alokacji ani transportów.',
      'Zaalokowane, a nieodebrane 40,000 t wróci do puli kontraktów.',
      `Bez zmiany: 1 kontrakt. S/2026/0009: ${TRANSPORTS_UNDER_WAY}`,
    ]);
  });

  it('contracts with deliveries can be closed but not cancelled', () => {
    const delivered = row({ delivered: 10_000 });
    expect(whyNoneCanChange('sales', [delivered], 'CLOSED')).toBeNull();
    // waiting for a further transport would not make it possible to cancel the contract
    for (const inDeliveryTransportCount of [0, 1])
      expect(whyNoneCanChange('sales', [{ ...delivered, inDeliveryTransportCount }], 'CANCELLED')).toBe(
        'S/2026/0001: Część towaru już dostarczono, więc kontrakt można tylko zamknąć.',
      );
  });

  it('a status can be chosen if at least one selected contract can change to this status', () => {
    expect(whyNoneCanChange('sales', [IN_DELIVERY, row()], 'CLOSED')).toBeNull();
    expect(whyNoneCanChange('sales', [IN_DELIVERY], 'CLOSED')).toBe(`S/2026/0009: ${TRANSPORTS_UNDER_WAY}`);
    expect(whyNoneCanChange('sales', [IN_DELIVERY, row()], 'ACTIVE')).toBe(
      'Wszystkie zaznaczone kontrakty mają już ten status.',
    );
  });

  it('if no selected contract can change, the reason names the first contract and counts the other contracts', () => {
    const delivered = row({ id: 7, documentNumber: null, delivered: 10_000 });
    expect(whyNoneCanChange('sales', [IN_DELIVERY, delivered], 'CANCELLED')).toBe(
      `S/2026/0009: ${TRANSPORTS_TO_CANCEL} Nie można też zmienić statusu innych kontraktów (1).`,
    );
    expect(whyNoneCanChange('sales', [delivered, IN_DELIVERY, IN_DELIVERY], 'CANCELLED')).toBe(
      'nr 7: Część towaru już dostarczono, więc kontrakt można tylko zamknąć. Nie można też zmienić statusu innych kontraktów (2).',
    );
  });

  it('contracts that already have the new status are omitted', () => {
    const closed = row({ contractStatus: 'CLOSED' });
    expect(withoutStatus([closed, IN_DELIVERY], 'CLOSED')).toEqual([IN_DELIVERY]);
  });
});
