import type { InvoiceAttention } from '@spichlerz/shared/domain/attention';
import type { Currency } from '@spichlerz/shared/domain/contract';
import { notFoundInPath } from '@spichlerz/shared/domain/domain-error';
import { INVOICE_KIND, SIDES, type Side } from '@spichlerz/shared/domain/side';
import type {
  InvoiceListQuery,
  InvoiceRecord,
  InvoiceRow,
  InvoiceSum,
} from '@spichlerz/shared/wire/invoices';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { InvoiceTables } from '../../db/schema-invoices.ts';
import type { Db } from '../../db/tx.ts';
import type { List } from '../../lists/list.ts';
import { inDirection } from '../../lists/plain-list.ts';
import { invoiceSearch } from './invoice-search.ts';

/**
 * The name of the contractor (r) of an invoice (i). For a carrier without a record, it is the carrier name of
 * a transport.
 */
export const CONTRACTOR_NAME = sql<string>`coalesce(r.full_name,
  (select min(t.carrier_name) from transport t where t.freight_invoice_id = coalesce(i.corrects_id, i.id)), i.carrier_key)`;

/** The sort columns that may be null. The other columns can use a plain index in both directions. */
const NULLABLE: readonly string[] = ['issue_date', 'due_date'];

const SORT_COLUMNS = {
  id: sql`i.id`,
  number: sql`i.number collate "pl-x-icu"`,
  contractor: sql`coalesce(r.full_name, i.carrier_key) collate "pl-x-icu"`,
  issue_date: sql`i.issue_date`,
  due_date: sql`i.due_date`,
  amount: sql`i.amount_minor`,
} as const;

/**
 * Returns the side if the list has only purchase or only sales invoices, sorted by contractor. All these
 * invoices have a contractor record (constraint invoice_carrier), so PostgreSQL can read contractors by name
 * until the page is full, instead of sorting all invoices.
 */
const sideInNameOrder = ({ filter, orderBy }: InvoiceListQuery): Side | undefined =>
  orderBy.column === 'contractor' ? SIDES.find((side) => INVOICE_KIND[side] === filter.kind) : undefined;

/**
 * Selects the invoices (i) of a search with their contractors (r). With offset 0, PostgreSQL finds all matches
 * first. Otherwise the planner would scan an index until a page is full of matches.
 */
function invoicesOf(db: Db, search?: string) {
  const matches = invoiceSearch(search);
  const invoices =
    matches.length === 0
      ? sql<Selectable<InvoiceTables['invoice']>>`invoice`
      : sql<Selectable<InvoiceTables['invoice']>>`(select * from invoice as i
          where ${sql.join(matches, sql` and `)} offset 0)`;
  return db.selectFrom(invoices.as('i')).leftJoin('contractor as r', 'r.id', 'i.contractor_id');
}

const COLUMNS = [
  'i.id',
  'i.kind',
  'i.number',
  'i.contractor_id as contractorId',
  CONTRACTOR_NAME.as('contractorName'),
  'i.issue_date as issueDate',
  'i.due_date as dueDate',
  'i.ksef_number as ksefNumber',
  'i.transport_count as transportCount',
  'i.quantity_kg as quantity',
  'i.amount_minor as amount',
  'i.currency',
  'i.unpaid_count as unpaidCount',
  'i.corrects_id as correctsId',
  sql<string | null>`(select o.number from invoice o where o.id = i.corrects_id)`.as('correctsNumber'),
  'i.version',
] as const;

type Fetched = Omit<InvoiceRow, 'contractor' | 'isPaid' | 'corrects'> & {
  readonly contractorId: number | null;
  readonly contractorName: string;
  readonly unpaidCount: number;
  readonly correctsId: number | null;
  readonly correctsNumber: string | null;
};

/** Nested objects are created here, because parsing them from JSON takes a fifth of the time of a page. */
const toRow = (row: Fetched): InvoiceRow => ({
  id: row.id,
  kind: row.kind,
  number: row.number,
  contractor: { id: row.contractorId, name: row.contractorName },
  issueDate: row.issueDate,
  dueDate: row.dueDate,
  ksefNumber: row.ksefNumber,
  transportCount: row.transportCount,
  quantity: row.quantity,
  amount: row.amount,
  currency: row.currency,
  isPaid: row.unpaidCount === 0,
  corrects:
    row.correctsId === null || row.correctsNumber === null
      ? null
      : { id: row.correctsId, number: row.correctsNumber },
  version: row.version,
});

const IS_PAID = sql<SqlBool>`i.unpaid_count = 0`;

function conditionOf({ filter }: InvoiceListQuery): RawBuilder<SqlBool> {
  const isOverdue = sql`i.unpaid_count > 0 and i.due_date < current_date`;
  const conditions = [
    filter.kind !== undefined && sql`i.kind = ${sql.lit(filter.kind)}`,
    filter.contractorId !== undefined && sql`i.contractor_id = ${filter.contractorId}`,
    filter.isPaid !== undefined && (filter.isPaid ? IS_PAID : sql`i.unpaid_count > 0`),
    filter.isOverdue !== undefined &&
      (filter.isOverdue ? sql`(${isOverdue})` : sql`(${isOverdue}) is not true`),
    filter.withoutKsef !== undefined &&
      (filter.withoutKsef ? sql`i.ksef_number is null` : sql`i.ksef_number is not null`),
    filter.currency !== undefined && sql`i.currency = ${filter.currency}`,
    filter.dueDateFrom !== undefined && sql`i.due_date >= ${filter.dueDateFrom}::date`,
    filter.dueDateTo !== undefined && sql`i.due_date <= ${filter.dueDateTo}::date`,
    filter.issueDateFrom !== undefined && sql`i.issue_date >= ${filter.issueDateFrom}::date`,
    filter.issueDateTo !== undefined && sql`i.issue_date <= ${filter.issueDateTo}::date`,
  ].filter((condition) => condition !== false);
  return sql<SqlBool>`(${sql.join([sql`true`, ...conditions], sql` and `)})`;
}

/** Lists invoices; a page also has the sums over all rows that match the filter. */
export function invoiceList(query: InvoiceListQuery): List<InvoiceRow> {
  const isFound = conditionOf(query);
  const { column, direction } = query.orderBy;
  const plain = direction === 'ASC' ? 'asc' : 'desc';
  const side = sideInNameOrder(query);
  const order = side === undefined ? SORT_COLUMNS[column] : sql`r.full_name`;
  const rowsOf = (db: Db) =>
    invoicesOf(db, query.search)
      .where(isFound)
      .$if(side !== undefined, (found) => found.where(sql<SqlBool>`r.side = ${side}`))
      .orderBy(order, NULLABLE.includes(column) ? inDirection(direction) : plain)
      .orderBy('i.id', plain)
      .select(COLUMNS);
  return {
    async readPage(db, { limit, offset }) {
      const columns = [foundOf(db, query, isFound).as('found'), total(db).as('total')] as const;
      const page = await rowsOf(db)
        // with a parameter, PostgreSQL could not estimate the number of rows and would plan each execution
        // again
        .limit(sql.lit(limit))
        .$if(offset > 0, (rows) => rows.offset(offset))
        .select(columns)
        .execute();
      const [counts = await db.selectNoFrom(columns).executeTakeFirstOrThrow()] = page;
      const found = JSON.parse(counts.found ?? '[]') as CountedSum[];
      const filtered = found.reduce((count, { n }) => count + n, 0);
      const sums = found.map(({ currency, amount, unpaid }): InvoiceSum => ({ currency, amount, unpaid }));
      return { list: page.map(toRow), filtered, total: counts.total, sums };
    },
    selectAll: (db) => rowsOf(db).compile(),
    toRows: async (_db, fetched) => (fetched as Fetched[]).map(toRow),
  };
}

type CountedSum = InvoiceSum & { readonly n: number };

/** Selects the number and sums of the matching invoices for each currency. */
function foundOf(db: Db, query: InvoiceListQuery, isFound: RawBuilder<SqlBool>) {
  const found = isCounted(query) ? countedSums(db, query) : foundSums(db, query, isFound);
  // as text it is parsed only once, although every row contains it
  return sql<string | null>`(select json_agg(f order by f.currency)::text from (${found}) as f)`;
}

const COUNTED: readonly string[] = ['kind', 'isPaid', 'currency'];

/** Whether invoice_total, a table maintained by triggers, has the sums for this filter. */
const isCounted = ({ search, filter }: InvoiceListQuery): boolean =>
  search === undefined &&
  Object.entries(filter).every(([name, value]) => value === undefined || COUNTED.includes(name));

const countedSums = (db: Db, { filter }: InvoiceListQuery) =>
  db
    .selectFrom('invoice_total as t')
    .$if(filter.kind !== undefined, (totals) => totals.where(sql<SqlBool>`t.kind = ${filter.kind}`))
    .$if(filter.isPaid !== undefined, (totals) => totals.where(sql<SqlBool>`t.is_paid = ${filter.isPaid}`))
    .$if(filter.currency !== undefined, (totals) =>
      totals.where(sql<SqlBool>`t.currency = ${filter.currency}`),
    )
    .groupBy('t.currency')
    .having(sql<SqlBool>`sum(t.n) > 0`)
    .select([
      't.currency',
      sql<number>`sum(t.n)::bigint`.as('n'),
      sql<number>`sum(t.amount_minor)::bigint`.as('amount'),
      sql<number>`sum(t.unpaid_minor)::bigint`.as('unpaid'),
    ]);

const foundSums = (db: Db, { search }: InvoiceListQuery, isFound: RawBuilder<SqlBool>) =>
  invoicesOf(db, search)
    .where(isFound)
    .groupBy('i.currency')
    .select([
      'i.currency',
      sql<number>`count(*)`.as('n'),
      sql<number>`sum(i.amount_minor)::bigint`.as('amount'),
      sql<number>`sum(i.unpaid_minor)::bigint`.as('unpaid'),
    ]);

const total = (db: Db) =>
  sql<number>`(${db.selectFrom('invoice_total').select(sql<number>`coalesce(sum(n), 0)::bigint`.as('n'))})`;

type Numbered = {
  readonly kind: InvoiceRow['kind'];
  readonly currency: Currency;
  readonly contractorId: number | null;
  readonly carrierKey: string | null;
  readonly number: string;
  /** The issue date, or the first delivery if there is no issue date. */
  readonly day: RawBuilder<string | null>;
};

/**
 * The days between an invoice (i) and another day. The day of an invoice is its issue date, or without one its
 * first delivery.
 */
export const daysApart = (day: RawBuilder<string | null>) =>
  sql<number>`abs(coalesce(i.issue_date, i.first_delivery) - ${day})`;

/** Whether the number of an invoice (i) is taken for a document of this day. Numbers begin anew each year. */
export const isInNumberPeriod = (day: RawBuilder<string | null>) => sql<SqlBool>`${daysApart(day)} <= 180`;

/**
 * Selects the invoices with this number at most 180 days from `day`, the rule of invoice_hang in the
 * database. Invoices of another year may have the same number.
 */
export const invoicesOfNumber = (
  db: Db,
  { kind, currency, contractorId, carrierKey, number, day }: Numbered,
) =>
  db
    .selectFrom('invoice as i')
    .where('i.kind', '=', kind)
    .where('i.currency', '=', currency)
    .where(sql<SqlBool>`invoice_number_key(i.number) = invoice_number_key(${number})`)
    .where(sql<SqlBool>`i.contractor_id is not distinct from ${contractorId}::bigint`)
    .where(sql<SqlBool>`i.carrier_key is not distinct from ${carrierKey}::text`)
    .where(isInNumberPeriod(day));

/**
 * Counts the pairs of a correction and another document with its number, of one contractor within 180 days.
 * `isCounted` selects the first document of a pair (i), which may be the correction.
 */
export async function countCorrectionNumbers(db: Db, isCounted: RawBuilder<SqlBool>): Promise<number> {
  const { pairs } = await db
    .selectFrom('invoice as i')
    .innerJoin('invoice as o', (join) =>
      join.on(sql<SqlBool>`invoice_number_key(o.number) = invoice_number_key(i.number) and o.kind = i.kind
        and o.currency = i.currency and o.contractor_id is not distinct from i.contractor_id
        and o.carrier_key is not distinct from i.carrier_key and o.id <> i.id
        and (o.corrects_id is not null or i.corrects_id is not null)`),
    )
    .where(isCounted)
    .where(isInNumberPeriod(sql`coalesce(o.issue_date, o.first_delivery)`))
    .select(sql<number>`count(*)::integer`.as('pairs'))
    .executeTakeFirstOrThrow();
  return pairs;
}

type SavedSide = Pick<Numbered, 'kind'> & {
  readonly transportId: number;
  readonly number: string | null;
  /** The issue date, or the delivery date if there is no issue date. */
  readonly day: string | null;
};

/**
 * Whether the transport stays on an invoice with corrections when it is saved with this number. It stays if the
 * invoice already has the number, or is renamed to it. The invoice is renamed if it has no other transport and
 * no other invoice has the number (function invoice_hang).
 */
export async function keepsCorrections(
  db: Db,
  { kind, transportId, number, day }: SavedSide,
): Promise<boolean> {
  const isOfTransport = sql<SqlBool>`i.id = any(array(select l.invoice_id from invoice_line l
    where l.transport_id = ${transportId}))`;
  const corrected = await db
    .selectFrom('invoice as i')
    .where('i.kind', '=', kind)
    .where(isOfTransport)
    .where(sql<SqlBool>`exists (select from invoice k where k.corrects_id = i.id)`)
    .select([
      'i.id',
      'i.currency',
      'i.contractor_id as contractorId',
      'i.carrier_key as carrierKey',
      'i.transport_count as transportCount',
      sql<boolean>`invoice_number_key(i.number) = invoice_number_key(${number})`.as('isSame'),
    ])
    .executeTakeFirst();
  if (corrected === undefined || number === null) return false;
  if (corrected.isSame || corrected.transportCount > 1) return corrected.isSame;
  const other = await invoicesOfNumber(db, { ...corrected, kind, number, day: sql`${day}::date` })
    .where('i.corrects_id', 'is', null)
    .select('i.id')
    .executeTakeFirst();
  return other === undefined;
}

type AttentionCounts = Record<InvoiceRow['kind'], Record<InvoiceAttention, number>>;

/**
 * Counts unpaid invoices by kind. Each count equals the length of the list that the entry of "Do zrobienia"
 * opens.
 */
export async function countInvoiceAttentions(db: Db): Promise<AttentionCounts> {
  const counts: AttentionCounts = {
    PURCHASE: { OVERDUE: 0, WITHOUT_KSEF: 0 },
    SALES: { OVERDUE: 0, WITHOUT_KSEF: 0 },
    FREIGHT: { OVERDUE: 0, WITHOUT_KSEF: 0 },
  };
  const countOf = (attention: InvoiceAttention, condition: RawBuilder<SqlBool>) =>
    db
      .selectFrom('invoice as i')
      .where('i.unpaid_count', '>', 0)
      .where(condition)
      .groupBy('i.kind')
      .select([
        'i.kind',
        sql.val(attention).$castTo<InvoiceAttention>().as('attention'),
        sql<number>`count(*)`.as('n'),
      ]);
  // two counts, so that each can use its own index without reading rows
  const found = await countOf('OVERDUE', sql`i.due_date < current_date`)
    .unionAll(countOf('WITHOUT_KSEF', sql`i.ksef_number is null`))
    .execute();
  for (const { kind, attention, n } of found) counts[kind][attention] = n;
  return counts;
}

export async function getInvoice(db: Db, id: number): Promise<InvoiceRecord> {
  const invoice = await invoicesOf(db)
    .where('i.id', '=', id)
    .select([...COLUMNS, 'i.note'])
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
    .select(COLUMNS)
    .execute();
  return { ...toRow(invoice), note: invoice.note, transports, corrections: corrections.map(toRow) };
}
