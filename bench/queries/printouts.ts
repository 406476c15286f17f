import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { SMTPServer } from 'smtp-server';
import { MAILS_MAX } from '../../shared/src/wire/printout-mails.ts';
import { option } from '../options.ts';
import { runAll, withBenchmarkData } from './benchmark-database.ts';
import { type Call, createDriver } from './drive.ts';
import { startApp } from './servers.ts';

/*
 * npm run bench:printouts -- [--scale tenth|full] [--count 5000] [--transports 5]
 *
 * Measures settlement statements on the data of bench:data. Creates `--count` statements of `--transports`
 * settled purchases each, sends them by e-mail with the endpoint of the dialog, and waits until a local SMTP
 * server has received every PDF. Then deletes the created rows. Linux only, because the memory is read from
 * /proc.
 */

const scale = option('scale', 'tenth');
const count = Number(option('count', '5000'));
const transports = Number(option('transports', '5'));

/** The benchmark fails when no mail arrives for this long. */
const STALLED_MS = 60_000;

const formatPercentiles = (times: readonly number[]) => {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`;
};

const residentMegabytes = (pid: number) =>
  Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);

/** A mail server that keeps only the address and the time of each mail with a PDF. */
async function startSink() {
  const arrived = new Map<string, number>();
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let text = '';
      stream.on('data', (part: Buffer) => {
        text += part.toString('latin1');
      });
      stream.on('end', () => {
        if (text.includes('Content-Type: application/pdf'))
          for (const { address } of session.envelope.rcptTo) arrived.set(address, performance.now());
        done();
      });
    },
  });
  const server = smtp.listen(0, '127.0.0.1');
  await new Promise((ready) => server.once('listening', ready));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    stop: () => new Promise<void>((done) => smtp.close(done)),
  };
}

/** Groups of settled purchases with the same supplier and currency, the newest first. */
const GROUPS = `select array_agg(id) as ids from (
    select t.id, c.contractor_id, c.currency,
      (row_number() over (partition by c.contractor_id, c.currency order by t.id desc) - 1) / $1::integer as part
    from settlement_side s join settlement x on x.id = s.settlement_id join transport t on t.id = x.transport_id
      join contract c on c.id = t.purchase_id
    where s.side = 'purchase' and s.status in ('SETTLED', 'INVOICE', 'PAID')) settled
  group by contractor_id, currency, part having count(*) = $1 order by max(id) desc limit $2`;

async function lastIds(pool: Pool) {
  const { rows } = await pool.query<{ statement: number; mail: number; history: number }>(
    `select (select coalesce(max(id), 0) from statement) as statement, (select coalesce(max(id), 0) from mail) as mail,
       (select coalesce(max(id), 0) from history) as history`,
  );
  return rows[0] ?? { statement: 0, mail: 0, history: 0 };
}

await withBenchmarkData(scale, async ({ pool, url }) => {
  const last = await lastIds(pool);
  const { rows: groups } = await pool.query<{ ids: number[] }>(GROUPS, [transports, count]);
  const sink = await startSink();
  const app = await startApp(url, pool, { smtpUrl: sink.url });
  const driver = createDriver(app, 1);
  const post = async <Result>(path: string, body: object, times: number[]): Promise<Result> => {
    const call: Call = { method: 'POST', path, body, parameters: [] };
    const since = performance.now();
    const { text } = await driver.run({ name: path, kind: 'write', steps: [() => call] }, 0);
    times.push(performance.now() - since);
    return (JSON.parse(text) as { result: Result }).result;
  };
  let peak = 0;
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(app.pid));
  }, 100);
  try {
    const before = residentMegabytes(app.pid);
    const creating: number[] = [];
    const statements: { id: number; number: string }[] = [];
    for (let n = 0; n < count; n++) {
      const body = { side: 'purchase', transport_ids: groups[n % groups.length]?.ids };
      statements.push(await post('/contract/statement/create', body, creating));
    }
    console.log(`${count} statements of ${transports} transports, ${groups.length} groups of transports`);
    console.log(`create: ${formatPercentiles(creating)}`);

    await app.renewToken();
    const mailing: number[] = [];
    const since = performance.now();
    for (let first = 0; first < count; first += MAILS_MAX) {
      const mails = statements.slice(first, first + MAILS_MAX).map(({ id, number }) => ({
        kind: 'STATEMENT',
        id,
        recipients: [`rz-${id}@bench.test`],
        subject: `Rozliczenie ${number}`,
        text: 'W załączniku przesyłamy rozliczenie.',
      }));
      await post('/contract/print/mail', { mails }, mailing);
    }
    console.log(`queue ${MAILS_MAX} mails: ${formatPercentiles(mailing)}`);

    let seen = { arrived: 0, at: performance.now() };
    while (sink.arrived.size < count) {
      await wait(100);
      const arrived = sink.arrived.size;
      if (arrived > seen.arrived) seen = { arrived, at: performance.now() };
      else if (performance.now() - seen.at > STALLED_MS)
        throw new Error(`Only ${arrived} of ${count} mails have arrived`);
    }
    const times = [...sink.arrived.values()];
    const seconds = ((times.at(-1) ?? 0) - since) / 1_000;
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    console.log(
      `print and mail: ${(count / seconds).toFixed(1)} a second, ${seconds.toFixed(0)} s, ${formatPercentiles(gaps)} each`,
    );
    const after = residentMegabytes(app.pid);
    console.log(`memory of the server: ${before} MB before, ${peak} MB at its peak, ${after} MB after`);
  } finally {
    clearInterval(sampling);
    driver.close();
    await app.stop();
    await sink.stop();
    await runAll(pool, [
      `delete from statement where id > ${last.statement}`,
      `delete from mail where id > ${last.mail}`,
      `delete from history where id > ${last.history}`,
    ]);
  }
});
