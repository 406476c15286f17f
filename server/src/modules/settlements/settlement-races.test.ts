import { getAllocatedValue } from '@spichlerz/shared/wire/allocations';
import { invoiceSale, settlePurchase } from '@spichlerz/shared/wire/settlements';
import { changeTransportStatus, deleteTransport } from '@spichlerz/shared/wire/transports';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { as, type Person } from '../../testing/as.ts';
import { refusal } from '../../testing/call.ts';
import {
  type Material,
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
} from '../../testing/make.ts';
import { makeReleased, settlementOf } from '../../testing/settle.ts';
import { until } from '../../testing/until.ts';

/* Somebody else holds a truck or its contract, changes something and commits, while a command waits for it. */

let test: TestApp;
let person: Person;
let material: Material;

beforeAll(async () => {
  test = await startTestApp();
  person = await as(test);
  material = await makeMaterial(await as(test, 'ADMIN'));
});
afterAll(() => test.close());

type Held = { readonly table: 'transport' | 'contract'; readonly id: number };
const transportLock = ({ transport: id }: { transport: number }): Held => ({ table: 'transport', id });

/** Runs the command while somebody holds the record, and their change once the command waits. */
async function whileHeld<Reply>(
  { table, id }: Held,
  command: () => Promise<Reply>,
  change: (other: PoolClient) => Promise<unknown>,
): Promise<Reply> {
  const other = await test.pool.connect();
  try {
    await other.query('begin');
    await other.query(`select from ${table} where id = $1 for no key update`, [id]);
    const reply = command();
    await until(async () => {
      const { rowCount } = await test.pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rowCount === 1;
    });
    await change(other);
    await other.query('commit');
    return await reply;
  } finally {
    other.release();
  }
}

it('a truck does not step back over a settlement sent while it waited', async () => {
  const trade = await makeReleased(person, material);
  const { settlementId } = await settlementOf(person, 'purchase', trade);
  const refused = await whileHeld(
    transportLock(trade),
    () =>
      refusal(
        person.call(changeTransportStatus, { body: { transportId: trade.transport, status: 'DELIVERED' } }),
      ),
    (other) =>
      other.query(
        "update settlement_side set status = 'SETTLED' where settlement_id = $1 and side = 'purchase'",
        [settlementId],
      ),
  );
  expect(refused).toMatchObject({ status: 409, code: 'WRONG_STATUS' });
  expect(await settlementOf(person, 'purchase', trade)).toMatchObject({
    purchaseSettlementStatus: 'SETTLED',
  });
});

it('a purchase is not settled twice by people who waited for each other', async () => {
  const trade = await makeReleased(person, material);
  const { settlementId } = await settlementOf(person, 'purchase', trade);
  const body = {
    transportId: trade.transport,
    realPurchaseCargoPrice: 78_500,
    realPurchaseCargoQuality: 'Konsumpcyjna',
  };
  const refused = await whileHeld(
    transportLock(trade),
    () => refusal(person.call(settlePurchase, { body })),
    (other) =>
      other.query(
        "update settlement_side set status = 'SETTLED' where settlement_id = $1 and side = 'purchase'",
        [settlementId],
      ),
  );
  expect(refused).toMatchObject({ status: 409, code: 'WRONG_STATUS' });
});

it('an invoice finds the settlement of a truck that moved while it waited', async () => {
  const trade = await makeReleased(person, material);
  const target = await makeContract(person, 'purchase', material);
  await makeAllocation(person, target, trade.sales, 30_000);
  const { settlementId } = await settlementOf(person, 'sales', trade);
  const body = {
    settlementId,
    salesSettlementStatus: 'INVOICE' as const,
    salesInvoiceNumber: 'FS/9',
    salesDeliverDate: '2026-09-02',
  };
  await whileHeld(
    transportLock(trade),
    () => person.call(invoiceSale, { body }),
    (other) => other.query('update transport set purchase_id = $1 where id = $2', [target, trade.transport]),
  );
  expect(await settlementOf(person, 'sales', trade)).toMatchObject({
    purchaseId: target,
    salesSettlementStatus: 'INVOICE',
  });
});

it('a truck that went to another sale while it was to be deleted gives back there what it took there', async () => {
  const from = await makeContract(person, 'sales', material);
  const purchase = await makeContract(person, 'purchase', material);
  const to = await makeContract(person, 'sales', material);
  await makeAllocation(person, purchase, from, 10_000);
  await makeAllocation(person, purchase, to, 30_000);
  // 15 t of it are extra, which go with it
  const transport = await makeTransport(person, purchase, from);
  const open = (salesId: number) =>
    person.call(getAllocatedValue, { body: { purchaseId: purchase, salesId } });
  await whileHeld(
    { table: 'contract', id: from },
    () => person.call(deleteTransport, { params: { id: transport } }),
    (other) => other.query('update transport set sales_id = $1 where id = $2', [to, transport]),
  );
  expect([await open(from), await open(to)]).toEqual([25_000, 15_000]);
});
