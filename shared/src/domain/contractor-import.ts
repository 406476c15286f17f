import { nameKey } from './contractor.ts';

/** The largest number of contractors in one import, which runs in one transaction. */
export const IMPORT_ROWS_MAX = 10_000;

/** Fields whose values are unique among the contractors of a side (customer decisions 6). */
export const UNIQUE_FIELDS = ['nip', 'pesel', 'companyName'] as const;
export type UniqueField = (typeof UNIQUE_FIELDS)[number];

export type Identity = { readonly [Field in UniqueField]?: string | null | undefined };

/** The field `field` of row `row` repeats the value of the earlier row `first`. */
export type RepeatedValue = { readonly row: number; readonly field: UniqueField; readonly first: number };

/**
 * Returns the values that repeat a value of an earlier row. The first occurrence is not reported. Row numbers
 * start at 0.
 */
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
