import { RUNNING_STATUSES } from '@spichlerz/shared/domain/contract';
import { contracts } from '@spichlerz/shared/wire/contracts';
import type { CallInput } from '@spichlerz/shared/wire/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

let test: TestApp;
let user: TestUser;

beforeAll(async () => {
  // with one connection, pg_prepared_statements shows all prepared statements
  test = await startTestApp({ poolSize: 1 });
  user = await createTestUser(test);
});
afterAll(() => test.close());

type Query = NonNullable<CallInput<typeof contracts.purchase.list>['query']>;

/** Reads these lists of purchases, and returns how many new statements were prepared for selecting ids. */
async function preparedAfter(...queries: readonly Query[]): Promise<number> {
  const before = await countPrepared();
  for (const query of queries)
    await user.call(contracts.purchase.list, { query: { limit: 25, orderBy: 'price ASC', ...query } });
  return (await countPrepared()) - before;
}

async function countPrepared(): Promise<number> {
  const { rows } = await test.pool.query<{ n: number }>(
    "select count(*) as n from pg_prepared_statements where statement like '/* prepared */%'",
  );
  return rows[0]?.n ?? 0;
}

const running = { contractStatus: [...RUNNING_STATUSES] };

describe('the SQL statement of a contract list', () => {
  it('with the initial status filter is prepared twice: once for any single raw material, once for all together', async () => {
    const ofMaterial = (id: number) => ({ ...running, rawMaterialId: [id] });
    expect(await preparedAfter(ofMaterial(1), ofMaterial(2), ofMaterial(3))).toBe(1);
    expect(await preparedAfter(running)).toBe(1);
  });

  it('without filters is prepared at the first call only', async () => {
    expect(await preparedAfter({}, {})).toBe(1);
  });

  it('is not prepared for a search text, a changed filter, a later page or an unusual page size', async () => {
    const search = 'kowalski';
    expect(await preparedAfter({ search }, { ...running, search }, { ...running, priceFrom: 1 })).toBe(0);
    expect(await preparedAfter({ contractStatus: ['CLOSED'] }, { rawMaterialId: [1] })).toBe(0);
    expect(await preparedAfter({ offset: 25 }, { limit: 37 })).toBe(0);
  });
});
