import type { BodyOf } from '@spichlerz/shared/wire/endpoint';
import type { PrintoutMail, sendPrintouts as sendCall } from '@spichlerz/shared/wire/printout-mails';
import { publishChange, writeAuditEntry } from '../../audit/record-change.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Tx } from '../../db/tx.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { plainMail } from '../../mail/templates/mail.ts';
import type { Company } from '../../print/company.ts';
import { composeMailed, readMailedRecord } from './mailed-printout-queries.ts';

/** @throws DomainError the errors of readMailedRecord, and CANNOT_PRINT_ON_THIS_STATUS */
export async function sendPrintouts(
  tx: Tx,
  actor: Actor,
  company: Company,
  { mails }: BodyOf<typeof sendCall>,
): Promise<{ mailCount: number }> {
  let mailCount = 0;
  for (const [index, mail] of mails.entries()) {
    await sendPrintout(tx, actor, company, mail, `mails.${index}.id`);
    mailCount += mail.recipients.length;
  }
  return { mailCount };
}

async function sendPrintout(
  tx: Tx,
  actor: Actor,
  company: Company,
  { kind, id, recipients, subject, text }: PrintoutMail,
  path: string,
): Promise<void> {
  const { printout, about, contractIds } = await readMailedRecord(tx, kind, id, path);
  // composing the printout now rejects the request at once if the records do not allow it; otherwise the mail
  // would fail later
  const { title } = await composeMailed(tx, company, printout);
  const [auditEntryId] = await writeAuditEntry(tx, actor, {
    ...about,
    contractIds,
    action: 'printoutMailed',
    changes: { printout: [null, title] },
  });
  const { entity, entityId } = about;
  const attached = { ...printout, auditEntryId };
  await queueMail(tx, { entity, entityId, printout: attached }, recipients, plainMail(subject, text ?? ''));
  await publishChange(tx, { contract: contractIds });
}
