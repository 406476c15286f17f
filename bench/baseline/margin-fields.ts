import { amountOf, type Row } from './row.ts';

/*
 * The margin of a row in the wire format. The data of bench/dataset have one currency, and no costs besides the
 * freight.
 */

type MarginSums = {
  readonly sales: number;
  readonly purchase: number;
  readonly freight: number;
  readonly kg: number;
  readonly planned: number;
  readonly stage: string;
  readonly isFreightKnown: boolean;
};

export const halfUp = (numerator: number, denominator: number): number =>
  Math.sign(numerator) *
  Number((2n * BigInt(Math.abs(numerator)) + BigInt(denominator)) / (2n * BigInt(denominator)));

/** @param sums null for a row without amounts, such as a cancelled transport */
function marginFields(sums: MarginSums | null, currency: unknown) {
  const { sales, purchase, freight, kg, planned, stage, isFreightKnown } = sums ?? NOTHING;
  const amount = sales - purchase - freight;
  return {
    margin: {
      amount,
      per_tonne: kg === 0 ? null : halfUp(amount * 1_000, kg),
      percent: sales === 0 ? null : halfUp(amount * 10_000, sales) / 100,
      stage,
      currency,
      planned_part: planned,
      freight_known: isFreightKnown,
    },
    margin_by_currency: sums === null ? [] : [{ currency, sales, purchase, freight, costs: 0 }],
  };
}

const NOTHING: MarginSums = {
  sales: 0,
  purchase: 0,
  freight: 0,
  kg: 0,
  planned: 0,
  stage: 'PLANNED',
  isFreightKnown: true,
};

export const TRANSPORT_MARGIN_COLUMNS = `mg.sales_minor as mg_sales, mg.purchase_minor as mg_purchase,
  mg.freight_minor as mg_freight, mg.quantity_kg as mg_kg, mg.stage as mg_stage`;

export const TRANSPORT_MARGIN_JOIN = 'left join transport_margin mg on mg.transport_id = t.id';

export function transportMargin(row: Row) {
  if (row['mg_stage'] === null) return marginFields(null, row['s_currency']);
  const [sales, purchase, freight] = [row['mg_sales'], row['mg_purchase'], row['mg_freight']] as [
    number,
    number,
    number,
  ];
  const stage = row['mg_stage'] as string;
  const planned = stage === 'PLANNED' ? sales - purchase - freight : 0;
  const kg = row['mg_kg'] as number;
  return marginFields(
    { sales, purchase, freight, kg, planned, stage, isFreightKnown: true },
    row['s_currency'],
  );
}

/** The sums of a contract's transports and of its open allocated quantities, as JSON. */
export const contractMarginColumn = (side: 'purchase' | 'sales'): string => `(
  select json_build_object('sales', sum(sales), 'purchase', sum(purchase), 'freight', sum(freight), 'kg', sum(kg),
    'planned', coalesce(sum(sales - purchase - freight) filter (where stage = 'PLANNED'), 0), 'stage', min(stage),
    'isFreightKnown', bool_and(known))
  from (
    select g.sales_minor as sales, g.purchase_minor as purchase, g.freight_minor as freight, g.quantity_kg as kg, g.stage,
      true as known
    from transport_margin g where g.${side}_id = c.id
    union all
    select line_amount(a.open_kg, s.price_minor_per_tonne), line_amount(a.open_kg, p.price_minor_per_tonne),
      coalesce(line_amount(a.open_kg, l.price_minor_per_tonne), 0), a.open_kg, 'PLANNED', l.price_minor_per_tonne is not null
    from allocation a join contract p on p.id = a.purchase_id join contract s on s.id = a.sales_id
    left join lateral (select t.price_minor_per_tonne from transport t where t.purchase_id = a.purchase_id
      and t.sales_id = a.sales_id and t.status <> 'CANCELLED' order by t.id desc limit 1) l on true
    where a.${side}_id = c.id and a.open_kg > 0) part)`;

export function contractMargin(row: Row) {
  const sums = row['margin'] as MarginSums | { readonly stage: null };
  return marginFields(sums.stage === null ? null : sums, row['currency']);
}

/**
 * The price and the allowed quantity of the sale ($1), and the freight of the last transport between the two
 * contracts.
 */
export const CANDIDATE_MARGIN_COLUMNS = `
  (select json_build_array(z.price_minor_per_tonne,
    greatest(0, z.plan_max_kg - z.allocated_kg - z.in_delivery_kg - z.delivered_kg)) from contract z where z.id = $1) as sale,
  (select t.price_minor_per_tonne from transport t where t.purchase_id = c.id and t.sales_id = $1
    and t.status <> 'CANCELLED' order by t.id desc limit 1) as last_freight`;

export function candidateMargin(row: Row, allowedKg: number) {
  const [salePrice, saleAllowedKg] = row['sale'] as [number, number];
  const price = row['price'] as number;
  const lastFreight = row['last_freight'] as number | null;
  const kg = (row['pair_open'] as number) + Math.min(saleAllowedKg, allowedKg);
  const [sales, purchase, freight] = [
    amountOf(kg, salePrice),
    amountOf(kg, price),
    amountOf(kg, lastFreight ?? 0),
  ];
  const planned = sales - purchase - freight;
  const sums = {
    sales,
    purchase,
    freight,
    kg,
    planned,
    stage: 'PLANNED',
    isFreightKnown: lastFreight !== null,
  };
  const fields = marginFields(sums, row['currency']);
  // The margin per tonne is computed from the prices, because the quantity may be 0.
  const perTonne = salePrice - price - (lastFreight ?? 0);
  const percent = salePrice === 0 ? null : halfUp(perTonne * 10_000, salePrice) / 100;
  return { ...fields, margin: { ...fields.margin, per_tonne: perTonne, percent } };
}
