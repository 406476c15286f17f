/**
 * PostgreSQL allows 65,535 parameters per statement. The widest row that is inserted in chunks, a contractor,
 * has sixteen columns.
 */
const ROWS_PER_STATEMENT = 1_000;

/** Splits rows into chunks that one insert statement can take. */
export function chunk<Row>(rows: readonly Row[]): (readonly Row[])[] {
  const count = Math.ceil(rows.length / ROWS_PER_STATEMENT);
  return Array.from({ length: count }, (_, index) =>
    rows.slice(index * ROWS_PER_STATEMENT, (index + 1) * ROWS_PER_STATEMENT),
  );
}
