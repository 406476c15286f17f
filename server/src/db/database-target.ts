import type { ClientConfig } from 'pg';
import type { EngineConnection } from './engine/engine.ts';

/** The built-in database or the address of a server. */
export type DatabaseTarget = EngineConnection | string;

/** The settings of a client that say which database, and nothing else. */
export const clientConfig = (target: DatabaseTarget): ClientConfig =>
  typeof target === 'string' ? { connectionString: target } : { ...target, ssl: false };

/** Another database on the same server. */
export const atDatabase = (target: DatabaseTarget, database: string): DatabaseTarget => {
  if (typeof target !== 'string') return { ...target, database };
  const url = new URL(target);
  url.pathname = `/${database}`;
  return url.href;
};
