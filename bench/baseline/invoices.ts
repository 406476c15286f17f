import type { Handler, Row } from './row.ts';

/** The sums of sales invoices, from the counter table invoice_total. */
const countedSums = (
  where: string,
) => `select currency, sum(n)::bigint as n, sum(amount_minor)::bigint as amount,
  sum(unpaid_minor)::bigint as unpaid from invoice_total where kind = 'SALES'${where} group by currency having sum(n) > 0`;

const OF_CONTRACTOR = "i.kind = 'SALES' and i.contractor_id = $1";
const SUMS_OF_CONTRACTOR = `select i.currency, count(*) as n, sum(i.amount_minor)::bigint as amount,
  sum(i.unpaid_minor)::bigint as unpaid from invoice i where ${OF_CONTRACTOR} group by i.currency`;

type Sum = {
  readonly currency: string;
  readonly n: number;
  readonly amount: number;
  readonly unpaid: number;
};

/** A page of sales invoices with the sums for each currency, in one SQL statement. */
const page = (name: string, where: string, order: string, sums: string): Handler => {
  const text = `with page as materialized (select i.id from invoice i where ${where} order by ${order} limit 50)
    select i.id, i.kind, i.number, i.contractor_id, r.full_name, i.issue_date, i.due_date, i.ksef_number,
      i.transport_count, i.quantity_kg, i.amount_minor, i.currency, i.unpaid_count, i.corrects_id,
      (select o.number from invoice o where o.id = i.corrects_id) as corrects_number, i.version,
      (select json_agg(s order by s.currency) from (${sums}) s) as sums,
      (select coalesce(sum(n), 0)::bigint from invoice_total) as total
    from page join invoice i using (id) left join contractor r on r.id = i.contractor_id order by ${order}`;
  return async (pool, parameters) => {
    const { rows } = await pool.query<Row>({ name: `invoices ${name}`, text, values: parameters });
    const sums = (rows[0]?.['sums'] ?? []) as readonly Sum[];
    return {
      list: rows.map(invoiceOf),
      filtered: sums.reduce((count, { n }) => count + n, 0),
      total: rows[0]?.['total'] ?? 0,
      sums: sums.map(({ currency, amount, unpaid }) => ({ currency, amount, unpaid })),
    };
  };
};

const invoiceOf = (row: Row) => ({
  id: row['id'],
  kind: row['kind'],
  number: row['number'],
  contractor: { id: row['contractor_id'], name: row['full_name'] },
  issue_date: row['issue_date'],
  due_date: row['due_date'],
  ksef_number: row['ksef_number'],
  transport_count: row['transport_count'],
  quantity: row['quantity_kg'],
  amount: row['amount_minor'],
  currency: row['currency'],
  is_paid: row['unpaid_count'] === 0,
  corrects: row['corrects_id'] === null ? null : { id: row['corrects_id'], number: row['corrects_number'] },
  version: row['version'],
});

export const INVOICES: Readonly<Record<string, Handler>> = {
  'unpaid invoices.0': page(
    'unpaid',
    "i.kind = 'SALES' and i.unpaid_count > 0",
    'i.due_date, i.id',
    countedSums(' and not is_paid'),
  ),
  'invoices by amount.0': page(
    'by amount',
    "i.kind = 'SALES'",
    'i.amount_minor desc, i.id desc',
    countedSums(''),
  ),
  'invoices of a contractor.0': page(
    'of a contractor',
    OF_CONTRACTOR,
    'i.due_date, i.id',
    SUMS_OF_CONTRACTOR,
  ),
};
