import { describe, expect, it } from 'vitest';
import writeWorkbook from 'write-excel-file/universal';
import { readTable, type Table } from '../../../components/table-import/read-table.ts';
import {
  isHeavy,
  isSendable,
  type ListUnit,
  proposedUnit,
  readList,
  repeatedReading,
  weightUnits,
} from './list-rows.ts';
import { proposeColumns, toMapping, withMeaning } from './unloading-columns.ts';
import { UNLOADING_TABLE } from './unloading-table.ts';

async function tableOf(source: string | Blob): Promise<Table> {
  const outcome = await readTable(await new Blob([source]).arrayBuffer(), UNLOADING_TABLE);
  if (outcome.problem !== undefined) throw new Error(outcome.problem);
  return outcome.table;
}

async function read(source: string | Blob, unit: ListUnit = 'kg', day: string | null = null) {
  const table = await tableOf(source);
  return readList(table, { meanings: proposeColumns(table), unit, day, today: '2026-11-27' });
}

const columnsOf = ({ headers, groups }: Partial<Table>, ...others: unknown[]) =>
  proposeColumns({ headers: headers ?? [], ...(groups && { groups }) }, ...(others as [])).map(
    ({ column }) => column,
  );

const moment = (value: string) => new Date(`${value}Z`);

describe('the columns of an unloading list', () => {
  it('the proposed meaning of a column depends on the words of its header', () => {
    expect(
      columnsOf({
        headers: [
          'Lp.',
          'Data ważenia',
          'Nr rej.',
          'Kierowca',
          'Nr WZ',
          'Masa netto [kg]',
          'Wilg. [%]',
          'Nr kwitu',
          'Cena',
          'Umowa',
        ],
      }),
    ).toEqual([
      'IGNORED',
      'DAY',
      'PLATE',
      'IGNORED',
      'IGNORED',
      'NET',
      'READING',
      'TICKET_NUMBER',
      'IGNORED',
      'DOCUMENT_NUMBER',
    ]);
  });

  it('of two columns with the same meaning, the better match is proposed; columns of loading weights are ignored', () => {
    expect(columnsOf({ headers: ['Pojazd', 'Waga', 'Netto', 'Netto załadunek'] })).toEqual([
      'PLATE',
      'IGNORED',
      'NET',
      'IGNORED',
    ]);
    expect(
      columnsOf({
        headers: ['Netto', 'Załadunek: Netto', 'Popiół'],
        groups: ['Rozładunek', 'Załadunek', ''],
      }),
    ).toEqual(['NET', 'IGNORED', 'READING']);
  });

  it('meanings that are stored for the recipient replace the proposed meanings, whatever the order of the columns', () => {
    const table = { headers: ['Masa', 'Nr', 'Netto', 'Wilg.'] };
    const stored = toMapping(
      ['Nr', 'Masa', 'Wilg.'],
      [{ column: 'PLATE' }, { column: 'NET' }, { column: 'READING', parameter: 'Wilgotność' }],
    ).columns;
    expect(proposeColumns(table, stored)).toEqual([
      { column: 'NET' },
      { column: 'PLATE' },
      { column: 'IGNORED' },
      { column: 'READING', parameter: 'Wilgotność' },
    ]);
  });

  it('an abbreviated header is recognized if it matches exactly one parameter', () => {
    const parameters = ['Wilgotność', 'Białko', 'Białko ogólne'];
    const headers = ['Wilg.', 'Bial.', 'Białko'];
    expect(proposeColumns({ headers }, [], parameters).map(({ parameter }) => parameter)).toEqual([
      'Wilgotność',
      undefined,
      undefined,
    ]);
  });

  it('a header with the name of a parameter is a reading, whatever other words it has', () => {
    const parameters = ['Bez GMO', 'Szklistość', 'Pojazd czysty'];
    const headers = ['Nr rej.', 'Szklistosc [%]', 'BEZ GMO', 'Pojazd czysty', 'Szklistość', 'Uwagi'];
    expect(proposeColumns({ headers }, [], parameters)).toEqual([
      { column: 'PLATE' },
      { column: 'READING' },
      { column: 'READING' },
      { column: 'READING' },
      // the server accepts only one reading of a parameter
      { column: 'IGNORED' },
      { column: 'IGNORED' },
    ]);
  });

  it('when the net weight is assigned to a second column, the first column becomes ignored', () => {
    expect(withMeaning([{ column: 'NET' }, { column: 'IGNORED' }], 1, { column: 'NET' })).toEqual([
      { column: 'IGNORED' },
      { column: 'NET' },
    ]);
  });

  it('two reading columns with the same parameter are reported', () => {
    const reading = { column: 'READING' as const };
    expect(
      repeatedReading(['Wilgotność [%]', 'Wilg.'], [reading, { ...reading, parameter: 'Wilgotność' }]),
    ).toBe('Wilgotność');
    expect(repeatedReading(['Wilgotność', 'Białko'], [reading, reading])).toBeNull();
  });
});

describe('the rows of an unloading list', () => {
  it('a row with more or fewer cells than the header has a problem and no values', async () => {
    const { rows } = await read('Nr rej.;Data;Netto;Kwit\nPO 1;25.11.26;24860\nPO 2;25.11.26;24860;R 2;x\n');
    expect(rows.map(({ request, problems }) => [request, problems])).toEqual([
      [{ row: 2 }, [{ kind: 'LENGTH', cells: 3, expected: 4 }]],
      [{ row: 3 }, [{ kind: 'LENGTH', cells: 5, expected: 4 }]],
    ]);
    expect(rows.some(isSendable)).toBe(false);
  });

  it('a missing or unreadable value is a problem of its row', async () => {
    const { rows } = await read(
      'Nr rej.;Data;Netto\n;25.11.26;24860\nPO 1;wczoraj;24860\nPO 2;25.11.26;dużo\nPO 3;25.11.26;0\nPO 4;;\n',
    );
    expect(rows.map(({ problems }) => problems)).toEqual([
      [{ kind: 'MISSING', field: 'plate' }],
      [{ kind: 'UNREADABLE', field: 'day', text: 'wczoraj' }],
      [{ kind: 'UNREADABLE', field: 'net', text: 'dużo' }],
      [{ kind: 'NO_WEIGHT' }],
      [
        { kind: 'MISSING', field: 'day' },
        { kind: 'MISSING', field: 'net' },
      ],
    ]);
  });

  it('rows without a day get the day that was typed for the list', async () => {
    const { rows } = await read('Nr rej.;Netto\nPO 1;24860\n', 'kg', '2026-11-25');
    expect(rows[0]?.request).toEqual({ row: 2, plate: 'PO 1', day: '2026-11-25', net: 24_860 });
  });

  it('a column with kilograms and tonnes suggests both units; each weight can be parsed in its own unit', async () => {
    const list = 'Nr rej.;Data;Netto\nPO 1;25.11.26;24860\nPO 2;25.11.26;25,12\nPO 3;25.11.26;25 t\n';
    const table = await tableOf(list);
    expect(weightUnits(table, proposeColumns(table)).suggested).toEqual(new Set(['kg', 't']));
    const { rows } = await read(list, 'each');
    expect(rows.map(({ request }) => request.net)).toEqual([24_860, 25_120, 25_000]);
  });

  it('in a list whose weights have units, the unit of a total without a unit depends on its size', async () => {
    const list = 'Nr rej.;Data;Netto\nPO 1;25.11.26;24,86 t\nRazem;;24,86\n';
    const table = await tableOf(list);
    const unit = proposedUnit(weightUnits(table, proposeColumns(table)));
    expect((await read(list, unit ?? 'kg')).totals).toEqual([{ line: 3, statedKg: 24_860, sumKg: 24_860 }]);
  });

  it('a net weight that differs from the gross weight minus the tare is reported', async () => {
    const { rows } = await read(
      'Nr rej.;Data;Brutto;Tara;Netto\nPO 1;25.11.26;39360;14500;24860\nPO 2;25.11.26;39360;14500;24680\n',
    );
    expect(rows.map(({ notes }) => notes)).toEqual([[], [{ kind: 'NET_DIFFERS', grossLessTare: 24_860 }]]);
  });

  it('a weight over 60 t is marked as heavy', async () => {
    const { rows } = await read('Nr rej.;Data;Netto\nPO 1;25.11.26;60000\nPO 2;25.11.26;60001\n');
    expect(rows.map(isHeavy)).toEqual([false, true]);
  });

  it('a pasted table is read in the same way as a file', async () => {
    const { rows } = await read('Nr rej.\tData\tNetto\r\nPO 1\t25.11.26\t24 860\r\n');
    expect(rows[0]?.request).toEqual({ row: 2, plate: 'PO 1', day: '2026-11-25', net: 24_860 });
  });
});

const totalOf = async (list: string, total: string, unit: ListUnit) =>
  (await read(`${list}Razem;;${total}\n`, unit)).totals[0]?.statedKg;

describe('the totals of an unloading list', () => {
  const rows = 'Nr rej.;Data;Netto\nPO 1;25.11.26;24860\nPO 2;25.11.26;24140\n';

  it('a total is not returned as a row and is compared with the sum of the rows', async () => {
    expect(await read(`${rows}Razem;;49000\n`)).toMatchObject({
      rows: [{ line: 2 }, { line: 3 }],
      totals: [{ line: 4, statedKg: 49_000, sumKg: 49_000 }],
    });
    expect(await read(`${rows};Suma:;50000\n`)).toMatchObject({
      totals: [{ statedKg: 50_000, sumKg: 49_000 }],
    });
  });

  it('if a total row has too many or too few cells, its total is the cell that equals the sum of the rows', async () => {
    expect(await read(`${rows}Razem;2;49000;x\n`)).toMatchObject({
      totals: [{ statedKg: 49_000, sumKg: 49_000 }],
    });
    expect(await read(`${rows}Razem sztuk: 2\n`)).toMatchObject({ totals: [{ statedKg: null }] });
  });

  it('a subtotal is compared with the rows since the previous subtotal, and the total with all rows', async () => {
    const parts = `${rows}Suma;;49000\nPO 3;26.11.26;25000\nSuma;;25000\nRazem;;74000\n`;
    expect((await read(parts)).totals).toEqual([
      { line: 4, statedKg: 49_000, sumKg: 49_000 },
      { line: 6, statedKg: 25_000, sumKg: 25_000 },
      { line: 7, statedKg: 74_000, sumKg: 74_000 },
    ]);
  });

  it('the unit of a total without a unit may differ from the unit of the rows', async () => {
    const tonnes = 'Nr rej.;Data;Netto [kg]\nPO 1;25.11.26;24.860\nPO 2;25.11.26;24.140\n';
    expect(await totalOf(tonnes, '49.000', 't')).toBe(49_000);
    expect(await totalOf(tonnes, '49 000', 't')).toBe(49_000);
    expect(await totalOf(tonnes, '49000', 't')).toBe(49_000);
    expect(await totalOf(tonnes, '1.118.700', 't')).toBe(1_118_700);
    expect(await totalOf(tonnes, '1 118,7', 't')).toBe(1_118_700);
    expect(await totalOf(tonnes, '1 118 700', 'each')).toBe(1_118_700);
    expect(await totalOf(rows, '49,000', 'kg')).toBe(49_000);
    expect(await totalOf(rows, '50000', 'kg')).toBe(50_000);
  });

  it('remarks and repeated headers are not returned as rows', async () => {
    const { rows: read2, remarks } = await read(
      `${rows}Nr rej.;Data;Netto\nPO 3;26.11.26;25000\n;Ewa Nowak;\n`,
    );
    expect(read2.map(({ line }) => line)).toEqual([2, 3, 5]);
    expect(remarks).toEqual([6]);
  });
});

it('the values of a workbook with a title, merged group headers, days, times and percentages are returned', async () => {
  const written = await writeWorkbook([
    ['Rozładunki', null, null, null, null],
    [
      { value: 'Pojazd', columnSpan: 2 },
      null,
      { value: 'Rozładunek', columnSpan: 3 },
      null,
      null,
      { value: 'Jakość', columnSpan: 2 },
      null,
    ],
    ['Nr rej.', 'Naczepa', 'Dzień', 'Godz.', 'Netto', 'Wilgotność', 'Inny'],
    [
      'PO 1',
      'PO 1 N',
      { value: moment('2026-11-25T00:00:00'), format: 'dd.mm.yyyy' },
      { value: moment('1899-12-30T08:10:00'), format: 'hh:mm' },
      24.86,
      { value: 0.145, format: '0.0%' },
      3,
    ],
  ]).toBlob();
  const { rows } = await read(written, 't');
  expect(rows[0]?.request).toEqual({
    row: 4,
    plate: 'PO 1',
    trailer: 'PO 1 N',
    day: '2026-11-25',
    time: '08:10',
    net: 24_860,
    readings: [
      { name: 'Wilgotność', value: 14.5 },
      { name: 'Inny', value: 3 },
    ],
  });
});
