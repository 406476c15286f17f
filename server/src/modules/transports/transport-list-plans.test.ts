import type { CallInput } from '@spichlerz/shared/wire/endpoint';
import { listTransports } from '@spichlerz/shared/wire/transports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDb } from '../../db/tx.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeAllocation, makeContract, makeMaterial, makeTransport } from '../../testing/make.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';
import { transportList } from './transport-queries.ts';

let test: TestApp;
let user: TestUser;
/** Two transports of the carrier Żuraw that are under way; the first has the last registration number. */
let transports: number[];

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  const material = await makeMaterial(await createTestUser(test, 'ADMIN'));
  const purchase = await makeContract(user, 'purchase', material);
  const sale = await makeContract(user, 'sales', material);
  await makeAllocation(user, purchase, sale, 5_000);
  const make = (
    registrationNumber: string,
    carrierName: string,
    status: 'NEW' | 'ON_THE_WAY' | 'DELIVERED',
  ) => makeTransport(user, purchase, sale, { quantityKg: 1_000, registrationNumber, carrierName, status });
  transports = [await make('PO 3', 'Żuraw', 'NEW'), await make('PO 2', 'Żuraw', 'ON_THE_WAY')];
  await make('PO 1', 'Żuraw', 'DELIVERED');
  await make('PO 0', 'Czapla', 'NEW');
  await make('po 1a', 'Czapla', 'NEW');
});
afterAll(() => test.close());

type Query = NonNullable<CallInput<typeof listTransports>['query']>;

const UNDER_WAY: NonNullable<Query['status']> = ['NEW', 'ON_THE_WAY'];

async function read(query: Query) {
  const listQuery = { status: UNDER_WAY, search: 'zuraw', ...query };
  const { list, filtered } = await user.call(listTransports, { query: listQuery });
  return { ids: list.map(({ id }) => id), filtered };
}

// searches with words that the index finds, with shorter words, and with both
it.each(['zuraw', 'Żu', 'u ra', 'zuraw u'])(
  'a search for "%s" with a status filter returns the sorted page and the total count of matching transports',
  async (search) => {
    expect(await read({ search, orderBy: 'registration_number ASC' })).toEqual({
      ids: transports.toReversed(),
      filtered: 2,
    });
    expect(await read({ search, orderBy: 'registration_number DESC', limit: 1 })).toEqual({
      ids: transports.slice(0, 1),
      filtered: 2,
    });
    // transports without a weight come last; their ids break ties
    expect(await read({ search, orderBy: 'real_cargo_quantity DESC', limit: 1, offset: 1 })).toEqual({
      ids: transports.slice(0, 1),
      filtered: 2,
    });
  },
);

async function planOf(
  list: ReturnType<typeof transportList>,
  disabled: 'sort' | 'indexscan' = 'sort',
): Promise<string> {
  const { sql, parameters } = list.selectAll(createDb(test.pool));
  // For so few rows the planner prefers sorts and sequential scans. Disabling both makes it use an index.
  const db = await test.pool.connect();
  try {
    await db.query(`begin; set local enable_${disabled} = off; set local enable_seqscan = off`);
    const { rows } = await db.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${sql}`, [...parameters]);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await db.query('rollback');
    db.release();
  }
}

it.each([
  { request: 'a word search with a status filter', filter: { status: UNDER_WAY }, search: 'zuraw' },
  { request: 'a search for one letter', filter: {}, search: 'x' },
  { request: 'a search for a word and one letter', filter: {}, search: 'zuraw x' },
])(
  'the list of transports does not scan the index on its sort column for $request',
  async ({ filter, search }) => {
    const orderBy = { column: 'registration_number', direction: 'ASC' } as const;
    // A bitmap scan on the same index ("on …_idx") is allowed: it does not read in the order of the index.
    expect(await planOf(transportList({ filter, search, orderBy }))).not.toContain(
      'using transport_registration_number_idx',
    );
  },
);

it('the search of transports uses the search index for registration and phone numbers with separators', async () => {
  const orderBy = { column: 'id', direction: 'DESC' } as const;
  for (const search of ['po-3 zuraw', 'wgm-12345', '+48 600 700 800'])
    expect(await planOf(transportList({ filter: {}, search, orderBy }), 'indexscan')).toContain(
      'transport_search_idx',
    );
});

it('the list of transports sorts registration numbers by an index with the Polish collation', async () => {
  const { list } = await user.call(listTransports, { query: { orderBy: 'registration_number ASC' } });
  expect(list.map(({ registrationNumber }) => registrationNumber)).toEqual([
    'PO 0',
    'PO 1',
    'po 1a',
    'PO 2',
    'PO 3',
  ]);
  const orderBy = { column: 'registration_number', direction: 'ASC' } as const;
  expect(await planOf(transportList({ filter: {}, search: undefined, orderBy }))).toContain(
    'transport_registration_number_idx',
  );
});
