/** A row as returned by `pg`. */
export type Row = Readonly<Record<string, unknown>>;
