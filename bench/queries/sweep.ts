import { TRANSPORT_ATTENTIONS } from '@spichlerz/shared/domain/attention';
import { CONTRACT_STATUSES } from '@spichlerz/shared/domain/contract';
import { TRANSPORT_STATUSES } from '@spichlerz/shared/domain/transport';
import { ALLOCATION_SORT } from '@spichlerz/shared/wire/allocations';
import { CONTRACT_SORT } from '@spichlerz/shared/wire/contracts';
import { TRANSPORT_SORT } from '@spichlerz/shared/wire/transports';
import { option } from '../options.ts';
import { withBenchmarkData } from './benchmark-database.ts';
import { type RunningServer, startApp } from './servers.ts';

/*
 * npm run bench:sweep -- [--scale tenth|full] [--least 20] [--only words]
 *
 * Requests the first page of each long list with every combination of filter, order and direction. Prints the
 * combinations that take more than `--least` times as long as the default page. The query plan of such a
 * combination may read a whole table for fifty rows. bench:queries finds few such plans, because it sends only
 * selected requests.
 */

const scale = option('scale', 'tenth');
const minFactor = Number(option('least', '20'));
const nameFilter = option('only', '');
const MAX_ATTEMPTS = 3;

type Query = Readonly<Record<string, string | number | boolean>>;
type List = {
  readonly path: string;
  readonly orders: readonly string[];
  readonly filters: Readonly<Record<string, Query>>;
};

const DAY_MS = 86_400_000;
/** A day relative to today in the wire format. */
const day = (from: number): string => new Date(Date.now() + from * DAY_MS).toISOString().slice(0, 10);

const each = (field: string, values: readonly string[]): Record<string, Query> =>
  Object.fromEntries(values.map((value) => [value, { [field]: value }]));

const SEARCHES = {
  'a common word': { search: 'toruń' },
  'a rare word': { search: '141925' },
  'no match': { search: 'qqzzxx' },
};
const UNDER_WAY = { status: 'NEW,WAITING,ON_THE_WAY' };

const LISTS: Readonly<Record<string, List>> = {
  transports: {
    path: '/contract/get-transport-list',
    orders: TRANSPORT_SORT,
    filters: {
      nothing: {},
      ...each('status', TRANSPORT_STATUSES),
      'under way': UNDER_WAY,
      'under way, this week': { ...UNDER_WAY, date_loading_from: day(-3), date_loading_to: day(4) },
      'under way, late': { ...UNDER_WAY, date_loading_to: day(-30) },
      'loaded today': { date_loading_from: day(0), date_loading_to: day(0) },
      'unloaded in a month': { date_unloading_from: day(-30) },
      'of years ago': { date_loading_to: day(-900) },
      'by price': { price_from: 9_000, price_to: 9_500 },
      'in euro': { currency: 'EUR' },
      light: { cargo_quantity_to: 24_100 },
      heavy: { real_cargo_quantity_from: 25_100 },
      'settled this week': { purchase_deliver_date_from: day(-7) },
      ...each('attention', TRANSPORT_ATTENTIONS),
      ...SEARCHES,
    },
  },
  purchases: {
    path: '/contract/get-purchase-list',
    orders: CONTRACT_SORT.purchase,
    filters: {
      nothing: {},
      'a common material': { raw_material_id: 1 },
      'a rare material': { raw_material_id: 20 },
      ...each('contract_status', CONTRACT_STATUSES),
      running: { contract_status: 'NEW,ACTIVE' },
      'of a material, closed': { raw_material_id: 1, contract_status: 'CLOSED' },
      'to sign': { agreement_status: 'TO_SIGN' },
      'of a person': { owner_id: 1 },
      gmp: { is_gmp: true },
      'by price': { price_from: 90_000, price_to: 91_000 },
      'in euro': { currency: 'EUR' },
      small: { cargo_quantity_to: 60_000 },
      'received this month': { date_of_receipt_from: day(0), date_of_receipt_to: day(30) },
      'of years ago': { date_of_receipt_to: day(-900) },
      open: { is_open: true },
      ...SEARCHES,
    },
  },
  allocations: {
    path: '/contract/allocation-list',
    orders: ALLOCATION_SORT,
    filters: {
      nothing: {},
      'a common material': { raw_material_id: 1 },
      'a rare material': { raw_material_id: 20 },
      'of a person': { owner_id: 1 },
      ...SEARCHES,
    },
  },
};

/** Requests the list several times and returns the fastest time in milliseconds. */
async function fastestMs({ port, token }: RunningServer, path: string, query: Query): Promise<number> {
  const text = new URLSearchParams(
    Object.entries({ limit: 50, ...query }).map(([key, value]) => [key, `${value}`]),
  );
  let best = Number.POSITIVE_INFINITY;
  for (let n = 0; n < MAX_ATTEMPTS; n++) {
    const started = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}/api${path}?${text}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!response.ok)
      throw new Error(`${path}?${text} returned status ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
    best = Math.min(best, performance.now() - started);
  }
  return best;
}

async function sweepList(app: RunningServer, name: string, { path, orders, filters }: List): Promise<void> {
  await app.renewToken();
  const opening = await fastestMs(app, path, {});
  const found: { times: number; what: string }[] = [];
  let selected = 0;
  for (const [filter, query] of Object.entries(filters)) {
    for (const order of orders.flatMap((column) => [`${column} ASC`, `${column} DESC`])) {
      selected++;
      const times = (await fastestMs(app, path, { ...query, order_by: order })) / opening;
      if (times > minFactor) found.push({ times, what: `${filter}, by ${order}` });
    }
  }
  const first = `the first page (${opening.toFixed(1)} ms)`;
  console.log(`${name}: ${found.length} of ${selected} take more than ${minFactor} times ${first}`);
  for (const { times, what } of found.toSorted((one, other) => other.times - one.times))
    console.log(`  ${times.toFixed(0).padStart(5)}  ${what}`);
}

await withBenchmarkData(scale, async ({ pool, url }) => {
  const app = await startApp(url, pool);
  try {
    for (const [name, list] of Object.entries(LISTS))
      if (name.includes(nameFilter)) await sweepList(app, name, list);
  } finally {
    await app.stop();
  }
});
