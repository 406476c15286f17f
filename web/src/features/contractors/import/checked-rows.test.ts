import { describe, expect, it } from 'vitest';
import { checkRows, readRows } from './checked-rows.ts';
import { guessColumns } from './column-matching.ts';
import { fieldsOf } from './import-fields.ts';
import { readValues, rowRequest } from './import-row.ts';

const COUNTRIES = [
  { code: 'PL', name: 'Polska' },
  { code: 'CZ', name: 'Czechy' },
];
const HEADERS = ['Nazwa', 'Kod', 'NIP', 'PESEL', 'Rodzaj', 'Ulica', 'Kod pocztowy', 'Kraj', 'Telefon'];

const reading = (headers: readonly string[] = HEADERS) => ({
  kind: 'purchase' as const,
  matching: guessColumns(headers),
  defaults: { accountingMethod: 'RR', label: 'GR' } as const,
  countries: COUNTRIES,
});
const values = (...cells: string[]) => readValues(cells, reading());

describe('readValues', () => {
  it('accepts a NIP with a country prefix and separators', () => {
    expect(values('Łan', 'ŁAN', 'PL 123-456-78-90').nip).toBe('1234567890');
  });

  it('restores the leading zeros of a PESEL if the restored number has a correct checksum', () => {
    expect(values('Jan', 'J', '', '2070803628').pesel).toBe('02070803628');
    expect(values('Jan', 'J', '', '2070803629').pesel).toBe('2070803629');
  });

  it('converts a known label to its code and keeps an unknown label', () => {
    expect(values('A', 'A', '', '', 'gospodarstwo rolne').label).toBe('GR');
    expect(values('A', 'A', '', '', 'Firma').label).toBe('FIRMA');
    expect(values('A', 'A', '', '', 'spółka').label).toBe('spółka');
    expect(values('A', 'A')).toMatchObject({ label: 'GR', accountingMethod: 'RR' });
  });

  it('adds the country PL to an address without a country, and omits a known country without an address', () => {
    expect(values('A', 'A', '', '', '', 'Polna', '61001')).toMatchObject({
      countryCode: 'PL',
      postCode: '61-001',
    });
    expect(values('A', 'A', '', '', '', 'Polna', '110 00', 'czechy')).toMatchObject({
      countryCode: 'CZ',
      postCode: '110 00',
    });
    expect(values('A', 'A', '', '', '', '', '', 'Polska')).not.toHaveProperty('countryCode');
    // an unknown country is kept, so that the preview can show why it is rejected
    expect(values('A', 'A', '', '', '', '', '', 'Atlantyda')).toMatchObject({ countryCode: 'Atlantyda' });
  });

  it('returns the payment term of a carrier, but no label and no accounting method', () => {
    const matching = guessColumns(['Nazwa', 'NIP', 'Miasto', 'Termin płatności'], fieldsOf('carrier'));
    const carrier = { ...reading(), kind: 'carrier', matching } as const;
    const request = (days: string) =>
      rowRequest(readValues(['Przewozy', '123-456-78-90', 'Łódź', days], carrier));
    expect(request('14 dni')).toEqual({
      companyName: 'Przewozy',
      nip: '1234567890',
      city: 'Łódź',
      countryCode: 'PL',
      paymentDays: 14,
    });
    expect(request('dwa tygodnie')).toMatchObject({ paymentDays: 'dwa tygodnie' });
  });

  it('adds a name to an address or contact without a name', () => {
    const headers = ['Miejscowość odbioru', 'Imię kontaktu', 'Nazwisko kontaktu', 'Telefon kontaktu'];
    const named = readValues(['Zgierz', 'Anna', 'Nowak', '600700800'], reading(headers));
    expect(rowRequest(named)).toMatchObject({
      addressList: [{ name: 'Adres odbioru', city: 'Zgierz', countryCode: 'PL' }],
      contactList: [{ name: 'Anna Nowak', firstName: 'Anna', lastName: 'Nowak', phoneNumber: '600700800' }],
    });
    expect(rowRequest(readValues(['', '', '', ''], reading(headers)))).toEqual({
      accountingMethod: 'RR',
      label: 'GR',
    });
  });
});

const check = (rows: string[][], problems: Parameters<typeof checkRows>[2] = []) => {
  const table = { headers: HEADERS, rows: rows.map((cells, index) => ({ line: index + 2, cells })) };
  return checkRows('purchase', readRows(table, reading()), problems);
};

describe('checkRows', () => {
  const GOOD = ['Łan', 'ŁAN', '5252248481'];

  it('returns no problem for a valid row, and a warning for a NIP with a wrong checksum', () => {
    const [good, doubtful] = check([GOOD, ['B', 'B', '1234567890']]);
    expect(good).toMatchObject({ problems: [], warnings: [] });
    expect(doubtful).toMatchObject({
      problems: [],
      warnings: ['Suma kontrolna numeru NIP „1234567890” się nie zgadza. Sprawdź, czy numer jest poprawny.'],
    });
  });

  it('explains that a spreadsheet has shortened a number', () => {
    const [row] = check(
      [['A', 'A', '1,23457E+09']],
      [{ row: 0, path: 'nip', code: 'VALUE_IS_WRONG', holder: null }],
    );
    expect(row?.problems).toEqual([
      'NIP „1,23457E+09” to liczba skrócona przez arkusz. Ustaw tej kolumnie format „Tekst”, wpisz pełny numer i zapisz plik ponownie.',
    ]);
  });

  it('reports the length of a value that is too long', () => {
    const name = 'Ł'.repeat(262);
    const [row] = check(
      [[name, 'ŁAN', '5252248481']],
      [{ row: 0, path: 'lastName', code: 'FST_ERR_VALIDATION', holder: null }],
    );
    expect(row?.problems).toEqual([`Nazwa / nazwisko „${'Ł'.repeat(40)}…” ma 262 znaki, czyli za dużo.`]);
  });

  it('reports a row with too many or too few cells without checking the values', () => {
    const cells = ['MLYN2', 'Młyn', '1234567890', 'ul. Młyńska 3', 'lok. 2'];
    const rows = [
      { line: 2, cells, expectedCells: 4 },
      { line: 3, cells: cells.slice(0, 3), expectedCells: 4 },
    ];
    const [long, short] = checkRows('purchase', readRows({ headers: HEADERS, rows }, reading()), []);
    expect(long).toMatchObject({ values: {}, request: {}, warnings: [] });
    expect(long?.problems).toEqual([
      'Wiersz ma 5 komórek, a nagłówek 4 komórki, więc nie wiadomo, która wartość jest w której kolumnie. Jeśli w wartości jest znak, który rozdziela kolumny, weź ją w cudzysłów i zapisz plik ponownie.',
    ]);
    expect(short?.problems).toEqual([
      'Wiersz ma 3 komórki, a nagłówek 4 komórki, więc nie wiadomo, która wartość jest w której kolumnie. Uzupełnij w pliku brakujące komórki, także puste, i zapisz go ponownie.',
    ]);
  });

  it('warns about a phone number with fewer than seven digits', () => {
    const [row, whole] = check([
      [...GOOD, '', '', '', '', '', '60 12 34'],
      ['B', 'B', '5260250995', '', '', '', '', '', '864-12-34'],
    ]);
    expect(row).toMatchObject({
      problems: [],
      warnings: ['Telefon „60 12 34” ma mniej niż 7 cyfr. Sprawdź, czy to cały numer.'],
    });
    expect(whole).toMatchObject({ problems: [], warnings: [] });
  });

  it('reports a phone number that a spreadsheet has shortened, although the server would accept the text', () => {
    const [row] = check([[...GOOD, '', '', '', '', '', '4,86007E+10']]);
    expect(row?.problems).toHaveLength(1);
  });

  it.each(['12/05/2026', '12.05.2026', '2026-05-12', '3.maj', 'maj.34'])(
    'reports a street or house number that a spreadsheet has converted to the date %s',
    (text) => {
      const headers = [...HEADERS, 'Nr domu'];
      const checkAddress = (street: string, house: string) => {
        const rows = [{ line: 2, cells: [...GOOD, '', '', street, '', '', '', house] }];
        return checkRows('purchase', readRows({ headers, rows }, reading(headers)), [])[0]?.problems;
      };
      const [house] = checkAddress('Polna', text) ?? [];
      expect(house).toBe(
        `Adres księgowy, nr budynku „${text}” to data, na którą arkusz zamienił wpisany tekst. Ustaw tej kolumnie format „Tekst”, wpisz tekst jeszcze raz i zapisz plik ponownie.`,
      );
      expect(checkAddress(text, '5')).toHaveLength(1);
      expect(checkAddress('3 Maja', '12/5')).toEqual([]);
    },
  );

  it('accepts a contractor code that looks like a date', () => {
    expect(check([['Łan', 'MAR-12', '5252248481']])[0]?.problems).toEqual([]);
  });

  it.each(['#N/D!', '#ARG!', '#NAZWA?', '#DZIEL/0!', '#REF!', '#####'])(
    'reports the spreadsheet error "%s" in a phone number, although the server would accept the text',
    (text) => {
      const [row] = check([[...GOOD, '', '', '', '', '', text]]);
      expect(row?.problems).toEqual([
        `Telefon „${text}” to błąd arkusza, a nie wartość. Popraw tę komórkę i zapisz plik ponownie.`,
      ]);
    },
  );

  it('explains that a post code may have lost its leading zeros', () => {
    const [row] = check([[...GOOD, '', '', 'Polna', '6100']]);
    expect(row?.problems).toEqual([
      'Adres księgowy, kod pocztowy „6100” nie ma postaci 00‑000. Jeśli arkusz pominął zera na początku, ustaw tej kolumnie format „Tekst”, wpisz cały kod i zapisz plik ponownie.',
    ]);
  });

  it('reports a repeated NIP in the later row and names the line of the earlier row', () => {
    const repeated = { row: 1, path: 'nip', code: 'VALUE_IS_DUPLICATED', holder: null } as const;
    const [first, second] = check([GOOD, ['B', 'B', '525-224-84-81']], [repeated]);
    expect(first?.problems).toEqual([]);
    expect(second?.problems).toEqual(['NIP „5252248481” jest już w wierszu 2 tego pliku.']);
  });

  it('names the stored contractor that already has the NIP', () => {
    const holder = { id: 7, fullName: 'Gospodarstwo Wrona' };
    const [row] = check([GOOD], [{ row: 0, path: 'nip', code: 'NIP_IS_DUPLICATED', holder }]);
    expect(row?.problems).toEqual(['NIP „5252248481” ma już w systemie Gospodarstwo Wrona.']);
    const firm = { id: 8, fullName: 'Agropol Kujawy Sp. z o.o.' };
    const [other] = check([GOOD], [{ row: 0, path: 'nip', code: 'NIP_IS_DUPLICATED', holder: firm }]);
    expect(other?.problems).toEqual(['NIP „5252248481” ma już w systemie Agropol Kujawy Sp. z o.o.']);
  });

  it('reports one problem if both the name and the contractor code are missing', () => {
    const [row] = check(
      [['', '', '5252248481']],
      [
        { row: 0, path: 'companyName', code: 'VALUE_IS_MISSING', holder: null },
        { row: 0, path: 'lastName', code: 'VALUE_IS_MISSING', holder: null },
      ],
    );
    expect(row?.problems).toEqual(['Brakuje nazwy i kodu kontrahenta.']);
  });

  it('names the field and the value in each problem about an invalid value', () => {
    const [row] = check(
      [['A', 'A', '12', '', 'spółka', 'Polna', '61-00']],
      [
        { row: 0, path: 'nip', code: 'VALUE_IS_WRONG', holder: null },
        { row: 0, path: 'label', code: 'VALUE_IS_WRONG', holder: null },
      ],
    );
    expect(row?.problems).toEqual([
      'Adres księgowy, kod pocztowy „61-00” nie ma postaci 00‑000.',
      'NIP „12” nie ma dokładnie 10 cyfr.',
      'Rodzaj „spółka” nie jest znany. Wpisz „Firma” albo „Gospodarstwo rolne”.',
    ]);
  });
});
