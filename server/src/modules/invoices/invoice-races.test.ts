import { carriers } from '@spichlerz/shared/wire/carriers';
import { changeInvoice, correctInvoice, createInvoice, getInvoice } from '@spichlerz/shared/wire/invoices';
import { invoiceSale } from '@spichlerz/shared/wire/settlements';
import { settleFreight } from '@spichlerz/shared/wire/transports';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import { type Material, makeMaterial, makeTransport, setTransportStatuses } from '../../testing/make.ts';
import { lastChanges, makeReleasedTransport, type Trade } from '../../testing/settle.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';
import { runDuring } from '../../testing/while-locked.ts';

/*
 * Two users change transports of one invoice, or invoices of one number, at the same time. Plain SQL replaces
 * the command of the first user. The command of the second user waits for the transaction with this SQL.
 */

let test: TestApp;
let user: TestUser;
let material: Material;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  material = await makeMaterial(await createTestUser(test, 'ADMIN'));
});
afterAll(() => test.close());

const during = <Reply>(before: (other: PoolClient) => Promise<unknown>, command: () => Promise<Reply>) =>
  runDuring(test.pool, { before }, command);

async function numberOf(sql: string, ...values: unknown[]): Promise<number> {
  const { rows } = await test.pool.query<{ n: number }>(sql, values);
  return rows[0]?.n ?? 0;
}

async function countOf(contractorId: number, number: string): Promise<number> {
  return numberOf(
    'select count(*)::int as n from invoice where contractor_id = $1 and lower(number) = lower($2)',
    contractorId,
    number,
  );
}

async function addTransport(trade: Trade, fields: object = {}): Promise<number> {
  const id = await makeTransport(user, trade.purchase, trade.sales, { quantityKg: 5_000, ...fields });
  await setTransportStatuses(user, id, 'DELIVERED', 'TO_BE_SETTLED');
  return id;
}

type Loaded = { readonly transport: number; readonly settlement: number };

const loadedBy = async (transport: number): Promise<Loaded> => ({
  transport,
  settlement: await numberOf('select id as n from settlement where transport_id = $1', transport),
});

/** Creates a sales invoice of two transports, and a third transport of the same sale without an invoice. */
async function makeInvoiceOfTwo(number: string) {
  const trade = await makeReleasedTransport(user, material);
  const first = await loadedBy(trade.transport);
  const second = await loadedBy(await addTransport(trade));
  const free = await loadedBy(await addTransport(trade));
  const contractorId = await numberOf('select contractor_id as n from contract where id = $1', trade.sales);
  const invoice = async (name: string, ...loads: readonly Loaded[]) => {
    const transportIds = loads.map(({ transport }) => transport);
    const { id } = await user.call(createInvoice, {
      body: { kind: 'SALES', contractorId, number: name, dueDate: '2026-10-01', transportIds },
    });
    return id ?? 0;
  };
  return { id: await invoice(number, first, second), first, second, free, contractorId, invoice };
}

/** Updates the settlement side of a sale, as the invoice of the transport does. */
const changeSale =
  ({ settlement }: Loaded, columns: string) =>
  (other: PoolClient) =>
    other.query(
      `update settlement_side set ${columns}, version = version + 1 where settlement_id = $1 and side = 'sales'`,
      [settlement],
    );

describe('a change of one transport, copied to all transports of the invoice', () => {
  it('is kept when a second transport of the invoice is paid at the same time', async () => {
    const { id, first, second } = await makeInvoiceOfTwo('FV/1');
    await during(changeSale(first, "ksef_number = 'OFF', payment_date = '2026-11-15'"), () =>
      user.call(invoiceSale, { body: { settlementId: second.settlement, salesSettlementStatus: 'PAID' } }),
    );
    expect(await user.call(getInvoice, { params: { id } })).toMatchObject({
      ksefNumber: 'OFF',
      dueDate: '2026-11-15',
    });
  });

  it('is the old value in the audit entry of the next change', async () => {
    const { first, second } = await makeInvoiceOfTwo('FV/2');
    await during(changeSale(first, "payment_date = '2026-11-15'"), () =>
      user.call(invoiceSale, {
        body: {
          settlementId: second.settlement,
          salesSettlementStatus: 'INVOICE',
          salesPaymentDate: '2026-12-24',
        },
      }),
    );
    expect(await lastChanges(test.pool, second.settlement)).toMatchObject({
      payment_date: ['2026-11-15', '2026-12-24'],
    });
  });

  it('causes a conflict for a joint invoice that is created with an older version', async () => {
    const { first, second, contractorId } = await makeInvoiceOfTwo('FV/3');
    const version = await numberOf(
      "select version as n from settlement_side where settlement_id = $1 and side = 'sales'",
      second.settlement,
    );
    const { rows } = await during(changeSale(first, "payment_date = '2026-11-15'"), () =>
      user.call(createInvoice, {
        body: {
          kind: 'SALES',
          contractorId,
          number: 'FV/3',
          dueDate: '2026-10-01',
          transportIds: [second.transport],
          versions: [{ transportId: second.transport, version }],
        },
      }),
    );
    expect(rows).toMatchObject([{ messageCode: 'CONFLICT' }]);
  });
});

describe('two invoices of a contractor do not get the same number', () => {
  it('when an invoice is renamed to the number of an invoice that is being created', async () => {
    const { id, free, contractorId } = await makeInvoiceOfTwo('FV/5');
    const invoiced = "status = 'INVOICE', invoice_number = 'FV/6', deliver_date = '2026-09-02'";
    const rejected = await during(changeSale(free, invoiced), () =>
      failureOf(user.call(changeInvoice, { params: { id }, body: { number: 'fv/6' } })),
    );
    expect(rejected).toMatchObject({ fields: [{ path: 'number', code: 'VALUE_IS_DUPLICATED' }] });
    expect(await countOf(contractorId, 'FV/6')).toBe(1);
  });

  it('when two renames, or several corrections, use the same new number in parallel', async () => {
    const { id, free, contractorId, invoice } = await makeInvoiceOfTwo('FV/7');
    const ids = [id, await invoice('FV/8', free)];
    await Promise.allSettled(
      ids.map((each) => user.call(changeInvoice, { params: { id: each }, body: { number: 'FV/9' } })),
    );
    expect(await countOf(contractorId, 'FV/9')).toBe(1);
    const body = { number: 'KOR/1', issueDate: '2026-10-10', amountDifference: -100, reason: 'cena' };
    await Promise.allSettled(
      [...ids, ...ids].map((each) => user.call(correctInvoice, { params: { id: each }, body })),
    );
    expect(await countOf(contractorId, 'KOR/1')).toBe(1);
  });
});

const changeFreight = (transportId: number, number: string) => (other: PoolClient) =>
  other.query(
    `update transport set status = 'INVOICE', freight_minor = 1000, freight_invoice_number = $2,
       freight_invoice_date = '2026-09-03', version = version + 1 where id = $1`,
    [transportId, number],
  );
const invoiceFreight = (transportId: number, transportInvoiceNumber: string) =>
  user.call(settleFreight, {
    body: {
      transportId,
      status: 'INVOICE',
      freightAmount: 10_000,
      transportInvoiceNumber,
      transportInvoiceCreateDate: '2026-09-03',
    },
  });

describe('linking transports to a carrier', () => {
  it('keeps the invoice sums correct when a transport with a different spelling of the carrier joins the invoice in parallel', async () => {
    const trade = await makeReleasedTransport(user, material);
    const name = 'Trans Pol';
    const own = await addTransport(trade, { carrierName: name });
    const spelled = await addTransport(trade, { carrierName: name.toUpperCase() });
    await invoiceFreight(own, 'FT/1');
    await during(changeFreight(spelled, 'FT/1'), () =>
      user.call(carriers.create, { body: { companyName: name, transportNames: [name] } }),
    );
    expect((await test.pool.query('select * from integrity_problem')).rows).toEqual([]);
  });

  it('results in one invoice when a transport already linked to the carrier gets the same invoice number in parallel', async () => {
    const trade = await makeReleasedTransport(user, material);
    const { id: carrierId } = await user.call(carriers.create, { body: { companyName: 'Trans Bug SA' } });
    const free = await addTransport(trade, { carrierName: 'Trans Bug' });
    const linked = await addTransport(trade, { carrierId });
    await invoiceFreight(free, 'FT/2');
    await during(changeFreight(linked, 'FT/2'), () =>
      user.call(carriers.linkTransports, { params: { id: carrierId }, body: { names: ['Trans Bug'] } }),
    );
    expect(await countOf(carrierId, 'FT/2')).toBe(1);
  });
});
