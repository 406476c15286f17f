import { strFromU8, strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import writeWorkbook from 'write-excel-file/universal';
import { readTable, type TableKind } from './read-table.ts';
import { textParts, workbookOf } from './workbook-parts.ts';

const KIND: TableKind = {
  rowsMax: 10,
  countKnownHeaders: (names) => names.filter((name) => name === 'Pojazd' || name === 'Netto').length,
  isHeaderRow: (names) => names.includes('Pojazd'),
  isDataRow: () => false,
};

const list = (plate: string) => [
  ['Pojazd', 'Netto'],
  [plate, '25000'],
];

const WORKBOOK = 'xl/workbook.xml';

/** Returns a workbook with these sheets, of which those with a state are hidden. */
async function workbook(...sheets: { sheet: string; data: string[][]; state?: string }[]) {
  const written = await writeWorkbook(sheets.map(({ sheet, data }) => ({ sheet, data }))).toBlob();
  const parts = textParts(await written.arrayBuffer()) ?? {};
  const xml = sheets.reduce(
    (text, { sheet, state }) =>
      state === undefined ? text : text.replace(`name="${sheet}"`, `name="${sheet}" state="${state}"`),
    strFromU8(parts[WORKBOOK] ?? new Uint8Array()),
  );
  return workbookOf({ ...parts, [WORKBOOK]: strToU8(xml) });
}

describe('a hidden sheet', () => {
  it.each(['hidden', 'veryHidden'])(
    'a sheet of the state %s is read only if the user selects it',
    async (state) => {
      const sheets = [
        { sheet: 'Wczoraj', data: list('GD 1'), state },
        { sheet: 'Dzisiaj', data: list('GD 2') },
      ] as const;
      const sheet = { names: ['Dzisiaj', 'Wczoraj'], hidden: ['Wczoraj'] };
      expect(await readTable(await workbook(...sheets), KIND)).toMatchObject({
        sheet: { ...sheet, name: 'Dzisiaj' },
        table: { rows: [{ cells: ['GD 2', '25000'] }] },
      });
      expect(await readTable(await workbook(...sheets), KIND, { sheet: 'Wczoraj' })).toMatchObject({
        sheet: { ...sheet, name: 'Wczoraj' },
        table: { rows: [{ cells: ['GD 1', '25000'] }] },
      });
    },
  );

  it('a hidden sheet with known headers is not read instead of a visible sheet without them', async () => {
    const outcome = await readTable(
      await workbook(
        { sheet: 'Wzór', data: list('GD 1'), state: 'hidden' },
        {
          sheet: 'Lista',
          data: [
            ['Auto', 'Waga'],
            ['GD 2', '25000'],
          ],
        },
      ),
      KIND,
    );
    expect(outcome).toMatchObject({ sheet: { name: 'Lista' }, table: { assumedHeaderRow: 1 } });
  });

  it('a workbook whose only table is in a hidden sheet has no table', async () => {
    const sheets = await workbook(
      { sheet: 'Wzór', data: list('GD 1'), state: 'hidden' },
      { sheet: 'Lista', data: [['Auto', 'Waga']] },
    );
    expect(await readTable(sheets, KIND)).toEqual({ problem: 'NO_ROWS' });
  });

  it('the sheets of a workbook without hidden sheets keep their order', async () => {
    const sheets = await workbook(
      {
        sheet: 'Opis',
        data: [
          ['Auto', 'Waga'],
          ['GD 2', '25000'],
        ],
      },
      { sheet: 'Lista', data: list('GD 1') },
    );
    expect(await readTable(sheets, KIND)).toMatchObject({
      sheet: { name: 'Lista', names: ['Opis', 'Lista'], hidden: [] },
    });
  });
});
