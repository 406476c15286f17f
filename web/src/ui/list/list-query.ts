/** What the kit needs of a query of a page of rows; a TanStack Query result has it all. */
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
