/** The header must be among this many first rows. Titles may precede it. */
export const HEADER_ROWS_MAX = 20;

/** The header of a table: the name of each column, and the merged group above it. */
export type Header = {
  /** The index of the header's last row. */
  readonly row: number;
  readonly names: readonly string[];
  /** The group above each column; an empty text for a column without a group. */
  readonly groups: readonly string[];
};

type CountKnown = (names: readonly string[], groups: readonly string[]) => number;
type Row = readonly string[];

/**
 * Finds the header with the most known columns, in one row or in two rows with merged cells. Of several such
 * headers the first is used. Without at least two known columns, the first row that is not empty is used.
 */
export function findHeader(rows: readonly Row[], countKnown: CountKnown): Header | undefined {
  let best: Header | undefined;
  let most = 1;
  for (const [index, names] of rows.slice(0, HEADER_ROWS_MAX).entries()) {
    const below = rows[index + 1];
    const candidates: Header[] = [
      { row: index, names, groups: [] },
      ...(below !== undefined && isMerged(names, below) ? [mergeHeader(index, names, below)] : []),
    ];
    for (const candidate of candidates) {
      const known = countKnown(candidate.names, candidate.groups);
      if (known <= most) continue;
      best = candidate;
      most = known;
    }
  }
  if (best !== undefined) return best;
  const first = rows.findIndex((row) => row.some((cell) => cell !== ''));
  return first === -1 ? undefined : { row: first, names: rows[first] ?? [], groups: [] };
}

const isFilled = (cell: string): boolean => cell !== '';

/**
 * A merged cell is followed by empty cells. A row with only its first cell filled is a title, not a merged
 * cell.
 */
function isMerged(upper: Row, lower: Row): boolean {
  const isTitle = upper.filter(isFilled).length === 1 && upper[0] !== '';
  const hasGroup = upper.some(
    (cell, column) => isFilled(cell) && !upper[column + 1] && isFilled(lower[column] ?? ''),
  );
  return hasGroup && !isTitle;
}

/**
 * Joins two header rows. The name of a cell merged over both rows is in the upper row, and the names below a
 * cell merged across columns are in the lower row.
 */
function mergeHeader(index: number, upper: Row, lower: Row): Header {
  const columns = Array.from({ length: Math.max(upper.length, lower.length) }, (_, column) => column);
  let group = '';
  const groups = columns.map((column) => {
    group = upper[column] || group;
    return isFilled(lower[column] ?? '') ? group : '';
  });
  return {
    row: index + 1,
    names: columns.map((column) => lower[column] || upper[column] || ''),
    groups,
  };
}
