import { sql } from 'kysely';
import type { StoredPrintout } from '../db/schema.ts';
import type { Tx } from '../db/tx.ts';
import type { Mail } from './templates/mail.ts';

/** The record the mail is about. The audit log of a contract or transport shows its mails. */
export type MailSubject = {
  readonly entity: 'contract' | 'transport' | 'user';
  readonly entityId: number;
  /** Whether the contract's confirmation is attached. */
  readonly withConfirmation?: boolean;
  /** The printout to attach. */
  readonly printout?: StoredPrintout;
  /**
   * The time for which an unsent mail is retried, as a PostgreSQL interval; undefined means without a limit.
   */
  readonly lifetime?: string;
};

/** SQL condition: the mail is neither sent nor given up nor expired. */
export const IS_WAITING = sql<boolean>`sent_at is null and given_up_at is null and coalesce(expires_at > now(), true)`;
/** SQL condition: the mail was given up. */
export const IS_GIVEN_UP = sql<boolean>`given_up_at is not null`;

export function contentColumns({ subject, text, html }: Mail) {
  return { subject, text_body: text, html_body: html };
}

/**
 * Queues one mail per recipient in the transaction of the change, so that the mails exist exactly if the
 * change does.
 */
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
        printout: about.printout === undefined ? null : JSON.stringify(about.printout),
        sent_at: null,
        given_up_at: null,
        expires_at: about.lifetime === undefined ? null : sql<string>`now() + ${about.lifetime}::interval`,
        last_error: null,
      })),
    )
    .execute();
}
