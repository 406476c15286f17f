import { assertAllowed, fieldError } from '@spichlerz/shared/domain/domain-error';
import type { BodyOf, ReplyOf } from '@spichlerz/shared/wire/endpoint';
import type {
  correctInvoice as correctCall,
  deleteCorrection as deleteCall,
} from '@spichlerz/shared/wire/invoices';
import { writeAuditEntry } from '../../audit/record-change.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Tx } from '../../db/tx.ts';
import { deletedEntry, invoiceAuditEntry } from './invoice-audit-commands.ts';
import { isNumberUsed, lockInvoice, publishLines } from './invoice-commands.ts';

/**
 * Creates a correction of an invoice (customer invoices.md, "Correction"). The correction has the kind,
 * contractor, currency and due date of the corrected invoice, and is paid and deleted together with that
 * invoice.
 */
export async function correctInvoice(
  tx: Tx,
  actor: Actor,
  correctedId: number,
  body: BodyOf<typeof correctCall>,
): Promise<ReplyOf<typeof correctCall>> {
  const { invoice: corrected, lines } = await lockInvoice(tx, correctedId);
  assertAllowed(corrected.corrects_id === null ? null : 'WRONG_STATUS');
  const { number, issueDate, ksefNumber, amountDifference, reason } = body;
  if (await isNumberUsed(tx, { ...corrected, id: 0, number, issue_date: issueDate }))
    throw fieldError('number', 'VALUE_IS_DUPLICATED');
  const isUnpaid = corrected.unpaid_count > 0;
  const { id } = await tx
    .insertInto('invoice')
    .values({
      kind: corrected.kind,
      contractor_id: corrected.contractor_id,
      carrier_key: corrected.carrier_key,
      currency: corrected.currency,
      due_date: corrected.due_date,
      corrects_id: correctedId,
      number,
      issue_date: issueDate,
      ksef_number: ksefNumber ?? null,
      note: reason,
      amount_minor: amountDifference,
      unpaid_count: isUnpaid ? 1 : 0,
      unpaid_minor: isUnpaid ? amountDifference : 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeAuditEntry(tx, actor, {
    ...(await invoiceAuditEntry(tx, { id, number, corrects_id: correctedId })),
    action: 'created',
    reason,
    changes: {
      corrects_number: [null, corrected.number],
      number: [null, number],
      issue_date: [null, issueDate],
      ksef_number: [null, ksefNumber ?? null],
      amount_minor: [null, amountDifference],
    },
    currency: [corrected.currency, corrected.currency],
  });
  await publishLines(tx, lines);
  return { id };
}

/**
 * Deletes a correction. Other invoices are deleted only with their last transport.
 * @throws DomainError WRONG_STATUS for an invoice that is no correction
 */
export async function deleteCorrection(
  tx: Tx,
  actor: Actor,
  id: number,
  { reason }: BodyOf<typeof deleteCall>,
): Promise<true> {
  const { invoice } = await lockInvoice(tx, id);
  assertAllowed(invoice.corrects_id === null ? 'WRONG_STATUS' : null);
  await tx.deleteFrom('invoice').where('id', '=', id).execute();
  await writeAuditEntry(tx, actor, await deletedEntry(tx, invoice, reason));
  await publishLines(tx, []);
  return true;
}
