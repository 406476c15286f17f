import { callbackify } from 'node:util';
import { Client, type ClientConfig } from 'pg';
import { errorMessage } from '../error-message.ts';
import { clientConfigs, type DatabaseTarget } from './database-target.ts';

/** None of the hosts accepts writes: each is down or a standby. */
export class NoPrimaryError extends Error {
  override readonly name = 'NoPrimaryError';
}

/** The timeout per host before the next host is tried, because a host that is down may not respond at all. */
const CONNECT_TIMEOUT_MS = 4_000;

type PrimaryConnection = {
  /** Connects to the database; with several hosts, to the primary. */
  Client: new (
    config?: ClientConfig,
  ) => Client;
  /** The settings that select the database. */
  config: ClientConfig;
};

/**
 * Returns the client class and the settings for a database. With several hosts, each new connection searches
 * for the primary, beginning with the host that was the primary at the last connection. After a failover it is
 * enough to connect again (docs/decisions/0010).
 */
export function primaryConnection(target: DatabaseTarget): PrimaryConnection {
  const [config = {}, ...others] = clientConfigs(target);
  if (others.length === 0) return { Client, config };
  const find = primaryFinder([config, ...others]);
  class PrimaryClient extends Client {
    override connect(): Promise<Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<Client> | void {
      if (callback === undefined) return this.#connectToPrimary();
      callbackify(() => this.#connectToPrimary())(callback);
    }
    async #connectToPrimary(): Promise<Client> {
      const { host, port } = await find();
      this.host = host;
      this.port = port;
      return super.connect();
    }
  }
  return { Client: PrimaryClient, config };
}

type ServerLocation = { host: string; port: number };

function primaryFinder(servers: ClientConfig[]): () => Promise<ServerLocation> {
  let inOrder = servers;
  let searching: Promise<ServerLocation> | undefined;
  const search = async (): Promise<ServerLocation> => {
    const reasons: string[] = [];
    for (const server of inOrder) {
      try {
        const place = await locatePrimary(server);
        inOrder = [server, ...servers.filter((other) => other !== server)];
        return place;
      } catch (error) {
        reasons.push(`${hostOf(server)}: ${errorMessage(error)}`);
      }
    }
    throw new NoPrimaryError(`No database server takes writes (${reasons.join('; ')})`);
  };
  // Concurrent connections share one search.
  return () => {
    searching ??= search().finally(() => {
      searching = undefined;
    });
    return searching;
  };
}

/** The host and port of the URL, without the password. */
function hostOf({ connectionString = '' }: ClientConfig): string {
  return new URL(connectionString).host;
}

async function locatePrimary(server: ClientConfig): Promise<ServerLocation> {
  const client = new Client({
    ...server,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    const { host, port } = client;
    if (rows[0]?.standby !== false) throw new NoPrimaryError('it is a standby');
    return { host, port };
  } finally {
    // The end is not awaited, because a host that hangs would not close the connection either.
    client.end().catch(() => undefined);
  }
}
