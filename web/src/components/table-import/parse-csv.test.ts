import { array, assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findAmbiguousRow, parseCsv } from './parse-csv.ts';

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const isOfContractor = (row: readonly string[]) => row.some((cell) => /^\d{3}-\d{3}-\d{2}-\d{2}$/.test(cell));
const ambiguousRow = (text: string) => findAmbiguousRow(parseCsv(text, ';'), ';', 3, isOfContractor);
const cells = (text: string) => parseCsv(text, ';').map((row) => row.cells);

describe('parseCsv', () => {
  it('parses quoted fields with separators, doubled quotes and spaces after the closing quote', () => {
    expect(cells('"Łan; Zboża";"mówi ""tak""";"" ;"a"  ;x\r\n"";b')).toEqual([
      ['Łan; Zboża', 'mówi "tak"', '', 'a', 'x'],
      ['', 'b'],
    ]);
  });

  it('parses a quoted text of several lines as one field and returns the line numbers of each row', () => {
    expect(parseCsv('A;"jeden\r\ndwa\n\ntrzy";B\r\nC\n\n', ';')).toMatchObject([
      { cells: ['A', 'jeden\r\ndwa\n\ntrzy', 'B'], from: 1, to: 4 },
      { cells: ['C'], from: 5, to: 5 },
      { cells: [''], from: 6, to: 6 },
    ]);
  });

  it('treats a quote that is never closed as an ordinary character', () => {
    expect(cells('A;"nie dzwonić po 18\nB;x\nC;"y"')).toEqual([
      ['A', '"nie dzwonić po 18'],
      ['B', 'x'],
      ['C', 'y'],
    ]);
  });

  it('treats quotes as ordinary characters if text follows the closing quote', () => {
    expect(cells('"Rolmex" Sp. z o.o.;1\n"Agropol";2\nFirma "Z";3\n"A" i "B";4')).toEqual([
      ['"Rolmex" Sp. z o.o.', '1'],
      ['Agropol', '2'],
      ['Firma "Z"', '3'],
      ['"A" i "B"', '4'],
    ]);
  });

  it('parses quoted fields whose inner quotes are not doubled', () => {
    expect(cells('"Firma "Rolmex" Sp. z o.o.";"1"\n""Ziarno" s.c.";"2"')).toEqual([
      ['Firma "Rolmex" Sp. z o.o.', '1'],
      ['"Ziarno" s.c.', '2'],
    ]);
  });

  it('returns at most the given number of rows', () => {
    expect(parseCsv('a\nb\nc', ';', 2)).toHaveLength(2);
  });

  it('restores every table whose fields were all written with quotes', () => {
    const sign = constantFrom('a', ' ', '"', ';', '\n', '\r');
    assert(
      property(array(array(string({ unit: sign }), { minLength: 1 }), { minLength: 1 }), (rows) => {
        expect(cells(rows.map((row) => row.map(quoted).join(';')).join('\r\n'))).toEqual(rows);
      }),
    );
  });
});

describe('findAmbiguousRow', () => {
  it('returns a row with a quoted text whose lines look like separate rows', () => {
    expect(ambiguousRow('A;1;"nie dzwonić\nB;2;sklep 5"\nC;3;x')).toMatchObject({ from: 1, to: 2 });
    expect(ambiguousRow('X\nA;1;"nie dzwonić\nB;525-224-84-81\nC;"\n')).toMatchObject({ from: 2, to: 4 });
    expect(ambiguousRow('A;"Ziarno;1\nB;Sklep 5";2\n')).toMatchObject({ from: 1, to: 2 });
    expect(ambiguousRow('A;1;"nie dzwonić\nSklep 5";2;x\n')).toMatchObject({ from: 1, to: 2 });
  });

  it('returns undefined when the lines of a quoted text do not look like rows', () => {
    expect(
      ambiguousRow('A;1;"rano\npo 8; nigdy później\n"\nB;"x\ny";z\n"Kod\nfirmy";1234567890;2'),
    ).toBeUndefined();
  });
});
