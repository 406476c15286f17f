import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { INVOICE_MIGRATION, ROWS_WITHOUT_INVOICES, UNDO_INVOICES } from '../testing/invoice-migration.ts';
import { makeMaterial, makeTransport, setTransportStatuses } from '../testing/make.ts';
import { makeReleasedTransport } from '../testing/settle.ts';
import { createTestUser } from '../testing/test-user.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

type Row = { readonly row: { readonly invoice_number?: string | null } };

/** Returns the row as the migration leaves it: the number FV/9 is cleared, because its side has no invoice. */
const cleared = ({ row }: Row): Row =>
  row.invoice_number === 'FV/9' ? { row: { ...row, invoice_number: null } } : { row };

async function rowsWithoutInvoices() {
  const { rows } = await test.pool.query<Row>(`${ROWS_WITHOUT_INVOICES} order by row::text`);
  return rows;
}

it('the invoice migration creates one invoice from equal invoice data; a number without an invoice moves to the audit log', async () => {
  const admin = await createTestUser(test, 'ADMIN');
  const trade = await makeReleasedTransport(admin, await makeMaterial(admin));
  for (let n = 0; n < 4; n++) {
    const transport = await makeTransport(admin, trade.purchase, trade.sales, { quantityKg: 1_000 });
    await setTransportStatuses(admin, transport, 'DELIVERED', 'TO_BE_SETTLED');
  }
  await test.pool.query(UNDO_INVOICES);
  // Two sides have the same number and due date, one has another due date, and one is a year later. The last
  // side has a number without an invoice.
  await test.pool.query(
    `update settlement_side s set status = n.status::settlement_status, invoice_number = n.number, payment_date = n.due::date,
       deliver_date = n.delivered::date
     from (select id, row_number() over (order by id) as n from settlement) x
     join (values (1, 'PAID', 'FV/1', '2026-10-01', '2026-09-02'), (2, 'INVOICE', 'FV/1', '2026-10-01', '2026-09-05'),
       (3, 'INVOICE', 'fv/1', '2026-10-02', '2026-09-04'), (4, 'INVOICE', 'FV/1', '2027-10-01', '2027-09-04'),
       (5, 'TO_BE_SETTLED', 'FV/9', null, '2026-09-04')) n (n, status, number, due, delivered) using (n)
     where s.settlement_id = x.id and s.side = 'sales'`,
  );
  await test.pool.query(
    `update transport set status = 'INVOICE', freight_minor = 100, freight_invoice_number = 'FT/1',
       freight_invoice_date = '2026-09-09' where id > $1`,
    [trade.transport],
  );
  const before = await rowsWithoutInvoices();
  await test.pool.query(`begin; ${INVOICE_MIGRATION}; commit`);

  expect(await rowsWithoutInvoices()).toEqual(before.map(cleared));
  const { rows: invoices } = await test.pool.query(
    `select kind, number, due_date, note, transport_count, unpaid_count from invoice order by kind, first_delivery`,
  );
  expect(invoices).toMatchObject([
    {
      kind: 'SALES',
      number: 'FV/1',
      due_date: '2026-10-01',
      note: null,
      transport_count: 2,
      unpaid_count: 1,
    },
    { number: 'fv/1', due_date: '2026-10-02', note: 'ten sam numer', transport_count: 1 },
    { number: 'FV/1', due_date: '2027-10-01', note: null, transport_count: 1 },
    { kind: 'FREIGHT', number: 'FT/1', note: null, transport_count: 4 },
  ]);
  const { rows: entries } = await test.pool.query(
    `select changes from history where entity = 'settlement' and action = 'sales.invoiceTakenBack'`,
  );
  expect(entries).toEqual([{ changes: { invoice_number: ['FV/9', null] } }]);
  const { rows: problems } = await test.pool.query('select * from integrity_problem');
  expect(problems).toEqual([]);
});
