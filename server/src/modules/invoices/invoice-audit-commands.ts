import { assertAllowed } from '@spichlerz/shared/domain/domain-error';
import type { InvoiceRow } from '@spichlerz/shared/wire/invoices';
import { type Selectable, type SqlBool, sql } from 'kysely';
import { changedFields, writeAuditEntry } from '../../audit/record-change.ts';
import type { Actor } from '../../auth/actor.ts';
import type { InvoiceTables } from '../../db/schema-invoices.ts';
import type { Tx } from '../../db/tx.ts';
import { countCorrectionNumbers } from './invoice-queries.ts';

type Stored = Selectable<InvoiceTables['invoice']>;
type Invoice = Pick<Stored, 'id' | 'corrects_id' | 'number'>;

/**
 * The common fields of audit entries about an invoice. The contracts of its transports show the entry in their
 * audit logs. A correction has the transports of the corrected invoice.
 */
export async function invoiceAuditEntry(tx: Tx, invoice: Invoice, exceptTransportId = 0) {
  const found = await tx
    .selectFrom('invoice_line as l')
    .innerJoin('transport as t', 't.id', 'l.transport_id')
    .innerJoin('invoice as i', 'i.id', 'l.invoice_id')
    .where('i.id', '=', invoice.corrects_id ?? invoice.id)
    .where('t.id', '<>', exceptTransportId)
    .select([
      sql<number[]>`case i.kind when 'PURCHASE' then array[t.purchase_id] when 'SALES' then array[t.sales_id]
        else array[t.purchase_id, t.sales_id] end`.as('contractIds'),
    ])
    .execute();
  return {
    entity: 'invoice' as const,
    entityId: invoice.id,
    contractIds: found.flatMap(({ contractIds }) => contractIds),
    subject: invoice.number,
  };
}

type Written = {
  readonly kind: InvoiceRow['kind'];
  /** The number of the side's invoice after the change; null without an invoice. */
  readonly number: string | null;
  readonly transportId: number;
  readonly reason?: string | undefined;
};

/**
 * Calls `write`, which changes a side that is on an invoice or joins one. Triggers then copy the changed
 * invoice data to the other transports of the invoice, and may delete corrections. Writes audit entries for
 * both.
 * @throws DomainError VALUE_IS_DUPLICATED if the write creates an invoice with the number of a correction
 */
export async function writeInvoicedSide(
  tx: Tx,
  actor: Actor,
  { kind, number, transportId, reason }: Written,
  write: () => Promise<void>,
): Promise<void> {
  const shared = tx
    .selectFrom('invoice as i')
    .where('i.kind', '=', kind)
    .where(sql<SqlBool>`invoice_number_key(i.number) = invoice_number_key(${number})`)
    .select(['i.id', 'i.corrects_id', 'i.number', 'i.issue_date', 'i.due_date', 'i.ksef_number']);
  const before = await shared.execute();
  await withDeletedCorrections(tx, actor, [transportId], write, reason);
  if (number === null) return;
  const isOfTransport = sql<SqlBool>`exists (select from invoice_line l
    where l.invoice_id = i.id and l.transport_id = ${transportId})`;
  const invoice = await shared.where(isOfTransport).executeTakeFirst();
  const old = before.find(({ id }) => id === invoice?.id);
  if (invoice === undefined) return;
  if (old === undefined) {
    // the triggers hold the lock of this number, so no other transaction can create a correction with it
    const isDuplicated = (await countCorrectionNumbers(tx, sql`i.id = ${invoice.id}`)) > 0;
    assertAllowed(isDuplicated ? 'VALUE_IS_DUPLICATED' : null, 'number');
    return;
  }
  const changes = changedFields<object>(old, invoice);
  if (Object.keys(changes).length === 0) return;
  const entry = await invoiceAuditEntry(tx, invoice, transportId);
  if (entry.contractIds.length > 0)
    await writeAuditEntry(tx, actor, { ...entry, action: 'changed', changes });
}

/** The audit entry of a deleted correction. It keeps the number and the amount of the correction. */
export async function deletedEntry(
  tx: Tx,
  { amount_minor, currency, ...correction }: Invoice & Pick<Stored, 'amount_minor' | 'currency'>,
  reason: string | undefined,
) {
  return {
    ...(await invoiceAuditEntry(tx, correction)),
    action: 'deleted',
    reason,
    changes: { number: [correction.number, null], amount_minor: [amount_minor, null] },
    currency: [currency, currency],
  } satisfies Parameters<typeof writeAuditEntry>[2];
}

/**
 * Calls `write`, which may remove the last transport of an invoice. The database then deletes the invoice
 * with its corrections. Audit entries keep the numbers and amounts of these corrections.
 */
async function withDeletedCorrections(
  tx: Tx,
  actor: Actor,
  transportIds: readonly number[],
  write: () => Promise<unknown>,
  reason?: string,
): Promise<void> {
  const corrections = await tx
    .selectFrom('invoice as k')
    .where(
      sql<SqlBool>`k.corrects_id = any(array(select l.invoice_id from invoice_line l
        where l.transport_id = any(${transportIds}::bigint[])))`,
    )
    .orderBy('k.id')
    .select(['k.id', 'k.number', 'k.corrects_id', 'k.amount_minor', 'k.currency'])
    .execute();
  const entries = [];
  for (const correction of corrections) entries.push(await deletedEntry(tx, correction, reason));
  await write();
  if (entries.length === 0) return;
  const left = await tx
    .selectFrom('invoice')
    .where(sql<SqlBool>`id = any(${entries.map(({ entityId }) => entityId)}::bigint[])`)
    .select('id')
    .execute();
  const isLeft = new Set(left.map(({ id }) => id));
  const deleted = entries.filter(({ entityId }) => !isLeft.has(entityId));
  await writeAuditEntry(tx, actor, ...deleted);
}
