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

export const mailProposalsQuery = (kind: MailedPrintoutKind, ids: readonly number[]) =>
  queryOptions({
    queryKey: ['contractor', 'mail-proposals', kind, ids],
    queryFn: ({ signal }) =>
      Promise.all(ids.map((id) => call(proposePrintoutMail, { query: { kind, id }, signal }))),
  });

export const mailPrintouts = (mails: PrintoutMail[]) => call(sendPrintouts, { body: { mails } });

/** The key starts with `contract` because a mail of a statement changes the contract's audit log. */
export const statementsQuery = (side: Side, transportId: number) =>
  queryOptions({
    queryKey: ['contract', 'statements', side, transportId],
    queryFn: ({ signal }) => call(listStatements, { query: { side, transportId: [transportId] }, signal }),
  });
