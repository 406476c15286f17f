import {
  CONTRACT_ATTENTIONS,
  type ContractAttention,
  NEAR_END_DAYS,
} from '@spichlerz/shared/domain/attention';
import { RUNNING_STATUSES } from '@spichlerz/shared/domain/contract';
import { OPEN_STATUSES } from '@spichlerz/shared/domain/position';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { Db } from '../../db/tx.ts';
import { type Fragment, fragment, join, query } from '../../lists/large/fragment.ts';

// the lower limit of the tolerance: as far below the quantity as the upper limit accept_max_kg is above it
const MIN_UNCOVERED_KG = fragment`(2 * c.quantity_kg - c.accept_max_kg)`;
const isOneOf = (statuses: readonly string[]) => fragment`c.status = any(${statuses}::contract_status[])`;
const runningCondition = isOneOf(RUNNING_STATUSES);
const isOpen = isOneOf(OPEN_STATUSES);

/** The condition on a contract (alias c) for each kind of attention. The list and the counts share it. */
export const CONTRACT_ATTENTION: Record<ContractAttention, Fragment> = {
  NOT_COVERED: fragment`${runningCondition} and c.side = 'sales' and c.receipt_to <= current_date + ${NEAR_END_DAYS}::integer
    and c.allocated_kg + c.in_delivery_kg + c.delivered_kg < ${MIN_UNCOVERED_KG}`,
  PAST_RANGE: fragment`${runningCondition} and c.receipt_to < current_date and c.delivered_kg < ${MIN_UNCOVERED_KG}`,
  UNSIGNED: fragment`${isOpen} and c.agreement_status <> 'SIGNED'`,
  TO_CLOSE: fragment`${isOpen} and c.in_delivery_count = 0 and c.delivered_kg > 0 and c.delivered_kg >= ${MIN_UNCOVERED_KG}`,
};

type Counts = Record<ContractAttention, number>;

/** Counts the contracts of each side by kind of attention. */
export async function countContractAttentions(db: Db): Promise<BySide<Counts>> {
  const counts = CONTRACT_ATTENTIONS.map(
    (attention) => fragment`count(*) filter (where ${CONTRACT_ATTENTION[attention]})`,
  );
  const rows = await query<{ side: Side; counts: number[] }>(
    db,
    fragment`select c.side, array[${join(counts, ', ')}] as counts from contract as c where ${isOpen} group by c.side`,
  );
  const of = (side: Side): Counts => {
    const row = rows.find((one) => one.side === side);
    return Object.fromEntries(
      CONTRACT_ATTENTIONS.map((attention, index) => [attention, row?.counts[index] ?? 0]),
    ) as Counts;
  };
  return { purchase: of('purchase'), sales: of('sales') };
}
