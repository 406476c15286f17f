import { Client } from 'pg';
import { clientConfig, type DatabaseTarget } from './database-target.ts';

/** One connection outside any pool, for the work around a database: making, copying and dropping it. */
export const withClient = async <T>(
  target: DatabaseTarget,
  run: (client: Client) => Promise<T>,
): Promise<T> => {
  const client = new Client(clientConfig(target));
  // A connection that breaks fails the query under way; the event besides it would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
};
