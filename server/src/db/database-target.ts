import type { ClientConfig } from 'pg';
import type { EngineConnection } from './engine/engine.ts';

/** The built-in database, or the address of a server, or of several servers of which one is the primary. */
export type DatabaseTarget = EngineConnection | string;

/** Several servers stand in one address as psql takes them: `postgres://user:password@one:5432,two:5432/name`. */
const addressParts = /^([^/]+:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/s;

/** The address of each server that an address names. */
export const splitAddress = (address: string): string[] => {
  const [, head = '', hosts = '', rest = ''] = addressParts.exec(address) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => `${head}${host}${rest}`) : [address];
};

/** The settings of a client that say which database, and nothing else; one for each server. */
export const clientConfigs = (target: DatabaseTarget): ClientConfig[] =>
  typeof target === 'string'
    ? splitAddress(target).map((connectionString) => ({ connectionString }))
    : [{ ...target, ssl: false }];

/**
 * Adds settings of the session. Where the address has settings of its own (`options=`), they are appended to those,
 * because the driver would ignore any that are passed beside the address.
 */
export const withSessionSettings = (config: ClientConfig, settings: string): ClientConfig => {
  const { connectionString } = config;
  const address = connectionString === undefined ? undefined : new URL(connectionString);
  const own = address?.searchParams.get('options');
  if (address === undefined || !own) return { ...config, options: settings };
  address.searchParams.set('options', `${own} ${settings}`);
  return { ...config, connectionString: address.href };
};

/** Another database on the same server. */
export const withDatabaseName = (target: DatabaseTarget, database: string): DatabaseTarget => {
  if (typeof target !== 'string') return { ...target, database };
  const url = new URL(target);
  url.pathname = `/${database}`;
  return url.href;
};
