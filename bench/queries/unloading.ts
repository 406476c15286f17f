import { UNLOADING_ROWS_MAX } from '../../shared/src/domain/unloading-list.ts';
import { option } from '../options.ts';
import { runAll, withBenchmarkData } from './benchmark-database.ts';
import { type Call, createDriver } from './drive.ts';
import { startApp } from './servers.ts';

/*
 * npm run bench:unloading -- [--scale tenth|full] [--rows 500] [--rounds 5]
 * Measures an unloading list on the data of bench:data. Adds one transport per row of the list to the sales of
 * one recipient. Then checks, applies and undoes the list with two readings per row, and restores the data.
 */

const scale = option('scale', 'tenth');
const rows = Number(option('rows', String(UNLOADING_ROWS_MAX)));
const rounds = Number(option('rounds', '5'));

const SAMPLE = 'bench:unloading';
const TRANSPORT_KG = 25_000;

/** The number of allocations whose transports are in the list. */
const PAIRS = 10;
const EACH_PAIR_KG = Math.ceil(rows / PAIRS) * TRANSPORT_KG;

/**
 * Selects the transports to copy: of the recipient with the most allocations between running contracts, one
 * transport per allocation.
 */
const MODELS = `create temporary table bench_model as
  select * from (
    select distinct on (t.purchase_id, t.sales_id) t.* from transport t
      join contract s on s.id = t.sales_id join contract p on p.id = t.purchase_id
    where s.status = 'ACTIVE' and p.status = 'ACTIVE' and s.contractor_id = (
      select c.contractor_id from transport o join contract c on c.id = o.sales_id join contract q on q.id = o.purchase_id
      where c.status = 'ACTIVE' and q.status = 'ACTIVE'
      group by 1 order by count(distinct (o.purchase_id, o.sales_id)) desc, 1 limit 1)
    order by t.purchase_id, t.sales_id, t.id
  ) m order by m.id limit ${PAIRS}`;

const PREPARE = [
  `insert into material_parameter (raw_material_id, name, type, unit)
   select m.id, 'Parametr ' || n, 'NUMBER', '%' from raw_material m, generate_series(1, 4) n on conflict do nothing`,
  MODELS,
  `update contract c set quantity_kg = c.quantity_kg + m.n * ${EACH_PAIR_KG} from (
     select x.id, count(*) as n from bench_model cross join lateral (values (purchase_id), (sales_id)) x (id) group by 1) m
   where c.id = m.id`,
  `update allocation a set commit_kg = a.commit_kg + ${EACH_PAIR_KG} from bench_model m
   where a.purchase_id = m.purchase_id and a.sales_id = m.sales_id`,
  `insert into transport (purchase_id, sales_id, status, registration_number, trailer_number, carrier_name, driver_name,
     phone_number, quantity_kg, price_minor_per_tonne, date_loading, date_unloading, is_gmp, comment)
   select m.purchase_id, m.sales_id, 'ON_THE_WAY', 'BE ' || to_char(n, 'FM00000'), 'N' || n, m.carrier_name,
     m.driver_name, m.phone_number, ${TRANSPORT_KG}, m.price_minor_per_tonne, m.date_loading, m.date_unloading, false,
     '${SAMPLE}'
   from generate_series(1, ${rows}) n
     join (select *, row_number() over (order by id) - 1 as place, count(*) over () as models from bench_model) m
       on n % m.models = m.place`,
  'analyze transport',
];

/** Deletes the copied transports and restores their contracts, also after an aborted run. */
const TAKE_BACK = [
  `create temporary table bench_sample as select distinct purchase_id, sales_id from transport
   where comment = '${SAMPLE}'`,
  `delete from unloading_list l using contract c, bench_sample s
   where c.id = s.sales_id and l.recipient_id = c.contractor_id`,
  `delete from settlement x using transport t where t.id = x.transport_id and t.comment = '${SAMPLE}'`,
  `delete from transport where comment = '${SAMPLE}'`,
  `update allocation a set commit_kg = a.commit_kg - ${EACH_PAIR_KG} from bench_sample s
   where a.purchase_id = s.purchase_id and a.sales_id = s.sales_id`,
  `update contract c set quantity_kg = c.quantity_kg - s.n * ${EACH_PAIR_KG} from (
     select x.id, count(*) as n from bench_sample cross join lateral (values (purchase_id), (sales_id)) x (id) group by 1) s
   where c.id = s.id`,
];

const READ_SAMPLE = `select t.id, t.version, t.registration_number as plate, t.date_unloading::text as day,
    c.contractor_id as recipient_id
  from transport t join contract c on c.id = t.sales_id where t.comment = '${SAMPLE}' order by t.id`;

type Sample = { id: number; version: number; plate: string; day: string; recipient_id: number };

/** The rows of the list in the format that the screen sends. */
const listOf = (sample: readonly Sample[]) =>
  sample.map(({ id, version, plate, day }, index) => ({
    row: index + 2,
    plate: plate.replace(' ', ''),
    day,
    time: '08:10',
    net: TRANSPORT_KG - 140 + (index % 10) * 20,
    ticket_number: `R ${index}`,
    readings: [
      { name: 'Parametr 1', value: 14.5 },
      { name: 'Parametr 2', value: 12.1 },
    ],
    transport_id: id,
    version,
  }));

type CheckReply = { rows: { state: string }[] };
type ApplyReply = { list_id: number; rows: { ok: boolean; message_code: string | null }[] };

const formatMedianAndRange = (times: readonly number[]) => {
  const sorted = times.map((ms) => Math.round(ms)).toSorted((one, other) => one - other);
  return `${sorted[Math.floor(sorted.length / 2)]} (${sorted[0]} to ${sorted.at(-1)})`;
};

await withBenchmarkData(scale, async ({ pool, url }) => {
  await runAll(pool, TAKE_BACK);
  await runAll(pool, PREPARE);
  const app = await startApp(url, pool);
  const driver = createDriver(app, 1);
  const times: Record<'check' | 'apply' | 'undo', number[]> = { check: [], apply: [], undo: [] };
  const post = async <Reply>(name: keyof typeof times, body: object): Promise<Reply> => {
    const call: Call = { method: 'POST', path: `/contract/unloading-${name}`, body, parameters: [] };
    const since = performance.now();
    const { text } = await driver.run({ name, kind: 'write', steps: [() => call] }, 0);
    times[name].push(performance.now() - since);
    return (JSON.parse(text) as { result: Reply }).result;
  };
  try {
    for (let round = 0; round < rounds; round++) {
      const { rows: sample } = await pool.query<Sample>(READ_SAMPLE);
      const list = listOf(sample);
      const scope = { recipient_id: sample[0]?.recipient_id };
      const check = await post<CheckReply>('check', { ...scope, rows: list });
      const matched = check.rows.filter(({ state }) => state === 'MATCHED').length;
      const applied = await post<ApplyReply>('apply', { ...scope, action: 'RELEASE', rows: list });
      const failed = applied.rows.filter(({ ok }) => !ok);
      if (matched !== rows || failed.length > 0)
        throw new Error(`${matched} rows matched, failed: ${JSON.stringify(failed.slice(0, 3))}`);
      await post('undo', { list_id: applied.list_id });
    }
  } finally {
    driver.close();
    await app.stop();
    await runAll(pool, TAKE_BACK);
  }
  const { rows: problems } = await pool.query('select * from integrity_problem limit 5');
  if (problems.length > 0) throw new Error(`Integrity: ${JSON.stringify(problems)}`);
  console.log(`${scale}, ${rows} rows, ${rounds} rounds, milliseconds: median (least to most)`);
  for (const [name, measured] of Object.entries(times))
    console.log(`${name}: ${formatMedianAndRange(measured)}`);
});
