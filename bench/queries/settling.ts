import { option } from '../options.ts';
import { runAll, withBenchmarkData } from './benchmark-database.ts';
import { type BenchQuery, type Call, createDriver, runForDuration } from './drive.ts';
import { assertEqualReplies } from './equal-replies.ts';
import { type Measurement, measure } from './measure.ts';
import { type RunningServer, startApp, startBaseline } from './servers.ts';

/*
 * npm run bench:settling -- [--scale tenth|full] [--transports 5000] [--rounds 5] [--seconds 1]
 * Measures settlements by discount rules on the data of bench:data. Adds rules of four parameters, and readings
 * to the transports that are to be settled. Compares the preview of a settlement with the details of a
 * transport, settles all these transports with the calls of the screen, compares the list of settlements with
 * the baseline server, and restores the data. Linux only, because it reads /proc.
 */

const scale = option('scale', 'tenth');
const transports = Number(option('transports', '5000'));
const rounds = Number(option('rounds', '5'));
const ms = Number(option('seconds', '1')) * 1_000;

const SAMPLE = 'bench:settling';

const PREPARE = [
  `insert into material_parameter (raw_material_id, name, type, unit)
   select m.id, 'Parametr ' || n, 'NUMBER', '%' from raw_material m, generate_series(1, 4) n on conflict do nothing`,
  `create temporary table bench_settled as
   select x.transport_id, t.purchase_id, c.raw_material_id
   from settlement_side side join settlement x on x.id = side.settlement_id
     join transport t on t.id = x.transport_id join contract c on c.id = t.purchase_id
   where side.side = 'purchase' and side.status in ('TO_BE_SETTLED', 'SETTLED')
   order by x.transport_id desc limit ${transports}`,
  `update settlement_side side set status = 'TO_BE_SETTLED', sent_quantity_kg = null, sent_amount_minor = null
   from settlement x join bench_settled s using (transport_id)
   where side.settlement_id = x.id and side.side = 'purchase' and side.status = 'SETTLED'`,
  `insert into discount_rule (contract_id, position, parameter_id, direction, norm, effect, stepping, step, rate, per)
   select c.purchase_id, right(p.name, 1)::integer, p.id, 'ABOVE', 10,
     (array['DRY_MATTER', 'PRICE_AMOUNT', 'PRICE_PERCENT', 'PRICE_AMOUNT']::rule_effect[])[right(p.name, 1)::integer],
     'STARTED', 0.5, 100, 'ACCEPTED'
   from (select distinct purchase_id, raw_material_id from bench_settled) c
     join material_parameter p using (raw_material_id) where p.name like 'Parametr %'`,
  `update discount_rule set rate = 1 where effect = 'PRICE_PERCENT'
     and contract_id in (select purchase_id from bench_settled)`,
  `insert into quality_reading (transport_id, parameter_id, source, value, sample_number)
   select s.transport_id, p.id, 'RECIPIENT', 8 + (s.transport_id + p.id) % 60 / 10.0, '${SAMPLE}'
   from bench_settled s join material_parameter p using (raw_material_id) where p.name like 'Parametr %'`,
  'analyze discount_rule, quality_reading',
];

/** Restores the loaded data, in which every second settlement has the status SETTLED. */
const TAKE_BACK = [
  `update settlement_side side set status = y.status, price_minor_per_tonne = c.price_minor_per_tonne, deductions = null,
     sent_quantity_kg = case y.status when 'SETTLED' then t.real_quantity_kg end,
     sent_amount_minor = case y.status when 'SETTLED'
       then (t.real_quantity_kg * c.price_minor_per_tonne + 500) / 1000 end,
     accepted_kg = null, snapshot = null
   from settlement x join transport t on t.id = x.transport_id join contract c on c.id = t.purchase_id
     cross join lateral (select (case when x.id % 2 = 0 then 'SETTLED' else 'TO_BE_SETTLED' end)::settlement_status
       as status) y
   where side.settlement_id = x.id and side.side = 'purchase' and side.status in ('TO_BE_SETTLED', 'SETTLED')
     and exists (select from quality_reading r where r.transport_id = t.id and r.sample_number = '${SAMPLE}')`,
  `delete from discount_rule where contract_id in (select t.purchase_id from transport t
     join quality_reading r on r.transport_id = t.id where r.sample_number = '${SAMPLE}')`,
  `delete from quality_reading where sample_number = '${SAMPLE}'`,
];

const call = (method: Call['method'], path: string, body?: object): Call => ({
  method,
  path,
  parameters: [],
  ...(body !== undefined && { body }),
});

const query = (name: string, next: (iteration: number) => Call): BenchQuery => ({
  name,
  kind: 'list',
  steps: [next],
});

type Preview = { price_per_tonne: number; accepted_quantity: number; fingerprint: string };

/** Previews and settles a transport with the same calls as the screen. */
const settling = (ids: readonly number[]): BenchQuery => ({
  name: 'settle',
  kind: 'write',
  steps: [
    (iteration) =>
      call('POST', '/contract/settlement-preview', { transport_id: ids[iteration], side: 'purchase' }),
    (iteration, before) => {
      const { price_per_tonne, accepted_quantity, fingerprint } = before as Preview;
      return call('POST', '/contract/settlement-purchase', {
        transport_id: ids[iteration],
        real_purchase_cargo_price: price_per_tonne,
        real_purchase_cargo_quality: 'Jakość 1',
        accepted_quantity,
        fingerprint,
      });
    },
  ],
});

/** Measures two requests in turn on the same server. */
function compare(
  app: RunningServer,
  postmaster: number,
  one: BenchQuery,
  other: BenchQuery,
): Promise<Measurement> {
  const reference = { ...app };
  let iteration = 0;
  return measure({ app, baseline: reference }, { rounds, ms, postmaster }, (server, time) =>
    runForDuration(server, server === app ? one : other, {
      connections: 1,
      ms: time,
      nextIteration: () => iteration++,
    }),
  );
}

const cost = ({ serverMs, databaseMs }: Measurement['app']) =>
  `${(serverMs + databaseMs).toFixed(2)} (${databaseMs.toFixed(2)})`;

function print(one: string, other: string, { app, baseline, ratio }: Measurement): void {
  console.log(`| ${one} | ${cost(app)} | ${other} | ${cost(baseline)} | ${ratio.toFixed(2)} |`);
}

await withBenchmarkData(scale, async ({ pool, url, postmaster }) => {
  await runAll(pool, TAKE_BACK);
  await runAll(pool, PREPARE);
  const app = await startApp(url, pool);
  const baseline = await startBaseline(url);
  try {
    const { rows } = await pool.query<{ id: number }>(
      'select distinct transport_id as id from quality_reading where sample_number = $1 order by 1',
      [SAMPLE],
    );
    const ids = rows.map(({ id }) => id);
    const idAt = (iteration: number) => ids[iteration % ids.length];
    const preview = query('preview', (iteration) =>
      call('POST', '/contract/settlement-preview', { transport_id: idAt(iteration), side: 'purchase' }),
    );
    const details = query('details', (iteration) =>
      call('GET', `/contract/transport-details/${idAt(iteration)}`),
    );
    console.log(
      `${scale}, ${ids.length} transports\n| request | ms (PostgreSQL) | compared with | ms (PostgreSQL) | ratio |\n| --- | --- | --- | --- | --- |`,
    );
    print('settlement preview', 'transport details', await compare(app, postmaster, preview, details));
    const driver = createDriver(app, 1);
    const settle = settling(ids);
    const since = performance.now();
    for (let at = 0; at < ids.length; at++) await driver.run(settle, at);
    const seconds = (performance.now() - since) / 1_000;
    driver.close();
    await app.renewToken();
    const byRules = query('settlements by rules', () =>
      call('GET', '/contract/settlement-purchase-list?limit=50&status=SETTLED'),
    );
    await assertEqualReplies(byRules, app, baseline);
    let iteration = 0;
    const list = await measure({ app, baseline }, { rounds, ms, postmaster }, (server, time) =>
      runForDuration(server, byRules, { connections: 1, ms: time, nextIteration: () => iteration++ }),
    );
    print('50 settlements with lines', 'baseline server', list);
    console.log(`${ids.length} transports settled one after another: ${seconds.toFixed(1)} s`);
  } finally {
    await app.stop();
    await baseline.stop();
    await runAll(pool, TAKE_BACK);
  }
});
