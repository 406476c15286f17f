import { RUNNING_STATUSES } from '@spichlerz/shared/domain/contract';
import { contracts } from '@spichlerz/shared/wire/contracts';
import type { CallInput } from '@spichlerz/shared/wire/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { as, type Person } from '../../testing/as.ts';

let test: TestApp;
let person: Person;

beforeAll(async () => {
  // one connection, whose plans are all there are
  test = await startTestApp({ poolSize: 1 });
  person = await as(test);
});
afterAll(() => test.close());

type Query = NonNullable<CallInput<typeof contracts.purchase.list>['query']>;

/** How many plans of ids the connection keeps more after these lists of purchases. */
async function keptAfter(...queries: readonly Query[]): Promise<number> {
  const before = await kept();
  for (const query of queries)
    await person.call(contracts.purchase.list, { query: { limit: 25, orderBy: 'price ASC', ...query } });
  return (await kept()) - before;
}

async function kept(): Promise<number> {
  const { rows } = await test.pool.query<{ n: number }>(
    "select count(*) as n from pg_prepared_statements where statement like '/* planned once */%'",
  );
  return rows[0]?.n ?? 0;
}

const running = { contractStatus: [...RUNNING_STATUSES] };

describe('a list of contracts is planned once', () => {
  it('as the screen begins, for every material', async () => {
    const ofMaterial = (id: number) => ({ ...running, rawMaterialId: [id] });
    expect(await keptAfter(ofMaterial(1), ofMaterial(2), ofMaterial(3))).toBe(1);
    expect(await keptAfter(running)).toBe(1);
  });

  it('when nothing narrows it', async () => {
    expect(await keptAfter({}, {})).toBe(1);
  });

  it('but for its values each time with anything more', async () => {
    const search = 'kowalski';
    expect(await keptAfter({ search }, { ...running, search }, { ...running, priceFrom: 1 })).toBe(0);
    expect(await keptAfter({ contractStatus: ['CLOSED'] }, { rawMaterialId: [1] })).toBe(0);
    expect(await keptAfter({ offset: 25 }, { limit: 37 })).toBe(0);
  });
});
