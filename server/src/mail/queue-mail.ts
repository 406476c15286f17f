import { sql } from 'kysely';
import type { Tx } from '../db/tx.ts';
import type { Mail } from './templates/mail.ts';

/** What the mail is about, so that the record's history can show it. */
export type MailSubject = {
  readonly entity: 'contract' | 'user';
  readonly entityId: number;
  /** Sent with the contract's confirmation. */
  readonly withConfirmation?: boolean;
  /** For how long it is worth sending, as an interval of PostgreSQL; absent for ever. */
  readonly lifetime?: string;
};

/** Of a mail: it is still to be sent. */
export const IS_WAITING = sql<boolean>`sent_at is null and given_up_at is null and coalesce(expires_at > now(), true)`;
/** Of a mail: the mail server refused it for good. */
export const IS_GIVEN_UP = sql<boolean>`given_up_at is not null`;

export function contentColumns({ subject, text, html }: Mail) {
  return { subject, text_body: text, html_body: html };
}

/** Queues one mail a recipient, in the transaction of what the mail is about: so it exists exactly if that does. */
export async function queueMail(
  tx: Tx,
  about: MailSubject,
  recipients: readonly string[],
  mail: Mail,
): Promise<void> {
  if (recipients.length === 0) return;
  await tx
    .insertInto('mail')
    .values(
      recipients.map((recipient) => ({
        recipient,
        ...contentColumns(mail),
        entity: about.entity,
        entity_id: about.entityId,
        with_confirmation: about.withConfirmation ?? false,
        sent_at: null,
        given_up_at: null,
        expires_at: about.lifetime === undefined ? null : sql<string>`now() + ${about.lifetime}::interval`,
        last_error: null,
      })),
    )
    .execute();
}
