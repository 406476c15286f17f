import type { Currency } from '@spichlerz/shared/domain/contract';
import { KSEF_MARKERS } from '@spichlerz/shared/domain/ksef-number';
import type { BodyOf, ReplyOf } from '@spichlerz/shared/wire/endpoint';
import type { checkInvoice as checkCall } from '@spichlerz/shared/wire/invoices';
import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import type { Company } from '../../print/company.ts';
import { CONTRACTOR_NAME, daysApart, invoicesOfNumber, isInNumberPeriod } from './invoice-queries.ts';

type Body = BodyOf<typeof checkCall>;
type Numbered = Body & { readonly number: string };
type Check = ReplyOf<typeof checkCall>;

/**
 * Returns the data for the warnings of the invoice form (customer invoices.md, "Invoices are records"): the
 * invoice that the transports would join, its corrections, the corrections that would be deleted, the seller's
 * NIP if the KSeF number contains another NIP, who already uses the KSeF number or our number, and whether a
 * correction has the number.
 */
export async function checkInvoice(db: Db, company: Company, body: Body): Promise<Check> {
  const party = await partyOf(db, body);
  const { number } = body;
  if (party === undefined || number === undefined)
    return {
      joined: null,
      corrections: null,
      deletedCorrections: await findDeletedCorrections(db, body, null),
      sellerNip: party === undefined ? null : otherSeller(body, party, company),
      ksefNumberUsedBy: await ksefNumberUser(db, body, null),
      numberUsedBy: null,
      isCorrectionNumber: false,
    };
  const numbered = { ...body, number };
  const { id = null, ...existing } = await existingInvoice(db, numbered, party);
  return {
    ...existing,
    deletedCorrections: await findDeletedCorrections(db, body, id ?? (await renamedInvoice(db, numbered))),
    sellerNip: otherSeller(body, party, company),
    ksefNumberUsedBy: await ksefNumberUser(db, body, id),
    // on a sale, and on a purchase from an RR supplier, the number is our own
    numberUsedBy:
      body.kind === 'SALES' || (body.kind === 'PURCHASE' && party.isRr)
        ? await numberUser(db, numbered, party)
        : null,
    isCorrectionNumber: id === null && (await isCorrectionNumber(db, numbered, party)),
  };
}

type Party = NonNullable<Awaited<ReturnType<typeof partyOf>>>;

/**
 * Returns the contractor (for freight, the carrier), the currency and the delivery date of the transport with
 * the lowest id.
 */
function partyOf(db: Db, { kind, transportIds, contractorId }: Body) {
  const own = kind === 'PURCHASE' ? sql`t.purchase_id` : sql`t.sales_id`;
  const side = kind === 'PURCHASE' ? 'purchase' : 'sales';
  const isFreight = kind === 'FREIGHT';
  return db
    .selectFrom('transport as t')
    .innerJoin('contract as c', (join) => join.on(sql<boolean>`c.id = ${own}`))
    .leftJoin('settlement as x', 'x.transport_id', 't.id')
    .leftJoin('settlement_side as s', (join) =>
      join.onRef('s.settlement_id', '=', 'x.id').on(sql<boolean>`s.side = ${side}::side`),
    )
    .leftJoin('contractor as r', (join) =>
      join.on(
        sql<boolean>`r.id = ${isFreight ? sql`coalesce(${contractorId ?? null}::bigint, t.carrier_id)` : sql`c.contractor_id`}`,
      ),
    )
    .where(sql<boolean>`t.id = any(${transportIds}::bigint[])`)
    .orderBy('t.id')
    .limit(1)
    .select([
      'r.id as contractorId',
      'r.nip',
      sql<boolean>`coalesce(r.accounting_method = 'RR', false)`.as('isRr'),
      sql<string | null>`case when r.id is null then carrier_name_key(t.carrier_name) end`.as('carrierKey'),
      sql<Currency>`${isFreight ? sql`t.currency` : sql`c.currency`}`.as('currency'),
      sql<string | null>`${isFreight ? sql`t.date_unloading` : sql`s.deliver_date`}`.as('deliveryDate'),
    ])
    .executeTakeFirst();
}

const dayOf = ({ issueDate }: Body, { deliveryDate }: Party) =>
  sql<string | null>`coalesce(${issueDate ?? null}::date, ${deliveryDate}::date)`;

/**
 * Finds the invoice with this number to which the database would add the transports (function invoice_hang),
 * and its corrections. `joined` is null if that invoice has no other transports. A correction joins no invoice:
 * for a correction, `joined` is any other invoice or correction with its number.
 */
async function existingInvoice(
  db: Db,
  body: Numbered,
  party: Party,
): Promise<Pick<Check, 'joined' | 'corrections'> & { id?: number }> {
  const day = dayOf(body, party);
  const { correction } = body;
  const others = sql<number>`(select count(*)::integer from invoice_line l where l.invoice_id = i.id
    and l.transport_id <> all(${body.transportIds}::bigint[]))`;
  const found = await invoicesOfNumber(db, { ...party, kind: body.kind, number: body.number, day })
    .$if(correction === undefined, (found) => found.where('i.corrects_id', 'is', null))
    .where(sql<boolean>`i.id is distinct from ${correction?.id ?? null}::bigint`)
    .orderBy(daysApart(day))
    .orderBy(sql`i.unpaid_count = 0`)
    .orderBy('i.id')
    .select([
      'i.id',
      'i.number',
      'i.issue_date as issueDate',
      'i.due_date as dueDate',
      'i.ksef_number as ksefNumber',
      others.as('otherTransports'),
      sql<boolean>`i.unpaid_count = 0`.as('isPaid'),
      sql<
        Check['corrections']
      >`(select json_build_object('amount', sum(k.amount_minor), 'currency', i.currency)
        from invoice k where k.corrects_id = i.id having count(*) > 0)`.as('corrections'),
    ])
    .executeTakeFirst();
  if (found === undefined) return { joined: null, corrections: null };
  const { corrections, ...joined } = found;
  const joins = joined.otherTransports > 0 || correction !== undefined;
  return { id: found.id, joined: joins ? joined : null, corrections };
}

/**
 * Whether a correction has this number, so that no new invoice may have it. For a correction, existingInvoice
 * finds every document with the number.
 */
async function isCorrectionNumber(db: Db, body: Numbered, party: Party): Promise<boolean> {
  if (body.correction !== undefined) return false;
  const { kind, number } = body;
  const found = await invoicesOfNumber(db, { ...party, kind, number, day: dayOf(body, party) })
    .where('i.corrects_id', 'is not', null)
    .select('i.id')
    .executeTakeFirst();
  return found !== undefined;
}

/** Selects the invoices (i) of this kind that contain one of the transports. */
const invoicesOfTransports = (db: Db, kind: Body['kind'], transportIds: readonly number[]) =>
  db
    .selectFrom('invoice as i')
    .where('i.kind', '=', kind)
    .where(
      sql<boolean>`i.id = any(array(select l.invoice_id from invoice_line l
        where l.transport_id = any(${transportIds}::bigint[])))`,
    );

/**
 * Returns the invoice of the first transport if the transport stays on it when the invoice is saved with this
 * number (function invoice_hang). It stays if the invoice has no other transport, or already has the number.
 */
async function renamedInvoice(db: Db, { kind, transportIds, number }: Numbered): Promise<number | null> {
  const found = await invoicesOfTransports(db, kind, transportIds.slice(0, 1))
    .where(
      sql<boolean>`(i.transport_count = 1 or invoice_number_key(i.number) = invoice_number_key(${number}))`,
    )
    .select('i.id')
    .executeTakeFirst();
  return found?.id ?? null;
}

/** Finds the corrections of invoices that would lose their last transport. The invoice `keptId` loses none. */
function findDeletedCorrections(
  db: Db,
  { kind, transportIds }: Body,
  keptId: number | null,
): Promise<Check['deletedCorrections']> {
  return invoicesOfTransports(db, kind, transportIds)
    .innerJoin('invoice as k', 'k.corrects_id', 'i.id')
    .where(sql<boolean>`i.id is distinct from ${keptId}::bigint`)
    .where(
      sql<boolean>`not exists (select from invoice_line l where l.invoice_id = i.id
        and l.transport_id <> all(${transportIds}::bigint[]))`,
    )
    .orderBy('k.id')
    .select(['k.number', 'k.amount_minor as amount', 'k.currency'])
    .execute();
}

/**
 * Returns the seller's NIP if the KSeF number contains a different NIP. Skips RR suppliers, because we issue
 * their documents.
 */
function otherSeller({ kind, ksefNumber }: Body, party: Party, company: Company): string | null {
  const issuer = /^\d{10}(?=-)/.exec(ksefNumber ?? '')?.[0];
  const seller = kind === 'SALES' ? company.nip.replaceAll(/\D/g, '') : party.isRr ? null : party.nip;
  return issuer === undefined || seller === null || seller === '' || seller === issuer ? null : seller;
}

/**
 * Finds an invoice that has the KSeF number, other than the invoices of the transports and the one that they
 * would join. A correction shares its KSeF number with no invoice, so for a correction every invoice but itself
 * counts.
 */
async function ksefNumberUser(
  db: Db,
  { kind, transportIds, ksefNumber, correction }: Body,
  existingId: number | null,
): Promise<Check['ksefNumberUsedBy']> {
  if (ksefNumber === undefined || ksefNumber === null) return null;
  const ofTransports = correction === undefined ? transportIds : [];
  const ownId = correction === undefined ? existingId : (correction.id ?? null);
  const found = await db
    .selectFrom('invoice as i')
    .leftJoin('contractor as r', 'r.id', 'i.contractor_id')
    .where('i.ksef_number', '=', ksefNumber)
    // markers may repeat, so the unique index excludes them; only literals match the condition of that index
    .where(sql<boolean>`i.ksef_number not in (${sql.join(KSEF_MARKERS.map((marker) => sql.lit(marker)))})`)
    .where(sql<boolean>`i.id is distinct from ${ownId}::bigint`)
    .where('i.id', 'not in', invoicesOfTransports(db, kind, ofTransports).select('i.id'))
    .select(['i.number', CONTRACTOR_NAME.as('contractor')])
    .executeTakeFirst();
  return found ?? null;
}

/**
 * Finds an invoice with this number that we issued to another contractor or in another currency, and returns
 * its contractor.
 */
async function numberUser(db: Db, body: Numbered, party: Party): Promise<string | null> {
  const found = await db
    .selectFrom('invoice as i')
    .innerJoin('contractor as r', 'r.id', 'i.contractor_id')
    .where('i.kind', '=', body.kind)
    .where(sql<boolean>`(i.contractor_id <> ${party.contractorId} or i.currency <> ${party.currency})`)
    .where(sql<boolean>`invoice_number_key(i.number) = invoice_number_key(${body.number})`)
    // two VAT suppliers may use the same number, because each numbers its own invoices
    .where(sql<boolean>`(${body.kind} = 'SALES' or r.accounting_method = 'RR')`)
    .where(isInNumberPeriod(dayOf(body, party)))
    .orderBy('i.id')
    .select('r.full_name as name')
    .executeTakeFirst();
  return found?.name ?? null;
}
