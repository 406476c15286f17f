import { readFileSync } from 'node:fs';
import path from 'node:path';
import { moveSalesSettlement } from '@spichlerz/shared/wire/settlements';
import { createStatement } from '@spichlerz/shared/wire/statements';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { repositoryRoot } from '../repository-root.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { makeContract, makeMaterial, setTransportStatuses } from '../testing/make.ts';
import { makeReleasedTransport } from '../testing/settle.ts';
import { createTestUser } from '../testing/test-user.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const MIGRATION = readFileSync(
  path.join(repositoryRoot, 'server/src/db/migrations/0034-contracts-of-statements.sql'),
  'utf8',
);

it('the migration of statements stores the original contract of a statement whose transport has moved', async () => {
  const admin = await createTestUser(test, 'ADMIN');
  const material = await makeMaterial(admin);
  const trades = [await makeReleasedTransport(admin, material), await makeReleasedTransport(admin, material)];
  for (const { transport } of trades)
    await admin.call(createStatement, { body: { side: 'sales', transportIds: [transport] } });
  const contractIds = async () => {
    const { rows } = await test.pool.query<{ contract_ids: number[] }>(
      'select contract_ids from statement order by id',
    );
    return rows.map((row) => row.contract_ids);
  };
  const expected = trades.map(({ sales }) => [sales]);
  expect(await contractIds()).toEqual(expected);

  const { transport } = trades[0] ?? { transport: 0 };
  await setTransportStatuses(admin, transport, 'DELIVERED');
  const newSalesId = await makeContract(admin, 'sales', material);
  await admin.call(moveSalesSettlement, { body: { transportId: transport, newSalesId } });
  await test.pool.query('alter table statement drop column contract_ids');
  await test.pool.query(`begin; ${MIGRATION}; commit`);
  expect(await contractIds()).toEqual(expected);
});
