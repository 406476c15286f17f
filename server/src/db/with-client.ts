import type { Client } from 'pg';
import type { DatabaseTarget } from './database-target.ts';
import { primaryConnection } from './primary-client.ts';

/** One connection outside any pool, for the work around a database: making, copying and dropping it. */
export const withClient = async <T>(
  target: DatabaseTarget,
  run: (client: Client) => Promise<T>,
): Promise<T> => {
  const connection = primaryConnection(target);
  const client = new connection.Client(connection.config);
  // A connection that breaks fails the query under way; the event besides it would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
};
