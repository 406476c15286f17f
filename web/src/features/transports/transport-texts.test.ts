import type { TransportStatus } from '@spichlerz/shared/domain/transport';
import type { TransportRow } from '@spichlerz/shared/wire/transports';
import { describe, expect, it } from 'vitest';
import { makeTransportRow } from '../../testing/rows.ts';
import { statusConsequence } from './transport-texts.ts';

const row = (status: TransportStatus, overrides: Partial<TransportRow> = {}) =>
  makeTransportRow({ status, ...overrides });
const text = (sentence: string) => sentence.replace(/\u00a0/g, ' ');

describe('statusConsequence', () => {
  it('names the transport and its quantity in tonnes', () => {
    expect(text(statusConsequence(row('NEW'), 'WAITING'))).toBe(
      'Transport PO 12345, 25,000 t, otrzyma status „Oczekuje”.',
    );
  });

  it('names the planned quantity of a transport on the way, even if a real quantity is stored', () => {
    const corrected = row('ON_THE_WAY', { realQuantityKg: 24_480 });
    expect(text(statusConsequence(corrected, 'RETURN_TO_CLIENT'))).toBe(
      'Transport PO 12345, 25,000 t, zostanie oznaczony jako zwrot do dostawcy. 25,000 t wróci do alokacji kontraktów Z/1 i S/1.',
    );
  });

  it('names the real quantity of a transport that becomes delivered', () => {
    const weighed = { realQuantityKg: 24_480 };
    expect(text(statusConsequence(row('ON_THE_WAY', weighed), 'DELIVERED'))).toBe(
      'Transport PO 12345, 24,480 t, zostanie oznaczony jako dostarczony.',
    );
    const returned = row('RETURN_TO_CLIENT', { ...weighed, isReturned: true });
    expect(text(statusConsequence(returned, 'DELIVERED'))).toContain('24,480 t znów zostanie zajęte');
    expect(text(statusConsequence(returned, 'WAITING'))).toContain('25,000 t znów zostanie zajęte');
  });

  it('names the quantity that returns to the purchase contract and the sales contract', () => {
    expect(text(statusConsequence(row('ON_THE_WAY'), 'RETURN_TO_CLIENT'))).toContain(
      '25,000 t wróci do alokacji kontraktów Z/1 i S/1.',
    );
    expect(statusConsequence(row('RETURN_TO_CLIENT', { isReturned: true }), 'CANCELLED')).not.toContain(
      'wróci do alokacji',
    );
  });

  it('states that reverting a delivery deletes the settlement of the transport', () => {
    const sentence = statusConsequence(row('DELIVERED', { realQuantityKg: 24_800 }), 'ON_THE_WAY');
    expect(sentence).toContain('Jego rozliczenie zostanie usunięte.');
    expect(text(sentence)).toContain('znów liczy się planowane 25,000 t zamiast 24,800 t.');
  });

  it.each([
    ['NEW', 'CANCELLED', true],
    ['INVOICE', 'PAID', true],
    ['NEW', 'DELIVERED', false],
    ['ON_THE_WAY', 'RETURN_TO_CLIENT', false],
    ['PAID', 'INVOICE', false],
    ['INVOICE', 'TO_BE_SETTLED', false],
  ] as const)(
    'states that a transport becomes read-only for the change from %s to %s: %s',
    (from, to, locks) => {
      expect(statusConsequence(row(from), to).includes('Wpis nie będzie edytowalny.')).toBe(locks);
    },
  );
});
