import { listAuditEntries } from '@spichlerz/shared/wire/audit-log';
import { carriers } from '@spichlerz/shared/wire/carriers';
import { checkInvoice, correctInvoice, createInvoice } from '@spichlerz/shared/wire/invoices';
import { settleFreight } from '@spichlerz/shared/wire/transports';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import { makeMaterial, makeTransport, setTransportStatuses } from '../../testing/make.ts';
import { makeReleasedTransport, type Trade } from '../../testing/settle.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

/* Tests what happens to freight invoices when their transports are linked to a carrier record. */

let test: TestApp;
let user: TestUser;
let trade: Trade;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  trade = await makeReleasedTransport(user, await makeMaterial(await createTestUser(test, 'ADMIN')));
});
afterEach(async () => {
  const { rows } = await test.pool.query('select * from integrity_problem');
  if (rows.length > 0) throw new Error(JSON.stringify(rows));
});
afterAll(() => test.close());

type Invoice = { number: string; issued: string; due?: string; status?: 'INVOICE' | 'PAID' };

/** Creates a transport with a freight invoice. */
async function invoiced(carrier: object, { number, issued, due, status = 'INVOICE' }: Invoice) {
  const transportId = await makeTransport(user, trade.purchase, trade.sales, {
    quantityKg: 1_000,
    ...carrier,
  });
  await setTransportStatuses(user, transportId, 'DELIVERED', 'TO_BE_SETTLED');
  await user.call(settleFreight, {
    body: {
      transportId,
      status,
      freightAmount: 10_000,
      transportInvoiceNumber: number,
      transportInvoiceCreateDate: issued,
      ...(due !== undefined && { transportPaymentDate: due }),
    },
  });
  return transportId;
}

const makeCarrier = async (companyName: string) =>
  (await user.call(carriers.create, { body: { companyName } })).id;
const link = (id: number, ...names: string[]) =>
  user.call(carriers.linkTransports, { params: { id }, body: { names } });
const freightOf = async (...ids: number[]) =>
  (
    await test.pool.query<unknown[]>({
      text: `select freight_invoice_number, freight_invoice_date, freight_payment_date from transport
        where id = any($1::bigint[]) order by id`,
      values: [ids],
      rowMode: 'array',
    })
  ).rows;
const correct = async (transportId: number, number: string) => {
  const { rows } = await test.pool.query<{ id: number }>(
    'select freight_invoice_id as id from transport where id = $1',
    [transportId],
  );
  const body = { number, issueDate: '2026-11-20', amountDifference: -5_000, reason: 'postój' };
  return (await user.call(correctInvoice, { params: { id: rows[0]?.id ?? 0 }, body })).id;
};
const changesOf = async (entityId: number) => {
  const { list } = await user.call(listAuditEntries, { query: { entity: 'transport', entityId } });
  return list[0]?.changes;
};

const OWN = { issued: '2026-11-01', due: '2026-11-15' };
const OF_RECORD = { issued: '2026-11-28', due: '2026-12-31' };

describe('linking transports to a carrier record that has an invoice with the same number', () => {
  it('is rejected if the date or the spelling of the number of a paid transport would change', async () => {
    const id = await makeCarrier('Płatny Trans');
    const free = [
      await invoiced({ carrierName: 'płatny trans' }, { number: 'FX/1', ...OWN, status: 'PAID' }),
      await invoiced({ carrierName: 'płatny trans' }, { number: 'FX/1', ...OWN }),
    ];
    await invoiced({ carrierId: id }, { number: 'fx/1', ...OF_RECORD });
    const stored = await freightOf(...free);
    expect(await failureOf(link(id, 'płatny trans'))).toMatchObject({ status: 409, code: 'WRONG_STATUS' });
    expect(await freightOf(...free)).toEqual(stored);
  });

  it('is rejected if a correction would be deleted', async () => {
    const id = await makeCarrier('Korekta Trans');
    const free = await invoiced({ carrierName: 'korekta trans' }, { number: 'FX/2', ...OWN });
    const correction = await correct(free, 'KFX/2');
    await invoiced({ carrierId: id }, { number: 'FX/2', ...OWN });
    expect(await failureOf(link(id, 'korekta trans'))).toMatchObject({
      status: 409,
      code: 'CONFLICT',
      fields: [{ path: 'names', code: 'CONFLICT' }],
    });
    const { rows } = await test.pool.query('select from invoice where id = $1', [correction]);
    expect(rows).toHaveLength(1);
  });

  it('is rejected if a correction and an invoice of the carrier would have the same number', async () => {
    const id = await makeCarrier('Numer Trans');
    const free = await invoiced({ carrierName: 'numer trans' }, { number: 'FX/5', ...OWN });
    await correct(free, 'KFX/5');
    await invoiced({ carrierId: id }, { number: 'kfx/5', ...OWN });
    expect(await failureOf(link(id, 'numer trans'))).toMatchObject({
      code: 'VALUE_IS_DUPLICATED',
      fields: [{ path: 'names' }],
    });
  });

  it('writes the changed dates of unpaid transports to their audit logs', async () => {
    const id = await makeCarrier('Wolny Trans');
    const free = await invoiced({ carrierName: 'wolny trans' }, { number: 'FX/3', ...OWN });
    const ofRecord = await invoiced({ carrierId: id }, { number: 'fx/3', issued: OF_RECORD.issued });
    await link(id, 'wolny trans');
    expect(await freightOf(free, ofRecord)).toEqual([
      ['fx/3', OF_RECORD.issued, OWN.due],
      ['fx/3', OF_RECORD.issued, OWN.due],
    ]);
    expect(await changesOf(free)).toEqual({
      carrierId: [null, id],
      freightInvoiceNumber: ['FX/3', 'fx/3'],
      freightInvoiceDate: [OWN.issued, OF_RECORD.issued],
    });
    expect(await changesOf(ofRecord), 'the empty due date of the existing invoice was filled').toEqual({
      freightPaymentDate: [null, OWN.due],
    });
  });
});

it('a carrier record is not created from two spellings if a date of a paid transport would change', async () => {
  const names = ['Dwie-Pisownie', 'Dwie Pisownie'] as const;
  await invoiced({ carrierName: names[0] }, { number: 'FX/4', ...OWN, status: 'PAID' });
  await invoiced({ carrierName: names[1] }, { number: 'FX/4', ...OF_RECORD, status: 'PAID' });
  const create = user.call(carriers.create, {
    body: { companyName: 'Dwie Pisownie', transportNames: [...names] },
  });
  expect(await failureOf(create)).toMatchObject({ status: 409, code: 'WRONG_STATUS' });
});

it('a joint invoice links a transport and renames its corrected invoice even if the carrier has an invoice with the previous number', async () => {
  const contractorId = await makeCarrier('Wspólny Trans');
  const free = await invoiced({ carrierName: 'wspólny trans' }, { number: 'FX/6', ...OWN });
  const correction = await correct(free, 'KFX/6');
  await invoiced({ carrierId: contractorId }, { number: 'fx/6', ...OF_RECORD });
  const invoice = { kind: 'FREIGHT', contractorId, number: 'FX/7' } as const;
  const body = { ...invoice, transportIds: [free] };
  expect(await user.call(checkInvoice, { body })).toMatchObject({ deletedCorrections: [] });
  const { id } = await user.call(createInvoice, { body: { ...body, issueDate: '2026-11-05' } });
  const { rows } = await test.pool.query('select corrects_id from invoice where id = $1', [correction]);
  expect(rows).toEqual([{ corrects_id: id }]);
  expect(await changesOf(free)).toEqual({
    carrierId: [null, contractorId],
    freightInvoiceNumber: ['FX/6', 'FX/7'],
    freightInvoiceDate: [OWN.issued, '2026-11-05'],
  });
});
