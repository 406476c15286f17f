import { carriers } from '@spichlerz/shared/wire/carriers';
import { checkInvoice, correctInvoice, createInvoice } from '@spichlerz/shared/wire/invoices';
import { invoicePurchase, invoiceSale, settlePurchase } from '@spichlerz/shared/wire/settlements';
import { settleFreight } from '@spichlerz/shared/wire/transports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import { makeMaterial, makeTransport, setTransportStatuses } from '../../testing/make.ts';
import { makeReleasedTransport, type Trade } from '../../testing/settle.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

/* Tests that an invoice cannot get the number of a correction of the same contractor. */

let test: TestApp;
let user: TestUser;
let trade: Trade;
let carrier: number;
let transports: number[];

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  trade = await makeReleasedTransport(user, await makeMaterial(await createTestUser(test, 'ADMIN')));
  carrier = (await user.call(carriers.create, { body: { companyName: 'Trans Numer' } })).id;
  transports = [];
  for (let count = 0; count < 3; count += 1) {
    const id = await makeTransport(user, trade.purchase, trade.sales, {
      quantityKg: 1_000,
      carrierId: carrier,
    });
    await setTransportStatuses(user, id, 'DELIVERED', 'TO_BE_SETTLED');
    await user.call(settlePurchase, {
      body: { transportId: id, realPurchaseCargoPrice: 78_000, realPurchaseCargoQuality: 'Paszowa' },
    });
    transports.push(id);
  }
});
afterAll(() => test.close());

const idOf = async (sql: string, id: number) =>
  (await test.pool.query<{ id: number }>(sql, [id])).rows[0]?.id ?? 0;
const settlementOf = (id: number) => idOf('select id from settlement where transport_id = $1', id);

const DAY = '2026-09-02';
const KINDS = [
  {
    kind: 'PURCHASE',
    path: 'purchase_invoice_number',
    contractor: () => idOf('select contractor_id as id from contract where id = $1', trade.purchase),
    save: async (transport: number, number: string) =>
      user.call(invoicePurchase, {
        body: {
          settlementId: await settlementOf(transport),
          purchaseSettlementStatus: 'INVOICE',
          purchaseInvoiceNumber: number,
          purchaseDeliverDate: DAY,
        },
      }),
  },
  {
    kind: 'SALES',
    path: 'sales_invoice_number',
    contractor: () => idOf('select contractor_id as id from contract where id = $1', trade.sales),
    save: async (transport: number, number: string) =>
      user.call(invoiceSale, {
        body: {
          settlementId: await settlementOf(transport),
          salesSettlementStatus: 'INVOICE',
          salesInvoiceNumber: number,
          salesDeliverDate: DAY,
        },
      }),
  },
  {
    kind: 'FREIGHT',
    path: 'transport_invoice_number',
    contractor: () => Promise.resolve(carrier),
    save: (transport: number, number: string) =>
      user.call(settleFreight, {
        body: {
          transportId: transport,
          status: 'INVOICE',
          freightAmount: 10_000,
          transportInvoiceNumber: number,
          transportInvoiceCreateDate: DAY,
        },
      }),
  },
] as const;

const isDuplicated = (field: string) => ({
  status: 400,
  code: 'VALUE_IS_DUPLICATED',
  fields: [{ path: field, code: 'VALUE_IS_DUPLICATED' }],
});

describe.each(KINDS)('the number of a correction of a $kind invoice', ({ kind, path, contractor, save }) => {
  it('is rejected as the number of an invoice, a joint invoice and a renamed invoice, and reported by the check', async () => {
    const [first = 0, second = 0, third = 0] = transports;
    await save(first, 'F/1');
    const { rows } = await test.pool.query<{ id: number }>('select id from invoice where kind = $1', [kind]);
    await user.call(correctInvoice, {
      params: { id: rows[0]?.id ?? 0 },
      body: { number: 'K/1', issueDate: '2026-09-20', amountDifference: -100, reason: 'waga' },
    });
    expect(await failureOf(save(second, ' k/1'))).toMatchObject(isDuplicated(path));
    expect(await failureOf(save(first, 'K/1')), 'the corrected invoice').toMatchObject(isDuplicated(path));
    const body = { kind, contractorId: await contractor(), issueDate: DAY, deliveryDate: DAY };
    const joint = (number: string) =>
      user.call(createInvoice, { body: { ...body, number, transportIds: [second, third] } });
    expect(await failureOf(joint('K/1'))).toMatchObject(isDuplicated('number'));
    const check = async (number: string, issueDate = DAY) =>
      (await user.call(checkInvoice, { body: { kind, transportIds: [second], number, issueDate } }))
        .isCorrectionNumber;
    expect(await check('k/1 ')).toBe(true);
    expect(await check('K/2')).toBe(false);
    expect(await check('K/1', '2028-01-01'), 'a number of another year').toBe(false);
    expect((await joint('F/2')).rows).toMatchObject([{ ok: true }, { ok: true }]);
  });

  it('does not prevent an invoice that already has this number from being saved again', async () => {
    const [, second = 0] = transports;
    await test.pool.query("update invoice set number = 'K/1' where kind = $1 and number = 'F/2'", [kind]);
    expect(await save(second, 'K/1')).toBe(true);
  });
});
