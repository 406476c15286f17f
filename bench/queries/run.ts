import { option } from '../options.ts';
import { withBenchmarkData } from './benchmark-database.ts';
import { type BenchQuery, runForDuration } from './drive.ts';
import { assertEqualReplies } from './equal-replies.ts';
import { measure } from './measure.ts';
import { createQueries } from './queries.ts';
import { printHeader, printRow } from './report.ts';
import { type RunningServer, startApp, startBaseline } from './servers.ts';

/*
 * npm run bench:queries -- [--scale tenth|full] [--connections 1,16,64] [--rounds 5] [--seconds 1]
 * [--only words]
 *
 * Sends the same requests to the built app and to the baseline server in turn, on the data of bench:data.
 * Prints the processor time per response of the server and of PostgreSQL, and the ratio of app to baseline.
 * Linux only, because it reads /proc.
 */

const WARM_UP_MS = 500;
const scale = option('scale', 'tenth');
const rounds = Number(option('rounds', '5'));
const ms = Number(option('seconds', '1')) * 1_000;
const connections = option('connections', '1,16,64').split(',').map(Number);
const nameFilter = option('only', '');

/** Gives each server its own iteration numbers, because they select the rows and values of its writes. */
function createCounters(): (server: RunningServer) => () => number {
  const iterations = new Map<RunningServer, number>();
  return (server) => () => {
    const iteration = iterations.get(server) ?? 0;
    iterations.set(server, iteration + 1);
    return iteration;
  };
}

/** Warms up the JIT compiler, because a server that has just started is slower. */
async function warmUp(queries: readonly BenchQuery[], servers: readonly RunningServer[]): Promise<void> {
  const counterOf = createCounters();
  for (const server of servers) {
    for (const query of queries.filter(({ kind }) => kind !== 'write'))
      await runForDuration(server, query, {
        connections: 4,
        ms: WARM_UP_MS,
        nextIteration: counterOf(server),
      });
  }
}

await withBenchmarkData(scale, async ({ pool, url, postmaster }) => {
  const app = await startApp(url, pool);
  const baseline = await startBaseline(url);
  try {
    const selected = (await createQueries(pool)).filter(({ name }) => name.includes(nameFilter));
    for (const query of selected) if (query.kind !== 'write') await assertEqualReplies(query, app, baseline);
    await warmUp(selected, [app, baseline]);
    for (const count of connections) {
      printHeader(`${scale}, ${count} ${count === 1 ? 'connection' : 'connections'}`);
      for (const query of selected) {
        await app.renewToken();
        const counterOf = createCounters();
        const measured = await measure({ app, baseline }, { rounds, ms, postmaster }, (server, time) =>
          runForDuration(server, query, { connections: count, ms: time, nextIteration: counterOf(server) }),
        );
        if (!printRow(query, measured)) process.exitCode = 1;
      }
    }
  } finally {
    await app.stop();
    await baseline.stop();
  }
});
