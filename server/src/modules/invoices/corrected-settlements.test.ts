import { listAuditEntries } from '@spichlerz/shared/wire/audit-log';
import {
  checkInvoice,
  correctInvoice,
  deleteCorrection,
  getInvoice,
  listInvoices,
} from '@spichlerz/shared/wire/invoices';
import { changeTransportReadings } from '@spichlerz/shared/wire/quality';
import * as settlements from '@spichlerz/shared/wire/settlements';
import { changeTransportStatus, settleFreight } from '@spichlerz/shared/wire/transports';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { type Material, makeMaterial, makeTransport, setTransportStatuses } from '../../testing/make.ts';
import { above, dryMatter, qualityWorld, recipient } from '../../testing/quality.ts';
import { makeReleasedTransport, settleSaleWithOptions, type Trade } from '../../testing/settle.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

/* Tests what the correction of an invoice changes on the sides of the invoice and in the audit log. */

let test: TestApp;
let user: TestUser;
let admin: TestUser;
let material: Material;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  admin = await createTestUser(test, 'ADMIN');
  material = await makeMaterial(admin);
});
afterEach(async () => {
  const { rows } = await test.pool.query('select * from integrity_problem');
  if (rows.length > 0) throw new Error(JSON.stringify(rows));
});
afterAll(() => test.close());

const rowOf = async (side: 'purchase' | 'sales', transportId: number) => {
  const { list } = await user.call(settlements.listSettlements[side], {
    query: { transportId: [transportId] },
  });
  const [row] = list;
  if (row === undefined) throw new Error('no settlement');
  return row;
};
const needsCorrection = async (side: 'purchase' | 'sales', ...transportIds: number[]) => {
  const rows = [];
  for (const transportId of transportIds) rows.push(await rowOf(side, transportId));
  return rows.map((row) => row.needsCorrection);
};

const invoiceSale = async (transportId: number, fields: object, who = user) =>
  who.call(settlements.invoiceSale, {
    body: {
      settlementId: (await rowOf('sales', transportId)).settlementId,
      salesSettlementStatus: 'INVOICE',
      salesDeliverDate: '2026-09-02',
      ...fields,
    },
  });

/** Returns the invoices with this number and their corrections, and the sum of all these amounts. */
const found = async (search: string) => {
  const { list, sums } = await user.call(listInvoices, { body: { search } });
  return { list, amount: sums[0]?.amount };
};
const invoiceId = async (number: string) =>
  (await found(number)).list.find((row) => row.number === number)?.id ?? 0;
const correct = async (number: string, correction: string, amountDifference: number) =>
  user.call(correctInvoice, {
    params: { id: await invoiceId(number) },
    body: { number: correction, issueDate: '2026-10-03', amountDifference, reason: 'Reklamacja' },
  });
const correctionsOf = async (number: string) =>
  (await user.call(getInvoice, { params: { id: await invoiceId(number) } })).corrections.map(
    (row) => row.number,
  );

/** Adds a released transport of 24.64 t between the contracts of the trade. */
async function addTransport(trade: Trade): Promise<number> {
  const id = await makeTransport(user, trade.purchase, trade.sales, { quantityKg: 24_640 });
  await setTransportStatuses(user, id, 'DELIVERED', 'TO_BE_SETTLED');
  return id;
}

describe('a sale that was settled again after its invoice', () => {
  it('needs no correction after its invoice is corrected; saving the invoice again keeps the corrected amount', async () => {
    const { transport } = await makeReleasedTransport(user, material);
    await invoiceSale(transport, { salesInvoiceNumber: 'FS/A' });
    await settleSaleWithOptions(user, transport, [24_000, 91_000]);
    expect(await needsCorrection('sales', transport)).toEqual([true]);
    await correct('FS/A', 'KS/A', -58_000);
    expect(await needsCorrection('sales', transport), 'the difference is 582.40').toEqual([true]);
    const { id } = await correct('FS/A', 'KS/A2', -240);
    expect(await needsCorrection('sales', transport)).toEqual([false]);
    for (const fields of [{ salesKsefNumber: 'OFF' }, { salesInvoiceNumber: 'fs/a ' }])
      await invoiceSale(transport, fields);
    expect(await found('FS/A')).toMatchObject({ amount: 2_184_000 });
    expect(await needsCorrection('sales', transport)).toEqual([false]);
    await invoiceSale(transport, { salesInvoiceNumber: 'FS/A1' });
    expect(await correctionsOf('FS/A1'), 'the invoice is renamed with its corrections').toHaveLength(2);
    expect(await found('FS/A1')).toMatchObject({ amount: 2_184_000 });
    await invoiceSale(transport, {
      salesInvoiceNumber: 'FS/A3',
      salesSettlementStatus: 'PAID',
      salesPaymentDate: '2026-10-01',
    });
    expect(await found('FS/A3')).toMatchObject({ amount: 2_184_000 });
    await admin.call(deleteCorrection, { params: { id }, body: { reason: 'Pomyłka' } });
    expect(await needsCorrection('sales', transport), 'a correction was deleted').toEqual([true]);
  });

  it('needs no correction while the invoice and its corrections add up to the amounts of all sales on that invoice', async () => {
    const trade = await makeReleasedTransport(user, material);
    const second = await addTransport(trade);
    for (const id of [trade.transport, second]) await invoiceSale(id, { salesInvoiceNumber: 'FS/B' });
    await settleSaleWithOptions(user, trade.transport, [24_000, 91_000]);
    await correct('FS/B', 'KS/B', -58_240);
    const isWrong = () => needsCorrection('sales', trade.transport, second);
    expect(await isWrong()).toEqual([false, false]);
    await settleSaleWithOptions(user, second, [24_000, 91_000]);
    expect(await isWrong()).toEqual([true, true]);
    await correct('FS/B', 'KS/B2', -58_240);
    expect(await isWrong()).toEqual([false, false]);
    const third = await addTransport(trade);
    await invoiceSale(third, { salesInvoiceNumber: 'FS/B' });
    expect(await isWrong()).toEqual([false, false]);
    expect(await found('FS/B')).toMatchObject({ amount: 2 * 2_184_000 + 2_242_240 });
  });

  it('moves to a second invoice with its current amount, and without the corrections of the first invoice', async () => {
    const trade = await makeReleasedTransport(user, material);
    const second = await addTransport(trade);
    await invoiceSale(second, { salesInvoiceNumber: 'FS/C2' });
    await invoiceSale(trade.transport, { salesInvoiceNumber: 'FS/C' });
    await settleSaleWithOptions(user, trade.transport, [24_000, 91_000]);
    await correct('FS/C', 'KS/C', -58_240);
    await invoiceSale(trade.transport, { salesInvoiceNumber: 'FS/C2' });
    expect(await found('FS/C2')).toMatchObject({ amount: 2_184_000 + 2_242_240 });
    expect(await needsCorrection('sales', trade.transport, second)).toEqual([false, false]);
  });
});

it('a purchase that is weighed again after it was invoiced needs no correction once the invoice is corrected', async () => {
  const { transport } = await makeReleasedTransport(user, material);
  await user.call(settlements.settlePurchase, {
    body: { transportId: transport, realPurchaseCargoPrice: 80_000, realPurchaseCargoQuality: 'Paszowa' },
  });
  const invoice = async (fields: object) =>
    user.call(settlements.invoicePurchase, {
      body: {
        settlementId: (await rowOf('purchase', transport)).settlementId,
        purchaseSettlementStatus: 'INVOICE',
        purchaseInvoiceNumber: 'FZ/A',
        purchaseDeliverDate: '2026-09-02',
        ...fields,
      },
    });
  await invoice({});
  const ticket = { place: 'UNLOADING', number: 'KW 1', net: 24_740 } as const;
  await user.call(changeTransportReadings, {
    params: { id: transport },
    body: { readings: [], tickets: [ticket] },
  });
  expect(await needsCorrection('purchase', transport)).toEqual([true]);
  await correct('FZ/A', 'KZ/A', 8_000);
  expect(await needsCorrection('purchase', transport)).toEqual([false]);
  await invoice({ purchaseKsefNumber: 'OFF' });
  expect(await found('FZ/A')).toMatchObject({ amount: 24_740 * 80 });
  expect(await needsCorrection('purchase', transport)).toEqual([false]);
});

it('a purchase that is settled by rules and measured again after it was invoiced needs no correction once the invoice is corrected', async () => {
  const world = qualityWorld(user, admin);
  const goods = await world.makeGoods();
  const { moisture } = goods.parameters;
  const terms = { price: 78_000, kg: 26_480 };
  const { transport } = await world.makeTrade(goods, [above(moisture, 14, dryMatter)], terms);
  await world.measure(transport, [recipient(moisture, 27.4)]);
  await world.settle(transport);
  const { settlementId } = await rowOf('purchase', transport);
  await user.call(settlements.invoicePurchase, {
    body: {
      settlementId,
      purchaseSettlementStatus: 'INVOICE',
      purchaseInvoiceNumber: 'FZ/H',
      purchaseDeliverDate: '2026-09-02',
    },
  });
  await world.measure(transport, [recipient(moisture, 27.5)]);
  expect(await needsCorrection('purchase', transport)).toEqual([true]);
  const { amount } = await world.preview(transport);
  await correct('FZ/H', 'KZ/H', (amount ?? 0) - 1_743_612);
  expect(await needsCorrection('purchase', transport)).toEqual([false]);
});

it('the check of an invoice lists the corrections that would be deleted because their invoice loses its last transport', async () => {
  const trade = await makeReleasedTransport(user, material);
  const second = await addTransport(trade);
  await invoiceSale(trade.transport, { salesInvoiceNumber: 'FS/G' });
  await invoiceSale(second, { salesInvoiceNumber: 'FS/G2' });
  await correct('FS/G', 'KS/G', -1_000);
  await correct('FS/G', 'KS/G1', 500);
  const deleted = async (number: string | undefined, ...transportIds: number[]) => {
    const body = { kind: 'SALES' as const, transportIds, number };
    return (await user.call(checkInvoice, { body })).deletedCorrections.map((row) => row.number);
  };
  const both = ['KS/G', 'KS/G1'];
  expect(await deleted('FS/G', trade.transport), 'the same invoice').toEqual([]);
  expect(await deleted('FS/G9', trade.transport), 'renamed as a whole').toEqual([]);
  expect(await deleted('FS/G2', trade.transport)).toEqual(both);
  expect(await deleted(undefined, trade.transport)).toEqual(both);
  expect(
    await deleted('FS/G9', second, trade.transport),
    'only the invoice of the first transport is renamed',
  ).toEqual(both);
  expect(await deleted('FS/G', second, trade.transport)).toEqual([]);
  await invoiceSale(second, { salesInvoiceNumber: 'FS/G' });
  expect(await deleted('FS/G9', trade.transport), 'one transport stays').toEqual([]);
  expect(await deleted(undefined, trade.transport)).toEqual([]);
  expect(await deleted('FS/G9', trade.transport, second)).toEqual(both);
});

/** Returns the deleted corrections in the audit log of a contract, newest first. */
const deletedOf = async (contractId: number) => {
  const { list } = await user.call(listAuditEntries, { query: { contractId, limit: 100 } });
  return list
    .filter(({ entity, action }) => entity === 'invoice' && action === 'deleted')
    .map((entry) => [entry.subject, entry.changes['amountMinor']?.[0], entry.reason]);
};

describe('the audit log of a contract contains the deletion of a correction', () => {
  const reason = 'Zła faktura';
  it('when the only transport of the corrected invoice moves to another invoice', async () => {
    const trade = await makeReleasedTransport(user, material);
    const second = await addTransport(trade);
    await invoiceSale(second, { salesInvoiceNumber: 'FS/D2' });
    await invoiceSale(trade.transport, { salesInvoiceNumber: 'FS/D' });
    await correct('FS/D', 'KS/D', -1_000);
    await invoiceSale(trade.transport, { salesInvoiceNumber: 'FS/D2' });
    expect(await deletedOf(trade.sales)).toEqual([['KS/D', -1_000, null]]);
  });

  it('when an administrator reverts the corrected invoice', async () => {
    const trade = await makeReleasedTransport(user, material);
    await invoiceSale(trade.transport, { salesInvoiceNumber: 'FS/E' });
    await correct('FS/E', 'KS/E1', -1_000);
    await correct('FS/E', 'KS/E2', 500);
    await invoiceSale(trade.transport, { salesSettlementStatus: 'TO_BE_SETTLED', reason }, admin);
    expect(await deletedOf(trade.sales)).toEqual([
      ['KS/E2', 500, reason],
      ['KS/E1', -1_000, reason],
    ]);
  });

  it('when a corrected freight invoice is re-opened or renumbered to an existing invoice', async () => {
    const trade = await makeReleasedTransport(user, material);
    const second = await addTransport(trade);
    const freight = (transportId: number, transportInvoiceNumber: string) =>
      user.call(settleFreight, {
        body: {
          transportId,
          status: 'INVOICE',
          freightAmount: 45_000,
          transportInvoiceNumber,
          transportInvoiceCreateDate: '2026-09-06',
        },
      });
    await freight(trade.transport, 'FT/F');
    await correct('FT/F', 'KT/F1', -1_000);
    await admin.call(changeTransportStatus, {
      body: { transportId: trade.transport, status: 'TO_BE_SETTLED', reason },
    });
    await freight(second, 'FT/F2');
    await freight(trade.transport, 'FT/F');
    await correct('FT/F', 'KT/F2', -2_000);
    await freight(trade.transport, 'FT/F2');
    const expected = [
      ['KT/F2', -2_000, null],
      ['KT/F1', -1_000, reason],
    ];
    expect(await deletedOf(trade.sales)).toEqual(expected);
    expect(await deletedOf(trade.purchase)).toEqual(expected);
  });
});
