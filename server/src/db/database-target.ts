import type { ClientConfig } from 'pg';
import type { EngineConnection } from './engine/engine.ts';

/** The built-in database, or a connection URL. A URL may list several hosts, one of which is the primary. */
export type DatabaseTarget = EngineConnection | string;

/**
 * A URL with several hosts has the form that psql takes: `postgres://user:password@one:5432,two:5432/name`.
 */
const addressParts = /^([^/]+:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/s;

/** Splits a URL with several hosts into one URL per host. */
export const splitAddress = (address: string): string[] => {
  const [, head = '', hosts = '', rest = ''] = addressParts.exec(address) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => `${head}${host}${rest}`) : [address];
};

/** Client settings for the database, one element per host. */
export const clientConfigs = (target: DatabaseTarget): ClientConfig[] =>
  typeof target === 'string'
    ? splitAddress(target).map((connectionString) => ({ connectionString }))
    : [{ ...target, ssl: false }];

/**
 * Adds session settings. An `options` parameter of the URL is extended, because the driver ignores options that
 * are passed separately if the URL has this parameter.
 */
export const withSessionSettings = (config: ClientConfig, settings: string): ClientConfig => {
  const { connectionString } = config;
  const address = connectionString === undefined ? undefined : new URL(connectionString);
  const own = address?.searchParams.get('options');
  if (address === undefined || !own) return { ...config, options: settings };
  address.searchParams.set('options', `${own} ${settings}`);
  return { ...config, connectionString: address.href };
};

/** The same server with another database name. */
export const withDatabaseName = (target: DatabaseTarget, database: string): DatabaseTarget => {
  if (typeof target !== 'string') return { ...target, database };
  const url = new URL(target);
  url.pathname = `/${database}`;
  return url.href;
};
