import type { AuditEntry } from '@spichlerz/shared/wire/audit-log';
import { describe, expect, it } from 'vitest';
import { auditText } from './audit-text.ts';

const row = (overrides: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  at: '2026-11-05T10:00:00Z',
  user: 'Jan Kowalski',
  entity: 'contractor',
  entityId: 7,
  action: 'changed',
  reason: null,
  changes: {},
  names: {},
  subject: null,
  mails: [],
  ...overrides,
});
const withSpaces = (text: string | null) => text?.replaceAll('\u00a0', ' ') ?? null;
const textLines = (overrides: Partial<AuditEntry>) =>
  auditText(row(overrides)).lines.map(({ label, before, after }) => [
    label,
    withSpaces(before),
    withSpaces(after),
  ]);

const option = (id: number, priceMinorPerTonne: number, attachToContract = false) => ({
  id,
  priceMinorPerTonne,
  quality: 'Paszowa',
  attachToContract,
});
type Change = AuditEntry['changes'][string];
const toleranceLine = (toleranceQuantity: Change, toleranceUnit?: Change) =>
  textLines({
    entity: 'contract',
    changes: { toleranceQuantity, ...(toleranceUnit !== undefined && { toleranceUnit }) },
  })[0]?.slice(1);
const title = (entity: AuditEntry['entity'], action: string, changes: AuditEntry['changes']) =>
  auditText(row({ entity, action, changes })).title;
const renameLines = (action: string, name: Change) =>
  textLines({ entity: 'material', action, changes: { name } });
const address = (name: string, city: string) => ({ name, city, countryCode: 'PL' });

const quality = (id: number, title: string, ...values: { name: string; value: string }[]) => ({
  id,
  title,
  values,
});

const saleOption = (position: number, quantityKg: number, priceMinorPerTonne: number) => ({
  position,
  quantityKg,
  priceMinorPerTonne,
  quality: 'Paszowa',
});

describe('the Polish text of an audit entry', () => {
  it('each changed field has a line with the old and the new value', () => {
    expect(
      textLines({
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

  it('a changed list has a line for each added, removed and changed item', () => {
    expect(
      textLines({
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

  it('a list with a changed order has one line with the old and the new order', () => {
    const contacts = ['Biuro', 'Waga'].map((name) => ({ name, firstName: 'Jan' }));
    expect(textLines({ changes: { contactList: [contacts, contacts.toReversed()] } })).toEqual([
      ['Kolejność kontaktów', 'Biuro, Waga', 'Waga, Biuro'],
    ]);
  });

  it('the fields of a contract are shown with Polish labels and with units', () => {
    expect(
      auditText(row({ entity: 'contract', action: 'statusChanged', changes: { status: ['NEW', 'ACTIVE'] } })),
    ).toEqual({
      title: 'Zmieniono status kontraktu',
      lines: [{ label: 'Status kontraktu', before: 'Nowy', after: 'Aktywny' }],
      mails: [],
    });
    expect(
      textLines({
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
      textLines({
        entity: 'contract',
        changes: {
          receiptTo: ['2026-11-05', '2026-12-01'],
          priceMinorPerTonne: [80_000, 81_250],
          fcaCpt: [true, false],
          ownerId: [1, 2],
          discountTableId: [null, 4],
          toleranceQuantity: ['5.00', '5.00'],
        },
        names: { 'ownerId:2': 'Anna Nowa', 'discountTableId:4': 'Zbiory' },
      }),
    ).toEqual([
      ['Termin do', '05/11/2026', '01/12/2026'],
      ['Cena główna za tonę', '800,00', '812,50'],
      ['Warunki dostawy', 'FCA', 'CPT'],
      ['Opiekun', 'usunięty', 'Anna Nowa'],
      ['Tabela potrąceń', '-', 'Zbiory'],
    ]);
  });

  it('an old amount is shown in the old currency, and a new amount in the new currency', () => {
    expect(
      textLines({
        entity: 'contract',
        changes: { priceMinorPerTonne: [80_000, 19_050], currency: ['PLN', 'EUR'] },
      }),
    ).toEqual([
      ['Cena główna za tonę', '800,00 zł', '190,50 €'],
      ['Waluta', 'PLN', 'EUR'],
    ]);
    expect(
      textLines({
        entity: 'settlement',
        changes: { options: [[], [saleOption(0, 20_000, 91_000)]], currency: ['EUR', 'EUR'] },
      }),
    ).toEqual([['Opcja rozliczenia 1', null, '20,000 t po 910,00 € za tonę, Paszowa']]);
    expect(
      textLines({
        entity: 'transport',
        changes: { freightMinor: [null, 112_500], currency: ['PLN', 'PLN'] },
      }),
    ).toEqual([['Fracht', '-', '1 125 zł']]);
  });

  it('a tolerance is shown in tonnes or percent', () => {
    expect(toleranceLine([5_000, 7_500], ['T', 'T'])).toEqual(['5,000 t', '7,500 t']);
    expect(toleranceLine([2.5, 5], ['PERCENT', 'PERCENT'])).toEqual(['2,5 %', '5 %']);
    expect(toleranceLine([5, 5_000], ['PERCENT', 'T'])).toEqual(['5 %', '5,000 t']);
    expect(toleranceLine([null, 5], [null, 'PERCENT'])).toEqual(['-', '5 %']);
    // old entries have no unit, and some record an unchanged value as a change
    expect(toleranceLine(['5.00', 7.5])).toEqual(['5 (kg lub %)', '7,5 (kg lub %)']);
    expect(toleranceLine(['5000.00', 5_000])).toBeUndefined();
  });

  it('the title depends on the action and on the old and new values', () => {
    const allocated = (before: number, after: number) =>
      title('contract', 'allocated', { openKg: [before, after] });
    expect(allocated(0, 25_000)).toBe('Dodano alokację');
    expect(allocated(25_000, 30_000)).toBe('Zmieniono alokację');
    expect(allocated(30_000, 0)).toBe('Zwolniono alokację');
    const status: Change = ['INVOICE', 'PAID'];
    expect(title('settlement', 'purchase.invoiced', { status })).toBe(
      'Oznaczono rozliczenie zakupu jako opłacone',
    );
    expect(title('settlement', 'sales.invoiced', { status })).toBe(
      'Oznaczono rozliczenie sprzedaży jako opłacone',
    );
    expect(title('settlement', 'sales.invoiced', { status: ['TO_BE_SETTLED', 'INVOICE'] })).toBe(
      'Zapisano fakturę sprzedaży',
    );
    expect(title('settlement', 'purchase.invoiced', { invoiceNumber: ['1', '2'] })).toBe(
      'Zapisano fakturę zakupu',
    );
    expect(title('settlement', 'purchase.reopened', { status: ['PAID', 'INVOICE'] })).toBe(
      'Otwarto ponownie rozliczenie zakupu',
    );
    expect(title('transport', 'freightSettled', { status })).toBe('Oznaczono transport jako opłacony');
    expect(title('transport', 'freightSettled', { status: ['TO_BE_SETTLED', 'INVOICE'] })).toBe(
      'Rozliczono fracht',
    );
  });

  it('the amounts of a sent statement and of an invoice have different labels', () => {
    const changes: AuditEntry['changes'] = {
      sentQuantityKg: [null, 24_120],
      sentAmountMinor: [null, 500_036],
      currency: ['EUR', 'EUR'],
    };
    const settlement = { entity: 'settlement', changes } as const;
    expect(textLines({ ...settlement, action: 'purchase.settled' })).toEqual([
      ['Ilość w wysłanym rozliczeniu', '-', '24,120 t'],
      ['Kwota w wysłanym rozliczeniu', '-', '5 000,36 €'],
    ]);
    expect(textLines({ ...settlement, action: 'sales.invoiced' })).toEqual([
      ['Ilość na fakturze', '-', '24,120 t'],
      ['Kwota na fakturze', '-', '5 000,36 €'],
    ]);
  });

  it('an unknown action has the title "Zmieniono dane", and an unknown column has no line', () => {
    expect(auditText(row({ action: 'somethingNew', changes: { odd_column: [1, 2] } }))).toEqual({
      title: 'Zmieniono dane',
      lines: [],
      mails: [],
    });
  });

  it('an entry about a created or deleted transport names the transport and has one value per field', () => {
    const transport = { entity: 'transport', subject: 'PO 12345' } as const;
    const created = row({ ...transport, action: 'created', changes: { quantityKg: [null, 25_000] } });
    expect(auditText(created).title).toBe('Dodano transport: PO 12345');
    expect(textLines(created)).toEqual([['Ilość', null, '25,000 t']]);
    expect(textLines({ ...transport, action: 'deleted', changes: { quantityKg: [25_000, null] } })).toEqual([
      ['Ilość', '25,000 t', null],
    ]);
  });

  it('each changed price option and contact of a contract has its own line', () => {
    expect(
      textLines({
        entity: 'contract',
        changes: {
          priceOptions: [
            [option(1, 70_000), option(2, 71_000)],
            [option(2, 71_550), option(3, 72_000, true)],
          ],
          currency: ['EUR', 'EUR'],
          contacts: [[], [{ id: 4, contact: 'Jan, 600 100 200' }]],
        },
      }),
    ).toEqual([
      ['Dodatkowa opcja cenowa', '700,00 € za tonę, Paszowa', null],
      ['Dodatkowa opcja cenowa', '710,00 € za tonę, Paszowa', '715,50 € za tonę, Paszowa'],
      ['Dodatkowa opcja cenowa', null, '720,00 € za tonę, Paszowa (w załączniku do umowy)'],
      ['Kontakt', null, 'Jan, 600 100 200'],
    ]);
  });

  it('each changed quality of a raw material has its own line, even in an old entry without parameter values', () => {
    expect(
      textLines({
        entity: 'material',
        changes: {
          qualityOptions: [
            [quality(1, 'Sucha', { name: 'Wilgotność', value: '14' })],
            [quality(1, 'Sucha', { name: 'Wilgotność', value: '14.5' }, { name: 'Bez GMO', value: 'true' })],
          ],
        },
      }),
    ).toEqual([['Jakość', 'Sucha (Wilgotność: 14)', 'Sucha (Wilgotność: 14,5; Bez GMO: tak)']]);
    expect(
      textLines({ entity: 'material', changes: { qualityOptions: [['Sucha'], ['Sucha', 'Mokra']] } }),
    ).toEqual([['Jakość', null, 'Mokra']]);
  });

  it('an entry about a created or deleted variant or parameter has one value per field', () => {
    expect(renameLines('variantCreated', [null, 'Durum'])).toEqual([['Nazwa', null, 'Durum']]);
    expect(renameLines('parameterDeleted', ['Białko', null])).toEqual([['Nazwa', 'Białko', null]]);
    expect(renameLines('variantChanged', ['Durum', 'Jara'])).toEqual([['Nazwa', 'Durum', 'Jara']]);
  });

  it('each changed sale option has its own line', () => {
    expect(
      textLines({
        entity: 'settlement',
        changes: {
          options: [
            [saleOption(0, 24_640, 91_000)],
            [saleOption(0, 20_000, 91_000), saleOption(1, 4_640, 80_000)],
          ],
        },
      }),
    ).toEqual([
      ['Opcja rozliczenia 1', '24,640 t po 910,00 za tonę, Paszowa', '20,000 t po 910,00 za tonę, Paszowa'],
      ['Opcja rozliczenia 2', null, '4,640 t po 800,00 za tonę, Paszowa'],
    ]);
  });

  it('each e-mail of an entry has a sentence about its delivery', () => {
    const mail = { recipient: 'ola@firma.pl', tries: 0, sentAt: null, nextTryAt: null };
    const { mails } = auditText(
      row({
        entity: 'contract',
        action: 'created',
        mails: [
          { ...mail, status: 'QUEUED' },
          { ...mail, status: 'SENT', tries: 1, sentAt: '2026-11-05T10:00:00Z' },
          { ...mail, status: 'FAILED', tries: 2, nextTryAt: '2026-11-05T10:05:00Z' },
          { ...mail, status: 'FAILED', tries: 1 },
        ],
      }),
    );
    expect(mails).toEqual([
      'Powiadomienie na ola@firma.pl czeka na wysłanie.',
      'Powiadomienie na ola@firma.pl wysłano 05/11/2026, 11:00.',
      'Powiadomienia na ola@firma.pl nie udało się wysłać (liczba prób: 2). Następna próba: 05/11/2026, 11:05.',
      'Powiadomienia na ola@firma.pl nie wysłano: serwer poczty odrzucił je na stałe.',
    ]);
  });
});
