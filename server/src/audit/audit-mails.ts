import type { AuditEntry, AuditMail } from '@spichlerz/shared/wire/audit-log';
import type { StoredPrintout } from '../db/schema.ts';
import type { Db } from '../db/tx.ts';

/**
 * The kinds of records whose mails are shown. Mails about users are not shown, because they contain reset
 * codes.
 */
const MAILED = ['contract', 'transport'];
const isMailed = (entity: string) => MAILED.includes(entity);

type Row = Pick<AuditEntry, 'id' | 'entity' | 'entityId' | 'at'>;

/** Finds the mails that were queued by the change of each audit entry. */
export async function mailsOf(db: Db, rows: readonly Row[]): Promise<AuditMail[][]> {
  const mailed = rows.filter(({ entity }) => isMailed(entity));
  if (mailed.length === 0) return rows.map(() => []);
  const mails = await db
    .selectFrom('mail')
    .where('entity', 'in', MAILED)
    .where('entity_id', 'in', [...new Set(mailed.map(({ entityId }) => entityId))])
    .orderBy('id')
    .select([
      'entity',
      'entity_id as entityId',
      'printout',
      'created_at as createdAt',
      'recipient',
      'tries',
      'sent_at as sentAt',
      'next_try_at as nextTryAt',
      'given_up_at as givenUpAt',
      'last_error as lastError',
    ])
    .execute();
  return rows.map((row) =>
    mails
      .filter((mail) => isMailOf(row, mail))
      .map(({ recipient, tries, sentAt, nextTryAt, givenUpAt, lastError }) => {
        const status = sentAt !== null ? 'SENT' : lastError !== null ? 'FAILED' : 'QUEUED';
        const isTriedAgain = status === 'FAILED' && givenUpAt === null;
        return { recipient, status, tries, sentAt, nextTryAt: isTriedAgain ? nextTryAt : null };
      }),
  );
}

type StoredMail = {
  readonly entity: string | null;
  readonly entityId: number | null;
  readonly printout: StoredPrintout | null;
  readonly createdAt: string;
};

/**
 * Whether the change of this audit entry queued the mail. A mail of a printout stores the id of its audit
 * entry. Any other mail has the record and the time of its entry, because both store the start of their
 * transaction.
 */
function isMailOf(row: Row, { entity, entityId, printout, createdAt }: StoredMail): boolean {
  if (entity !== row.entity || entityId !== row.entityId) return false;
  return printout?.auditEntryId === undefined ? createdAt === row.at : printout.auditEntryId === row.id;
}
