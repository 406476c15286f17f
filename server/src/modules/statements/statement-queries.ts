import { notFoundInPath } from '@spichlerz/shared/domain/domain-error';
import type { Side } from '@spichlerz/shared/domain/side';
import type { StatementRow } from '@spichlerz/shared/wire/statements';
import { formatDate } from '@spichlerz/shared/words/figures';
import { sql } from 'kysely';
import { CONTRACT_COLUMN } from '../../db/contract-column.ts';
import type { Db } from '../../db/tx.ts';
import type { Company } from '../../print/company.ts';
import type { Printout } from '../../print/printout.ts';
import { statement } from '../../print/statement.ts';
import { letterheadFor } from '../printouts/printout-queries.ts';

export async function composeStatement(db: Db, company: Company, id: number): Promise<Printout> {
  const stored = await db
    .selectFrom('statement')
    .where('id', '=', id)
    .select(['number', 'side', 'day', 'printed'])
    .executeTakeFirst();
  if (stored === undefined) throw notFoundInPath('SETTLEMENT_NOT_FOUND');
  const { number, side, day, printed } = stored;
  return statement(letterheadFor(company), { ...printed, number, side, day: formatDate(day) });
}

/**
 * Lists the statements of transports, newest first. Omits statements that were made for another contractor
 * before a transport moved.
 */
export async function listStatements(
  db: Db,
  side: Side,
  transportIds: readonly number[],
): Promise<StatementRow[]> {
  return db
    .selectFrom('statement as s')
    .where('s.side', '=', side)
    .where(
      sql<boolean>`exists (select from statement_transport l join transport t on t.id = l.transport_id
        join contract c on c.id = ${sql.ref(`t.${CONTRACT_COLUMN[side]}`)}
        where l.statement_id = s.id and l.transport_id = any(${transportIds}::bigint[])
        and c.contractor_id = s.contractor_id)`,
    )
    .orderBy('s.id', 'desc')
    .select([
      's.id',
      's.number',
      's.side',
      's.day',
      sql<number[]>`(select array_agg(l.transport_id order by l.transport_id) from statement_transport l
        where l.statement_id = s.id)`.as('transportIds'),
      sql<StatementRow['mails']>`coalesce((select json_agg(json_build_object('recipient', m.recipient,
        'status', case when m.sent_at is not null then 'SENT' when m.last_error is not null then 'FAILED'
          else 'QUEUED' end, 'tries', m.tries, 'sentAt', m.sent_at,
        'nextTryAt', case when m.sent_at is null and m.last_error is not null and m.given_up_at is null
          then m.next_try_at end) order by m.id)
        from mail m where m.printout ->> 'kind' = 'STATEMENT' and (m.printout ->> 'id')::bigint = s.id), '[]')`.as(
        'mails',
      ),
    ])
    .execute();
}
