/** A row as `pg` gives it. */
export type Row = Readonly<Record<string, unknown>>;
