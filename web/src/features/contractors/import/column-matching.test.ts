import { SIDES } from '@spichlerz/shared/domain/side';
import { describe, expect, it } from 'vitest';
import { findHeaderRow, guessColumns, headerKey, isHeaderRow } from './column-matching.ts';
import { fieldName, fieldsOf } from './import-fields.ts';

describe('headerKey', () => {
  it('forgets case, diacritics and signs', () => {
    expect(headerKey('  Kod pocztowy: ')).toBe('kod pocztowy');
    expect(headerKey('MIEJSCOWOŚĆ')).toBe('miejscowosc');
    expect(headerKey('e-mail')).toBe('e mail');
    expect(headerKey('POST_CODE')).toBe('post code');
    expect(headerKey('Załadunek')).toBe('zaladunek');
  });
});

describe('guessColumns', () => {
  it('knows Polish headers', () => {
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

  it('knows headers that are cut short', () => {
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

  it('knows English headers and names of the API', () => {
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

  it('tells the accounting address, the place and the contact apart', () => {
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

  it('leaves alone what it does not know', () => {
    expect(guessColumns(['Nazwa banku', 'Numer konta', 'Uwagi', ''])).toEqual({});
  });

  it.each(SIDES)('knows every header of our own file for the %s side', (side) => {
    const fields = fieldsOf(side);
    const matching = guessColumns(
      fields.map((field) => fieldName(side, field)),
      fields,
    );
    expect(matching).toEqual(Object.fromEntries(fields.map((field, column) => [field, column])));
  });
});

describe('isHeaderRow', () => {
  it('tells headers from data', () => {
    expect(isHeaderRow(['Kto to', 'NIP'])).toBe(true);
    expect(isHeaderRow(['Kto to', 'Telefon biura', 'Miasto siedziby'])).toBe(true);
    expect(isHeaderRow(['Agropol', '5252248481', 'ulica Polna 5', 'Kutno'])).toBe(false);
  });
});

describe('findHeaderRow', () => {
  it('steps over titles', () => {
    const rows = [
      ['Lista dostawców 2026', ''],
      ['', ''],
      ['Nazwa', 'NIP'],
      ['Jan', '1'],
    ];
    expect(findHeaderRow(rows)).toBe(2);
  });

  it('takes the first row with anything in it when no header is known', () => {
    expect(findHeaderRow([[''], ['A', 'B'], ['1', '2']])).toBe(1);
    expect(findHeaderRow([['', '']])).toBe(-1);
  });
});
