import { type ContractAttention, NEAR_END_DAYS } from '@spichlerz/shared/domain/attention';
import { OPEN_STATUSES } from '@spichlerz/shared/domain/position';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/tx.ts';

// the lower end of the tolerance range; accept_max_kg is the upper one
const LEAST_KG = sql`(2 * c.quantity_kg - c.accept_max_kg)`;
const isOneOf = (statuses: readonly string[]) => sql`c.status = any(${statuses}::contract_status[])`;
const isRunning = isOneOf(['NEW', 'ACTIVE']);
const isOpen = sql<SqlBool>`${isOneOf(OPEN_STATUSES)}`;

/** What each kind of attention means for a contract (alias c), in the list and in the count alike. */
export const CONTRACT_ATTENTION: Record<ContractAttention, RawBuilder<SqlBool>> = {
  NOT_COVERED: sql`${isRunning} and c.side = 'sales' and c.receipt_to <= current_date + ${NEAR_END_DAYS}::integer
    and c.allocated_kg + c.in_delivery_kg + c.delivered_kg < ${LEAST_KG}`,
  PAST_RANGE: sql`${isRunning} and c.receipt_to < current_date and c.delivered_kg < ${LEAST_KG}`,
  UNSIGNED: sql`${isOpen} and c.agreement_status <> 'SIGNED'`,
  TO_CLOSE: sql`${isOpen} and c.in_delivery_count = 0 and c.delivered_kg > 0 and c.delivered_kg >= ${LEAST_KG}`,
};

type Counts = Record<ContractAttention, number>;

const NONE: Counts = { NOT_COVERED: 0, PAST_RANGE: 0, UNSIGNED: 0, TO_CLOSE: 0 };

const countOf = (attention: ContractAttention) =>
  sql<number>`count(*) filter (where ${CONTRACT_ATTENTION[attention]})`.as(attention);

/** How many contracts of each side wait for what. */
export async function countContractAttentions(db: Db): Promise<BySide<Counts>> {
  const rows = await db
    .selectFrom('contract as c')
    .where(isOpen)
    .groupBy('c.side')
    .select([
      'c.side',
      countOf('NOT_COVERED'),
      countOf('PAST_RANGE'),
      countOf('UNSIGNED'),
      countOf('TO_CLOSE'),
    ])
    .execute();
  const of = (side: Side): Counts => rows.find((row) => row.side === side) ?? NONE;
  return { purchase: of('purchase'), sales: of('sales') };
}
