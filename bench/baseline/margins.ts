import { halfUp } from './margin-fields.ts';
import type { Handler, Row } from './row.ts';

/* The report of margins. The data of bench/dataset have one currency. */

const AMOUNTS = ['sales', 'purchase', 'freight'] as const;

/**
 * Filters transports by their delivery or unloading date, and open quantities of allocations by the last
 * receipt date of the sale.
 */
const statement = (transportKey: string, openKey: string, name: string, order: string): string => `
  select key, ${name} as label, sum(kg)::bigint as kg, sum(n)::bigint as n, sum(sales)::bigint as sales,
    sum(purchase)::bigint as purchase, sum(freight)::bigint as freight,
    coalesce(sum(sales - purchase - freight) filter (where planned), 0)::bigint as planned
  from (
    select ${transportKey} as key, m.quantity_kg as kg, 1 as n, m.sales_minor as sales, m.purchase_minor as purchase,
      m.freight_minor as freight, m.stage = 'PLANNED' as planned
    from transport_margin m where coalesce(m.deliver_date, m.date_unloading) between $1 and $2
    union all
    select ${openKey}, a.open_kg, 0, line_amount(a.open_kg, s.price_minor_per_tonne),
      line_amount(a.open_kg, p.price_minor_per_tonne),
      coalesce(line_amount(a.open_kg, (select t.price_minor_per_tonne from transport t
        where t.purchase_id = a.purchase_id and t.sales_id = a.sales_id and t.status <> 'CANCELLED'
        order by t.id desc limit 1)), 0), true
    from allocation a join contract p on p.id = a.purchase_id join contract s on s.id = a.sales_id
    where a.open_kg > 0 and s.receipt_to between $1 and $2) part
  group by key order by ${order}`;

const STATEMENTS = {
  month: statement(
    "to_char(coalesce(m.deliver_date, m.date_unloading), 'YYYY-MM')",
    "to_char(s.receipt_to, 'YYYY-MM')",
    "substr(key, 6) || '/' || substr(key, 1, 4)",
    'key',
  ),
  material: statement(
    'm.raw_material_id',
    'a.raw_material_id',
    '(select name from raw_material where id = key)',
    'sum(sales - purchase - freight) desc',
  ),
};

function marginOf(row: Row) {
  const [sales, purchase, freight] = AMOUNTS.map((name) => row[name] as number) as [number, number, number];
  const kg = row['kg'] as number;
  const margin = sales - purchase - freight;
  return {
    key: String(row['key']),
    label: row['label'],
    quantity: kg,
    transport_count: row['n'],
    sales,
    purchase,
    freight,
    costs: 0,
    margin,
    per_tonne: kg === 0 ? null : halfUp(margin * 1_000, kg),
    percent: sales === 0 ? null : halfUp(margin * 10_000, sales) / 100,
    planned_part: row['planned'],
    currency: 'PLN',
  };
}

export const margins =
  (group: keyof typeof STATEMENTS): Handler =>
  async (pool, values) => {
    const { rows } = await pool.query<Row>({ name: `margins by ${group}`, text: STATEMENTS[group], values });
    return { rows: rows.map(marginOf) };
  };
