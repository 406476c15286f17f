import { RUNNING_STATUSES } from '@spichlerz/shared/domain/contract';
import type { ContractListQuestion } from '@spichlerz/shared/wire/contracts';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageOf } from '../../db/list-page.ts';
import { createPool } from '../../db/pool.ts';
import { createDb, type Db } from '../../db/tx.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { contractList } from './contract-list-queries.ts';

let database: TestDatabase;
let pool: Pool;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  // one connection, whose plans are all there are
  pool = createPool(database.target, 1, pino({ level: 'silent' }));
  db = createDb(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

type Asked = Partial<ContractListQuestion> & { limit?: number; offset?: number };

/** How many plans the connection keeps more after these lists of purchases. */
async function keptAfter(...questions: readonly Asked[]): Promise<number> {
  const before = await kept();
  for (const { limit = 25, offset = 0, filter = {}, search, orderBy } of questions) {
    const question = { filter, search, orderBy: orderBy ?? { column: 'price', direction: 'ASC' } } as const;
    await pageOf(db, { limit, offset }, contractList('purchase', question));
  }
  return (await kept()) - before;
}

async function kept(): Promise<number> {
  const { rows } = await pool.query<{ n: number }>('select count(*) as n from pg_prepared_statements');
  return rows[0]?.n ?? 0;
}

const running = { contractStatus: [...RUNNING_STATUSES] };

describe('a list of contracts is planned once', () => {
  it('as the screen begins, for every material', async () => {
    const ofMaterial = (id: number) => ({ filter: { ...running, rawMaterialId: [id] } });
    expect(await keptAfter(ofMaterial(1), ofMaterial(2), ofMaterial(3))).toBe(1);
    expect(await keptAfter({ filter: running })).toBe(1);
  });

  it('when nothing narrows it', async () => {
    expect(await keptAfter({}, {})).toBe(1);
  });

  it('but for its values each time with anything more', async () => {
    const narrowed: Asked[] = [
      { search: 'kowalski' },
      { filter: { ...running, priceFrom: 1 } },
      { filter: { contractStatus: ['CLOSED'] } },
      { filter: { rawMaterialId: [1] } },
      { filter: running, search: 'kowalski' },
    ];
    expect(await keptAfter(...narrowed)).toBe(0);
    expect(await keptAfter({ offset: 25 }, { limit: 37 })).toBe(0);
  });
});
