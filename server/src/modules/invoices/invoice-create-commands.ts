import { DomainError, type ErrorCode, fieldError } from '@spichlerz/shared/domain/domain-error';
import { type Kilograms, lineAmount, type MinorUnits } from '@spichlerz/shared/domain/units';
import type { BodyOf, ReplyOf } from '@spichlerz/shared/wire/endpoint';
import type { createInvoice as createCall } from '@spichlerz/shared/wire/invoices';
import { sql } from 'kysely';
import { changedFields, writeAuditEntry } from '../../audit/record-change.ts';
import type { Actor } from '../../auth/actor.ts';
import { errorInSavepoint } from '../../db/savepoint.ts';
import type { Tx } from '../../db/tx.ts';
import { invoiceSettlement, lockSidesOf } from '../settlements/side-invoice-commands.ts';
import { settleFreight } from '../transports/freight-commands.ts';
import { lockContractsOf, lockTransports } from '../transports/transport-commands.ts';
import { invoiceAuditEntry } from './invoice-audit-commands.ts';
import { UNCHANGED_FREIGHT } from './invoice-commands.ts';

type Body = BodyOf<typeof createCall>;
type Kind = Body['kind'];

const UNKNOWN_CONTRACTOR: Record<Kind, ErrorCode> = {
  PURCHASE: 'PURCHASE_SUPPLIER_NOT_FOUND',
  SALES: 'RECIPIENT_NOT_FOUND',
  FREIGHT: 'CARRIER_NOT_FOUND',
};
const SIDE_OF = { PURCHASE: 'purchase', SALES: 'sales', FREIGHT: null } as const;

/**
 * Puts many transports on one invoice, each in its own savepoint, with the same command as for a single
 * transport.
 */
export async function createInvoice(tx: Tx, actor: Actor, body: Body): Promise<ReplyOf<typeof createCall>> {
  await assertInvoice(tx, body);
  const candidates = await lockCandidates(tx, body);
  const rows: ReplyOf<typeof createCall>['rows'] = [];
  let currency: string | null = null;
  let id: number | null = null;
  for (const transportId of body.transportIds) {
    const candidate = candidates.get(transportId);
    const error = await errorInSavepoint(tx, async () => {
      if (candidate === undefined) throw new DomainError('TRANSPORT_NOT_FOUND');
      assertCandidate(body, candidate, currency);
      await invoiceTransport(tx, actor, body, candidate);
      const joined = await invoiceOf(tx, body.kind, transportId);
      // Without an issue date, the database puts deliveries more than 180 days apart on different invoices with
      // the same number.
      if (id !== null && joined !== id) throw new DomainError('INVOICE_DATA_INCOMPLETE');
      id = joined;
    });
    // a number or KSeF number that another document has is an error of the whole request, not of a row
    if (error?.code === 'VALUE_IS_DUPLICATED') throw error;
    const messageCode = error?.code ?? null;
    if (messageCode === null) currency = candidate?.currency ?? null;
    rows.push({ transportId, ok: messageCode === null, messageCode });
  }
  if (id !== null && body.note !== undefined) await writeNote(tx, actor, id, body.note);
  return { id, rows };
}

/** Replaces the note of the invoice, with a new version and an audit entry. */
async function writeNote(tx: Tx, actor: Actor, id: number, note: string | null): Promise<void> {
  const invoice = await tx
    .selectFrom('invoice')
    .where('id', '=', id)
    .select(['id', 'number', 'corrects_id', 'note', 'version'])
    .executeTakeFirstOrThrow();
  const changes = changedFields<object>(invoice, { note });
  if (Object.keys(changes).length === 0) return;
  await tx
    .updateTable('invoice')
    .set({ note, version: invoice.version + 1, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  await writeAuditEntry(tx, actor, {
    ...(await invoiceAuditEntry(tx, invoice)),
    action: 'changed',
    changes,
  });
}

async function assertInvoice(tx: Tx, { kind, contractorId, issueDate, dueDate, isPaid }: Body) {
  if (kind === 'FREIGHT' && issueDate === undefined) throw fieldError('issueDate', 'INVOICE_DATA_INCOMPLETE');
  if (isPaid && dueDate === undefined) throw fieldError('dueDate', 'INVOICE_DATA_INCOMPLETE');
  const contractor = await tx
    .selectFrom('contractor')
    .where('id', '=', contractorId)
    .where(sql<boolean>`side is not distinct from ${SIDE_OF[kind]}::side`)
    .forKeyShare()
    .select('id')
    .executeTakeFirst();
  if (contractor === undefined) throw fieldError('contractorId', UNKNOWN_CONTRACTOR[kind]);
}

type Candidate = Awaited<ReturnType<typeof lockCandidates>> extends Map<number, infer Row> ? Row : never;

/**
 * Locks the transports in id order, and for freights first their contracts, as every command that changes a
 * transport does. Versions are read here, before any row is written, because each written row raises the
 * versions of the other rows of the invoice.
 */
async function lockCandidates(tx: Tx, { kind, transportIds }: Body) {
  const isRequested = sql<boolean>`t.id = any(${transportIds}::bigint[])`;
  if (kind === 'FREIGHT') await lockContractsOf(tx, transportIds);
  await lockTransports(tx, transportIds);
  const side = SIDE_OF[kind];
  if (side !== null) await lockSidesOf(tx, side, transportIds);
  const isOfSide = sql<boolean>`s.side = ${side}::side`;
  const found = await tx
    .selectFrom('transport as t')
    .leftJoin('settlement as x', 'x.transport_id', 't.id')
    .leftJoin('settlement_side as s', (join) => join.onRef('s.settlement_id', '=', 'x.id').on(isOfSide))
    .innerJoin('contract as c', (join) =>
      join.on(sql<boolean>`c.id = ${side === 'purchase' ? sql`t.purchase_id` : sql`t.sales_id`}`),
    )
    .where(isRequested)
    .select([
      't.id',
      'x.id as settlementId',
      't.freight_minor as freight',
      't.price_minor_per_tonne as freightPerTonne',
      sql<Kilograms>`coalesce(t.real_quantity_kg, t.quantity_kg)`.as('kg'),
      sql<number | null>`${side === null ? sql`t.carrier_id` : sql`c.contractor_id`}`.as('contractorId'),
      sql<string>`${side === null ? sql`t.currency` : sql`c.currency`}`.as('currency'),
      sql<string | null>`${side === null ? sql`t.status::text` : sql`s.status::text`}`.as('status'),
      sql<number | null>`${side === null ? sql`t.version` : sql`s.version`}`.as('version'),
    ])
    .execute();
  return new Map(found.map((row) => [row.id, row]));
}

function assertCandidate(body: Body, candidate: Candidate, currency: string | null): void {
  const seen = body.versions?.find(({ transportId }) => transportId === candidate.id)?.version;
  if (candidate.status === null) throw new DomainError('SETTLEMENT_NOT_FOUND');
  if (seen !== undefined && seen !== candidate.version) throw new DomainError('CONFLICT');
  if (candidate.status === 'PAID') throw new DomainError('WRONG_STATUS');
  if (candidate.contractorId !== null && candidate.contractorId !== body.contractorId)
    throw new DomainError('CONTRACT_IS_NOT_COMPATIBLE');
  if (currency !== null && candidate.currency !== currency) throw new DomainError('VALUE_IS_WRONG');
}

async function invoiceTransport(tx: Tx, actor: Actor, body: Body, candidate: Candidate): Promise<void> {
  const status = body.isPaid ? 'PAID' : 'INVOICE';
  const side = SIDE_OF[body.kind];
  if (side !== null && candidate.settlementId !== null) {
    await invoiceSettlement(tx, actor, side, {
      settlementId: candidate.settlementId,
      status,
      invoiceNumber: body.number,
      invoiceDate: body.issueDate,
      deliverDate: body.deliveryDate,
      paymentDate: body.dueDate,
      ksefNumber: body.ksefNumber,
    });
    return;
  }
  const price = body.prices?.find(({ transportId }) => transportId === candidate.id)?.freightAmount;
  const usual: MinorUnits = lineAmount(candidate.kg, candidate.freightPerTonne);
  const freightAmount = price ?? candidate.freight ?? usual;
  // the price of a light load may round to nothing
  if (freightAmount <= 0) throw new DomainError('VALUE_IS_WRONG');
  await settleFreight(tx, actor, {
    ...UNCHANGED_FREIGHT,
    transportId: candidate.id,
    status,
    freightAmount,
    // a transport without a carrier record gets the carrier of its invoice
    carrierId: body.contractorId,
    transportInvoiceNumber: body.number,
    transportInvoiceCreateDate: body.issueDate,
    transportPaymentDate: body.dueDate,
    transportKsefNumber: body.ksefNumber,
  });
}

async function invoiceOf(tx: Tx, kind: Kind, transportId: number): Promise<number> {
  const line = await tx
    .selectFrom('invoice_line as l')
    .innerJoin('invoice as i', 'i.id', 'l.invoice_id')
    .where('l.transport_id', '=', transportId)
    .where('i.kind', '=', kind)
    .select('i.id')
    .executeTakeFirstOrThrow();
  return line.id;
}
