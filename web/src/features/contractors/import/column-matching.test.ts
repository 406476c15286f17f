import { SIDES } from '@spichlerz/shared/domain/side';
import { contractorFields, fieldName } from '@spichlerz/shared/words/contractor-fields';
import { describe, expect, it } from 'vitest';
import { headerKey } from '../../../components/table-import/header-key.ts';
import { findHeader } from '../../../components/table-import/header-rows.ts';
import { countKnownHeaders, guessColumns, isHeaderRow } from './column-matching.ts';

describe('headerKey', () => {
  it('ignores case, diacritics and punctuation', () => {
    expect(headerKey('  Kod pocztowy: ')).toBe('kod pocztowy');
    expect(headerKey('MIEJSCOWOŚĆ')).toBe('miejscowosc');
    expect(headerKey('e-mail')).toBe('e mail');
    expect(headerKey('POST_CODE')).toBe('post code');
    expect(headerKey('Załadunek')).toBe('zaladunek');
  });
});

describe('guessColumns', () => {
  it('recognizes Polish headers', () => {
    const headers = ['Lp.', 'Kod', 'Nazwa', 'NIP', 'Ulica', 'Nr domu', 'Kod pocztowy', 'Miasto', 'Tel.'];
    expect(guessColumns(headers)).toEqual({
      companyName: 1,
      lastName: 2,
      nip: 3,
      street: 4,
      buildingNumber: 5,
      postCode: 6,
      city: 7,
      phoneNumber: 8,
    });
  });

  it('recognizes abbreviated headers', () => {
    const headers = ['Nazwa', 'Ul.', 'Nr bud.', 'Kod poczt.', 'Miejsc.', 'Tel. kom.'];
    expect(guessColumns(headers)).toEqual({
      lastName: 0,
      street: 1,
      buildingNumber: 2,
      postCode: 3,
      city: 4,
      phoneNumber: 5,
    });
  });

  it("recognizes English headers and the API's field names", () => {
    expect(
      guessColumns(['company_name', 'Last name', 'tax id', 'Phone', 'E-mail', 'Zip', 'country']),
    ).toEqual({
      companyName: 0,
      lastName: 1,
      nip: 2,
      phoneNumber: 3,
      email: 4,
      postCode: 5,
      countryCode: 6,
    });
  });

  it('distinguishes the columns of the accounting address, the pick-up address and the contact', () => {
    const headers = [
      'Ulica',
      'Ulica odbioru',
      'Adres odbioru - kod pocztowy',
      'Telefon',
      'Telefon kontaktowy',
      'Imię',
    ];
    expect(guessColumns(headers)).toEqual({
      street: 0,
      'addressList.0.street': 1,
      'addressList.0.postCode': 2,
      phoneNumber: 3,
      'contactList.0.phoneNumber': 4,
      firstName: 5,
    });
  });

  it.each([
    [
      'with post codes between street and town as the post code',
      ['Nazwa', 'Ulica', 'Kod', 'Miasto'],
      ['64-500'],
      { postCode: 2 },
    ],
    [
      'with post codes in the last position as the post code',
      ['Nazwa', 'NIP', 'Miasto', 'Kod'],
      ['64-500', '64 - 510', 'brak'],
      { postCode: 3 },
    ],
    [
      'with digits next to the town as the post code',
      ['Kod', 'Miasto', 'NIP'],
      ['64500', '64510'],
      { postCode: 0 },
    ],
    ['without values next to the street as the post code', ['Nazwa', 'Ulica', 'Kod'], [], { postCode: 2 }],
    [
      'with digits next to the name as the contractor code',
      ['Kod', 'Nazwa', 'Miasto'],
      ['10023', '10024'],
      { companyName: 0 },
    ],
    [
      'with words between street and town as the contractor code',
      ['Ulica', 'Kod', 'Miasto'],
      ['MLYN2', 'WRON'],
      { companyName: 1 },
    ],
    [
      'beside a column "Kod pocztowy" as the contractor code',
      ['Kod', 'Miasto', 'Kod pocztowy'],
      ['10023'],
      { companyName: 0, postCode: 2 },
    ],
  ])('interprets a column "Kod" %s', (_, headers, codes, expected) => {
    const rows = codes.map((code) => headers.map((header) => (header === 'Kod' ? code : 'x')));
    const { companyName, postCode } = guessColumns(headers, undefined, { rows });
    expect({ companyName, postCode }).toEqual({ companyName: undefined, postCode: undefined, ...expected });
  });

  it('recognizes the contractor code and the post code in two columns "Kod", and the house number in a column "Nr"', () => {
    const headers = ['Kod', 'Nazwa', 'NIP / PESEL', 'Ulica', 'Nr', 'Kod (2)', 'Miasto'];
    const rows = [['ŁAN', 'Łan', '02070803628', 'Polna', '3', '64-500', 'Śrem']];
    expect(guessColumns(headers, undefined, { rows })).toEqual({
      companyName: 0,
      lastName: 1,
      pesel: 2,
      street: 3,
      buildingNumber: 4,
      postCode: 5,
      city: 6,
    });
  });

  it('ignores columns with unknown headers', () => {
    expect(guessColumns(['Nazwa banku', 'Numer konta', 'Uwagi', ''])).toEqual({});
  });

  it.each(SIDES)('recognizes every header of an exported file of the %s side', (side) => {
    const fields = contractorFields(side, { addresses: 3, contacts: 12 });
    const matching = guessColumns(
      fields.map((field) => fieldName(side, field)),
      fields,
    );
    expect(matching).toEqual(Object.fromEntries(fields.map((field, column) => [field, column])));
  });
});

describe('isHeaderRow', () => {
  it('distinguishes headers from data', () => {
    expect(isHeaderRow(['Kto to', 'NIP'])).toBe(true);
    expect(isHeaderRow(['Kto to', 'Telefon biura', 'Miasto siedziby'])).toBe(true);
    expect(isHeaderRow(['Agropol', '5252248481', 'ulica Polna 5', 'Kutno'])).toBe(false);
  });
});

const header = (...rows: string[][]) => findHeader(rows, countKnownHeaders);
const matched = (...rows: string[][]) => {
  const { names, groups } = header(...rows) ?? { names: [], groups: [] };
  return guessColumns(names, undefined, { groups, rows: [] });
};

describe('findHeader', () => {
  it('skips title rows', () => {
    const rows = [
      ['Lista dostawców 2026', ''],
      ['', ''],
      ['Nazwa', 'NIP'],
      ['Jan', '1'],
    ];
    expect(header(...rows)).toMatchObject({ row: 2, names: ['Nazwa', 'NIP'], groups: [] });
  });

  it('returns the first row that is not empty if no header is recognized', () => {
    expect(header([''], ['A', 'B'], ['1', '2'])).toMatchObject({ row: 1 });
    expect(header(['', ''])).toBeUndefined();
  });

  it('returns the row below the merged group headers', () => {
    const groups = ['Dane', '', 'Adres', '', '', 'Kontakt', ''];
    const names = ['Nazwa', 'NIP', 'Ulica', 'Kod', 'Miejscowość', 'Telefon', 'E-mail'];
    expect(header(['Wykaz'], groups, names, ['Łan', '1', 'Polna', '64-500', 'Śrem', '', ''])).toEqual({
      row: 2,
      names,
      groups: ['Dane', 'Dane', 'Adres', 'Adres', 'Adres', 'Kontakt', 'Kontakt'],
    });
    expect(matched(groups, names)).toEqual({
      lastName: 0,
      nip: 1,
      street: 2,
      postCode: 3,
      city: 4,
      phoneNumber: 5,
      email: 6,
    });
  });

  it('returns the headers of cells that are merged over two header rows', () => {
    const upper = ['Nazwa', 'NIP', 'Adres', '', '', 'Telefon'];
    const lower = ['', '', 'Ulica', 'Kod', 'Miasto', ''];
    expect(header(upper, lower, ['Łan', '1', 'Polna', '64-500', 'Śrem', ''])).toMatchObject({
      row: 1,
      names: ['Nazwa', 'NIP', 'Ulica', 'Kod', 'Miasto', 'Telefon'],
    });
  });

  it('distinguishes equal headers by the group headers above them', () => {
    const groups = ['Firma', '', '', 'Adres dostawy', '', '', 'Osoba do kontaktu', ''];
    const names = ['Nazwa', 'NIP', 'Ulica', 'Ulica', 'Kod', 'Miasto', 'Imię', 'Telefon'];
    expect(matched(groups, names)).toEqual({
      lastName: 0,
      nip: 1,
      street: 2,
      'addressList.0.street': 3,
      'addressList.0.postCode': 4,
      'addressList.0.city': 5,
      'contactList.0.firstName': 6,
      'contactList.0.phoneNumber': 7,
    });
  });
});
