import type { Pool } from 'pg';

/** A row as returned by `pg`. */
export type Row = Readonly<Record<string, unknown>>;

/** Returns the `result` of a request from the parameters of its SQL statement. */
export type Handler = (pool: Pool, parameters: unknown[]) => Promise<unknown>;

/** Kilograms at a price per tonne in minor units, rounded half up. */
export const amountOf = (kg: number, price: number): number =>
  Number((BigInt(kg) * BigInt(price) + 500n) / 1000n);
