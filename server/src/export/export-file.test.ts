import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import readWorkbook from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { csvFile } from './csv-file.ts';
import { type Sheet, sheetColumnsOf } from './sheet.ts';
import { xlsxFile } from './xlsx-file.ts';

type Row = { name: string | null; kg: number | null; price: number; day: string | null; isGmp: boolean };

const column = sheetColumnsOf<Row>();
const sheet: Sheet<Row> = {
  title: 'Kontrakty [próba]',
  columns: [
    column.text('Nazwa', (row) => row.name),
    column.tonnes('Ilość', (row) => row.kg),
    column.money('Cena', (row) => row.price),
    column.day('Data', (row) => row.day),
    column.yesNo('GMP', (row) => row.isGmp),
  ],
};
const row = (overrides: Partial<Row> = {}): Row => ({
  name: 'Żyto',
  kg: 24_640,
  price: 81_250,
  day: '2026-11-21',
  isGmp: true,
  ...overrides,
});

async function* batches(...all: Row[][]) {
  yield* all;
}

async function* failingBatches() {
  yield [row()];
  throw new Error('the database went away');
}

async function csv(...rows: Row[]): Promise<string> {
  return (await buffer(csvFile(sheet, batches(rows)))).toString('utf8');
}
async function workbook(file: Readable) {
  return readWorkbook(await buffer(file));
}

describe('a CSV file', () => {
  it('has the format of a Polish Excel: byte order mark, semicolons, decimal commas, CRLF lines', async () => {
    expect(await csv(row(), row({ name: null, kg: null, day: null, isGmp: false }))).toBe(
      '\ufeffNazwa;Ilość (t);Cena;Data;GMP\r\nŻyto;24,640;812,50;2026-11-21;Tak\r\n;;812,50;;Nie\r\n',
    );
  });

  it('quotes cells with separators, quotes or line breaks, and leaves negative numbers unquoted', async () => {
    const [, line, next] = (
      await csv(row({ name: 'a;b "c"\nd', kg: -5 }), row({ name: 'Łubin, Sad' }))
    ).split('\r\n');
    expect(line).toBe('"a;b ""c""\nd";-0,005;812,50;2026-11-21;Tak');
    expect(next).toMatch(/^"Łubin, Sad";/);
  });

  it.each(['=1+1', '+48 600', '-2', '@SUM(A1)', '\t=1'])(
    'escapes the cell %j, which a spreadsheet would run as a formula',
    async (name) => {
      expect(await csv(row({ name }))).toContain(`\r\n'${name};`);
    },
  );

  it.each(['=1+1', '+48', '-2', '@SUM(A1)'])(
    'escapes the header %j, which a spreadsheet would run as a formula',
    async (header) => {
      const named = { title: 'Próba', columns: [column.text(header, () => 'x')] };
      const file = await buffer(csvFile(named, batches([row()])));
      expect(file.toString('utf8')).toBe(`\ufeff'${header}\r\nx\r\n`);
    },
  );
});

describe('an XLSX file', () => {
  it('has numbers and days as values, and text exactly as entered', async () => {
    const rows = [row(), row({ name: '=1+1 <&> "x" _x0041_', kg: null, day: null, isGmp: false })];
    expect(await workbook(xlsxFile(sheet, batches(rows)))).toEqual([
      {
        sheet: 'Kontrakty  próba ',
        data: [
          ['Nazwa', 'Ilość (t)', 'Cena', 'Data', 'GMP'],
          ['Żyto', 24.64, 812.5, new Date('2026-11-21T00:00:00Z'), 'Tak'],
          ['=1+1 <&> "x" _x0041_', null, 812.5, null, 'Nie'],
        ],
      },
    ]);
  });

  it('omits characters that XML does not allow', async () => {
    const [first] = await workbook(xlsxFile(sheet, batches([row({ name: 'a\u0001b\ud800c\r\nd' })])));
    expect(first?.data[1]?.[0]).toBe('abc\r\nd');
  });

  it('continues in another worksheet when one is full', async () => {
    const rows = ['a', 'b', 'c', 'd', 'e'].map((name) => row({ name }));
    const sheets = await workbook(xlsxFile(sheet, batches(rows.slice(0, 3), rows.slice(3)), 3));
    expect(sheets.map(({ data }) => data.map(([name]) => name))).toEqual([
      ['Nazwa', 'a', 'b'],
      ['Nazwa', 'c', 'd'],
      ['Nazwa', 'e'],
    ]);
  });

  it('has a header row even without data rows', async () => {
    expect((await workbook(xlsxFile(sheet, batches())))[0]?.data).toHaveLength(1);
  });

  it('fails when its rows cannot be read, and so does a CSV file', async () => {
    await expect(buffer(xlsxFile(sheet, failingBatches()))).rejects.toThrow('the database went away');
    await expect(buffer(csvFile(sheet, failingBatches()))).rejects.toThrow('the database went away');
  });
});
