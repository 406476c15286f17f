import type { Pool } from 'pg';

/** A row as returned by `pg`. */
export type Row = Readonly<Record<string, unknown>>;

/** Returns the `result` of a request from the parameters of its SQL statement. */
export type Handler = (pool: Pool, parameters: unknown[]) => Promise<unknown>;
