import { fieldError } from '@spichlerz/shared/domain/domain-error';
import type { Side } from '@spichlerz/shared/domain/side';
import type { MailedPrintout, MailedPrintoutKind, MailProposal } from '@spichlerz/shared/wire/printout-mails';
import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import type { Company } from '../../print/company.ts';
import type { Printout } from '../../print/printout.ts';
import {
  composeConfirmation,
  composeSettlements,
  composeTransportOrder,
} from '../printouts/printout-queries.ts';
import { composeStatement } from '../statements/statement-queries.ts';

/**
 * Composes the printout from the current records. A settlement statement prints the lines that were stored with
 * it.
 */
export function composeMailed(
  db: Db,
  company: Company,
  { kind, id, side }: MailedPrintout,
): Promise<Printout> {
  return {
    CONFIRMATION: () => composeConfirmation(db, company, side, id),
    TRANSPORT_ORDER: () => composeTransportOrder(db, company, id),
    STATEMENT: () => composeStatement(db, company, id),
    DELIVERY_LIST: () => composeSettlements(db, company, 'sales', id),
  }[kind]();
}

/** The printout of a mail, the contracts whose audit log shows the mail, and the proposed recipient address. */
export type MailedRecord = {
  readonly printout: MailedPrintout;
  /**
   * The record that the mail and its audit entry are about: the transport of an order, or else the first of the
   * contracts.
   */
  readonly about:
    | { readonly entity: 'contract'; readonly entityId: number }
    | { readonly entity: 'transport'; readonly entityId: number; readonly subject: string };
  readonly contractIds: readonly number[];
  readonly email: string | null;
};

const NOT_FOUND = {
  CONFIRMATION: 'CONTRACT_NOT_FOUND',
  TRANSPORT_ORDER: 'TRANSPORT_NOT_FOUND',
  STATEMENT: 'SETTLEMENT_NOT_FOUND',
  DELIVERY_LIST: 'CONTRACT_NOT_FOUND',
} as const;

/** @throws DomainError on the field `path`: CONTRACT_NOT_FOUND, TRANSPORT_NOT_FOUND, SETTLEMENT_NOT_FOUND */
export async function readMailedRecord(
  db: Db,
  kind: MailedPrintoutKind,
  id: number,
  path: string,
): Promise<MailedRecord> {
  const found = await {
    CONFIRMATION: () => findContract(db, kind, id),
    TRANSPORT_ORDER: () => findTransport(db, id),
    STATEMENT: () => findStatement(db, id),
    DELIVERY_LIST: () => findContract(db, kind, id, 'sales'),
  }[kind]();
  if (found === undefined) throw fieldError(path, NOT_FOUND[kind]);
  return found;
}

async function findContract(
  db: Db,
  kind: MailedPrintoutKind,
  id: number,
  onlySide?: Side,
): Promise<MailedRecord | undefined> {
  const row = await db
    .selectFrom('contract as c')
    .innerJoin('contractor as r', 'r.id', 'c.contractor_id')
    .where('c.id', '=', id)
    .select(['c.side', 'r.email'])
    .executeTakeFirst();
  if (row === undefined || (onlySide !== undefined && row.side !== onlySide)) return undefined;
  return {
    printout: { kind, id, side: row.side },
    about: { entity: 'contract', entityId: id },
    contractIds: [id],
    email: row.email,
  };
}

async function findTransport(db: Db, id: number): Promise<MailedRecord | undefined> {
  const row = await db
    .selectFrom('transport as t')
    .leftJoin('contractor as r', 'r.id', 't.carrier_id')
    .where('t.id', '=', id)
    .select([
      't.registration_number as registrationNumber',
      't.purchase_id as purchaseId',
      't.sales_id as salesId',
      'r.email',
    ])
    .executeTakeFirst();
  return (
    row && {
      printout: { kind: 'TRANSPORT_ORDER', id, side: 'purchase' },
      about: { entity: 'transport', entityId: id, subject: row.registrationNumber },
      contractIds: [row.purchaseId, row.salesId],
      email: row.email,
    }
  );
}

async function findStatement(db: Db, id: number): Promise<MailedRecord | undefined> {
  const row = await db
    .selectFrom('statement as s')
    .leftJoin('contractor as r', 'r.id', 's.contractor_id')
    .where('s.id', '=', id)
    .select([
      's.side',
      'r.email',
      // the contracts for which the statement was made; its transports may have moved to other contracts since
      sql<number[]>`array(select c.id from contract c where c.id = any(s.contract_ids) order by c.id)`.as(
        'contractIds',
      ),
    ])
    .executeTakeFirst();
  const [first] = row?.contractIds ?? [];
  // a statement whose contracts are all deleted cannot be mailed, because no audit log could show the mail
  if (row === undefined || first === undefined) return undefined;
  return {
    printout: { kind: 'STATEMENT', id, side: row.side },
    about: { entity: 'contract', entityId: first },
    contractIds: row.contractIds,
    email: row.email,
  };
}

export async function proposePrintoutMail(
  db: Db,
  company: Company,
  kind: MailedPrintoutKind,
  id: number,
): Promise<MailProposal> {
  const { printout, email } = await readMailedRecord(db, kind, id, 'id');
  const { title, issuer } = await composeMailed(db, company, printout);
  return {
    recipients: email === null ? [] : [email],
    subject: title,
    text: `Dzień dobry,\n\nw załączniku przesyłamy dokument: ${title}.\n\nZ poważaniem\n${issuer}`,
  };
}
