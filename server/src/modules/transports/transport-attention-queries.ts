import {
  type OverdueInvoice,
  TRANSPORT_ATTENTIONS,
  type TransportAttention,
} from '@spichlerz/shared/domain/attention';
import type { Db } from '../../db/tx.ts';
import { type Fragment, fragment, join, query } from '../../lists/large/fragment.ts';
import { countTransports, NO_CONDITIONS, type TransportConditions } from './transport-conditions.ts';

type Attention = { readonly of: keyof TransportConditions; readonly condition: Fragment };

/** A sale keeps its status until its invoice (decisions 3): it counts as settled once it has options. */
const HAS_OPTIONS = fragment`exists (select from settlement_option o where o.settlement_id = xs.settlement_id)`;

/** The condition of each attention on a transport (alias t), or on a side of its settlement (xp, xs). */
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
  PURCHASE_OVERDUE: {
    of: 'purchase',
    condition: fragment`xp.status = 'INVOICE' and xp.payment_date < current_date`,
  },
  SALES_OVERDUE: {
    of: 'sales',
    condition: fragment`xs.status = 'INVOICE' and xs.payment_date < current_date`,
  },
  FREIGHT_OVERDUE: {
    of: 'transport',
    condition: fragment`t.status = 'INVOICE' and t.freight_payment_date < current_date`,
  },
};

/** The payment date of the overdue invoice. */
export const PAYMENT_DATE: Record<OverdueInvoice, Fragment> = {
  PURCHASE_OVERDUE: fragment`xp.payment_date`,
  SALES_OVERDUE: fragment`xs.payment_date`,
  FREIGHT_OVERDUE: fragment`t.freight_payment_date`,
};

type Counts = Record<TransportAttention, number>;

/**
 * Counts the transports by attention in one statement; each count equals that of the list with the filter.
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
