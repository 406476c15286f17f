import { nameKey } from './contractor.ts';

/** The most contractors of one import, which is one transaction. */
export const IMPORT_ROWS_MAX = 10_000;

/** What no two contractors of a side may share (decisions 6). */
export const UNIQUE_FIELDS = ['nip', 'pesel', 'companyName'] as const;
export type UniqueField = (typeof UNIQUE_FIELDS)[number];

export type Identity = { readonly [Field in UniqueField]?: string | null | undefined };

/** `row` repeats in `field` the value of the earlier row `first`. */
export type RepeatedValue = { readonly row: number; readonly field: UniqueField; readonly first: number };

/** Values that rows repeat among themselves. Of equal rows the first is not reported. Rows are counted from 0. */
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
