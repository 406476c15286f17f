import {
  READING_DIFFERENCE,
  TRANSPORT_ATTENTIONS,
  type TransportAttention,
  WEIGHT_LOSS_PERCENT,
} from '@spichlerz/shared/domain/attention';
import type { Db } from '../../db/tx.ts';
import { type Fragment, fragment, join, literal, query } from '../../lists/large/fragment.ts';
import { countTransports, NO_CONDITIONS, type TransportConditions } from './transport-conditions.ts';

type Attention = { readonly of: keyof TransportConditions; readonly condition: Fragment };

/**
 * The status of a sale does not change before its invoice (customer decisions 3), so a sale counts as settled
 * once it has options.
 */
const HAS_OPTIONS = fragment`exists (select from settlement_option o where o.settlement_id = xs.settlement_id)`;

/**
 * The sides (u) that are not settled yet, with the rules (r) of their contract (c). Most contracts have no
 * rules.
 */
const UNSETTLED_RULES = fragment`from (
    select x.transport_id, s.side, s.status, y.purchase_id, y.sales_id from settlement_side s
    join settlement x on x.id = s.settlement_id join transport y on y.id = x.transport_id
    where s.status in ('DELIVERED', 'TO_BE_SETTLED') and s.snapshot is null
      and not exists (select from settlement_option o where s.side = 'sales' and o.settlement_id = s.settlement_id)) u
  join contract c on c.id = case u.side when 'purchase' then u.purchase_id else u.sales_id end
  join discount_rule r on r.contract_id = c.id`;

/**
 * The condition that a reading (q) counts for a rule: the reading of the arbiter, or that of the contract's
 * source if there is none of the arbiter.
 */
const COUNTED_READING = fragment`q.transport_id = u.transport_id and q.parameter_id = r.parameter_id
  and (q.source = 'ARBITER' or (q.source = c.reading_source and not exists (select from quality_reading a
    where a.transport_id = q.transport_id and a.parameter_id = q.parameter_id and a.source = 'ARBITER')))`;

/** The condition of each kind of attention to a transport (alias t) or to a side of its settlement (xp, xs). */
export const TRANSPORT_ATTENTION: Record<TransportAttention, Attention> = {
  LATE: {
    of: 'transport',
    condition: fragment`t.status in ('NEW', 'WAITING', 'ON_THE_WAY') and t.date_unloading < current_date`,
  },
  TO_RELEASE: { of: 'transport', condition: fragment`t.status = 'DELIVERED'` },
  PURCHASE_TO_SETTLE: { of: 'purchase', condition: fragment`xp.status = 'TO_BE_SETTLED'` },
  SALES_TO_SETTLE: {
    of: 'sales',
    condition: fragment`xs.status = 'TO_BE_SETTLED' and not ${HAS_OPTIONS}`,
  },
  FREIGHT_TO_SETTLE: {
    of: 'transport',
    condition: fragment`t.status in ('TO_BE_SETTLED', 'RETURN_TO_CLIENT')`,
  },
  PURCHASE_TO_INVOICE: { of: 'purchase', condition: fragment`xp.status = 'SETTLED'` },
  SALES_TO_INVOICE: {
    of: 'sales',
    condition: fragment`xs.status = 'TO_BE_SETTLED' and ${HAS_OPTIONS}`,
  },
  READING_MISSING: {
    of: 'transport',
    condition: fragment`t.id in (select u.transport_id ${UNSETTLED_RULES}
      where u.status = 'TO_BE_SETTLED' and not exists (select from quality_reading q where ${COUNTED_READING}))`,
  },
  READING_REFUSED: {
    of: 'transport',
    condition: fragment`t.id in (select u.transport_id ${UNSETTLED_RULES}
      join quality_reading q on ${COUNTED_READING}
      where case r.direction when 'ABOVE' then q.value > r.refuse_at else q.value < r.refuse_at end)`,
  },
  READINGS_DIFFER: {
    of: 'transport',
    condition: fragment`t.id in (select l.transport_id from quality_reading l
      join quality_reading q on q.transport_id = l.transport_id and q.parameter_id = l.parameter_id
        and q.source = 'RECIPIENT'
      join settlement x on x.transport_id = l.transport_id
      where l.source = 'LOADING' and (abs(l.value - q.value) > ${literal(String(READING_DIFFERENCE))}::numeric or l.answer <> q.answer)
        and exists (select from settlement_side u where u.settlement_id = x.id
          and u.status in ('DELIVERED', 'TO_BE_SETTLED') and u.snapshot is null))`,
  },
  WEIGHT_LOST: {
    of: 'transport',
    condition: fragment`t.status in ('DELIVERED', 'TO_BE_SETTLED') and t.id in (select l.transport_id from weigh_ticket l
      join weigh_ticket w on w.transport_id = l.transport_id and w.place = 'UNLOADING'
      where l.place = 'LOADING' and (l.net_kg - w.net_kg) * 100 > l.net_kg * ${literal(String(WEIGHT_LOSS_PERCENT))}::numeric)`,
  },
};

type Counts = Record<TransportAttention, number>;

/**
 * Counts the transports by kind of attention in one SQL statement. Each count equals the length of the list
 * with the same filter.
 */
export async function countTransportAttentions(db: Db): Promise<Counts> {
  const counts = TRANSPORT_ATTENTIONS.map((attention) => {
    const { of, condition } = TRANSPORT_ATTENTION[attention];
    return fragment`(${countTransports({ ...NO_CONDITIONS, [of]: [condition] })})`;
  });
  const [row] = await query<{ counts: number[] }>(
    db,
    fragment`select array[${join(counts, ', ')}] as counts`,
  );
  return Object.fromEntries(
    TRANSPORT_ATTENTIONS.map((attention, index) => [attention, row?.counts[index] ?? 0]),
  ) as Counts;
}
