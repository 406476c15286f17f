import type { InvoiceAttention } from '@spichlerz/shared/domain/attention';
import { notFoundInPath } from '@spichlerz/shared/domain/domain-error';
import type {
  InvoiceListQuery,
  InvoiceRecord,
  InvoiceRow,
  InvoiceSum,
} from '@spichlerz/shared/wire/invoices';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import type { List } from '../../lists/list.ts';
import { countRows, inDirection, plainList } from '../../lists/plain-list.ts';
import { matchesSearch } from '../../lists/search.ts';

/** The contractor's name (r) of an invoice (i); a carrier without a record is called as its transports call it. */
export const CONTRACTOR_NAME = sql<string>`coalesce(r.full_name,
  (select min(t.carrier_name) from transport t where t.freight_invoice_id = coalesce(i.corrects_id, i.id)), i.carrier_key)`;

const SEARCH_KEY = sql<string>`search_key(i.number || '|' || coalesce(r.full_name, i.carrier_key) || '|' ||
  coalesce(i.ksef_number, '') || '|' || coalesce((select string_agg(t.registration_number, '|') from invoice_line l
  join transport t on t.id = l.transport_id where l.invoice_id = i.id), ''))`;

const SORT_COLUMNS = {
  id: sql`i.id`,
  number: sql`i.number collate "pl-x-icu"`,
  contractor: sql`coalesce(r.full_name, i.carrier_key) collate "pl-x-icu"`,
  issue_date: sql`i.issue_date`,
  due_date: sql`i.due_date`,
  amount: sql`i.amount_minor`,
} as const;

const invoicesOf = (db: Db) =>
  db.selectFrom('invoice as i').leftJoin('contractor as r', 'r.id', 'i.contractor_id');

const ROW = [
  'i.id',
  'i.kind',
  'i.number',
  sql<InvoiceRow['contractor']>`json_build_object('id', i.contractor_id, 'name', ${CONTRACTOR_NAME})`.as(
    'contractor',
  ),
  'i.issue_date as issueDate',
  'i.due_date as dueDate',
  'i.ksef_number as ksefNumber',
  'i.transport_count as transportCount',
  'i.quantity_kg as quantity',
  'i.amount_minor as amount',
  'i.currency',
  sql<boolean>`i.unpaid_count = 0`.as('isPaid'),
  sql<InvoiceRow['corrects']>`(select json_build_object('id', o.id, 'number', o.number) from invoice o
    where o.id = i.corrects_id)`.as('corrects'),
  'i.version',
] as const;

function conditionOf({ search, filter }: Pick<InvoiceListQuery, 'search' | 'filter'>): RawBuilder<SqlBool> {
  const isPaid = sql`i.unpaid_count = 0`;
  const isOverdue = sql`i.unpaid_count > 0 and i.due_date < current_date`;
  const conditions = [
    filter.kind !== undefined && sql`i.kind = ${filter.kind}`,
    filter.contractorId !== undefined && sql`i.contractor_id = ${filter.contractorId}`,
    filter.isPaid !== undefined && (filter.isPaid ? isPaid : sql`i.unpaid_count > 0`),
    filter.isOverdue !== undefined &&
      (filter.isOverdue ? sql`(${isOverdue})` : sql`(${isOverdue}) is not true`),
    filter.withoutKsef !== undefined &&
      (filter.withoutKsef ? sql`i.ksef_number is null` : sql`i.ksef_number is not null`),
    filter.currency !== undefined && sql`i.currency = ${filter.currency}`,
    filter.dueDateFrom !== undefined && sql`i.due_date >= ${filter.dueDateFrom}::date`,
    filter.dueDateTo !== undefined && sql`i.due_date <= ${filter.dueDateTo}::date`,
    filter.issueDateFrom !== undefined && sql`i.issue_date >= ${filter.issueDateFrom}::date`,
    filter.issueDateTo !== undefined && sql`i.issue_date <= ${filter.issueDateTo}::date`,
    search !== undefined && matchesSearch(SEARCH_KEY, search),
  ].filter((condition) => condition !== false);
  return sql<SqlBool>`(${sql.join([sql`true`, ...conditions], sql` and `)})`;
}

/** The list of invoices; its pages also have the sums of what is filtered. */
export function invoiceList(query: InvoiceListQuery): List<InvoiceRow> {
  const isFound = conditionOf(query);
  const { column, direction } = query.orderBy;
  const list = plainList((db) => ({
    rows: invoicesOf(db)
      .where(isFound)
      .orderBy(SORT_COLUMNS[column], inDirection(direction))
      .orderBy('i.id', inDirection(direction))
      .select(ROW),
    filtered: countRows(invoicesOf(db).where(isFound)),
    total: countRows(db.selectFrom('invoice as i')),
  }));
  return {
    ...list,
    async readPage(db, page) {
      const [found, sums] = await Promise.all([list.readPage(db, page), sumsOf(db, isFound)]);
      return { ...found, sums };
    },
  };
}

const sumsOf = (db: Db, isFound: RawBuilder<SqlBool>): Promise<InvoiceSum[]> =>
  invoicesOf(db)
    .where(isFound)
    .groupBy('i.currency')
    .orderBy('i.currency')
    .select([
      'i.currency',
      sql<number>`sum(i.amount_minor)::bigint`.as('amount'),
      sql<number>`sum(i.unpaid_minor)::bigint`.as('unpaid'),
    ])
    .execute();

type AttentionCounts = Record<InvoiceRow['kind'], Record<InvoiceAttention, number>>;

/** Counts unpaid invoices by kind; each count equals that of the list with the filter of the attention. */
export async function countInvoiceAttentions(db: Db): Promise<AttentionCounts> {
  const counts: AttentionCounts = {
    PURCHASE: { OVERDUE: 0, WITHOUT_KSEF: 0 },
    SALES: { OVERDUE: 0, WITHOUT_KSEF: 0 },
    FREIGHT: { OVERDUE: 0, WITHOUT_KSEF: 0 },
  };
  const found = await db
    .selectFrom('invoice as i')
    .where('i.unpaid_count', '>', 0)
    .groupBy('i.kind')
    .select([
      'i.kind',
      sql<number>`count(*) filter (where i.due_date < current_date)`.as('overdue'),
      sql<number>`count(*) filter (where i.ksef_number is null)`.as('withoutKsef'),
    ])
    .execute();
  for (const { kind, overdue, withoutKsef } of found)
    counts[kind] = { OVERDUE: overdue, WITHOUT_KSEF: withoutKsef };
  return counts;
}

export async function getInvoice(db: Db, id: number): Promise<InvoiceRecord> {
  const invoice = await invoicesOf(db)
    .where('i.id', '=', id)
    .select([...ROW, 'i.note'])
    .executeTakeFirst();
  if (invoice === undefined) throw notFoundInPath('NOT_FOUND');
  const transports = await db
    .selectFrom('invoice_line as l')
    .innerJoin('transport as t', 't.id', 'l.transport_id')
    .innerJoin('contract as c', (join) =>
      join.on(sql<SqlBool>`c.id = ${invoice.kind === 'PURCHASE' ? sql`t.purchase_id` : sql`t.sales_id`}`),
    )
    .where('l.invoice_id', '=', id)
    .orderBy('t.id')
    .select([
      'l.transport_id as transportId',
      't.registration_number as registrationNumber',
      'l.quantity_kg as quantity',
      'l.amount_minor as amount',
      'l.status',
      sql<InvoiceRecord['transports'][number]['contract']>`json_build_object('id', c.id,
        'documentNumber', c.document_number)`.as('contract'),
    ])
    .execute();
  const corrections = await invoicesOf(db)
    .where('i.corrects_id', '=', id)
    .orderBy('i.id')
    .select(ROW)
    .execute();
  return { ...invoice, transports, corrections };
}
