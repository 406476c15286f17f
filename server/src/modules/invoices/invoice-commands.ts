import {
  assertAllowed,
  assertVersion,
  DomainError,
  fieldError,
  notFoundInPath,
} from '@spichlerz/shared/domain/domain-error';
import type { BodyOf, ReplyOf } from '@spichlerz/shared/wire/endpoint';
import type { changeInvoice as changeCall, payInvoice as payCall } from '@spichlerz/shared/wire/invoices';
import { type Selectable, sql } from 'kysely';
import { changedFields, publishChange, writeAuditEntry } from '../../audit/record-change.ts';
import type { Actor } from '../../auth/actor.ts';
import { patched } from '../../db/patched.ts';
import { runInSavepoint } from '../../db/savepoint.ts';
import type { Database } from '../../db/schema.ts';
import type { Tx } from '../../db/tx.ts';
import { invoiceSettlement } from '../settlements/side-invoice-commands.ts';
import { settleFreight } from '../transports/freight-commands.ts';
import { lockContractsOf, lockTransports } from '../transports/transport-commands.ts';
import { invoiceAuditEntry } from './invoice-audit-commands.ts';
import { invoicesOfNumber } from './invoice-queries.ts';

/** Changes an invoice. Database triggers copy the change to every side on the invoice. */
export async function changeInvoice(
  tx: Tx,
  actor: Actor,
  id: number,
  body: BodyOf<typeof changeCall>,
): Promise<true> {
  const { invoice, lines } = await lockInvoice(tx, id);
  assertVersion(body.version, invoice.version);
  const columns = {
    number: patched(body.number, invoice.number),
    issue_date: patched(body.issueDate, invoice.issue_date),
    due_date: patched(body.dueDate, invoice.due_date),
    ksef_number: patched(body.ksefNumber, invoice.ksef_number),
    note: patched(body.note, invoice.note),
  };
  const changes = changedFields<object>(invoice, columns);
  const isCorrection = invoice.corrects_id !== null;
  const changesFixed = ['number', 'issue_date', 'due_date'].some((field) => field in changes);
  const isFixed = isCorrection ? invoice.unpaid_count === 0 : invoice.unpaid_count < invoice.transport_count;
  assertAllowed(changesFixed && isFixed ? 'WRONG_STATUS' : null);
  const { number } = columns;
  if (number === null) throw fieldError('number', 'INVOICE_DATA_INCOMPLETE');
  if ((isCorrection || invoice.kind === 'FREIGHT') && columns.issue_date === null)
    throw fieldError('issueDate', 'INVOICE_DATA_INCOMPLETE');
  // a correction has the due date of the corrected invoice, and its note is the reason
  if (isCorrection && 'due_date' in changes) throw fieldError('dueDate', 'VALUE_IS_WRONG');
  if (isCorrection && columns.note === null) throw fieldError('note', 'VALUE_IS_MISSING');
  const isChanged = 'number' in changes || 'issue_date' in changes;
  if (isChanged && (await isNumberUsed(tx, { ...invoice, ...columns, number })))
    throw fieldError('number', 'VALUE_IS_DUPLICATED');
  await tx
    .updateTable('invoice')
    .set({ ...columns, number, version: invoice.version + 1, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  await writeAuditEntry(tx, actor, {
    ...(await invoiceAuditEntry(tx, invoice)),
    action: 'changed',
    changes,
  });
  await publishLines(tx, lines);
  return true;
}

/**
 * Whether another invoice within 180 days has this invoice's number (customer invoices.md). Locks the number,
 * so that no other transaction can assign it before this transaction ends.
 */
export async function isNumberUsed(tx: Tx, invoice: Selectable<Database['invoice']>): Promise<boolean> {
  await sql`select invoice_number_lock(${invoice.kind}::invoice_kind, ${invoice.contractor_id}::bigint,
    ${invoice.carrier_key}::text, ${invoice.currency}::currency, ${invoice.number}::text)`.execute(tx);
  const found = await invoicesOfNumber(tx, {
    kind: invoice.kind,
    currency: invoice.currency,
    contractorId: invoice.contractor_id,
    carrierKey: invoice.carrier_key,
    number: invoice.number,
    day: sql`coalesce(${invoice.issue_date}::date, ${invoice.first_delivery}::date)`,
  })
    .where('i.id', '<>', invoice.id)
    .select('i.id')
    .executeTakeFirst();
  return found !== undefined;
}

type PaidRow = ReplyOf<typeof payCall>['rows'][number];

/**
 * Marks every unpaid side or freight of an invoice as paid, each in its own savepoint, with the same command
 * as for a single transport.
 */
export async function payInvoice(
  tx: Tx,
  actor: Actor,
  id: number,
  { version }: BodyOf<typeof payCall>,
): Promise<{ rows: PaidRow[] }> {
  await lockContractsOfFreights(tx, id);
  const { invoice, lines } = await lockInvoice(tx, id);
  assertVersion(version, invoice.version);
  // a correction is paid with the corrected invoice
  assertAllowed(invoice.corrects_id === null ? null : 'WRONG_STATUS');
  if (invoice.due_date === null) throw fieldError('dueDate', 'INVOICE_DATA_INCOMPLETE');
  const rows: PaidRow[] = [];
  for (const { transportId, isPaid } of lines) {
    if (isPaid) continue;
    const messageCode = await runInSavepoint(tx, () => paySide(tx, actor, invoice.kind, transportId));
    rows.push({ transportId, ok: messageCode === null, messageCode });
  }
  await tx
    .updateTable('invoice')
    .set({ version: invoice.version + 1, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  await publishLines(tx, lines);
  return { rows };
}

/**
 * Locks the contracts of the transports on a freight invoice; locks nothing for another invoice. The payment of
 * a freight locks contracts, and contracts must be locked before transports. This function must therefore run
 * before lockInvoice, which locks the transports.
 */
async function lockContractsOfFreights(tx: Tx, invoiceId: number): Promise<void> {
  const freights = await tx
    .selectFrom('invoice_line as l')
    .innerJoin('invoice as i', 'i.id', 'l.invoice_id')
    .where('i.id', '=', invoiceId)
    .where('i.kind', '=', 'FREIGHT')
    .select('l.transport_id as transportId')
    .execute();
  if (freights.length === 0) return;
  await lockContractsOf(
    tx,
    freights.map(({ transportId }) => transportId),
  );
}

/** Undefined fields, for which `settleFreight` keeps the stored values. */
export const UNCHANGED_FREIGHT = {
  comment: undefined,
  details: undefined,
  transportInvoiceNumber: undefined,
  transportKsefNumber: undefined,
};

async function paySide(
  tx: Tx,
  actor: Actor,
  kind: 'PURCHASE' | 'SALES' | 'FREIGHT',
  transportId: number,
): Promise<true> {
  if (kind === 'FREIGHT') {
    const { freight_minor: freightAmount } = await tx
      .selectFrom('transport')
      .where('id', '=', transportId)
      .select('freight_minor')
      .executeTakeFirstOrThrow();
    if (freightAmount === null) throw new DomainError('WRONG_STATUS');
    return settleFreight(tx, actor, { ...UNCHANGED_FREIGHT, transportId, status: 'PAID', freightAmount });
  }
  const { id: settlementId } = await tx
    .selectFrom('settlement')
    .where('transport_id', '=', transportId)
    .select('id')
    .executeTakeFirstOrThrow();
  const side = kind === 'PURCHASE' ? 'purchase' : 'sales';
  return invoiceSettlement(tx, actor, side, { settlementId, status: 'PAID' });
}

type Line = { readonly transportId: number; readonly isPaid: boolean };

/**
 * Locks the transports in id order and then the invoice. Commands that put a transport on an invoice lock in
 * the same order.
 */
export async function lockInvoice(tx: Tx, id: number) {
  const ids = await tx
    .selectFrom('invoice_line')
    .where('invoice_id', '=', id)
    .select('transport_id')
    .execute();
  await lockTransports(
    tx,
    ids.map((line) => line.transport_id),
  );
  const invoice = await tx
    .selectFrom('invoice')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .selectAll()
    .executeTakeFirst();
  if (invoice === undefined) throw notFoundInPath('NOT_FOUND');
  const lines: Line[] = await tx
    .selectFrom('invoice_line')
    .where('invoice_id', '=', id)
    .orderBy('transport_id')
    .select(['transport_id as transportId', 'is_paid as isPaid'])
    .execute();
  return { invoice, lines };
}

/** Publishes change events, so that screens reload the settlements and freights on the invoice. */
export const publishLines = (tx: Tx, lines: readonly Line[]) =>
  publishChange(tx, { settlement: [], transport: lines.map(({ transportId }) => transportId) });
