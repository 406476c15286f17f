import { Pool } from 'pg';
import { option } from '../options.ts';
import { withBenchmarkData } from './benchmark-database.ts';
import { runForDuration } from './drive.ts';
import { assertEqualReplies } from './equal-replies.ts';
import { type Cost, measure } from './measure.ts';
import { createQueries, createUnboundedQueries } from './queries.ts';
import { startApp } from './servers.ts';

/*
 * npm run bench:compare -- --other <main.js> [--other-database name] [--scale tenth|full] [--rounds 5]
 * [--seconds 0.4] [--only words,words]
 * Sends the same read requests to the built app and to another build of it in turn, on the data of bench:data.
 * Prints the processor time per response of both builds (that of PostgreSQL in brackets) and their ratio. To
 * measure an optimization, remove it from the other build or from the other database. Both builds must return
 * the same bytes. Linux only, because it reads /proc.
 */

const scale = option('scale', 'tenth');
const otherScript = option('other', 'server/dist/main.js');
const otherDatabase = option('other-database', '');
const rounds = Number(option('rounds', '5'));
const ms = Number(option('seconds', '0.4')) * 1_000;
const nameFilters = option('only', '').split(',');

const format = ({ serverMs, databaseMs }: Cost): string =>
  `${(serverMs + databaseMs).toFixed(2)} (${databaseMs.toFixed(2)})`;

await withBenchmarkData(scale, async ({ pool, url, postmaster }) => {
  const otherUrl = new URL(url);
  if (otherDatabase !== '') otherUrl.pathname = `/${otherDatabase}`;
  const app = await startApp(url, pool);
  const otherPool = new Pool({ connectionString: otherUrl.href, max: 1 });
  const other = await startApp(otherUrl.href, otherPool, { script: otherScript });
  try {
    const queries = [...(await createQueries(pool)), ...createUnboundedQueries()].filter(
      ({ kind, name }) => kind !== 'write' && nameFilters.some((word) => name.includes(word)),
    );
    console.log(
      '| query | app, ms (PostgreSQL) | other, ms (PostgreSQL) | other / app |\n| --- | --- | --- | --- |',
    );
    for (const query of queries) {
      await Promise.all([app.renewToken(), other.renewToken()]);
      await assertEqualReplies(query, app, other);
      let iteration = 0;
      const measured = await measure(
        { app: other, baseline: app },
        { rounds, ms, postmaster },
        (server, time) =>
          runForDuration(server, query, { connections: 1, ms: time, nextIteration: () => iteration++ }),
      );
      console.log(
        `| ${query.name} | ${format(measured.baseline)} | ${format(measured.app)} | ${measured.ratio.toFixed(2)} |`,
      );
    }
  } finally {
    await app.stop();
    await other.stop();
    await otherPool.end();
  }
});
