import { ALLOCATION_SORT, listAllocations } from '@spichlerz/shared/wire/allocations';
import { CONTRACT_SORT, contracts } from '@spichlerz/shared/wire/contracts';
import { listSettlements } from '@spichlerz/shared/wire/settlements';
import { listTransports, TRANSPORT_SORT } from '@spichlerz/shared/wire/transports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
  setTransportStatuses,
} from '../../testing/make.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

/*
 * A filtered list is first searched in the first thousand rows of its order. If the matches among them do not
 * fill the page, all matching rows are sorted (docs/decisions/0011). Both queries must return the same page.
 */

const FAR = 1_050;

let test: TestApp;
let user: TestUser;
let purchase: number;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  const material = await makeMaterial(await createTestUser(test, 'ADMIN'));
  purchase = await makeContract(user, 'purchase', material);
  const sale = await makeContract(user, 'sales', material, { quantityKg: 1_000_000_000 });
  await test.pool.query('update contract set quantity_kg = 1000000000 where id = $1', [purchase]);
  await makeAllocation(user, purchase, sale, 1_000_000_000);
  for (const price of [70_000, 80_000, 90_000, 75_000, 70_000]) {
    const mainCargoOption = { price, rawMaterialQualityId: material.qualityId };
    const other = await makeContract(user, 'purchase', material, { mainCargoOption });
    await makeAllocation(user, other, await makeContract(user, 'sales', material), price);
  }
  for (const quantityKg of [24_000, 26_000, 25_000]) {
    const transport = await makeTransport(user, purchase, sale, { quantityKg });
    await setTransportStatuses(user, transport, 'DELIVERED', 'TO_BE_SETTLED');
  }
  const first = await makeTransport(user, purchase, sale, { registrationNumber: 'AA 00000' });
  await test.pool.query(
    `insert into transport (purchase_id, sales_id, status, registration_number, trailer_number, carrier_name,
       driver_name, phone_number, quantity_kg, price_minor_per_tonne, date_loading, date_unloading)
     select purchase_id, sales_id, case when n % 350 = 0 then 'WAITING'::transport_status else 'NEW' end,
       'AA ' || lpad(n::text, 5, '0'), trailer_number, 'Przewoźnik ' || n % 3, driver_name, phone_number,
       20000 + n % 7, 4000 + n % 5, date_loading + n % 11, date_unloading + n % 11
     from transport, generate_series(1, $2::int) n where id = $1`,
    [first, FAR],
  );
});
afterAll(() => test.close());

type Query = { limit: number; offset?: number };

/** Reads the list as one page that is not full (a full sort), and as several full pages (bounded scans). */
async function scanAndWhole<Row>(page: (query: Query) => Promise<{ list: Row[] }>) {
  const { list: whole } = await page({ limit: 100 });
  const parts: Row[] = [];
  for (let offset = 0; offset < whole.length; offset += 2)
    parts.push(...(await page({ limit: 2, offset })).list);
  return { whole, parts };
}

describe.each(['ASC', 'DESC'] as const)('a bounded scan, %s', (direction) => {
  it.each(TRANSPORT_SORT)('returns the same transports as a full sort by %s', async (column) => {
    const { whole, parts } = await scanAndWhole((query) =>
      user.call(listTransports, {
        query: { ...query, status: ['WAITING'], priceFrom: 4_000, orderBy: `${column} ${direction}` },
      }),
    );
    expect(whole).toHaveLength(3);
    expect(parts).toEqual(whole);
  });

  it.each([...TRANSPORT_SORT, 'purchase_deliver_date'] as const)(
    'returns the same settlements as a full sort by %s',
    async (column) => {
      const { whole, parts } = await scanAndWhole((query) =>
        user.call(listSettlements.sales, {
          query: { ...query, status: ['TO_BE_SETTLED'], priceFrom: 4_000, orderBy: `${column} ${direction}` },
        }),
      );
      expect(whole).toHaveLength(3);
      expect(parts).toEqual(whole);
    },
  );

  it.each(CONTRACT_SORT.purchase)('returns the same contracts as a full sort by %s', async (column) => {
    const { whole, parts } = await scanAndWhole((query) =>
      user.call(contracts.purchase.list, {
        query: { ...query, priceTo: 80_000, orderBy: `${column} ${direction}` },
      }),
    );
    expect(whole).toHaveLength(5);
    expect(parts).toEqual(whole);
  });

  it.each(CONTRACT_SORT.purchase)(
    'returns the same contracts for a search as a full sort by %s',
    async (column) => {
      const orderBy = `${column} ${direction}` as const;
      // contracts without a number are named nr 1, nr 2 …
      const page = (query: Query) =>
        user.call(contracts.purchase.list, { query: { ...query, search: 'nr', orderBy } });
      const { whole, parts } = await scanAndWhole(page);
      const all = await user.call(contracts.purchase.list, { query: { limit: 100, orderBy } });
      expect(whole).toHaveLength(6);
      expect(whole).toEqual(all.list);
      expect(parts).toEqual(whole);
      expect(await page({ limit: 2, offset: 2 })).toMatchObject({ filtered: 6, total: 6 });
    },
  );

  it.each(ALLOCATION_SORT)('returns the same allocations as a full sort by %s', async (column) => {
    const { whole, parts } = await scanAndWhole((query) =>
      user.call(listAllocations, {
        query: { ...query, ownerId: [user.id], orderBy: `${column} ${direction}` },
      }),
    );
    expect(whole).toHaveLength(6);
    expect(parts).toEqual(whole);
  });
});

it('a bounded scan is followed by a full sort when too few matching rows are among the first thousand', async () => {
  const { list, filtered } = await user.call(listTransports, {
    query: { limit: 3, status: ['WAITING'], priceFrom: 4_000, orderBy: 'registration_number ASC' },
  });
  expect(list.map(({ registrationNumber }) => registrationNumber)).toEqual([
    'AA 00350',
    'AA 00700',
    'AA 01050',
  ]);
  expect(filtered).toBe(3);
});

async function count(search: string, filter: object = {}) {
  const { list, filtered, filteredIsExact } = await user.call(listTransports, {
    query: { search, ...filter, limit: 2 },
  });
  return { rows: list.length, filtered, isExact: filteredIsExact ?? true };
}

it('a search counts at most ten thousand matches and marks the count of more matches as inexact', async () => {
  await test.pool.query(
    `insert into transport (purchase_id, sales_id, status, registration_number, trailer_number, carrier_name,
       driver_name, phone_number, quantity_kg, price_minor_per_tonne, date_loading, date_unloading)
     select purchase_id, sales_id, 'NEW', 'BB ' || lpad(n::text, 5, '0'), trailer_number, 'Wspólny',
       driver_name, phone_number, 20000, 4000, date_loading, date_unloading
     from (select * from transport where registration_number = 'AA 00001') t, generate_series(1, 10001) n`,
  );
  const many = { rows: 2, filtered: 10_000, isExact: false };
  // a word in the index, a word too short for the index, two words, and a word of the raw material's name
  for (const search of ['wspolny', 'ws', 'wspolny bb', 'surowiec'])
    expect([search, await count(search)]).toEqual([search, many]);
  expect(await count('wspolny', { priceFrom: 4_000 })).toEqual(many);
  expect(await count('wspolny', { priceFrom: 4_001 })).toEqual({ rows: 0, filtered: 0, isExact: true });
  // all matches are beyond the first thousand rows of the order
  expect(await count('wspolny', { orderBy: 'registration_number ASC' })).toEqual(many);
  expect(await count('przewoznik')).toEqual({ rows: 2, filtered: FAR, isExact: true });
  expect(await count('bb 10001')).toEqual({ rows: 1, filtered: 1, isExact: true });
});
