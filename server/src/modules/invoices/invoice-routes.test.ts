import { listAuditEntries } from '@spichlerz/shared/wire/audit-log';
import { carriers } from '@spichlerz/shared/wire/carriers';
import {
  changeInvoice,
  correctInvoice,
  deleteCorrection,
  getInvoice,
  listInvoices,
  payInvoice,
} from '@spichlerz/shared/wire/invoices';
import { changeTransportStatus, settleFreight } from '@spichlerz/shared/wire/transports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { download, failureOf } from '../../testing/call.ts';
import { makeMaterial, makeTransport, setTransportStatuses } from '../../testing/make.ts';
import { makeReleasedTransport, type Trade } from '../../testing/settle.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

/* Tests the endpoints of /invoice (customer invoices.md, "Invoices are records"). */

let test: TestApp;
let user: TestUser;
let admin: TestUser;
let trade: Trade;
let second: number;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  admin = await createTestUser(test, 'ADMIN');
  trade = await makeReleasedTransport(user, await makeMaterial(admin));
  second = await makeTransport(user, trade.purchase, trade.sales, {
    quantityKg: 10_000,
    registrationNumber: 'GD 777',
  });
  await setTransportStatuses(user, second, 'DELIVERED', 'TO_BE_SETTLED');
  await freight(trade.transport, 'FT/1', { transportPaymentDate: '2020-01-31' });
  await freight(second, 'FT/1');
});
afterAll(() => test.close());

const freight = (transportId: number, transportInvoiceNumber: string, more: object = {}) =>
  user.call(settleFreight, {
    body: {
      transportId,
      status: 'INVOICE',
      freightAmount: 45_000,
      transportInvoiceNumber,
      transportInvoiceCreateDate: '2026-09-06',
      ...more,
    },
  });
const list = (body: object) => user.call(listInvoices, { body });

async function theInvoice() {
  const { list: rows } = await list({ filter: { kind: 'FREIGHT' } });
  const row = rows.find(({ corrects }) => corrects === null);
  if (row === undefined) throw new Error('no invoice');
  return row;
}

describe('the list of invoices', () => {
  it('shows one row for an invoice of several transports, and the sums of all filtered rows', async () => {
    const page = await list({
      filter: { kind: 'FREIGHT', isPaid: false, isOverdue: true, withoutKsef: true },
    });
    expect(page).toMatchObject({
      filtered: 1,
      sums: [{ currency: 'PLN', amount: 90_000, unpaid: 90_000 }],
      list: [
        {
          kind: 'FREIGHT',
          number: 'FT/1',
          contractor: { id: null, name: 'Transport Sp. z o.o.' },
          issueDate: '2026-09-06',
          dueDate: '2020-01-31',
          ksefNumber: null,
          transportCount: 2,
          quantity: 34_640,
          amount: 90_000,
          currency: 'PLN',
          isPaid: false,
          corrects: null,
        },
      ],
    });
  });

  it('can be searched by number, contractor and registration number, and filtered by due date and issue date', async () => {
    const countOf = async (body: object) => (await list(body)).filtered;
    for (const search of ['ft 1', 'transport sp', 'GD777']) expect(await countOf({ search })).toBe(1);
    expect(await countOf({ search: 'GD778' })).toBe(0);
    expect(await countOf({ search: 'gd 777 ft' })).toBe(1);
    expect(await countOf({ search: 'gd 777 fs' })).toBe(0);
    expect(await countOf({ search: 'ft1 transport' })).toBe(1);
    expect(await countOf({ filter: { dueDateFrom: '2020-01-31', dueDateTo: '2020-01-31' } })).toBe(1);
    expect(await list({ filter: { issueDateFrom: '2026-09-07' } })).toMatchObject({ filtered: 0, sums: [] });
  });
});

describe('an invoice', () => {
  it('shows its transports', async () => {
    const { id } = await theInvoice();
    expect(await user.call(getInvoice, { params: { id } })).toMatchObject({
      number: 'FT/1',
      note: null,
      corrections: [],
      transports: [
        { transportId: trade.transport, status: 'INVOICE', amount: 45_000, contract: { id: trade.sales } },
        { transportId: second, registrationNumber: 'GD 777', quantity: 10_000 },
      ],
    });
    const missing = user.call(getInvoice, { params: { id: id + 1_000 } });
    expect(await failureOf(missing)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  it('is renamed for all its transports; a number in use and an older version are rejected', async () => {
    const { id, version } = await theInvoice();
    const change = (body: object) => user.call(changeInvoice, { params: { id }, body });
    await change({ number: 'FT/2', dueDate: null, note: 'wspólna', version });
    expect(await failureOf(change({ number: 'FT/3', version }))).toMatchObject({ code: 'CONFLICT' });
    expect(await theInvoice()).toMatchObject({ number: 'FT/2', dueDate: null, transportCount: 2 });
    await freight(second, 'FT/9');
    expect(await failureOf(change({ number: ' ft/9 ' }))).toMatchObject({
      code: 'VALUE_IS_DUPLICATED',
      fields: [{ path: 'number' }],
    });
    expect(await failureOf(change({ issueDate: null }))).toMatchObject({ code: 'INVOICE_DATA_INCOMPLETE' });
    await freight(second, 'FT/2');
    await freight(second, 'FT/2', { transportPaymentDate: '2026-11-30' });
    const { list: entries } = await user.call(listAuditEntries, { query: { contractId: trade.sales } });
    expect(entries.filter(({ entity }) => entity === 'invoice')).toMatchObject([
      { entityId: id, subject: 'FT/2', changes: { dueDate: [null, '2026-11-30'] } },
      { entityId: id, subject: 'FT/1', changes: { number: ['FT/1', 'FT/2'] } },
    ]);
    await change({ dueDate: null });
  });

  it('requires a due date to be paid; after the payment its due date is fixed, but its note and KSeF number can change', async () => {
    const { id } = await theInvoice();
    const pay = () => user.call(payInvoice, { params: { id }, body: {} });
    expect(await failureOf(pay())).toMatchObject({ code: 'INVOICE_DATA_INCOMPLETE' });
    await user.call(changeInvoice, { params: { id }, body: { dueDate: '2026-10-01' } });
    expect(await pay()).toEqual({
      rows: [trade.transport, second].map((transportId) => ({ transportId, ok: true, messageCode: null })),
    });
    expect(await theInvoice()).toMatchObject({ isPaid: true, dueDate: '2026-10-01' });
    const change = (body: object) => user.call(changeInvoice, { params: { id }, body });
    expect(await failureOf(change({ dueDate: '2026-10-02' }))).toMatchObject({ code: 'WRONG_STATUS' });
    expect(await change({ note: 'opłacona', ksefNumber: 'DI' })).toBe(true);
    const { rows } = await test.pool.query('select * from integrity_problem');
    expect(rows).toEqual([]);
  });
});

const corrections = async () => {
  const { id } = await theInvoice();
  return (await user.call(getInvoice, { params: { id } })).corrections;
};

const integrityProblems = async () => (await test.pool.query('select * from integrity_problem')).rows;

describe('a correction of an invoice', () => {
  const reason = 'Cena uzgodniona po reklamacji';
  const correct = async (body: object = {}, id?: number) =>
    user.call(correctInvoice, {
      params: { id: id ?? (await theInvoice()).id },
      body: { number: 'KF/1', issueDate: '2026-10-03', amountDifference: -5_000, reason, ...body },
    });
  const rejected = async (body: object, id?: number) => failureOf(correct(body, id));
  const remove = (id: number, by = admin) => by.call(deleteCorrection, { params: { id }, body: { reason } });

  it('is a separate row of the invoice list, is included in the sums, and is paid together with the corrected invoice', async () => {
    const corrected = await theInvoice();
    const { id } = await correct({ ksefNumber: 'bfk' });
    const expected = {
      id,
      kind: 'FREIGHT',
      number: 'KF/1',
      contractor: corrected.contractor,
      issueDate: '2026-10-03',
      dueDate: corrected.dueDate,
      ksefNumber: 'BFK',
      transportCount: 0,
      quantity: 0,
      amount: -5_000,
      isPaid: true,
      corrects: { id: corrected.id, number: 'FT/2' },
    };
    expect(await corrections()).toMatchObject([expected]);
    for (const body of [{ filter: { kind: 'FREIGHT' } }, { search: corrected.number }])
      expect(await list(body)).toMatchObject({
        filtered: 2,
        sums: [{ amount: corrected.amount - 5_000, unpaid: 0 }],
      });
    expect(await user.call(getInvoice, { params: { id } })).toMatchObject({ note: reason, transports: [] });
    const input = { query: { format: 'csv' }, body: { filter: { kind: 'FREIGHT' } } } as const;
    const { body: file } = await download(test.app, listInvoices.export, input, user.token);
    const line = file
      .toString('utf8')
      .split('\r\n')
      .find((row) => row.includes('KF/1'));
    expect(line, 'as on the screen, no transports and no kilograms').toContain('BFK;;;-50,00;PLN');
    expect(await integrityProblems()).toEqual([]);
  });

  it('requires a unique number, a reason and a difference other than zero, and cannot correct a correction', async () => {
    expect(await rejected({ number: ' ft/2 ' })).toMatchObject({
      code: 'VALUE_IS_DUPLICATED',
      fields: [{ path: 'number' }],
    });
    expect(await rejected({ number: 'kf/1' })).toMatchObject({ code: 'VALUE_IS_DUPLICATED' });
    expect(await rejected({ amountDifference: 0 })).toMatchObject({
      code: 'VALUE_IS_WRONG',
      fields: [{ path: 'amount_difference' }],
    });
    expect(await rejected({ reason: ' ' })).toMatchObject({
      status: 400,
      fields: [{ path: 'reason' }],
    });
    const [correction] = await corrections();
    expect(await rejected({ number: 'FT/4' }, correction?.id)).toMatchObject({ code: 'WRONG_STATUS' });
    expect(
      await failureOf(user.call(payInvoice, { params: { id: correction?.id ?? 0 }, body: {} })),
    ).toMatchObject({
      code: 'WRONG_STATUS',
    });
  });

  it('becomes unpaid together with the corrected invoice, and has the due date and the new carrier of the corrected invoice', async () => {
    await admin.call(changeTransportStatus, { body: { transportId: second, status: 'INVOICE', reason } });
    expect(await corrections()).toMatchObject([{ isPaid: false, dueDate: '2026-10-01' }]);
    const { id } = await user.call(carriers.create, {
      body: { companyName: 'Transport', transportNames: ['Transport Sp. z o.o.'] },
    });
    expect(await corrections()).toMatchObject([{ contractor: { id, name: 'Transport' }, isPaid: false }]);
    expect(await integrityProblems()).toEqual([]);
  });

  it('can be deleted by an administrator but not by a user, and is deleted together with the corrected invoice', async () => {
    const [correction] = await corrections();
    const id = correction?.id ?? 0;
    expect(await failureOf(remove(id, user))).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(await failureOf(remove((await theInvoice()).id))).toMatchObject({ code: 'WRONG_STATUS' });
    expect(await remove(id)).toBe(true);
    expect(await corrections()).toEqual([]);
    expect(await failureOf(remove(id))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    await correct();
    await admin.call(changeTransportStatus, {
      body: { transportId: trade.transport, status: 'INVOICE', reason },
    });
    for (const transportId of [trade.transport, second])
      await admin.call(changeTransportStatus, { body: { transportId, status: 'TO_BE_SETTLED', reason } });
    expect(await list({ filter: { kind: 'FREIGHT' } })).toMatchObject({ filtered: 0 });
  });
});
