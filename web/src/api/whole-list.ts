import { LIST_LIMIT_MAX } from '@spichlerz/shared/calls/list';

type Page<Row> = { readonly list: readonly Row[]; readonly filtered: number };

/** All of a list that is short by nature, to choose from or to find one in: mostly one page, and never only the first. */
export async function wholeList<Row>(
  read: (at: { limit: number; offset: number }) => Promise<Page<Row>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- where the next page begins, the last one tells
    const { list, filtered } = await read({ limit: LIST_LIMIT_MAX, offset: rows.length });
    rows.push(...list);
    if (list.length === 0 || rows.length >= filtered) return rows;
  }
}
