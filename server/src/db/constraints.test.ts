import type { DatabaseError } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { makeAllocation, makeContract, makeMaterial, makeTransport } from '../testing/make.ts';
import { createTestUser, type TestUser } from '../testing/test-user.ts';

/* Tests constraints of the database itself with plain SQL. */

let test: TestApp;
let user: TestUser;
let ids: {
  material: number;
  other: number;
  purchase: number;
  sales: number;
  supplier: number;
  transport: number;
  foreign: number;
};

beforeAll(async () => {
  test = await startTestApp();
  const admin = await createTestUser(test, 'ADMIN');
  user = await createTestUser(test);
  const [material, other] = [await makeMaterial(admin), await makeMaterial(admin)];
  const purchase = await makeContract(user, 'purchase', material, { documentNumber: 'Z/1' });
  const sales = await makeContract(user, 'sales', material);
  const foreign = await makeContract(user, 'sales', other);
  await makeAllocation(user, purchase, sales, 50_000);
  const transport = await makeTransport(user, purchase, sales, { status: 'DELIVERED' });
  const { rows } = await test.pool.query<{ contractor_id: number }>(
    'select contractor_id from contract where id = $1',
    [purchase],
  );
  ids = {
    material: material.id,
    other: other.id,
    purchase,
    sales,
    foreign,
    transport,
    supplier: rows[0]?.contractor_id ?? 0,
  };
});
afterAll(() => test.close());

async function violatedConstraint(sql: string, ...values: unknown[]): Promise<string> {
  try {
    await test.pool.query(sql, values);
  } catch (error) {
    const { constraint, message } = error as DatabaseError;
    return constraint ?? message;
  }
  return 'accepted';
}

/** Returns the constraint that an update of both sides of the transport's settlement violates. */
function violatedSideConstraint(change: string): Promise<string> {
  return violatedConstraint(
    `update settlement_side set ${change} where settlement_id in (select id from settlement where transport_id = $1)`,
    ids.transport,
  );
}

describe('constraints of the database reject', () => {
  it('a supplier on a sales contract', async () => {
    expect(
      await violatedConstraint(
        'update contract set contractor_id = $1 where id = $2',
        ids.supplier,
        ids.sales,
      ),
    ).toMatch(/contract_side_contractor_id_fkey/);
  });
  it('an allocation whose purchase and sale are swapped', async () => {
    const sql =
      'insert into allocation (purchase_id, sales_id, raw_material_id, commit_kg) values ($1, $2, $3, 1)';
    expect(await violatedConstraint(sql, ids.sales, ids.purchase, ids.material)).toMatch(/fkey/);
  });
  it('an allocation between contracts of different raw materials', async () => {
    const sql =
      'insert into allocation (purchase_id, sales_id, raw_material_id, commit_kg) values ($1, $2, $3, 1)';
    expect(await violatedConstraint(sql, ids.purchase, ids.foreign, ids.material)).toMatch(/fkey/);
    expect(await violatedConstraint(sql, ids.purchase, ids.foreign, ids.other)).toMatch(/fkey/);
  });
  it('zero and negative quantities', async () => {
    expect(await violatedConstraint('update contract set quantity_kg = -1 where id = $1', ids.purchase)).toBe(
      'contract_quantity_positive',
    );
    expect(
      await violatedConstraint('update transport set quantity_kg = 0 where id = $1', ids.transport),
    ).toBe('transport_quantity_positive');
    expect(
      await violatedConstraint('update transport set real_quantity_kg = -5 where id = $1', ids.transport),
    ).toBe('transport_real_quantity_positive');
    expect(
      await violatedConstraint('update contract set allocated_kg = -1 where id = $1', ids.purchase),
    ).toBe('contract_allocated_not_negative');
  });
  it('a second settlement of a transport', async () => {
    expect(await violatedConstraint('insert into settlement (transport_id) values ($1)', ids.transport)).toBe(
      'settlement_transport_key',
    );
  });
  it('a document number that differs from a used one only in case and surrounding spaces', async () => {
    const copy = `insert into contract (side, contractor_id, contractor_name, owner_id, fca_cpt, receipt_from, receipt_to,
      raw_material_id, quantity_kg, price_minor_per_tonne, quality_id, search_text, document_number)
      select side, contractor_id, '', owner_id, fca_cpt, receipt_from, receipt_to, raw_material_id, quantity_kg,
      price_minor_per_tonne, quality_id, '', $2 from contract where id = $1`;
    expect(await violatedConstraint(copy, ids.purchase, ' z/1 ')).toBe('contract_document_number_key');
  });
  it('a transport without an allocation, and a range of days that ends before it starts', async () => {
    expect(
      await violatedConstraint(
        'update transport set sales_id = $1 where id = $2',
        ids.foreign,
        ids.transport,
      ),
    ).toMatch(/fkey/);
    expect(
      await violatedConstraint(
        `update transport set date_unloading = date_loading - 1 where id = $1`,
        ids.transport,
      ),
    ).toBe('transport_dates');
    expect(
      await violatedConstraint(
        `update contract set receipt_to = receipt_from - 1 where id = $1`,
        ids.purchase,
      ),
    ).toBe('contract_receipt_dates');
  });
  it('an invoiced settlement without an invoice number, and a paid settlement without a payment date', async () => {
    expect(await violatedSideConstraint(`status = 'INVOICE'`)).toBe('settlement_side_invoiced');
    expect(await violatedSideConstraint(`status = 'PAID', invoice_number = 'F', deliver_date = now()`)).toBe(
      'settlement_side_paid',
    );
  });
});

describe('stored names', () => {
  it('are sorted in Polish order by the collation pl-x-icu', async () => {
    const names = ['Żuraw', 'Zając', 'Łoś', 'Las', 'Ćma', 'Cis', 'Ślimak', 'Sowa'];
    const { rows } = await test.pool.query<{ name: string }>(
      `select name collate "pl-x-icu" as name from unnest($1::text[]) name order by 1`,
      [names],
    );
    expect(rows.map(({ name }) => name)).toEqual([
      'Cis',
      'Ćma',
      'Las',
      'Łoś',
      'Sowa',
      'Ślimak',
      'Zając',
      'Żuraw',
    ]);
  });
  it('in contracts are updated when the contractor is renamed', async () => {
    await test.pool.query(`update contractor set last_name = 'Łąki Zielone' where id = $1`, [ids.supplier]);
    const { rows } = await test.pool.query(
      'select contractor_name, search_text from contract where id = $1',
      [ids.purchase],
    );
    expect(rows[0]).toMatchObject({
      contractor_name: 'Łąki Zielone',
      search_text: expect.stringContaining('|lakizielone|'),
    });
  });
});

describe('the integrity view', () => {
  it('is empty after regular changes, and lists a sum and a sort key that were changed by hand', async () => {
    const problems = async () =>
      (await test.pool.query('select entity, problem from integrity_problem')).rows;
    expect(await problems()).toEqual([]);
    await test.pool.query('update contract set delivered_kg = delivered_kg + 1 where id = $1', [ids.sales]);
    expect(await problems()).toEqual([{ entity: 'contract', problem: 'sums differ from its allocations' }]);
    const sortKeys = { entity: 'contract', problem: 'sort keys are out of date' };
    const setSortKey = (assignment: string) =>
      test.pool.query(`update contract_sort set ${assignment} where contract_id = $1`, [ids.purchase]);
    await setSortKey('realized_kg = realized_kg + 1');
    expect(await problems()).toContainEqual(sortKeys);
    await setSortKey('realized_kg = realized_kg - 1');
    expect(await problems()).not.toContainEqual(sortKeys);
    await setSortKey('running_material_id = null');
    expect(await problems()).toContainEqual(sortKeys);
  });
});
