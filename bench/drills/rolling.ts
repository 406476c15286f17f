import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startPostgres } from '../../server/src/testing/postgres-server.ts';
import { until } from '../../server/src/testing/until.ts';
import { assertDrill, drill, print, startProxy, startTwoServers } from './drill.ts';
import { startLoad } from './load.ts';

/*
 * npm run drill:rolling restarts both servers in turn three times by SIGTERM, under load behind the proxy.
 * Failed calls are not repeated, and no call may fail. Needs nginx.
 */

const ROUNDS = 3;
/** How long the servers run under load before each restart. */
const STEADY_MS = 2_500;

await drill('Rolling restart', async (stage) => {
  const postgres = await startPostgres(path.join(stage.folder, 'postgres'));
  stage.onCleanup(() => postgres.stop());
  const programs = await startTwoServers(stage, postgres.address);
  const load = await startLoad(await startProxy(stage, programs), { sendAgain: false });
  const began = performance.now();
  for (let round = 1; round <= ROUNDS; round++) {
    for (const [at, program] of programs.entries()) {
      await wait(STEADY_MS);
      await program.stop();
      await program.start();
      await until(() => program.isReady(), 30_000);
      print(`  round ${round}, server ${at + 1}: ${load.successes()} calls answered so far`);
    }
  }
  await load.expectLiveChange();
  await load.stop();
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  const failed = [...load.failures].map(([why, count]) => `${count} × ${why}`).join(', ');
  assertDrill(
    `${load.successes()} calls in ${seconds} s, failed: ${failed || 'none'}`,
    load.failures.size === 0,
  );
  const wrong = await load.findWriteErrors();
  assertDrill(`${load.acknowledged()} writes, wrong: ${wrong.join(', ') || 'none'}`, wrong.length === 0);
});
