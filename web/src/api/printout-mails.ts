import {
  type MailedPrintoutKind,
  type PrintoutMail,
  proposePrintoutMail,
  sendPrintouts,
} from '@spichlerz/shared/calls/printout-mails';
import { listStatements } from '@spichlerz/shared/calls/statements';
import type { Side } from '@spichlerz/shared/domain/side';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

export const mailProposalQuery = (kind: MailedPrintoutKind, id: number) =>
  queryOptions({
    queryKey: ['contractor', 'mail-proposal', kind, id],
    queryFn: ({ signal }) => call(proposePrintoutMail, { query: { kind, id }, signal }),
  });

export const mailPrintout = (mail: PrintoutMail) => call(sendPrintouts, { body: { mails: [mail] } });

/** The key starts with `contract` because a mail of a statement changes the contract's audit log. */
export const statementsQuery = (side: Side, transportId: number) =>
  queryOptions({
    queryKey: ['contract', 'statements', side, transportId],
    queryFn: ({ signal }) => call(listStatements, { query: { side, transportId: [transportId] }, signal }),
  });
