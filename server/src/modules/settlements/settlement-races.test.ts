import { getAllocatedValue } from '@spichlerz/shared/wire/allocations';
import { carriers } from '@spichlerz/shared/wire/carriers';
import { changeContractRules } from '@spichlerz/shared/wire/discount-tables';
import { createInvoice, getInvoice, payInvoice } from '@spichlerz/shared/wire/invoices';
import { invoiceSale, settlePurchase } from '@spichlerz/shared/wire/settlements';
import { createStatement, printStatement } from '@spichlerz/shared/wire/statements';
import { changeTransportStatus, deleteTransport } from '@spichlerz/shared/wire/transports';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import {
  type Material,
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
  setTransportStatuses,
} from '../../testing/make.ts';
import { readPrintout } from '../../testing/printout.ts';
import { above, type QualityWorld, qualityWorld, recipient } from '../../testing/quality.ts';
import { makeReleasedTransport, settlementOf } from '../../testing/settle.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';
import { runDuring, untilWaiting } from '../../testing/while-locked.ts';

/*
 * In each test, another transaction locks a record, changes data and commits, while a command waits for the
 * lock.
 */

let test: TestApp;
let user: TestUser;
let admin: TestUser;
let material: Material;
let world: QualityWorld;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  admin = await createTestUser(test, 'ADMIN');
  material = await makeMaterial(admin);
  world = qualityWorld(user, admin);
});
afterAll(() => test.close());

const KEY_COLUMN = {
  transport: 'id',
  contract: 'id',
  invoice: 'id',
  settlement_side: 'settlement_id',
} as const;
type RowLock = { readonly table: keyof typeof KEY_COLUMN; readonly id: number };
const transportLock = ({ transport: id }: { transport: number }): RowLock => ({ table: 'transport', id });

/** Locks the record, starts the command, and applies the change once the command waits. */
const whileLocked = <Reply>(
  { table, id }: RowLock,
  command: () => Promise<Reply>,
  change: (other: PoolClient) => Promise<unknown>,
): Promise<Reply> =>
  runDuring(
    test.pool,
    {
      before: (other) =>
        other.query(`select from ${table} where ${KEY_COLUMN[table]} = $1 for no key update`, [id]),
      meanwhile: change,
    },
    command,
  );

it('a change to DELIVERED is rejected if the purchase of the transport is settled while the change waits for the lock', async () => {
  const trade = await makeReleasedTransport(user, material);
  const { settlementId } = await settlementOf(user, 'purchase', trade);
  const rejected = await whileLocked(
    transportLock(trade),
    () =>
      failureOf(
        user.call(changeTransportStatus, { body: { transportId: trade.transport, status: 'DELIVERED' } }),
      ),
    (other) =>
      other.query(
        "update settlement_side set status = 'SETTLED' where settlement_id = $1 and side = 'purchase'",
        [settlementId],
      ),
  );
  expect(rejected).toMatchObject({ status: 409, code: 'WRONG_STATUS' });
  expect(await settlementOf(user, 'purchase', trade)).toMatchObject({
    purchaseSettlementStatus: 'SETTLED',
  });
});

it('a settlement of a purchase is rejected if a parallel transaction settles the same purchase first', async () => {
  const trade = await makeReleasedTransport(user, material);
  const { settlementId } = await settlementOf(user, 'purchase', trade);
  const body = {
    transportId: trade.transport,
    realPurchaseCargoPrice: 78_500,
    realPurchaseCargoQuality: 'Konsumpcyjna',
  };
  const rejected = await whileLocked(
    transportLock(trade),
    () => failureOf(user.call(settlePurchase, { body })),
    (other) =>
      other.query(
        "update settlement_side set status = 'SETTLED' where settlement_id = $1 and side = 'purchase'",
        [settlementId],
      ),
  );
  expect(rejected).toMatchObject({ status: 409, code: 'WRONG_STATUS' });
});

it('the sale of a transport can be invoiced even if the transport moves to another purchase while the invoice request waits', async () => {
  const trade = await makeReleasedTransport(user, material);
  const target = await makeContract(user, 'purchase', material);
  await makeAllocation(user, target, trade.sales, 30_000);
  const { settlementId } = await settlementOf(user, 'sales', trade);
  const body = {
    settlementId,
    salesSettlementStatus: 'INVOICE' as const,
    salesInvoiceNumber: 'FS/9',
    salesDeliverDate: '2026-09-02',
  };
  await whileLocked(
    transportLock(trade),
    () => user.call(invoiceSale, { body }),
    (other) => other.query('update transport set purchase_id = $1 where id = $2', [target, trade.transport]),
  );
  expect(await settlementOf(user, 'sales', trade)).toMatchObject({
    purchaseId: target,
    salesSettlementStatus: 'INVOICE',
  });
});

it('the deletion of a transport reduces the new allocation if the transport is redirected while the deletion waits', async () => {
  const from = await makeContract(user, 'sales', material);
  const purchase = await makeContract(user, 'purchase', material);
  const to = await makeContract(user, 'sales', material);
  await makeAllocation(user, purchase, from, 10_000);
  await makeAllocation(user, purchase, to, 30_000);
  // the transport of 25 t raises the commitment by 15 t; its deletion lowers the commitment again
  const transport = await makeTransport(user, purchase, from);
  const open = (salesId: number) => user.call(getAllocatedValue, { body: { purchaseId: purchase, salesId } });
  await whileLocked(
    { table: 'contract', id: from },
    () => user.call(deleteTransport, { params: { id: transport } }),
    (other) => other.query('update transport set sales_id = $1 where id = $2', [to, transport]),
  );
  expect([await open(from), await open(to)]).toEqual([25_000, 15_000]);
});

it('creating and paying a freight invoice locks the contracts before the transports', async () => {
  const trade = await makeReleasedTransport(user, material);
  const second = await makeTransport(user, trade.purchase, trade.sales, { quantityKg: 2_000 });
  await setTransportStatuses(user, second, 'DELIVERED', 'TO_BE_SETTLED');
  const transportIds = [trade.transport, second];
  const { id: contractorId } = await user.call(carriers.create, { body: { companyName: 'Trans Race' } });
  // NOWAIT fails at once if the waiting call has already locked the transports; like every command, it must
  // lock the contracts first
  const lockTransports = (other: PoolClient) =>
    other.query('select from transport where id = any($1) for no key update nowait', [transportIds]);
  const contract: RowLock = { table: 'contract', id: trade.purchase };
  const { id } = await whileLocked(
    contract,
    () =>
      user.call(createInvoice, {
        body: {
          kind: 'FREIGHT',
          contractorId,
          number: 'FT/race',
          issueDate: '2026-09-02',
          dueDate: '2026-10-02',
          transportIds,
        },
      }),
    lockTransports,
  );
  const { rows } = await whileLocked(
    contract,
    () => user.call(payInvoice, { params: { id: id ?? 0 }, body: {} }),
    lockTransports,
  );
  expect(rows).toEqual(transportIds.map((transportId) => ({ transportId, ok: true, messageCode: null })));
});

it('the number of transports on a freight invoice is correct after two transports leave the invoice in parallel', async () => {
  const trade = await makeReleasedTransport(user, material);
  const first = await makeTransport(user, trade.purchase, trade.sales, { quantityKg: 1_000 });
  const second = await makeTransport(user, trade.purchase, trade.sales, { quantityKg: 2_000 });
  for (const transport of [first, second])
    await setTransportStatuses(user, transport, 'DELIVERED', 'TO_BE_SETTLED');
  const { id: contractorId } = await user.call(carriers.create, { body: { companyName: 'Trans Suma' } });
  const { id } = await user.call(createInvoice, {
    body: {
      kind: 'FREIGHT',
      contractorId,
      number: 'FT/sum',
      issueDate: '2026-09-02',
      dueDate: '2026-10-02',
      transportIds: [trade.transport, first, second],
    },
  });
  const body = { transportId: first, status: 'TO_BE_SETTLED', reason: 'Inna faktura' } as const;
  await whileLocked(
    { table: 'invoice', id: id ?? 0 },
    () => admin.call(changeTransportStatus, { body }),
    (other) => other.query("update transport set status = 'TO_BE_SETTLED' where id = $1", [second]),
  );
  const invoice = await user.call(getInvoice, { params: { id: id ?? 0 } });
  expect(invoice).toMatchObject({ transportCount: 1 });
});

it('a parallel change of the contract rules needs a reason while a settlement by these rules is being saved', async () => {
  const goods = await world.makeGoods();
  const { moisture } = goods.parameters;
  const trade = await world.makeTrade(goods, [above(moisture, 14.5, { rate: 1_000 })]);
  await world.measure(trade.transport, [recipient(moisture, 15.5)]);
  const { settlementId } = await settlementOf(user, 'purchase', trade);
  const changeRules = (reason?: string) =>
    user.call(changeContractRules, {
      params: { id: trade.purchase },
      body: { weightBasis: 'UNLOADING', readingSource: 'RECIPIENT', rules: [], reason },
    });
  let changed: ReturnType<typeof failureOf> | undefined;
  // the command has read the rules and waits for the lock before it writes the settlement
  await whileLocked(
    { table: 'settlement_side', id: settlementId },
    () => world.settle(trade.transport),
    async () => {
      changed = failureOf(changeRules());
      await untilWaiting(test.pool, 2);
    },
  );
  expect(await changed).toMatchObject({ fields: [{ path: 'reason', code: 'VALUE_IS_MISSING' }] });
});

it('a statement prints deductions that a parallel transaction saves while the statement waits for the lock', async () => {
  const trade = await makeReleasedTransport(user, material);
  const { settlementId } = await settlementOf(user, 'purchase', trade);
  await user.call(settlePurchase, {
    body: {
      transportId: trade.transport,
      realPurchaseCargoPrice: 78_500,
      realPurchaseCargoQuality: 'Paszowa',
      deductions: 'sprzed zmiany',
    },
  });
  const { id } = await whileLocked(
    transportLock(trade),
    () => user.call(createStatement, { body: { side: 'purchase', transportIds: [trade.transport] } }),
    (other) =>
      other.query(
        "update settlement_side set deductions = 'po zmianie' where settlement_id = $1 and side = 'purchase'",
        [settlementId],
      ),
  );
  expect((await readPrintout(test, user, printStatement, { params: { id } })).text).toContain('po zmianie');
});
