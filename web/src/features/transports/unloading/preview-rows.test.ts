import type { CheckedUnloadingRow, UnloadingCandidateReply } from '@spichlerz/shared/wire/unloading';
import { describe, expect, it } from 'vitest';
import type { ListRow } from './list-rows.ts';
import {
  applyRequest,
  checkRequests,
  type Decisions,
  differencePercent,
  previewRows,
  readingsOnceApplied,
  whyNotApplied,
} from './preview-rows.ts';
import { unappliedRowsOf, unreadyRowsOf } from './unapplied-rows.ts';
import { undoneSentence, undoSentence } from './unloading-texts.ts';

const listRow = (line: number, overrides: Partial<ListRow> = {}): ListRow => ({
  line,
  cells: [`PO ${line}`],
  request: { row: line, plate: `PO ${line}`, day: '2026-11-25', net: 24_860 },
  problems: [],
  notes: [],
  ...overrides,
});

const candidate = (transportId: number): UnloadingCandidateReply => ({
  transportId,
  version: 3,
  registrationNumber: 'PO 1',
  trailerNumber: '',
  dateLoading: '2026-11-25',
  dateUnloading: '2026-11-25',
  quantityKg: 25_000,
  realQuantityKg: null,
  status: 'ON_THE_WAY',
  cargoName: 'Pszenica',
  sale: { id: 1, documentNumber: null },
});

const checked = (
  row: number,
  state: CheckedUnloadingRow['state'],
  candidates: number[] = [],
  overrides: Partial<CheckedUnloadingRow> = {},
): CheckedUnloadingRow => ({
  row,
  state,
  transportId: state === 'CHOOSE' || state === 'NONE' ? null : (candidates[0] ?? null),
  candidates: candidates.map(candidate),
  warnings: [],
  readings: [],
  ...overrides,
});

const decide = (overrides: Partial<Decisions> = {}): Decisions => ({
  choices: new Map(),
  acceptedKg: new Map(),
  ...overrides,
});

const reasons = (rows: readonly ListRow[], replies: readonly CheckedUnloadingRow[], decisions = decide()) =>
  Object.fromEntries(previewRows(rows, replies, decisions).map((row) => [row.id, whyNotApplied(row)]));

const heavy = listRow(2, { request: { row: 2, plate: 'PO 2', day: '2026-11-25', net: 61_200 } });
const unreadable = listRow(3, { problems: [{ kind: 'NO_WEIGHT' }] });

describe('the rows of the preview', () => {
  it('every row is in exactly one group, and the rows whose transport must be chosen come first', () => {
    const rows = [2, 3, 4, 5, 6].map((line) => listRow(line));
    const replies = [
      checked(2, 'MATCHED', [1]),
      checked(3, 'CORRECTION', [2]),
      checked(4, 'APPLIED', [3]),
      checked(5, 'NONE'),
      checked(6, 'CHOOSE', [4, 5]),
    ];
    expect(previewRows(rows, replies, decide()).map(({ id, group }) => `${id} ${group}`)).toEqual([
      '6 CHOOSE',
      '5 NONE',
      '2 CERTAIN',
      '3 CERTAIN',
      '4 CERTAIN',
    ]);
    expect(reasons(rows, replies)).toEqual({
      2: null,
      3: null,
      4: 'APPLIED',
      5: 'NO_TRANSPORT',
      6: 'UNDECIDED',
    });
  });

  it('two rows with the same chosen transport are both marked TAKEN', () => {
    const rows = [listRow(2), listRow(3)];
    const replies = [checked(2, 'CHOOSE', [1, 2]), checked(3, 'CHOOSE', [1, 2])];
    const both = decide({
      choices: new Map([
        [2, 1],
        [3, 1],
      ]),
    });
    expect(reasons(rows, replies, both)).toEqual({ 2: 'TAKEN', 3: 'TAKEN' });
    const each = decide({
      choices: new Map([
        [2, 1],
        [3, 2],
      ]),
    });
    expect(reasons(rows, replies, each)).toEqual({ 2: null, 3: null });
    expect(previewRows(rows, replies, each).map(({ takenBy }) => takenBy)).toEqual([{ 2: 3 }, { 1: 2 }]);
  });

  it('a row is undecided if its chosen transport is no longer a candidate, and left out if the user has chosen to skip it', () => {
    const rows = [listRow(2)];
    expect(reasons(rows, [checked(2, 'CHOOSE', [1, 2])], decide({ choices: new Map([[2, 9]]) }))).toEqual({
      2: 'UNDECIDED',
    });
    expect(reasons(rows, [checked(2, 'MATCHED', [1])], decide({ choices: new Map([[2, null]]) }))).toEqual({
      2: 'LEFT_OUT',
    });
  });

  it('a row over 60 t is sent to the check at once, but cannot be applied before its weight is confirmed', () => {
    const replies = [checked(2, 'MATCHED', [1])];
    expect(checkRequests([heavy, unreadable])).toEqual([{ ...heavy.request, acceptHeavy: true }]);
    expect(reasons([heavy], replies)).toEqual({ 2: 'HEAVY' });
    expect(reasons([heavy], replies, decide({ acceptedKg: new Map([[2, 60_500]]) }))).toEqual({ 2: 'HEAVY' });
    expect(reasons([heavy], replies, decide({ acceptedKg: new Map([[2, 61_200]]) }))).toEqual({ 2: null });
  });

  it('the request that applies a row omits readings that the server would reject', () => {
    const readings = [
      { name: 'Wilgotność', value: 14 },
      { name: 'Szkodniki', value: 1 },
    ];
    const row = listRow(2, { request: { ...listRow(2).request, readings } });
    const warnings = [{ code: 'VALUE_IS_WRONG_DATA_TYPE' as const, field: 'readings.1.value' }];
    const [shown] = previewRows([row], [checked(2, 'MATCHED', [7], { warnings })], decide());
    expect(shown && applyRequest(shown)).toEqual({
      ...listRow(2).request,
      readings: [{ name: 'Wilgotność', value: 14 }],
      transportId: 7,
      version: 3,
    });
  });

  it('the difference is a percentage of the planned weight', () => {
    expect(differencePercent(25_000, 24_860)).toBe(-0.56);
    expect(differencePercent(25_000, 25_000)).toBe(0);
  });
});

describe('the remaining rows of an unloading list', () => {
  const rows = previewRows(
    [listRow(2), unreadable, listRow(4), listRow(5), listRow(6)],
    [checked(2, 'MATCHED', [1]), checked(4, 'NONE'), checked(5, 'APPLIED', [3]), checked(6, 'MATCHED', [4])],
    decide(),
  );

  it('before the list is applied, the remaining rows are the rows that are not ready, each with a reason', () => {
    expect(unreadyRowsOf(rows)).toEqual([
      { cells: ['PO 3'], reason: 'Waga musi być większa od zera.' },
      { cells: ['PO 4'], reason: 'Brak transportu.' },
    ]);
  });

  it('after the list is applied, the remaining rows include the rows that failed', () => {
    const outcomes = new Map([
      [2, null],
      [6, 'CONFLICT' as const],
    ]);
    expect(
      unappliedRowsOf({ listId: 1, action: 'DELIVER', rows, outcomes }).map(({ cells }) => cells[0]),
    ).toEqual(['PO 3', 'PO 4', 'PO 6']);
  });
});

it('the message about an undo that fails for lack of quantity does not state that the transport has changed', () => {
  expect(undoneSentence([{ ok: true }, { ok: false }])).not.toContain('zmieniły');
  expect(undoSentence('TRANSPORT_QUANTITY_IS_TO_BIG')).toContain(
    'zaplanowano od tego czasu na inny transport',
  );
});

describe('the readings of a transport once a row is applied', () => {
  it("readings of the list replace the recipient's readings of the same parameters; all other readings stay", () => {
    const arbiter = { parameterId: 1, source: 'ARBITER', value: 16.1 } as const;
    const stored = [
      { parameterId: 1, source: 'RECIPIENT', value: 14 } as const,
      { ...arbiter, sampleNumber: 'A/7', takenOn: null },
      { parameterId: 2, source: 'RECIPIENT', value: 2 } as const,
    ];
    const listed = [{ parameterId: 1, name: 'Wilgotność', unit: '%', value: 14.4 }];
    expect(readingsOnceApplied(stored, listed)).toEqual([
      arbiter,
      { parameterId: 2, source: 'RECIPIENT', value: 2 },
      { parameterId: 1, source: 'RECIPIENT', value: 14.4 },
    ]);
  });
});
