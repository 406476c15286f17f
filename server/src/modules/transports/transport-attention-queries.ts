import type { TransportAttention } from '@spichlerz/shared/domain/attention';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { PLANNED_EACH_TIME } from '../../db/prepared-statements.ts';
import type { Db } from '../../db/tx.ts';
import { countTrucks, type TruckConditions } from './truck-conditions.ts';

type Attention = { readonly of: keyof TruckConditions; readonly condition: RawBuilder<SqlBool> };

/** What each kind of attention means for a truck (alias t), or for a side of its settlement (xp, xs). */
export const TRANSPORT_ATTENTION: Record<TransportAttention, Attention> = {
  TO_RELEASE: { of: 'truck', condition: sql`t.status = 'DELIVERED'` },
  PURCHASE_TO_INVOICE: { of: 'purchase', condition: sql`xp.status = 'SETTLED'` },
  SALES_TO_INVOICE: {
    of: 'sales',
    condition: sql`xs.status = 'TO_BE_SETTLED'
      and exists (select from settlement_option o where o.settlement_id = xs.settlement_id)`,
  },
  PURCHASE_OVERDUE: {
    of: 'purchase',
    condition: sql`xp.status = 'INVOICE' and xp.payment_date < current_date`,
  },
  SALES_OVERDUE: { of: 'sales', condition: sql`xs.status = 'INVOICE' and xs.payment_date < current_date` },
  FREIGHT_OVERDUE: {
    of: 'truck',
    condition: sql`t.status = 'INVOICE' and t.freight_payment_date < current_date`,
  },
};

type Counts = Record<TransportAttention, number>;

/** How many trucks wait for what: the counts of the list with that filter, in one statement. */
export async function countTransportAttentions(db: Db): Promise<Counts> {
  const counts = Object.entries(TRANSPORT_ATTENTION).map(([attention, { of, condition }]) => {
    const asked: TruckConditions = { truck: [], purchase: [], sales: [], [of]: [condition] };
    return sql`(${countTrucks(db, asked)}) as ${sql.id(attention)}`;
  });
  const { rows } = await sql<Counts>`${PLANNED_EACH_TIME} select ${sql.join(counts)}`.execute(db);
  const [counted] = rows;
  if (counted === undefined) throw new TypeError('A select without a table has one row');
  return counted;
}
