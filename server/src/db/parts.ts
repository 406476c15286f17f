/** A statement takes at most 65,535 parameters, and the widest row written so, a contractor's, has sixteen. */
const ROWS_A_STATEMENT = 1_000;

/** Rows of any number, in as many as one statement takes. */
export function parts<Row>(rows: readonly Row[]): (readonly Row[])[] {
  const count = Math.ceil(rows.length / ROWS_A_STATEMENT);
  return Array.from({ length: count }, (_, index) =>
    rows.slice(index * ROWS_A_STATEMENT, (index + 1) * ROWS_A_STATEMENT),
  );
}
