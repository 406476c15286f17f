import { option } from '../options.ts';
import { withBenchmarkData } from './benchmark-database.ts';
import { startApp } from './servers.ts';

/*
 * npm run bench:invoices -- [--scale tenth|full] [--rounds 7]
 * Measures the list of invoices of the built app over HTTP, one request at a time, on the data of bench:data.
 * Prints the median time for filters, orders and searches, each as a multiple of the time of the list of
 * transports. Also creates an invoice of 100 freights, which stays in the database.
 */

const scale = option('scale', 'tenth');
const rounds = Number(option('rounds', '7'));
const TRANSPORTS = 100;

type Body = {
  readonly filter?: object;
  readonly search?: string;
  readonly order_by?: string;
  readonly offset?: number;
};

const KINDS = ['PURCHASE', 'SALES', 'FREIGHT'] as const;
const QUARTER = { due_date_from: '2026-07-01', due_date_to: '2026-09-30' };

const listsOf = (contractorId: number): readonly (readonly [string, Body])[] => [
  ...KINDS.map((kind) => [`${kind}, unpaid`, { filter: { kind, is_paid: false } }] as const),
  ...KINDS.map((kind) => [`${kind}, all`, { filter: { kind } }] as const),
  ['overdue', { filter: { kind: 'SALES', is_paid: false, is_overdue: true } }],
  ['without KSeF number', { filter: { kind: 'SALES', is_paid: false, without_ksef: true } }],
  ['of a contractor', { filter: { kind: 'SALES', contractor_id: contractorId } }],
  ['due in a quarter, paid', { filter: { kind: 'SALES', is_paid: true, ...QUARTER } }],
  ['paid', { filter: { kind: 'SALES', is_paid: true } }],
  ['everything', {}],
  ['by amount', { filter: { kind: 'SALES' }, order_by: 'amount DESC' }],
  ['by contractor', { filter: { kind: 'SALES' }, order_by: 'contractor ASC' }],
  ['page 200', { filter: { kind: 'SALES' }, offset: 10_000 }],
  ['search a number', { filter: { kind: 'SALES' }, search: 'FS/1234' }],
  ['search a registration number', { filter: { kind: 'SALES' }, search: 'PO 12345' }],
  ['search without a match', { filter: { kind: 'SALES' }, search: 'qqqxyz' }],
];

await withBenchmarkData(scale, async ({ pool, url }) => {
  const app = await startApp(url, pool);
  try {
    const send = async (method: string, path: string, body?: object) => {
      const response = await fetch(`http://127.0.0.1:${app.port}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${app.token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const reply = (await response.json()) as { success: boolean; result: unknown };
      if (!reply.success) throw new Error(`${path}: ${JSON.stringify(reply.result)}`);
      return reply.result;
    };
    const medianMs = async (query: () => Promise<unknown>): Promise<number> => {
      await query();
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const since = performance.now();
        await query();
        times.push(performance.now() - since);
      }
      return times.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0;
    };
    const { rows: counts } = await pool.query<{ n: number }>('select count(*)::integer as n from invoice');
    const logistics = await medianMs(() => send('GET', '/contract/get-transport-list?limit=50&status=NEW'));
    console.log(`${scale}, ${counts[0]?.n} invoices; new transports ${logistics.toFixed(1)} ms`);
    console.log('| list of 50 invoices | ms | × the list of transports |\n| --- | --- | --- |');
    const { rows: contractors } = await pool.query<{ id: number }>(
      "select contractor_id as id from invoice where kind = 'SALES' group by 1 order by count(*) desc limit 1",
    );
    for (const [name, body] of listsOf(contractors[0]?.id ?? 0)) {
      const ms = await medianMs(() => send('POST', '/invoice/list', { limit: 50, ...body }));
      console.log(`| ${name} | ${ms.toFixed(1)} | ${(ms / logistics).toFixed(1)} |`);
    }
    const { rows } = await pool.query<{ id: number }>(
      "select id from transport where status = 'TO_BE_SETTLED' and carrier_id is null and currency = 'PLN' order by id desc limit $1",
      [TRANSPORTS],
    );
    const carrier = (await send('POST', '/contractor/carrier/create', {
      company_name: `Przewozy ${Date.now()}`,
    })) as { id: number };
    const since = performance.now();
    const made = (await send('POST', '/invoice/create', {
      kind: 'FREIGHT',
      contractor_id: carrier.id,
      number: 'bench',
      issue_date: '2026-11-01',
      transport_ids: rows.map(({ id }) => id),
    })) as { rows: readonly { ok: boolean }[] };
    const ms = performance.now() - since;
    console.log(`an invoice of ${made.rows.filter(({ ok }) => ok).length} freights: ${ms.toFixed(0)} ms`);
  } finally {
    await app.stop();
  }
});
