import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { type Material, makeAllocation, makeContract, makeMaterial, makeTransport } from '../testing/make.ts';
import { createTestUser, type TestUser } from '../testing/test-user.ts';
import { until } from '../testing/until.ts';

/*
 * Contracts store the names of their contractor and owner. Allocations store the numbers and contractors of
 * their contracts. When a rename and a write run at the same time, the new name must be stored, whichever
 * transaction commits first.
 */

let test: TestApp;
let material: Material;

beforeAll(async () => {
  test = await startTestApp();
  material = await makeMaterial(await createTestUser(test, 'ADMIN'));
});
afterAll(() => test.close());

/** An SQL statement with its parameters. */
type Statement = { readonly sql: string; readonly values: readonly unknown[] };

/**
 * Starts the second statement before the first is committed; the second statement waits where locks require it.
 */
async function runConcurrently(first: Statement, second: Statement): Promise<void> {
  const [early, late] = [await test.pool.connect(), await test.pool.connect()];
  try {
    await early.query('begin');
    await early.query(first.sql, [...first.values]);
    const pid = await backendPid(late);
    let isDone = false;
    const running = late.query(second.sql, [...second.values]).finally(() => {
      isDone = true;
    });
    await until(async () => isDone || (await isWaitingForLock(pid)), 5_000);
    await early.query('commit');
    await running;
  } finally {
    early.release(true);
    late.release(true);
  }
}

async function backendPid(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

async function isWaitingForLock(pid: number): Promise<boolean> {
  const { rowCount } = await test.pool.query('select from pg_locks where pid = $1 and not granted', [pid]);
  return rowCount !== 0;
}

async function contractorOf(contractId: number): Promise<number> {
  const { rows } = await test.pool.query<{ id: number }>(
    'select contractor_id as id from contract where id = $1',
    [contractId],
  );
  return rows[0]?.id ?? 0;
}

let names = 0;

const renameContractor = (id: number): Statement => ({
  sql: 'update contractor set last_name = $2, company_name = $2 where id = $1',
  values: [id, `Nowa nazwa ${++names}`],
});
const recodeContractor = (id: number): Statement => ({
  sql: 'update contractor set company_name = $2 where id = $1',
  values: [id, `Nowy kod ${++names}`],
});
const renamePerson = ({ id }: TestUser): Statement => ({
  sql: 'update app_user set last_name = $2 where id = $1',
  values: [id, `Nowe nazwisko ${++names}`],
});
/** Inserts a copy of the contract, with the same contractor and owner. */
const copyContract = (contractId: number): Statement => ({
  sql: `insert into contract (side, contractor_id, owner_id, fca_cpt, receipt_from, receipt_to, raw_material_id,
      quantity_kg, price_minor_per_tonne, quality_id)
    select side, contractor_id, owner_id, fca_cpt, receipt_from, receipt_to, raw_material_id, quantity_kg,
      price_minor_per_tonne, quality_id from contract where id = $1`,
  values: [contractId],
});

const renumber = (contractId: number): Statement => ({
  sql: 'update contract set document_number = $2 where id = $1',
  values: [contractId, `Nowy numer ${++names}`],
});
const allocateContracts = ({ formerId, salesId }: Records): Statement => ({
  sql: `insert into allocation (purchase_id, sales_id, raw_material_id, commit_kg)
    select $1, id, raw_material_id, 1000 from contract where id = $2`,
  values: [formerId, salesId],
});

async function makeRecords() {
  const [owner, newOwner] = [await createTestUser(test), await createTestUser(test)];
  const contractId = await makeContract(owner, 'purchase', material);
  const formerId = await makeContract(owner, 'purchase', material);
  const salesId = await makeContract(owner, 'sales', material);
  await makeAllocation(owner, contractId, salesId, 50_000);
  return {
    owner,
    newOwner,
    contractId,
    salesId,
    contractorId: await contractorOf(contractId),
    /** A contract of another contractor. `moveToContractor` assigns it to the contractor `contractorId`. */
    formerId,
    formerContractorId: await contractorOf(formerId),
    transportId: await makeTransport(owner, contractId, salesId),
  };
}
type Records = Awaited<ReturnType<typeof makeRecords>>;

type Race = { what: string; write: (parts: Records) => Statement; rename: (parts: Records) => Statement };

const moveToContractor = ({ formerId, contractorId }: Records): Statement => ({
  sql: 'update contract set contractor_id = $2 where id = $1',
  values: [formerId, contractorId],
});
const changeOwner = ({ contractId, newOwner }: Records): Statement => ({
  sql: 'update contract set owner_id = $2 where id = $1',
  values: [contractId, newOwner.id],
});

const RACES: readonly Race[] = [
  {
    what: 'the contractor of a new contract',
    write: ({ contractId }) => copyContract(contractId),
    rename: ({ contractorId }) => renameContractor(contractorId),
  },
  {
    what: 'the contractor to which a contract is moved',
    write: moveToContractor,
    rename: ({ contractorId }) => renameContractor(contractorId),
  },
  {
    what: 'the contractor from which a contract is moved',
    write: moveToContractor,
    rename: ({ formerContractorId }) => renameContractor(formerContractorId),
  },
  {
    what: 'the owner of a new contract',
    write: ({ contractId }) => copyContract(contractId),
    rename: ({ owner }) => renamePerson(owner),
  },
  {
    what: 'the new owner of a contract',
    write: changeOwner,
    rename: ({ newOwner }) => renamePerson(newOwner),
  },
  {
    what: 'the former owner of a contract',
    write: changeOwner,
    rename: ({ owner }) => renamePerson(owner),
  },
  {
    what: 'the owner of a contract whose transport changes',
    write: ({ transportId }) => ({
      sql: 'update transport set quantity_kg = quantity_kg + 1000 where id = $1',
      values: [transportId],
    }),
    rename: ({ owner }) => renamePerson(owner),
  },
  {
    what: 'the contractor code of a contract that gets a new number',
    write: ({ contractId }) => renumber(contractId),
    rename: ({ contractorId }) => recodeContractor(contractorId),
  },
  {
    what: 'the contractor code of a contract that is allocated',
    write: allocateContracts,
    rename: ({ formerContractorId }) => recodeContractor(formerContractorId),
  },
  {
    what: 'a contract that is allocated',
    write: allocateContracts,
    rename: ({ formerId }) => renumber(formerId),
  },
  {
    what: 'the contractor of a contract that is allocated',
    write: allocateContracts,
    rename: ({ formerContractorId }) => renameContractor(formerContractorId),
  },
  {
    what: 'a sales contract while its purchase contract is renamed too',
    write: ({ contractId }) => renumber(contractId),
    rename: ({ salesId }) => renumber(salesId),
  },
];

describe.each(RACES)('a rename of $what', ({ write, rename }) => {
  const orders: readonly { order: string; run: (parts: Records) => Promise<void> }[] = [
    {
      order: 'when the rename starts before the write is committed',
      run: (parts) => runConcurrently(write(parts), rename(parts)),
    },
    {
      order: 'when the rename is committed after the write starts',
      run: (parts) => runConcurrently(rename(parts), write(parts)),
    },
  ];
  it.each(orders)('leaves the new name in every stored copy $order', async ({ run }) => {
    const parts = await makeRecords();
    await run(parts);
    const { rows } = await test.pool.query('select * from integrity_problem');
    expect(rows).toEqual([]);
  });
});
