import type { HistoryRow } from '@spichlerz/shared/wire/history';
import { describe, expect, it } from 'vitest';
import { historyWords } from './history-words.ts';

const row = (overrides: Partial<HistoryRow>): HistoryRow => ({
  id: 1,
  at: '2026-11-05T10:00:00Z',
  user: 'Jan Kowalski',
  entity: 'contractor',
  entityId: 7,
  action: 'changed',
  reason: null,
  changes: {},
  names: {},
  ...overrides,
});
const spaced = (text: string | null) => text?.replaceAll('\u00a0', ' ') ?? null;
const told = (overrides: Partial<HistoryRow>) =>
  historyWords(row(overrides)).lines.map(({ label, before, after }) => [
    label,
    spaced(before),
    spaced(after),
  ]);

const address = (name: string, city: string) => ({ name, city, countryCode: 'PL' });

describe('a history row in Polish', () => {
  it('tells each field from old to new', () => {
    expect(
      told({
        changes: {
          phoneNumber: [null, '+48 601 234 567'],
          accountingMethod: ['VAT', 'RR'],
          countryCode: ['PL', 'DE'],
        },
        names: { 'countryCode:PL': 'Polska', 'countryCode:DE': 'Niemcy' },
      }),
    ).toEqual([
      ['Telefon', '-', '+48 601 234 567'],
      ['Sposób rozliczania', 'VAT', 'RR (rolnik ryczałtowy)'],
      ['Kraj', 'Polska', 'Niemcy'],
    ]);
  });

  it('tells what was added, removed and changed in a list', () => {
    expect(
      told({
        changes: {
          addressList: [
            [address('Brama', 'Łódź'), address('Waga', 'Kutno')],
            [address('Brama', 'Sieradz'), address('Biuro', 'Łódź')],
          ],
        },
      }),
    ).toEqual([
      ['Adres „Waga”', 'Kutno', null],
      ['Adres „Brama”', 'Łódź', 'Sieradz'],
      ['Adres „Biuro”', null, 'Łódź'],
    ]);
  });

  it('tells a new order', () => {
    const contacts = ['Biuro', 'Waga'].map((name) => ({ name, firstName: 'Jan' }));
    expect(told({ changes: { contactList: [contacts, contacts.toReversed()] } })).toEqual([
      ['Kolejność kontaktów', 'Biuro, Waga', 'Waga, Biuro'],
    ]);
  });

  it('speaks of contracts in their words and units', () => {
    expect(
      historyWords(
        row({ entity: 'contract', action: 'statusChanged', changes: { status: ['NEW', 'ACTIVE'] } }),
      ),
    ).toEqual({
      title: 'Zmieniono status kontraktu',
      lines: [{ label: 'Status kontraktu', before: 'Nowy', after: 'Aktywny' }],
    });
    expect(
      told({
        entity: 'contract',
        action: 'allocated',
        changes: { openKg: [0, 25_000], contractId: [3, 3] },
        names: { 'contractId:3': 'S/2026/0003' },
      }),
    ).toEqual([
      ['Zaalokowano', '0,000 t', '25,000 t'],
      ['Kontrakt', null, 'S/2026/0003'],
    ]);
    expect(
      told({
        entity: 'contract',
        changes: {
          receiptTo: ['2026-11-05', '2026-12-01'],
          priceMinorPerTonne: [80_000, 81_250],
          fcaCpt: [true, false],
          ownerId: [1, 2],
          toleranceQuantity: ['5.00', '5.00'],
        },
        names: { 'ownerId:2': 'Anna Nowa' },
      }),
    ).toEqual([
      ['Termin do', '05/11/2026', '01/12/2026'],
      ['Cena główna za tonę', '800,00', '812,50'],
      ['Warunki dostawy', 'FCA', 'CPT'],
      ['Opiekun', 'usunięty', 'Anna Nowa'],
    ]);
  });

  it('says no word of the database about what it does not know', () => {
    expect(historyWords(row({ action: 'somethingNew', changes: { odd_column: [1, 2] } }))).toEqual({
      title: 'Zmieniono dane',
      lines: [],
    });
  });
});
