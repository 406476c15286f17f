import { carriers } from '@spichlerz/shared/wire/carriers';
import { correctInvoice } from '@spichlerz/shared/wire/invoices';
import * as settlements from '@spichlerz/shared/wire/settlements';
import { changeTransportStatus, settleFreight } from '@spichlerz/shared/wire/transports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import { type Material, makeMaterial, makeTransport, setTransportStatuses } from '../../testing/make.ts';
import { makeReleasedTransport, type Trade } from '../../testing/settle.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

/*
 * When a transport gets an invoice number, its side is added to an invoice record (customer invoices.md,
 * "Invoices are records").
 */

const KSEF = '5265877635-20250826-0100001AF629-AF';

let test: TestApp;
let user: TestUser;
let admin: TestUser;
let material: Material;
let trade: Trade;
let second: number;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  admin = await createTestUser(test, 'ADMIN');
  material = await makeMaterial(admin);
  trade = await makeReleasedTransport(user, material);
  second = await makeTransport(user, trade.purchase, trade.sales, { quantityKg: 10_000 });
  await setTransportStatuses(user, second, 'DELIVERED', 'TO_BE_SETTLED');
});
afterAll(() => test.close());

async function settlementId(transportId: number): Promise<number> {
  const { rows } = await test.pool.query<{ id: number }>(
    'select id from settlement where transport_id = $1',
    [transportId],
  );
  return rows[0]?.id ?? 0;
}

const invoiceSale = async (transportId: number, fields: object, who = user) =>
  who.call(settlements.invoiceSale, {
    body: {
      settlementId: await settlementId(transportId),
      salesSettlementStatus: 'INVOICE',
      salesDeliverDate: '2026-09-02',
      ...fields,
    },
  });

const freight = (transportId: number, fields: object) =>
  user.call(settleFreight, {
    body: {
      transportId,
      status: 'INVOICE',
      freightAmount: 45_000,
      transportInvoiceCreateDate: '2026-09-06',
      ...fields,
    },
  });

async function invoices(kind: string) {
  const { rows } = await test.pool.query(
    `select number, issue_date, due_date, ksef_number, transport_count, unpaid_count, amount_minor, unpaid_minor
     from invoice where kind = $1 order by id`,
    [kind],
  );
  return rows;
}

async function storedFreights(number?: string) {
  const { rows } = await test.pool.query(
    "select * from invoice where kind = 'FREIGHT' and number = coalesce($1, number) order by id",
    [number],
  );
  return rows;
}

async function sideOf(transportId: number) {
  const { rows } = await test.pool.query<{ version: number }>(
    `select s.status, s.invoice_number, s.invoice_date, s.payment_date, s.ksef_number, s.version
     from settlement_side s join settlement x on x.id = s.settlement_id where x.transport_id = $1 and s.side = 'sales'`,
    [transportId],
  );
  return rows[0];
}

describe('a sale', () => {
  it('joins an existing invoice with the same number, and shares the dates and the KSeF number of that invoice', async () => {
    await invoiceSale(trade.transport, { salesInvoiceNumber: 'FV/1', salesKsefNumber: KSEF.toLowerCase() });
    await invoiceSale(second, { salesInvoiceNumber: ' fv/1 ', salesPaymentDate: '2026-10-01' });
    expect(await invoices('SALES')).toMatchObject([
      {
        number: 'FV/1',
        due_date: '2026-10-01',
        ksef_number: KSEF,
        transport_count: 2,
        unpaid_count: 2,
        amount_minor: 2_242_240 + 910_000,
        unpaid_minor: 2_242_240 + 910_000,
      },
    ]);
    const before = await sideOf(second);
    await invoiceSale(trade.transport, { salesInvoiceDate: '2026-09-03', salesPaymentDate: '2026-10-05' });
    expect(await sideOf(second)).toMatchObject({
      invoice_number: 'FV/1',
      invoice_date: '2026-09-03',
      payment_date: '2026-10-05',
      ksef_number: KSEF,
      version: (before?.version ?? 0) + 1,
    });
  });

  it('on an invoice with a paid transport rejects a new payment date, but accepts a new KSeF number', async () => {
    await invoiceSale(trade.transport, { salesSettlementStatus: 'PAID' });
    expect(await failureOf(invoiceSale(second, { salesPaymentDate: '2026-10-09' }))).toMatchObject({
      status: 409,
      code: 'WRONG_STATUS',
      fields: [{ path: 'sales_invoice_number', code: 'WRONG_STATUS' }],
    });
    await invoiceSale(second, { salesKsefNumber: 'off' });
    expect(await sideOf(trade.transport)).toMatchObject({ status: 'PAID', ksef_number: 'OFF' });
    expect(await invoices('SALES')).toMatchObject([{ unpaid_count: 1, unpaid_minor: 910_000 }]);
    await invoiceSale(trade.transport, { reason: 'Pomyłka' }, admin);
    await invoiceSale(second, { salesPaymentDate: '2026-10-09' });
    expect(await sideOf(trade.transport)).toMatchObject({ status: 'INVOICE', payment_date: '2026-10-09' });
  });

  it('can move to a second invoice without the transports of the first invoice; an invoice without transports is deleted', async () => {
    await invoiceSale(second, { salesInvoiceNumber: 'FV/2' });
    expect(await invoices('SALES')).toMatchObject([
      { number: 'FV/1', transport_count: 1, ksef_number: 'OFF' },
      { number: 'FV/2', transport_count: 1 },
    ]);
    await invoiceSale(second, { salesSettlementStatus: 'TO_BE_SETTLED', reason: 'Zły numer' }, admin);
    expect(await invoices('SALES')).toMatchObject([{ number: 'FV/1' }]);
    expect(await sideOf(second)).toMatchObject({ invoice_number: null, payment_date: null });
  });

  it('gets a separate invoice if the invoice with the same number is more than 180 days older', async () => {
    await invoiceSale(second, { salesInvoiceNumber: 'FV/1', salesInvoiceDate: '2027-03-03' });
    expect(await invoices('SALES')).toMatchObject([
      { number: 'FV/1', issue_date: '2026-09-03' },
      { number: 'FV/1', issue_date: '2027-03-03' },
    ]);
  });

  it('rejects a KSeF number with a wrong checksum, and the KSeF number of a different invoice', async () => {
    const wrong = invoiceSale(second, { salesKsefNumber: KSEF.replace(/F$/, 'E') });
    expect(await failureOf(wrong)).toMatchObject({
      status: 400,
      fields: [{ path: 'sales_ksef_number', code: 'VALUE_IS_WRONG' }],
    });
    await invoiceSale(trade.transport, { salesKsefNumber: KSEF });
    expect(await failureOf(invoiceSale(second, { salesKsefNumber: KSEF }))).toMatchObject({
      code: 'VALUE_IS_DUPLICATED',
      fields: [{ path: 'sales_ksef_number' }],
    });
  });
});

describe('freight', () => {
  it('of a carrier without a record is invoiced by the carrier name; re-opening removes the freight from its invoice', async () => {
    await freight(trade.transport, { transportInvoiceNumber: 'FT/1', transportPaymentDate: '2026-09-30' });
    await freight(second, { transportInvoiceNumber: 'ft/1', transportKsefNumber: 'DI' });
    expect(await invoices('FREIGHT')).toMatchObject([
      { number: 'FT/1', due_date: '2026-09-30', ksef_number: 'DI', transport_count: 2, amount_minor: 90_000 },
    ]);
    const reopen = { transportId: second, status: 'TO_BE_SETTLED', reason: 'Zły numer' } as const;
    await admin.call(changeTransportStatus, { body: reopen });
    expect(await invoices('FREIGHT')).toMatchObject([{ transport_count: 1, amount_minor: 45_000 }]);
    await freight(second, { transportInvoiceNumber: 'FT/1' });
  });

  it('keeps its invoice and the correction of that invoice when the transports are linked to a carrier record', async () => {
    const [before] = await storedFreights();
    const { id: correction } = await user.call(correctInvoice, {
      params: { id: before.id },
      body: { number: 'KFT/1', issueDate: '2026-09-20', amountDifference: -100, reason: 'postój' },
    });
    const { id } = await user.call(carriers.create, { body: { companyName: 'Transport' } });
    await user.call(carriers.linkTransports, { params: { id }, body: { names: ['Transport Sp. z o.o.'] } });
    const linked = { contractor_id: id, carrier_key: null };
    expect(await storedFreights()).toMatchObject([
      { ...linked, id: before.id, version: before.version + 1, ksef_number: 'DI', transport_count: 2 },
      { ...linked, id: correction, corrects_id: before.id },
    ]);
  });

  it('has its invoice split when one of two transports is linked to a carrier record, and merged when both are linked', async () => {
    const names = ['Jeden Trans', 'JEDEN TRANS'];
    for (const carrierName of names) {
      const id = await makeTransport(user, trade.purchase, trade.sales, { quantityKg: 1_000, carrierName });
      await setTransportStatuses(user, id, 'DELIVERED', 'TO_BE_SETTLED');
      await freight(id, { transportInvoiceNumber: 'FT/7' });
    }
    const { id } = await user.call(carriers.create, { body: { companyName: 'Jeden' } });
    const link = (name: string) =>
      user.call(carriers.linkTransports, { params: { id }, body: { names: [name] } });
    await link('Jeden Trans');
    expect(await storedFreights('FT/7')).toMatchObject([
      { contractor_id: null, transport_count: 1 },
      { contractor_id: id, transport_count: 1 },
    ]);
    await link('JEDEN TRANS');
    expect(await storedFreights('FT/7')).toMatchObject([{ contractor_id: id, transport_count: 2 }]);
  });
});

it('the integrity check finds no problem in the data of all preceding tests', async () => {
  const { rows } = await test.pool.query('select * from integrity_problem');
  expect(rows).toEqual([]);
});
