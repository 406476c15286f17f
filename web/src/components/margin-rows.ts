import { CURRENCIES, type Currency } from '@spichlerz/shared/domain/contract';
import { marginRates } from '@spichlerz/shared/domain/margin';
import type { MarginRow } from '@spichlerz/shared/wire/margin';

/** A row whose amounts have one currency, so that it has a margin. */
export type EarningRow = MarginRow & { readonly margin: number; readonly plannedPart: number };

/** The rows with a margin, grouped by currency, and the rows without a margin. */
export type MarginSections = {
  readonly earning: readonly { readonly currency: Currency; readonly rows: readonly EarningRow[] }[];
  readonly mixed: readonly MarginRow[];
};

const isEarning = (row: MarginRow): row is EarningRow => row.margin !== null && row.plannedPart !== null;

export function sectionsOf(rows: readonly MarginRow[]): MarginSections {
  const earning = rows.filter(isEarning);
  return {
    earning: CURRENCIES.map((currency) => ({
      currency,
      rows: earning.filter((row) => row.currency === currency),
    })).filter((section) => section.rows.length > 0),
    mixed: rows.filter((row) => !isEarning(row)),
  };
}

type Summed = 'quantity' | 'transportCount' | 'sales' | 'purchase' | 'freight' | 'costs' | 'plannedPart';

/** The total of rows that have the same currency. */
export function totalOf(rows: readonly EarningRow[]): EarningRow {
  const sum = (of: Summed) => rows.reduce((total, row) => total + row[of], 0);
  const amounts = {
    sales: sum('sales'),
    purchase: sum('purchase'),
    freight: sum('freight'),
    costs: sum('costs'),
  };
  const { amount, ...rates } = marginRates(amounts, sum('quantity'));
  return {
    key: 'total',
    label: 'Razem',
    quantity: sum('quantity'),
    transportCount: sum('transportCount'),
    ...amounts,
    margin: amount,
    ...rates,
    plannedPart: sum('plannedPart'),
    currency: rows[0]?.currency ?? 'PLN',
  };
}
