import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Pool } from 'pg';
import { option } from '../options.ts';
import { withBenchmarkData } from './benchmark-database.ts';
import { runForDuration } from './drive.ts';
import { type Cost, measure } from './measure.ts';
import { createQueries } from './queries.ts';
import { createSignedInUser, type RunningServer, startApp } from './servers.ts';

/*
 * npm run bench:live-changes -- [--scale tenth|full] [--clients 200] [--changes 10] [--rounds 7] [--seconds 1]
 *
 * Measures how much open streams of live changes slow down lists. Two instances of the built app serve the
 * lists in turn. Only one instance has open streams. Prints the processor time per response of both instances,
 * without changes and with `--changes` per second.
 */

const scale = option('scale', 'tenth');
const clients = Number(option('clients', '200'));
const changes = Number(option('changes', '10'));
const rounds = Number(option('rounds', '7'));
const ms = Number(option('seconds', '1')) * 1_000;
const QUERY_NAMES = ['open contracts', 'logistics'];

/** The server's limit of streams per user (server/src/http/events.ts). */
const STREAMS_PER_USER = 10;

async function openStream({ port }: RunningServer, token: string): Promise<ClientRequest> {
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
  const stream = request({ host: '127.0.0.1', port, path: '/api/events', headers }).end();
  const [response] = (await once(stream, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`Opening a stream returned status ${response.statusCode}`);
  response.resume();
  return stream;
}

const formatCost = ({ serverMs: own, databaseMs: database }: Cost): string => (own + database).toFixed(2);

/**
 * Publishes transport changes at a fixed rate.
 * @returns a function that stops publishing
 */
function publishChanges(pool: Pool): () => void {
  const event = JSON.stringify({ id: 0, topic: 'transport', ids: [1] });
  const timer = setInterval(
    () => void pool.query("select pg_notify('spichlerz_change', $1)", [event]),
    1_000 / changes,
  );
  return () => clearInterval(timer);
}

await withBenchmarkData(scale, async ({ pool, url, postmaster }) => {
  const watched = await startApp(url, pool);
  const alone = await startApp(url, pool);
  const tokens = await Promise.all(
    Array.from({ length: Math.ceil(clients / STREAMS_PER_USER) }, (_, n) =>
      createSignedInUser(pool, watched, `patrzy${n}@spichlerz.test`),
    ),
  );
  const streams = await Promise.all(
    Array.from({ length: clients }, (_, n) =>
      openStream(watched, tokens[Math.floor(n / STREAMS_PER_USER)] ?? ''),
    ),
  );
  try {
    const queries = (await createQueries(pool)).filter(({ name }) => QUERY_NAMES.includes(name));
    for (const [circumstance, begin] of [
      ['nothing changes', () => () => undefined],
      [`${changes} changes a second`, () => publishChanges(pool)],
    ] as const) {
      const end = begin();
      for (const query of queries) {
        let iteration = 0;
        const measured = await measure(
          { app: watched, baseline: alone },
          { rounds, ms, postmaster },
          (server, time) =>
            runForDuration(server, query, { connections: 4, ms: time, nextIteration: () => iteration++ }),
        );
        console.log(
          `${query.name}, ${circumstance}: ${formatCost(measured.app)} ms with ${clients} streams, ` +
            `${formatCost(measured.baseline)} ms without, ratio ${measured.ratio.toFixed(2)}`,
        );
      }
      end();
    }
  } finally {
    for (const stream of streams) stream.destroy();
    await watched.stop();
    await alone.stop();
  }
});
