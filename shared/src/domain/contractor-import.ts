import { nameKey } from './contractor.ts';

/** So many contractors are imported in one transaction. */
export const IMPORT_ROWS_MAX = 10_000;

/** What no two contractors of a side may share (decisions 6). */
export const UNIQUE_FIELDS = ['nip', 'pesel', 'companyName'] as const;
export type UniqueField = (typeof UNIQUE_FIELDS)[number];

export type Identity = { readonly [Field in UniqueField]?: string | null | undefined };

/** `row` has in `field` what the row `first` has already. */
export type RepeatedValue = { readonly row: number; readonly field: UniqueField; readonly first: number };

/** What rows repeat among themselves; the first of equals is never to blame. Rows are counted from 0. */
export function repeatedValues(rows: readonly Identity[]): readonly RepeatedValue[] {
  return UNIQUE_FIELDS.flatMap((field) => {
    const seen = new Map<string, number>();
    return rows.flatMap((identity, row) => {
      const key = nameKey(identity[field] ?? '');
      const first = seen.get(key);
      if (key === '') return [];
      if (first !== undefined) return [{ row, field, first }];
      seen.set(key, row);
      return [];
    });
  });
}
