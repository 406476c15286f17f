import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type PostgresServer,
  startPostgres,
  startStandby,
} from '../../server/src/testing/postgres-server.ts';
import { until } from '../../server/src/testing/until.ts';
import { assertDrill, drill, print, startProxy, startTwoServers } from './drill.ts';
import { startLoad } from './load.ts';

/*
 * npm run drill:standby starts a primary and a synchronous standby, both listed in DATABASE_URL. Under load
 * the primary is killed with -9 and the standby is promoted. The servers must find the new primary without a
 * restart. Needs nginx.
 */

const LOAD_BEFORE_MS = 8_000;
/** The time between the failure and the promotion. Simulates a person or a tool that notices the failure. */
const PROMOTION_DELAY_MS = 2_000;
const LOAD_AFTER_MS = 8_000;

const countUnsentMails = async (server: PostgresServer) => {
  const [row] = await server.query<{ count: number }>(
    'select count(*)::int4 from mail where sent_at is null',
  );
  return row?.count;
};

await drill('Promoted standby', async (stage) => {
  const primary = await startPostgres(path.join(stage.folder, 'primary'));
  let isAlive = true;
  stage.onCleanup(async () => isAlive && primary.stop());
  const standby = await startStandby(primary, path.join(stage.folder, 'standby'));
  stage.onCleanup(() => standby.stop());
  primary.set({ synchronous_standby_names: 'standby' });
  await primary.query('select pg_reload_conf()');
  const isSynchronous = async () =>
    (await primary.query("select 1 from pg_stat_replication where sync_state = 'sync'")).length === 1;
  await until(isSynchronous, 10_000);

  const both = `postgres://app@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/spichlerz`;
  const programs = await startTwoServers(stage, both);
  const pids = programs.map(({ pid }) => pid);
  const load = await startLoad(await startProxy(stage, programs), { sendAgain: true });
  await wait(LOAD_BEFORE_MS);
  const before = load.acknowledged();
  print(`  ${before} writes acknowledged before the failover; failures: ${load.failures.size}`);
  assertDrill('no call failed before the primary was killed', load.failures.size === 0);

  isAlive = false;
  await primary.kill();
  await wait(PROMOTION_DELAY_MS);
  await standby.query('select pg_promote()');
  await until(() => load.acknowledged() > before + 100, 60_000);
  await load.expectLiveChange();
  assertDrill('live changes are delivered after the promotion', true);
  await load.send('/auth/reset-password-request', { email: 'handlowiec@spichlerz.test' });
  const [queued] = await standby.query<{ count: number }>('select count(*)::int4 from mail');
  await until(async () => (await countUnsentMails(standby)) === 0, 20_000);
  assertDrill(`the mail queue is processed (${queued?.count} mails, none unsent)`, queued?.count !== 0);
  await wait(LOAD_AFTER_MS);
  await load.stop();
  const failed = [...load.failures].map(([why, count]) => `${count} × ${why}`).join(', ');
  print(`  failed during the failover and retried by the clients: ${failed}`);
  print(
    `  no write was acknowledged for ${(load.longestWriteGapMs() / 1_000).toFixed(1)} s, ${PROMOTION_DELAY_MS / 1_000} s of them until the promotion`,
  );
  assertDrill(
    'the server processes were not restarted',
    programs.every(({ pid }, at) => pid === pids[at]),
  );
  const wrong = await load.findWriteErrors();
  assertDrill(`${load.acknowledged()} writes, wrong: ${wrong.join(', ') || 'none'}`, wrong.length === 0);
  const problems = await standby.query('select * from integrity_problem');
  assertDrill(`integrity problems: ${problems.length}`, problems.length === 0);
});
