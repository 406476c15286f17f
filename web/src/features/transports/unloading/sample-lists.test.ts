import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  matchUnloadingRows,
  type UnloadingCandidate,
  type ValidUnloadingRow,
} from '@spichlerz/shared/domain/unloading-list';
import { expect, it } from 'vitest';
import { readTable } from '../../../components/table-import/read-table.ts';
import { isSendable, type ListRow, proposedUnit, readList, weightUnits } from './list-rows.ts';
import { proposeColumns } from './unloading-columns.ts';
import { UNLOADING_TABLE } from './unloading-table.ts';

const folder = path.join(import.meta.dirname, 'sample-lists');
const bytesOf = (name: string) => Uint8Array.from(readFileSync(path.join(folder, name))).buffer;
const names = readdirSync(folder).flatMap((file) => (file.endsWith('.csv') ? [file.slice(0, -4)] : []));

type Expected = {
  why: string;
  /** The rows that are read from the list, as text. */
  rows: string[];
  totals?: string[];
  /** No transport of these lists has a ticket. */
  transports: Omit<UnloadingCandidate, 'ticket'>[];
  answers: string[];
};

const expectedOf = (name: string): Expected =>
  JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8'));

/** Reads a list like the screen, with the proposed meanings of the columns. */
async function readSample(name: string) {
  const outcome = await readTable(bytesOf(`${name}.csv`), UNLOADING_TABLE);
  if (outcome.problem !== undefined) throw new Error(`${name} has no table: ${outcome.problem}`);
  const { table } = outcome;
  const meanings = proposeColumns(table, [], ['Wilgotność', 'Gęstość', 'Białko']);
  const unit = proposedUnit(weightUnits(table, meanings));
  if (unit === null) throw new Error(`${name} suggests two units`);
  return readList(table, { meanings, unit, day: null, today: '2026-11-27' });
}

function describeRow({ request, notes }: ListRow): string {
  const { row, plate, trailer, day, time, net, ticketNumber, documentNumber, readings = [] } = request;
  return [
    `row ${row}: ${plate}`,
    trailer && `trailer ${trailer}`,
    [day, time].filter(Boolean).join(' '),
    `${net} kg`,
    ticketNumber && `ticket ${ticketNumber}`,
    documentNumber && `contract ${documentNumber}`,
    ...readings.map(({ name, value }) => `${name} ${value}`),
    ...notes.map(({ kind }) => kind),
  ]
    .filter(Boolean)
    .join(', ');
}

it.each(names)('the sample list %s gives the expected rows and totals', async (name) => {
  const { rows, totals } = await readSample(name);
  const expected = expectedOf(name);
  expect(rows.map(describeRow)).toEqual(expected.rows);
  expect(totals.map(({ line, statedKg, sumKg }) => `row ${line}: ${statedKg} of ${sumKg} kg`)).toEqual(
    expected.totals ?? [],
  );
});

it.each(names)('the rows of the sample list %s are matched to the expected transports', async (name) => {
  const { transports, answers } = expectedOf(name);
  const { rows } = await readSample(name);
  const valid = rows.filter(isSendable).map(({ request }) => request as ValidUnloadingRow);
  const candidates = transports.map((transport) => ({ ...transport, ticket: null }));
  expect(
    matchUnloadingRows(valid, candidates).map(({ row, state, transportId }) =>
      `row ${row}: ${state} ${transportId ?? ''}`.trim(),
    ),
  ).toEqual(answers);
});
