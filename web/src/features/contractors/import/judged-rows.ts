import type { Side } from '@spichlerz/shared/domain/side';
import type { ImportProblem } from '@spichlerz/shared/wire/contractor-import';
import { matchedFields } from './column-matching.ts';
import { type Reading, type RowRequest, readValues, rowRequest, type Values } from './import-row.ts';
import type { Table, TableRow } from './read-table.ts';
import {
  lengthProblem,
  problemSentences,
  problemsBetween,
  problemsOfValues,
  type RowProblem,
  warningsOf,
} from './row-problems.ts';

/** A row as we understand it, before anybody judged it. */
export type ReadRow = TableRow & { readonly values: Values; readonly request: RowRequest };

/** A row and what is to be said about it, in whole sentences. */
export type JudgedRow = ReadRow & {
  readonly id: number;
  /** Any of these keeps the row out. */
  readonly problems: readonly string[];
  /** None of these does. */
  readonly warnings: readonly string[];
};

export function readRows(table: Table, reading: Reading): ReadRow[] {
  const fields = matchedFields(reading.matching);
  return table.rows.map((row) => {
    if (!isAligned(row)) return { ...row, values: {}, request: {} };
    const values = readValues(row.cells, reading, fields);
    return { ...row, values, request: rowRequest(values) };
  });
}

/** Whether the cells are in the columns of the header. A row of another length is neither read nor sent. */
export const isAligned = ({ expectedCells }: TableRow): boolean => expectedCells === undefined;

/** Joins what the server holds against the rows with what is seen here; `row` of a problem counts in the whole file. */
export function judgeRows(
  side: Side,
  rows: readonly ReadRow[],
  problems: readonly ImportProblem[],
): JudgedRow[] {
  const between = problemsBetween(rows);
  const told = new Map<number, ImportProblem[]>();
  for (const problem of problems) told.set(problem.row, [...(told.get(problem.row) ?? []), problem]);
  return rows.map((row, index) => {
    const { expectedCells, cells } = row;
    if (expectedCells !== undefined)
      return { ...row, id: row.line, problems: [lengthProblem(cells.length, expectedCells)], warnings: [] };
    const found = [
      ...problemsOfValues(row.values),
      ...(between.get(index) ?? []),
      ...(told.get(index) ?? []).map(rowProblem),
    ];
    return {
      ...row,
      id: row.line,
      problems: problemSentences(side, row.values, withoutRepeats(found)),
      warnings: warningsOf(side, row.values),
    };
  });
}

function rowProblem({ path, code, holder }: ImportProblem): RowProblem {
  return { field: path, code, holder: holder?.fullName };
}

/**
 * What is seen here says more than the server's word of the same, so the first one stays. A value that is wrong
 * anyway need not be told to be repeated, too.
 */
function withoutRepeats(problems: readonly RowProblem[]): RowProblem[] {
  const known = new Map<string, RowProblem>();
  for (const problem of problems) {
    const key = `${problem.field} ${problem.code}`;
    if (!known.has(key)) known.set(key, problem);
  }
  return [...known.values()].filter(
    ({ field, code }) => code !== 'VALUE_IS_DUPLICATED' || !known.has(`${field} VALUE_IS_WRONG`),
  );
}

export const isGood = ({ problems }: JudgedRow) => problems.length === 0;
