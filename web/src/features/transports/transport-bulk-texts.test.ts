import type { TransportStatus } from '@spichlerz/shared/domain/transport';
import type { TransportRow } from '@spichlerz/shared/wire/transports';
import { describe, expect, it } from 'vitest';
import { makeTransportRow } from '../../testing/rows.ts';
import { ERROR_SENTENCES } from '../../words/error-sentences.ts';
import { bulkConsequences, whyNotAllCanChange } from './transport-bulk-texts.ts';

const row = (status: TransportStatus, overrides: Partial<TransportRow> = {}) =>
  makeTransportRow({ status, ...overrides });
const plain = (text: string) => text.replace(/\u00a0/g, ' ');

describe('a status change of many transports', () => {
  it('a status can be chosen if every selected transport can change to this status', () => {
    expect(whyNotAllCanChange([row('NEW'), row('WAITING')], 'ON_THE_WAY', 'USER')).toBeNull();
  });

  it.each([
    ['ON_THE_WAY', 'ze statusu „Opłacony”', [row('NEW'), row('PAID', { registrationNumber: 'GD 1' })]],
    ['NEW', 'ma już ten status.', [row('NEW')]],
    ['INVOICE', 'z podaniem powodu.', [row('PAID')]],
    ['PAID', ERROR_SENTENCES.INVOICE_DATA_INCOMPLETE, [row('INVOICE')]],
  ] as const)(
    'the reason why the status %s cannot be chosen comes from the first transport that cannot change: %s',
    (to, sentence, rows) => {
      expect(whyNotAllCanChange(rows, to, 'ADMIN')).toContain(sentence);
    },
  );

  it('the reason why a status cannot be chosen names the transport that cannot change', () => {
    const rows = [row('NEW'), row('PAID', { registrationNumber: 'GD 1' })];
    expect(whyNotAllCanChange(rows, 'CANCELLED', 'USER')).toMatch(/^Transport GD 1: /);
  });

  it('the confirmation counts the planned quantity of an undelivered transport, even if a real quantity is stored', () => {
    const corrected = row('NEW', { realQuantityKg: 24_480 });
    expect(plain(bulkConsequences([corrected], 'WAITING')[0] ?? '')).toBe(
      'Zmiana obejmie 1 transport, razem 25,000 t.',
    );
  });

  it('the confirmation names the number of transports, their tonnes and the consequences of the change', () => {
    expect(bulkConsequences([row('NEW'), row('WAITING')], 'ON_THE_WAY').map(plain)).toEqual([
      'Zmiana obejmie 2 transporty, razem 50,000 t.',
      'Danych pojazdów i kierowców nie będzie można zmieniać.',
    ]);
    expect(
      bulkConsequences([row('NEW'), row('RETURN_TO_CLIENT', { isReturned: true })], 'CANCELLED').map(plain),
    ).toEqual([
      'Zmiana obejmie 2 transporty, razem 50,000 t.',
      '25,000 t wróci do alokacji kontraktów.',
      'Wpisy nie będą edytowalne.',
    ]);
    expect(
      bulkConsequences([row('DELIVERED', { realQuantityKg: 24_800 })], 'RETURN_TO_CLIENT').map(plain),
    ).toEqual([
      'Zmiana obejmie 1 transport, razem 24,800 t.',
      '24,800 t wróci do alokacji kontraktów.',
      'Rozliczenia, które zostaną usunięte: 1.',
    ]);
    expect(bulkConsequences([row('RETURN_TO_CLIENT', { isReturned: true })], 'NEW').map(plain)).toContain(
      '25,000 t znów zostanie zajęte w kontraktach.',
    );
  });
});
