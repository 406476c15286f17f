import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  matchUnloadingRows,
  type UnloadingCandidate,
  type ValidUnloadingRow,
} from '@spichlerz/shared/domain/unloading-list';
import { expect, it } from 'vitest';

const folder = path.join(import.meta.dirname, 'sample-lists');
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const names = readdirSync(folder).flatMap((file) => (file.endsWith('.csv') ? [file.slice(0, -4)] : []));

type Answer = { why: string; transports: UnloadingCandidate[]; answers: string[] };

function rowsOf(csv: string): ValidUnloadingRow[] {
  const [, ...lines] = csv.trim().split('\n');
  return lines.map((line, index) => {
    const [plate = '', trailer, day = '', time, net, ticketNumber] = line.split(';');
    return { row: index + 1, plate, trailer, day, time: time || undefined, net: Number(net), ticketNumber };
  });
}

it.each(names)('the sample list %s matches its answers', (name) => {
  const { transports, answers }: Answer = JSON.parse(read(`${name}.json`));
  const matches = matchUnloadingRows(rowsOf(read(`${name}.csv`)), transports);
  expect(
    matches.map(({ row, state, transportId }) => `row ${row}: ${state} ${transportId ?? ''}`.trim()),
  ).toEqual(answers);
});
