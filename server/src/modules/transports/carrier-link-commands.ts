import { fieldError } from '@spichlerz/shared/domain/domain-error';
import type { TransportForm } from '@spichlerz/shared/wire/transports';
import { type Selectable, sql } from 'kysely';
import { publishChange, writeAuditEntry } from '../../audit/record-change.ts';
import type { Actor } from '../../auth/actor.ts';
import { patched } from '../../db/patched.ts';
import type { Database } from '../../db/schema.ts';
import type { Tx } from '../../db/tx.ts';
import { findCarrierName } from '../contractors/carrier-queries.ts';
import { withDeletedCorrections } from '../invoices/invoice-audit-commands.ts';
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
 * status. The names in the transports stay, because orders were printed with them.
 * @returns the number of linked transports
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
  await moveInvoicesToCarrier(tx, carrierId, ids);
  const link = tx
    .updateTable('transport')
    .set((set) => ({
      carrier_id: carrierId,
      version: set('version', '+', 1),
      updated_at: sql<string>`now()`,
    }))
    .where('id', '=', sql<number>`any(${ids}::bigint[])`);
  await withDeletedCorrections(tx, actor, ids, () => link.execute());
  await writeAuditEntry(
    tx,
    actor,
    ...transports.map((row) => ({
      ...transportAuditEntry(row),
      action: 'changed' as const,
      changes: { carrier_id: [null, carrierId] satisfies [null, number] },
    })),
  );
  // without ids, screens reload all transports
  await publishChange(tx, { transport: [], contractor: [carrierId] });
  return transports.length;
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
