import type { Tx } from '../db/tx.ts';
import { queueMail } from './queue-mail.ts';
import { plainMail } from './templates/mail.ts';

type GivenUpMail = { readonly id: number; readonly recipient: string; readonly subject: string };

/**
 * Notifies the user who mailed a printout that the mail was given up. The notice has no printout itself, so
 * that giving up the notice causes no further notice.
 */
export async function queueFailureNotice(tx: Tx, mail: GivenUpMail, reason: string): Promise<void> {
  // a mail and the audit entry that names its sender share the start time of their transaction
  const sent = await tx
    .selectFrom('mail as m')
    .innerJoin('history as h', (join) =>
      join
        .onRef('h.entity', '=', 'm.entity')
        .onRef('h.entity_id', '=', 'm.entity_id')
        .onRef('h.at', '=', 'm.created_at'),
    )
    .innerJoin('app_user as u', 'u.id', 'h.user_id')
    .where('m.id', '=', mail.id)
    .where('m.printout', 'is not', null)
    .where('u.active', '=', true)
    .select(['h.entity', 'h.entity_id as entityId', 'u.email'])
    .executeTakeFirst();
  if (sent === undefined) return;
  const { recipient, subject } = mail;
  const text = [
    `Nie udało się wysłać e-maila do ${recipient}: ${subject}.`,
    `Powód: ${reason}.`,
    'Spichlerz',
  ].join('\n\n');
  const entity = sent.entity === 'transport' ? 'transport' : 'contract';
  await queueMail(
    tx,
    { entity, entityId: sent.entityId },
    [sent.email],
    plainMail(`Nie wysłano e-maila: ${subject}`, text),
  );
}
