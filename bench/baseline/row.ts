import type { Pool } from 'pg';

/** A row as returned by `pg`. */
export type Row = Readonly<Record<string, unknown>>;

/** Runs the SQL statement of a request with `parameters`, and returns the `result` of the response. */
export type Handler = (pool: Pool, parameters: unknown[]) => Promise<unknown>;

/** The amount in minor units for kilograms at a price per tonne, rounded half up. */
export const amountOf = (kg: number, price: number): number =>
  Number((BigInt(kg) * BigInt(price) + 500n) / 1000n);
