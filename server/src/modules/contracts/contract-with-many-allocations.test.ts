import { COUNTERPART, SIDES, type Side } from '@spichlerz/shared/domain/side';
import { listAuditEntries } from '@spichlerz/shared/wire/audit-log';
import { changeContractStatus } from '@spichlerz/shared/wire/contract-changes';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeContract, makeMaterial } from '../../testing/make.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

/*
 * Tests a contract with more open allocations than fit into one notification, or into one insert of audit
 * entries.
 */

/** A notification has at most 8,000 bytes, and one insert at most 1,000 rows. */
const ALLOCATION_COUNT = 2_000;

let test: TestApp;
let user: TestUser;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
});
afterAll(() => test.close());

/** Copies the counterpart many times and allocates one kilogram to each copy. */
async function allocateToMany(side: Side, id: number, counterpart: number): Promise<void> {
  const contractIds = { purchase: [id, null], sales: [null, id] };
  await test.pool.query(
    `insert into contract (side, contractor_id, contractor_name, owner_id, status, fca_cpt, receipt_from, receipt_to,
       raw_material_id, quality_id, quantity_kg, price_minor_per_tonne, search_text)
     select side, contractor_id, contractor_name, owner_id, status, fca_cpt, receipt_from, receipt_to,
       raw_material_id, quality_id, quantity_kg, price_minor_per_tonne, ''
     from contract, generate_series(1, $2) where id = $1`,
    [counterpart, ALLOCATION_COUNT],
  );
  await test.pool.query(
    `insert into allocation (purchase_id, sales_id, raw_material_id, commit_kg)
     select coalesce($2, id), coalesce($3, id), raw_material_id, 1 from contract where id > $1`,
    [Math.max(id, counterpart), ...contractIds[side]],
  );
}

it.each(SIDES)('a %s contract with 2,000 open allocations can be closed', async (side) => {
  const material = await makeMaterial(await createTestUser(test, 'ADMIN'));
  const id = await makeContract(user, side, material);
  const counterpart = await makeContract(user, COUNTERPART[side], material);
  await allocateToMany(side, id, counterpart);
  const read = () => user.call(contracts[side].dashboard, { params: { id } });
  expect(await read()).toMatchObject({ allocated: ALLOCATION_COUNT });

  const end = {
    purchase: () => user.call(changeContractStatus.purchase, { body: { purchaseId: id, status: 'CLOSED' } }),
    sales: () => user.call(changeContractStatus.sales, { body: { salesId: id, status: 'CLOSED' } }),
  };
  await end[side]();
  expect(await read()).toMatchObject({ contractStatus: 'CLOSED', allocated: 0 });
  const { filtered } = await user.call(listAuditEntries, { query: { entity: 'contract', entityId: id } });
  // creation, one release per allocation, and the new status
  expect(filtered).toBe(ALLOCATION_COUNT + 2);
});
