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

/**
 * The addresses and the subject of a printout come from its record and the contractor. They are not cached,
 * because a dialog must not open with the address of a former carrier.
 */
const NOT_CACHED = { staleTime: 0, gcTime: 0 } as const;

export const mailProposalQuery = (kind: MailedPrintoutKind, id: number) =>
  queryOptions({
    queryKey: ['contractor', 'mail-proposal', kind, id],
    queryFn: ({ signal }) => call(proposePrintoutMail, { query: { kind, id }, signal }),
    ...NOT_CACHED,
  });

export const mailProposalsQuery = (kind: MailedPrintoutKind, ids: readonly number[]) =>
  queryOptions({
    queryKey: ['contractor', 'mail-proposals', kind, ids],
    queryFn: ({ signal }) =>
      Promise.all(ids.map((id) => call(proposePrintoutMail, { query: { kind, id }, signal }))),
    ...NOT_CACHED,
  });

export const mailPrintouts = (mails: PrintoutMail[]) => call(sendPrintouts, { body: { mails } });

/** How often an open dialog reads the state of waiting mails again, because mails have no live changes. */
const WAITING_MAIL_MS = 3_000;

/** The key starts with `contract` because a mail of a statement changes the contract's audit log. */
export const statementsQuery = (side: Side, transportId: number) =>
  queryOptions({
    queryKey: ['contract', 'statements', side, transportId],
    queryFn: ({ signal }) => call(listStatements, { query: { side, transportId: [transportId] }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.list.some(({ mails }) => mails.some(({ status }) => status === 'QUEUED')) === true
        ? WAITING_MAIL_MS
        : false,
  });
