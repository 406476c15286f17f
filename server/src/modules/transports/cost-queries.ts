import { notFoundInPath } from '@spichlerz/shared/domain/domain-error';
import type { TransportCosts } from '@spichlerz/shared/wire/transport-costs';
import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';

/** Returns the costs of a transport besides its freight, in the order in which they were entered. */
export async function getTransportCosts(db: Db, transportId: number): Promise<TransportCosts> {
  const found = await db
    .selectFrom('transport as t')
    .where('t.id', '=', transportId)
    .select([
      't.version',
      sql<TransportCosts['costs']>`coalesce((select json_agg(json_build_object('kind', c.kind,
        'amount', c.amount_minor, 'currency', c.currency, 'note', c.note) order by c.position)
        from transport_cost c where c.transport_id = t.id), '[]')`.as('costs'),
    ])
    .executeTakeFirst();
  if (found === undefined) throw notFoundInPath('TRANSPORT_NOT_FOUND');
  return found;
}
