import { readFileSync } from 'node:fs';
import path from 'node:path';
import { IMPORT_ROWS_MAX } from '@spichlerz/shared/domain/contractor-import';
import { strFromU8, strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import writeWorkbook from 'write-excel-file/universal';
import { type FileReadOptions, readTable } from '../../../components/table-import/read-table.ts';
import { textParts, workbookOf } from '../../../components/table-import/workbook-parts.ts';
import { guessColumns } from './column-matching.ts';
import { CONTRACTOR_TABLE } from './contractor-table.ts';

/** Reads a file that a user has reported as a problem. */
function testFile(name: string): ArrayBuffer {
  return Uint8Array.from(readFileSync(path.join(import.meta.dirname, 'test-files', name))).buffer;
}
const bytesOf = (text: string) => Uint8Array.from(new TextEncoder().encode(text)).buffer;
const rows = (count: number) => `Nazwa;NIP\n${'A;1\n'.repeat(count)}`;
const workbook = async (...sheets: { data: string[][]; sheet: string }[]) =>
  (await writeWorkbook(sheets).toBlob()).arrayBuffer();
const readContractors = (bytes: ArrayBuffer, as?: FileReadOptions) => readTable(bytes, CONTRACTOR_TABLE, as);
const read = (text: string) => readContractors(bytesOf(text));

/** Returns a small file that unpacks to this number of zero bytes. */
const packedNothing = (bytes: number): ArrayBuffer =>
  Uint8Array.from(zipSync({ 'xl/workbook.xml': new Uint8Array(bytes) }, { level: 1 })).buffer;

const moment = (value: string) => new Date(`${value}Z`);

describe('reading a CSV', () => {
  it.each([
    ['semicolons', 'Nazwa;NIP;Cena\r\n"Łan; Zboża";123;12,5\r\n'],
    ['commas', 'Nazwa,NIP,Cena\n"Łan; Zboża",123,"12,5"\n'],
    ['tabs', 'Nazwa\tNIP\tCena\nŁan; Zboża\t123\t12,5'],
    ['the separator in its first line', 'sep=|\r\nNazwa|NIP|Cena\r\nŁan; Zboża|123|12,5'],
  ])('a CSV may separate its cells by %s', async (_, text) => {
    expect(await read(text)).toEqual({
      encoding: 'utf-8',
      table: {
        headers: ['Nazwa', 'NIP', 'Cena'],
        rows: [{ line: 2, cells: ['Łan; Zboża', '123', '12,5'] }],
      },
    });
  });

  it('the line number of a row counts empty lines', async () => {
    const { table } = { table: undefined, ...(await read('Lista\n\nNazwa;NIP\nA;1\n;\n  ;\nB;2\n')) };
    expect(table?.rows).toEqual([
      { line: 4, cells: ['A', '1'] },
      { line: 7, cells: ['B', '2'] },
    ]);
  });

  it('the encoding that the user selects replaces the detected encoding', async () => {
    // The bytes of Łan are the same in Windows-1250 and ISO-8859-2.
    const bytes = Uint8Array.from([0x4e, 0x49, 0x50, 0x0a, 0xa3, 0x61, 0x6e]).buffer;
    expect(await readContractors(bytes)).toMatchObject({ encoding: 'windows-1250' });
    expect(await readContractors(bytes, { encoding: 'cp852' })).toMatchObject({
      encoding: 'cp852',
      table: { rows: [{ cells: ['úan'] }] },
    });
  });

  it('no row of a CSV is lost after an unclosed quote', async () => {
    const { table } = {
      table: undefined,
      ...(await read('Nazwa;Kod;NIP;Uwagi\nA;A;1;"nie dzwonić po 18\n"Rolmex" Sp. z o.o.;B;2;\nC;C;3;\n')),
    };
    expect(table?.rows.map(({ cells }) => cells[0])).toEqual(['A', '"Rolmex" Sp. z o.o.', 'C']);
    expect(table?.rows[0]?.cells).toEqual(['A', 'A', '1', '"nie dzwonić po 18']);
  });

  it('a CSV with a quote that may join several rows is rejected with the line numbers of these rows', async () => {
    const rows = 'Nazwa;Kod;NIP;Uwagi\nA;A;1;"stały\nB;B;2;\nC;C;3;magazyn 5"\n';
    expect(await read(rows)).toEqual({ problem: 'OPEN_QUOTE', lines: { from: 2, to: 4 } });
    expect(await read(`sep=;\n${rows}`)).toEqual({ problem: 'OPEN_QUOTE', lines: { from: 3, to: 5 } });
  });

  it('a cell of several lines is joined to one line, and its row has one line number', async () => {
    const { table } = { table: undefined, ...(await read('Nazwa;"Kod\nfirmy";NIP\n"A\n1";2;3\nB;4;5\n')) };
    expect(table).toEqual({
      headers: ['Nazwa', 'Kod firmy', 'NIP'],
      rows: [
        { line: 2, cells: ['A 1', '2', '3'] },
        { line: 3, cells: ['B', '4', '5'] },
      ],
    });
  });

  it('an apostrophe that an export adds against formulas is removed', async () => {
    const { table } = { table: undefined, ...(await read("Telefon;Nazwa\n'+48 601 234 567;'ów\n")) };
    expect(table?.rows).toEqual([{ line: 2, cells: ['+48 601 234 567', "'ów"] }]);
  });

  it('columns with a missing or repeated header get a unique name', async () => {
    const { table } = { table: undefined, ...(await read('NIP;Telefon;Telefon;;\n1;2;3;4;5\n')) };
    expect(table?.headers).toEqual(['NIP', 'Telefon', 'Telefon (2)', 'Kolumna D', 'Kolumna E']);
  });
});

describe('a CSV row with more or fewer cells than the header', () => {
  it('a row with too many or too few cells is marked with the expected number and adds no column', async () => {
    const { table } = {
      table: undefined,
      ...(await readContractors(testFile('import-row-of-another-length.csv'))),
    };
    expect(table).toEqual({
      headers: ['Symbol', 'Nazwa', 'NIP', 'Ulica', 'Kod', 'Miejscowość', 'Telefon'],
      rows: [
        {
          line: 2,
          cells: [
            'MLYN2',
            'Młyn Gąski s.c.',
            '7771234567',
            'ul. Młyńska 3',
            'lok. 2',
            '64-500',
            'Szamotuły',
            '612921234',
          ],
          expectedCells: 7,
        },
        {
          line: 3,
          cells: ['KROTKI', 'Krótki wiersz', '7771234573', '64-500', 'Szamotuły', '612921234'],
          expectedCells: 7,
        },
      ],
    });
  });

  it('a row with a missing cell or an additional empty cell is marked; a row with an empty last cell is not', async () => {
    const { table } = { table: undefined, ...(await read('Nazwa;NIP;Telefon\nA;1\nB;x;2;\nC;3;\n')) };
    expect(table?.rows.map(({ expectedCells }) => expectedCells)).toEqual([3, 3, undefined]);
  });
});

it('a column "Kod" between street and town is a post code', async () => {
  const { table } = {
    table: undefined,
    ...(await readContractors(testFile('import-kod-is-a-post-code.csv'))),
  };
  const rows = table?.rows.map(({ cells }) => cells) ?? [];
  expect(guessColumns(table?.headers ?? [], undefined, { rows })).toEqual({
    lastName: 0,
    nip: 1,
    street: 2,
    postCode: 3,
    city: 4,
  });
});

describe('merged headers', () => {
  const rows = [
    ['Dostawcy', '', '', '', ''],
    ['Dane', '', 'Adres odbioru', '', 'Telefon'],
    ['Nazwa', 'NIP', 'Ulica', 'Kod', ''],
    ['Łan', '1', 'Polna 1', '64-500', '612921234'],
  ];
  const table = {
    headers: ['Nazwa', 'NIP', 'Ulica', 'Kod', 'Telefon'],
    groups: ['Dane', 'Dane', 'Adres odbioru', 'Adres odbioru', ''],
    rows: [{ line: 4, cells: ['Łan', '1', 'Polna 1', '64-500', '612921234'] }],
  };
  it('merged headers are read from a CSV, where merged cells are empty', async () => {
    expect(await read(rows.map((cells) => cells.join(';')).join('\n'))).toEqual({ encoding: 'utf-8', table });
  });
  it('merged headers are read from an XLSX', async () => {
    const [title = [], groups = [], names = [], data = []] = rows;
    const merged = groups.map((value) =>
      value === '' ? null : { value, columnSpan: value === 'Telefon' ? 1 : 2 },
    );
    const written = await writeWorkbook([title, merged, names, data]).toBlob();
    expect(await readContractors(await written.arrayBuffer())).toEqual({ table });
  });
});

describe('reading an XLSX', () => {
  it('every cell becomes text: a whole number without an exponent, a date in its format', async () => {
    const written = await writeWorkbook([
      ['Nazwa', 'NIP', 'PESEL', 'Od', 'Waga'],
      [
        'Zażółć',
        1234567890,
        '02070803628',
        { value: new Date(Date.UTC(2026, 10, 5)), format: 'dd/mm/yyyy' },
        12.5,
      ],
    ]).toBlob();
    expect(await readContractors(await written.arrayBuffer())).toEqual({
      table: {
        headers: ['Nazwa', 'NIP', 'PESEL', 'Od', 'Waga'],
        rows: [{ line: 2, cells: ['Zażółć', '1234567890', '02070803628', '05/11/2026', '12,5'] }],
      },
    });
  });
});

it('times and percentages of an XLSX are returned as a spreadsheet shows them', async () => {
  const written = await writeWorkbook([
    ['Nazwa', 'NIP', 'Od', 'Godzina', 'Wilgotność'],
    [
      'Łan',
      '1',
      { value: moment('2026-11-05T08:10:00'), format: 'dd/mm/yyyy hh:mm' },
      { value: moment('1899-12-30T14:05:30'), format: 'hh:mm:ss' },
      { value: 0.145, format: '0.0%' },
    ],
    ['Żyto', '2', null, null, { value: 0.1, format: '0%' }],
  ]).toBlob();
  expect(await readContractors(await written.arrayBuffer())).toMatchObject({
    table: {
      rows: [
        { cells: ['Łan', '1', '05/11/2026 08:10', '14:05:30', '14,5%'] },
        { cells: ['Żyto', '2', '', '', '10%'] },
      ],
    },
  });
});

describe('a formula with an error', () => {
  it('a cell whose formula has an error contains the text of the error', async () => {
    const whole = await workbook({
      data: [
        ['Nazwa', 'Telefon'],
        ['Zażółć', 'FORMULA'],
      ],
      sheet: 'Dane',
    });
    const parts = textParts(whole) ?? {};
    const name = 'xl/worksheets/sheet1.xml';
    const sheet = strFromU8(parts[name] ?? new Uint8Array());
    const [cell = ''] = /<c [^>]*r="B2"[^>]*>.*?<\/c>/.exec(sheet) ?? [];
    const found = '<c r="B2" t="e"><f>VLOOKUP(A2,X:Y,2,0)</f><v>#N/A</v></c>';
    const bent = workbookOf({ ...parts, [name]: strToU8(sheet.replace(cell, found)) });
    expect(await readContractors(bent)).toEqual({
      table: { headers: ['Nazwa', 'Telefon'], rows: [{ line: 2, cells: ['Zażółć', '#N/A'] }] },
    });
  });
});

describe('a workbook of several sheets', () => {
  const people = [
    ['Nazwa', 'NIP'],
    ['Łan', '1'],
  ];
  const opis = [
    ['Lista od księgowej', '2026'],
    ['Stan na dziś', 'Ewa'],
  ];
  const bytes = () =>
    workbook(
      { data: [['Instrukcja']], sheet: 'Instrukcja' },
      { data: opis, sheet: 'Opis' },
      { data: people, sheet: 'Dane' },
    );

  it('the sheet with known headers is read, and its name is returned', async () => {
    expect(await readContractors(await bytes())).toMatchObject({
      sheet: { name: 'Dane', names: ['Opis', 'Dane'] },
      table: { headers: ['Nazwa', 'NIP'] },
    });
  });

  it('the sheet that the user selects is read', async () => {
    expect(await readContractors(await bytes(), { sheet: 'Opis' })).toMatchObject({
      sheet: { name: 'Opis' },
      table: { headers: ['Lista od księgowej', '2026'], assumedHeaderRow: 1 },
    });
  });
});

describe('headers', () => {
  it('assumedHeaderRow is the number of the first filled row if no header is known', async () => {
    expect(await read('\nAgropol;AGRO;5252248481\nŁan;ŁAN;1\n')).toMatchObject({
      table: { assumedHeaderRow: 2 },
    });
    expect(await read('Kto;Skrót;NIP\nŁan;ŁAN;1\n')).not.toHaveProperty('table.assumedHeaderRow');
  });
});

describe('files without a table', () => {
  it.each([
    ['EMPTY', ''],
    ['EMPTY', '\n;;\n'],
    ['NO_ROWS', 'Nazwa;NIP\n;\n'],
    ['UNREADABLE', 'PK and then nothing of a workbook'],
    ['UNREADABLE', 'a\u0000b'],
  ])('a file is reported as %s if its content is %j', async (problem, text) => {
    expect(await read(text)).toEqual({ problem });
  });

  it('a file with the signature of an .xls or encrypted workbook is reported as OLD_EXCEL', async () => {
    expect(await readContractors(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]).buffer)).toEqual({
      problem: 'OLD_EXCEL',
    });
  });

  // compressing so much data is slow on a busy machine
  it('a workbook of less than 1 MB that unpacks to more than 50 MB is rejected', {
    timeout: 30_000,
  }, async () => {
    const zip = packedNothing(51 * 1024 * 1024);
    expect(zip.byteLength).toBeLessThan(1024 * 1024);
    expect(await readContractors(zip)).toEqual({ problem: 'TOO_MUCH_INSIDE' });
    expect(await readContractors(packedNothing(1024))).toEqual({ problem: 'UNREADABLE' });
  });

  it('a file with more rows than the import allows is rejected', async () => {
    expect(await read(rows(IMPORT_ROWS_MAX + 1))).toEqual({ problem: 'TOO_MANY_ROWS' });
    expect(await read(rows(IMPORT_ROWS_MAX))).toHaveProperty('table');
  });
});
