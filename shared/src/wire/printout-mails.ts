import { z } from 'zod';
import type { Side } from '../domain/side.ts';
import { endpoint } from './endpoint.ts';
import { distinct, email, id, numberFromText, remarkToPatch, text } from './field.ts';

/* Printouts sent by e-mail to a contractor. */

const tag = 'Printouts';

export const MAILED_PRINTOUTS = ['CONFIRMATION', 'TRANSPORT_ORDER', 'STATEMENT', 'DELIVERY_LIST'] as const;
export type MailedPrintoutKind = (typeof MAILED_PRINTOUTS)[number];

/** The largest numbers of printouts of one call, and of recipients of one printout. */
export const MAILS_MAX = 100;
export const MAIL_RECIPIENTS_MAX = 10;

const kind = () =>
  z
    .enum(MAILED_PRINTOUTS)
    .describe('The id is that of the contract, the transport, the statement or the sales contract.');

const mail = z.object({
  kind: kind(),
  id: id(),
  recipients: distinct(z.array(email()).min(1).max(MAIL_RECIPIENTS_MAX), (recipient) => recipient),
  subject: text(),
  text: remarkToPatch(),
});
export type PrintoutMail = z.output<typeof mail>;

export const sendPrintouts = endpoint({
  method: 'POST',
  path: '/contract/print/mail',
  access: 'user',
  tag,
  summary: 'Queues printouts as attachments of e-mails, all or none.',
  body: z.object({ mails: z.array(mail).min(1).max(MAILS_MAX) }),
  reply: z.object({ mailCount: z.int() }),
  creates: true,
});

const proposal = z.object({
  /** The address of the contractor or carrier; empty when the record has none. */
  recipients: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
});
export type MailProposal = z.output<typeof proposal>;

export const proposePrintoutMail = endpoint({
  method: 'GET',
  path: '/contract/print/mail-proposal',
  access: 'user',
  tag,
  summary: 'Returns the address, subject and text proposed for the e-mail of a printout.',
  query: z.object({ kind: kind(), id: numberFromText(id()) }),
  reply: proposal,
});

/** The printout of a queued e-mail. */
export type MailedPrintout = {
  readonly kind: MailedPrintoutKind;
  readonly id: number;
  readonly side: Side;
};
