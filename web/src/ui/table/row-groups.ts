import type { Group, RowGroups } from './data-table-props.ts';

/**
 * Groups rows; the groups are in the order of their first rows. The rows of a group need not be neighbours,
 * because a changed row is kept at its old position. Without `groups`, all rows are in one group.
 */
export function groupRows<Row>(
  rows: readonly Row[],
  groups: RowGroups<Row> | undefined,
): readonly Group<Row>[] {
  if (groups === undefined) return [{ key: '', rows }];
  const byKey = new Map<string, Row[]>();
  for (const row of rows) {
    const key = groups.keyOf(row);
    const group = byKey.get(key);
    if (group === undefined) byKey.set(key, [row]);
    else group.push(row);
  }
  return [...byKey].map(([key, grouped]) => ({ key, rows: grouped }));
}
