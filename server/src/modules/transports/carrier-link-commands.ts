import { assertAllowed, DomainError, fieldError } from '@spichlerz/shared/domain/domain-error';
import type { TransportForm } from '@spichlerz/shared/wire/transports';
import { type Selectable, type SqlBool, sql } from 'kysely';
import { type Changes, changedFields, publishChange, writeAuditEntry } from '../../audit/record-change.ts';
import type { Actor } from '../../auth/actor.ts';
import { patched } from '../../db/patched.ts';
import type { Database } from '../../db/schema.ts';
import type { Tx } from '../../db/tx.ts';
import { findCarrierName } from '../contractors/carrier-queries.ts';
import { countCorrectionNumbers } from '../invoices/invoice-queries.ts';
import { transportAuditEntry } from './transport-lock.ts';

type CarrierFields = Pick<
  TransportForm,
  'carrierId' | 'carrierName' | 'carrierPaymentDays' | 'carrierRemarks'
>;
type CarrierColumns = Pick<
  Selectable<Database['transport']>,
  'carrier_id' | 'carrier_name' | 'carrier_payment_days' | 'carrier_remarks'
>;

/**
 * The columns of a transport about its carrier. Omitted fields keep their stored values.
 * @throws DomainError CARRIER_NOT_FOUND
 */
export async function carrierColumns(
  tx: Tx,
  form: CarrierFields,
  stored: CarrierColumns | null,
): Promise<CarrierColumns> {
  return {
    ...(await carrierOf(tx, form, stored)),
    carrier_payment_days: patched(form.carrierPaymentDays, stored?.carrier_payment_days ?? null),
    carrier_remarks: patched(form.carrierRemarks, stored?.carrier_remarks ?? null),
  };
}

async function carrierOf(tx: Tx, form: CarrierFields, stored: CarrierColumns | null) {
  const { carrierName = stored?.carrier_name ?? '' } = form;
  const isStoredName = carrierName === stored?.carrier_name;
  // a client that sends only a name does not use carrier records, so a changed name removes the reference
  // to the record
  const carrierId =
    form.carrierId === undefined && isStoredName ? stored.carrier_id : (form.carrierId ?? null);
  if (carrierId === null || (isStoredName && carrierId === stored.carrier_id))
    return { carrier_id: carrierId, carrier_name: carrierName };
  const name = await findCarrierName(tx, carrierId);
  if (name === undefined) throw fieldError('carrierId', 'CARRIER_NOT_FOUND');
  return { carrier_id: carrierId, carrier_name: name };
}

/**
 * Links transports to the carrier: those with one of these carrier names and no carrier record, in every
 * status. The names in the transports stay, because orders were printed with them. If the carrier has an invoice
 * with the number of a freight invoice of the transports, the two invoices become one. The transports of both
 * then have the number and the dates of this invoice, and their audit logs contain the changes.
 * @returns the number of linked transports
 * @throws DomainError WRONG_STATUS if the number or a date of a paid freight would change, CONFLICT for `names`
 * if a correction would be deleted, VALUE_IS_DUPLICATED for `names` if a correction and another document of the
 * carrier would have the same number
 */
export async function linkTransports(
  tx: Tx,
  actor: Actor,
  carrierId: number,
  names: readonly string[],
): Promise<number> {
  const transports = await tx
    .selectFrom('transport')
    .where('carrier_id', 'is', null)
    .where('carrier_name', 'in', names)
    .orderBy('id')
    .select(['id', 'purchase_id', 'sales_id', 'registration_number', 'currency'])
    .forNoKeyUpdate()
    .execute();
  if (transports.length === 0) return 0;
  const ids = transports.map(({ id }) => id);
  const isOfTransports = sql<SqlBool>`coalesce(i.corrects_id, i.id) = any(array(
    select freight_invoice_id from transport where id = any(${ids}::bigint[])))`;
  const duplicatesBefore = await countCorrectionNumbers(tx, isOfTransports);
  await moveInvoicesToCarrier(tx, carrierId, ids);
  const before = await freightsOfInvoices(tx, carrierId, ids);
  const corrections = await correctionsOfTransports(tx, ids);
  await tx
    .updateTable('transport')
    .set((set) => ({
      carrier_id: carrierId,
      version: set('version', '+', 1),
      updated_at: sql<string>`now()`,
    }))
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
  await assertCorrectionsLeft(tx, corrections);
  const changes = await freightChanges(tx, before);
  const isDuplicated = (await countCorrectionNumbers(tx, isOfTransports)) > duplicatesBefore;
  assertAllowed(isDuplicated ? 'VALUE_IS_DUPLICATED' : null, 'names');
  const isLinked = new Set(ids);
  const others = before.filter(({ id }) => !isLinked.has(id));
  const linked = (id: number): Changes => (isLinked.has(id) ? { carrier_id: [null, carrierId] } : {});
  await writeAuditEntry(
    tx,
    actor,
    ...[...transports, ...others].map((row) => ({
      ...transportAuditEntry(row),
      action: 'changed' as const,
      changes: { ...linked(row.id), ...changes.get(row.id) },
    })),
  );
  // without ids, screens reload all transports
  await publishChange(tx, { transport: [], contractor: [carrierId] });
  return transports.length;
}

const FREIGHT_COLUMNS = [
  'freight_invoice_number',
  'freight_invoice_date',
  'freight_payment_date',
  'freight_ksef_number',
] as const;

/**
 * Selects the transports on the freight invoices of these transports, and on invoices of the carrier with the
 * same numbers.
 */
const freightsOfInvoices = (tx: Tx, carrierId: number, transportIds: readonly number[]) =>
  tx
    .selectFrom('transport')
    .where(
      sql<SqlBool>`freight_invoice_id = any(array(select i.id from transport t
        join invoice own on own.id = t.freight_invoice_id
        join invoice i on i.kind = 'FREIGHT' and invoice_number_key(i.number) = invoice_number_key(own.number)
          and (i.id = own.id or i.contractor_id = ${carrierId})
        where t.id = any(${transportIds}::bigint[])))`,
    )
    .orderBy('id')
    .select([
      'id',
      'purchase_id',
      'sales_id',
      'registration_number',
      'currency',
      'status',
      ...FREIGHT_COLUMNS,
    ])
    .execute();

/**
 * Compares the invoice data of freights with the data before the link.
 * @returns the changes by transport id
 * @throws DomainError WRONG_STATUS if the number or a date of a paid freight has changed
 */
async function freightChanges(
  tx: Tx,
  before: Awaited<ReturnType<typeof freightsOfInvoices>>,
): Promise<ReadonlyMap<number, Changes>> {
  const after = await tx
    .selectFrom('transport')
    .where(sql<SqlBool>`id = any(${before.map(({ id }) => id)}::bigint[])`)
    .select(['id', ...FREIGHT_COLUMNS])
    .execute();
  const afterById = new Map(after.map((row) => [row.id, row]));
  const changes = new Map<number, Changes>();
  for (const row of before) {
    const { freight_ksef_number: ksefNumber, ...fixed } = changedFields<object>(
      row,
      afterById.get(row.id) ?? {},
    );
    // the number and the dates of a paid freight are fixed, its KSeF number is not (customer invoices.md)
    if (row.status === 'PAID' && Object.keys(fixed).length > 0) throw new DomainError('WRONG_STATUS');
    changes.set(row.id, { ...fixed, ...(ksefNumber !== undefined && { freight_ksef_number: ksefNumber }) });
  }
  return changes;
}

/** Returns the ids of the corrections of the freight invoices of the transports. */
async function correctionsOfTransports(tx: Tx, transportIds: readonly number[]): Promise<number[]> {
  const found = await tx
    .selectFrom('invoice')
    .where(
      sql<SqlBool>`corrects_id = any(array(select freight_invoice_id from transport
        where id = any(${transportIds}::bigint[])))`,
    )
    .select('id')
    .execute();
  return found.map(({ id }) => id);
}

/** An invoice that loses its last transport is deleted together with its corrections. */
async function assertCorrectionsLeft(tx: Tx, ids: readonly number[]): Promise<void> {
  const left = await tx
    .selectFrom('invoice')
    .where(sql<SqlBool>`id = any(${ids}::bigint[])`)
    .select('id')
    .execute();
  if (left.length < ids.length) throw fieldError('names', 'CONFLICT');
}

/**
 * Assigns the freight invoices of the transports to the carrier before the transports are linked, so that these
 * invoices keep their records. Skips an invoice that also has other transports, or whose number the carrier
 * already uses. When the transports are linked, a trigger moves those of a skipped invoice one by one
 * (invoice_hang).
 */
async function moveInvoicesToCarrier(
  tx: Tx,
  carrierId: number,
  transportIds: readonly number[],
): Promise<void> {
  const isOfTransports = sql`i.id in (select t.freight_invoice_id from transport t
    where t.id = any(${transportIds}::bigint[]))`;
  // the locks keep other transactions from adding transports to these invoices, and from creating invoices of
  // the carrier with the same numbers
  await sql`select invoice_number_lock('FREIGHT', ${carrierId}, null, n.currency, n.number)
    from (select distinct i.currency, invoice_number_key(i.number) as number from invoice i where ${isOfTransports}
      order by 1, 2) n`.execute(tx);
  await sql`select from invoice i where ${isOfTransports} order by i.id for update`.execute(tx);
  await sql`
    with taken as (
      select distinct on (i.currency, invoice_number_key(i.number)) i.id
      from invoice i
      where ${isOfTransports}
        and not exists (
          select from transport t where t.freight_invoice_id = i.id and t.id <> all(${transportIds}::bigint[]))
        and not exists (
          select from invoice o
          where o.kind = 'FREIGHT' and o.contractor_id = ${carrierId} and o.currency = i.currency
            and invoice_number_key(o.number) = invoice_number_key(i.number))
      order by i.currency, invoice_number_key(i.number), i.id
    )
    update invoice
    set contractor_id = ${carrierId}, carrier_key = null, version = version + 1, updated_at = now()
    where id = any(array(select id from taken)) or corrects_id = any(array(select id from taken))`.execute(
    tx,
  );
}
