import type { Currency } from '@spichlerz/shared/domain/contract';
import type {
  MarginAmounts,
  MarginContribution,
  MarginLine,
  MarginStage,
} from '@spichlerz/shared/domain/margin';
import { type RawBuilder, sql } from 'kysely';

/*
 * Selects the contributions of transports and open quantities to a margin, summed by a key. The view
 * transport_margin has the amounts of each transport; the domain computes margins from the sums.
 */

type Part = { readonly key: RawBuilder<unknown>; readonly where: RawBuilder<unknown> };
type Scope = {
  /** The SQL refers to the view transport_margin by the alias m. */
  readonly transports: Part;
  /** The SQL refers to the table allocation by the alias a. */
  readonly open: Part;
};

export type MarginSums = MarginAmounts & {
  readonly key: string;
  readonly salesCurrency: Currency | null;
  readonly purchaseCurrency: Currency | null;
  readonly freightCurrency: Currency | null;
  readonly costCurrency: Currency | null;
  readonly stage: MarginStage;
  readonly quantityKg: number;
  readonly isFreightKnown: boolean;
};

/** Selects sums for each key, stage and combination of currencies. */
export const selectMarginSums = ({ transports, open }: Scope): RawBuilder<MarginSums> => sql<MarginSums>`
  select key, sales_currency as "salesCurrency", purchase_currency as "purchaseCurrency",
    freight_currency as "freightCurrency", cost_currency as "costCurrency", stage,
    sum(quantity_kg)::bigint as "quantityKg", sum(sales)::bigint as sales, sum(purchase)::bigint as purchase,
    sum(freight)::bigint as freight, sum(costs)::bigint as costs, bool_and(is_freight_known) as "isFreightKnown"
  from (${ofTransports(transports)} union all ${ofCosts(transports)} union all ${ofOpenQuantities(open)}) as part
  group by key, sales_currency, purchase_currency, freight_currency, cost_currency, stage`;

const ofTransports = ({ key, where }: Part) => sql`
  select ${key}::text as key, m.sales_currency, m.purchase_currency, m.freight_currency, null::currency as cost_currency,
    m.stage, m.quantity_kg, m.sales_minor as sales, m.purchase_minor as purchase, m.freight_minor as freight,
    0::bigint as costs, true as is_freight_known
  from transport_margin m where ${where}`;

const ofCosts = ({ key, where }: Part) => sql`
  select ${key}::text, null::currency, null::currency, null::currency, k.currency, m.stage, 0, 0, 0, 0, k.amount_minor, true
  from transport_cost k join transport_margin m on m.transport_id = k.transport_id
  where not m.is_returned and ${where}`;

/** Joins the price of the allocation's last transport, which the form of a new transport also proposes. */
const LAST_FREIGHT = sql`left join lateral (select t.price_minor_per_tonne, t.currency from transport t
  where a.transport_count > 0 and t.purchase_id = a.purchase_id and t.sales_id = a.sales_id
    and t.status <> 'CANCELLED'
  order by t.id desc limit 1) l on true`;

const ofOpenQuantities = ({ key, where }: Part) => sql`
  select ${key}::text, s.currency, p.currency, l.currency, null::currency, 'PLANNED'::margin_stage, a.open_kg,
    line_amount(a.open_kg, s.price_minor_per_tonne), line_amount(a.open_kg, p.price_minor_per_tonne),
    coalesce(line_amount(a.open_kg, l.price_minor_per_tonne), 0), 0, l.currency is not null
  from allocation a join contract p on p.id = a.purchase_id join contract s on s.id = a.sales_id ${LAST_FREIGHT}
  where a.open_kg > 0 and ${where}`;

export function toMarginContribution(row: MarginSums): MarginContribution {
  const { quantityKg, stage, isFreightKnown } = row;
  return {
    quantityKg,
    stage,
    isFreightKnown,
    lines: [
      ...lineOf(row.salesCurrency, { sales: row.sales }),
      ...lineOf(row.purchaseCurrency, { purchase: row.purchase }),
      ...lineOf(row.freightCurrency, { freight: row.freight }),
      ...lineOf(row.costCurrency, { costs: row.costs }),
    ],
  };
}

/** A null currency means that the amount does not count, such as the purchase of a returned transport. */
function lineOf(currency: Currency | null, amounts: Partial<MarginAmounts>): MarginLine[] {
  if (currency === null) return [];
  return [{ currency, sales: 0, purchase: 0, freight: 0, costs: 0, ...amounts }];
}
