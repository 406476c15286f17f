import type { ContractorKind } from '@spichlerz/shared/domain/contractor';
import type { ImportProblem } from '@spichlerz/shared/wire/contractor-import';
import type { Table, TableRow } from '../../../components/table-import/read-table.ts';
import { matchedFields } from './column-matching.ts';
import { type ReadOptions, type RowRequest, type RowValues, readValues, rowRequest } from './import-row.ts';
import {
  duplicateProblems,
  lengthProblem,
  problemSentences,
  problemsOfValues,
  type RowProblem,
  warningsOf,
} from './row-problems.ts';

/** A row with its values and request body, before the check. */
export type ReadRow = TableRow & { readonly values: RowValues; readonly request: RowRequest };

/** A row with the problems and warnings of the check, as sentences. */
export type CheckedRow = ReadRow & {
  readonly id: number;
  /** A row with problems is not imported. */
  readonly problems: readonly string[];
  /** A row with warnings only is imported. */
  readonly warnings: readonly string[];
};

export function readRows(table: Table, reading: ReadOptions): ReadRow[] {
  const fields = matchedFields(reading.matching);
  return table.rows.map((row) => {
    if (!isAligned(row)) return { ...row, values: {}, request: {} };
    const values = readValues(row.cells, reading, fields);
    return { ...row, values, request: rowRequest(values) };
  });
}

/** Whether the row has as many cells as the header. The values of other rows are neither read nor sent. */
export const isAligned = ({ expectedCells }: TableRow): boolean => expectedCells === undefined;

/**
 * Combines the problems found by the server with those found in the browser. The `row` of a server's problem is
 * the index in the whole file.
 */
export function checkRows(
  kind: ContractorKind,
  rows: readonly ReadRow[],
  problems: readonly ImportProblem[],
): CheckedRow[] {
  const between = duplicateProblems(rows);
  const serverProblems = new Map<number, ImportProblem[]>();
  for (const problem of problems)
    serverProblems.set(problem.row, [...(serverProblems.get(problem.row) ?? []), problem]);
  return rows.map((row, index) => {
    const { expectedCells, cells } = row;
    if (expectedCells !== undefined)
      return { ...row, id: row.line, problems: [lengthProblem(cells.length, expectedCells)], warnings: [] };
    const all = [
      ...problemsOfValues(row.values),
      ...(between.get(index) ?? []),
      ...(serverProblems.get(index) ?? []).map(rowProblem),
    ];
    return {
      ...row,
      id: row.line,
      problems: problemSentences(kind, row.values, withoutRepeats(all)),
      warnings: warningsOf(kind, row.values),
    };
  });
}

function rowProblem({ path, code, holder }: ImportProblem): RowProblem {
  return { field: path, code, holder: holder?.fullName };
}

/**
 * Removes repeated problems of a field. A problem found in the browser replaces the server's problem, because
 * it has more detail. An invalid value is not also reported as a duplicate.
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

export const isImportable = ({ problems }: CheckedRow) => problems.length === 0;
