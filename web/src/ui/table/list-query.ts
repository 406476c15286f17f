/** The part of a TanStack Query result that lists need. */
export type ListQuery<Row> = {
  readonly data:
    | { readonly list: readonly Row[]; readonly filtered: number; readonly total: number }
    | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly isPlaceholderData: boolean;
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
};
