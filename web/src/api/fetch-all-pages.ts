import { LIST_LIMIT_MAX } from '@spichlerz/shared/calls/list';

type Page<Row> = { readonly list: readonly Row[]; readonly filtered: number };

/**
 * Reads all pages of a list that is short by nature, so that a select field never misses rows beyond the
 * first page.
 */
export async function fetchAllPages<Row>(
  read: (at: { limit: number; offset: number }) => Promise<Page<Row>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- the offset of a page depends on the page before
    const { list, filtered } = await read({ limit: LIST_LIMIT_MAX, offset: rows.length });
    rows.push(...list);
    if (list.length === 0 || rows.length >= filtered) return rows;
  }
}
