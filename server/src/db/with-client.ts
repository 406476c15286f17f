import type { Client } from 'pg';
import type { DatabaseTarget } from './database-target.ts';
import { primaryConnection } from './primary-client.ts';

/** Opens one connection outside any pool, and closes it after `run`. */
export const withClient = async <T>(
  target: DatabaseTarget,
  run: (client: Client) => Promise<T>,
): Promise<T> => {
  const connection = primaryConnection(target);
  const client = new connection.Client(connection.config);
  // A broken connection also fails the running query; without a listener the error event would end the
  // process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
};
