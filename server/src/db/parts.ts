/** A statement takes at most 65,535 parameters; the widest row inserted in parts, a contractor's, has sixteen. */
const ROWS_A_STATEMENT = 1_000;

/** Splits rows into parts that one insert statement can take. */
export function parts<Row>(rows: readonly Row[]): (readonly Row[])[] {
  const count = Math.ceil(rows.length / ROWS_A_STATEMENT);
  return Array.from({ length: count }, (_, index) =>
    rows.slice(index * ROWS_A_STATEMENT, (index + 1) * ROWS_A_STATEMENT),
  );
}
