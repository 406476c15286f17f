import type { AuditEntry, AuditMail } from '@spichlerz/shared/wire/audit-log';
import type { Db } from '../db/tx.ts';

type Row = Pick<AuditEntry, 'entity' | 'entityId' | 'at'>;

/**
 * Finds the mails that each audit entry's change sent. An entry and its mails share the start time of their
 * transaction.
 */
export async function mailsOf(db: Db, rows: readonly Row[]): Promise<AuditMail[][]> {
  const contracts = rows.filter(({ entity }) => entity === 'contract').map(({ entityId }) => entityId);
  if (contracts.length === 0) return rows.map(() => []);
  const mails = await db
    .selectFrom('mail')
    .where('entity', '=', 'contract')
    .where('entity_id', 'in', [...new Set(contracts)])
    .orderBy('id')
    .select([
      'entity_id as contractId',
      'created_at as createdAt',
      'recipient',
      'tries',
      'sent_at as sentAt',
      'next_try_at as nextTryAt',
      'given_up_at as givenUpAt',
      'last_error as lastError',
    ])
    .execute();
  return rows.map(({ entity, entityId, at }) =>
    mails
      .filter((mail) => entity === 'contract' && mail.contractId === entityId && mail.createdAt === at)
      .map(({ recipient, tries, sentAt, nextTryAt, givenUpAt, lastError }) => {
        const status = sentAt !== null ? 'SENT' : lastError !== null ? 'FAILED' : 'QUEUED';
        const isTriedAgain = status === 'FAILED' && givenUpAt === null;
        return { recipient, status, tries, sentAt, nextTryAt: isTriedAgain ? nextTryAt : null };
      }),
  );
}
