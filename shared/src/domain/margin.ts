import { CURRENCIES, type Currency } from './contract.ts';
import { type SaleOption, type SettlementStatus, salesAmount } from './settlement.ts';
import { defaultFreight, effKg, type TransportWeights } from './transport.ts';
import { divideHalfUp, type Kilograms, kilograms, lineAmount, type MinorUnits } from './units.ts';

/*
 * Computes the margins of transports, allocations, contracts and months (customer unloading.md, Margin). The
 * database view transport_margin repeats the rule of transportMargin to sum many transports.
 */

/** The stages of a margin from a plan to invoices on both sides, the least certain first. */
export const MARGIN_STAGES = ['PLANNED', 'DELIVERED', 'SETTLED', 'INVOICED'] as const;
export type MarginStage = (typeof MARGIN_STAGES)[number];

export const COST_KINDS = ['DEMURRAGE', 'LAB', 'COMMISSION', 'OTHER'] as const;
export type CostKind = (typeof COST_KINDS)[number];

/** The largest number of other costs of one transport. */
export const COSTS_MAX = 20;

export const MARGIN_GROUPS = ['MONTH', 'MATERIAL', 'RECIPIENT', 'SUPPLIER', 'OWNER'] as const;
export type MarginGroup = (typeof MARGIN_GROUPS)[number];

/** Amounts of one currency, in minor units. `costs` are all costs except the freight. */
export type MarginAmounts = {
  readonly sales: number;
  readonly purchase: number;
  readonly freight: number;
  readonly costs: number;
};
export type MarginLine = MarginAmounts & { readonly currency: Currency };

/**
 * The amounts that a transport or an open quantity adds to a margin. Contributions of one stage can be summed
 * to one contribution.
 */
export type MarginContribution = {
  readonly quantityKg: number;
  readonly stage: MarginStage;
  readonly isFreightKnown: boolean;
  readonly lines: readonly MarginLine[];
};

type Price = { readonly currency: Currency; readonly pricePerTonne: MinorUnits };

type SettledPurchase = {
  readonly status: SettlementStatus;
  readonly pricePerTonne: MinorUnits;
  readonly acceptedKg: Kilograms | null;
  readonly sentKg: Kilograms | null;
};
type SettledSale = {
  readonly status: SettlementStatus;
  readonly pricePerTonne: MinorUnits;
  readonly acceptedKg: Kilograms | null;
  readonly options: readonly SaleOption[];
};

/** A transport with the prices of its contracts and, after delivery, both sides of its settlement. */
export type MarginTransport = TransportWeights & {
  readonly freight: Price & { readonly amount: MinorUnits | null };
  readonly purchase: Price & { readonly settled: SettledPurchase | null };
  readonly sale: Price & { readonly settled: SettledSale | null };
  readonly costs: readonly { readonly amount: MinorUnits; readonly currency: Currency }[];
};

/** A returned transport contributes only its freight. A cancelled transport contributes nothing. */
export function transportMargin(transport: MarginTransport): MarginContribution {
  const { freight, purchase, sale } = transport;
  const part = { quantityKg: effKg(transport), isFreightKnown: true };
  if (transport.status === 'CANCELLED') return { ...part, stage: 'PLANNED', lines: [] };
  const freightLine = lineOf(freight.currency, {
    freight: freight.amount ?? defaultFreight(transport, freight.pricePerTonne),
  });
  if (transport.isReturned)
    return { ...part, stage: freight.amount === null ? 'DELIVERED' : 'INVOICED', lines: [freightLine] };
  return {
    ...part,
    stage: leastStage([purchaseStage(purchase.settled), saleStage(sale.settled)]),
    lines: [
      lineOf(sale.currency, { sales: saleAmount(transport) }),
      lineOf(purchase.currency, { purchase: purchaseAmount(transport) }),
      freightLine,
      ...transport.costs.map(({ amount, currency }) => lineOf(currency, { costs: amount })),
    ],
  };
}

const unloadedKg = ({ quantityKg, realQuantityKg }: TransportWeights) => realQuantityKg ?? quantityKg;

/**
 * The amount of the purchase side, as in the settlement list. Before delivery it is the contract price times
 * the planned kilograms.
 */
function purchaseAmount(transport: MarginTransport): MinorUnits {
  const { settled, pricePerTonne } = transport.purchase;
  if (settled === null) return lineAmount(transport.quantityKg, pricePerTonne);
  const { acceptedKg, sentKg } = settled;
  return lineAmount(acceptedKg ?? sentKg ?? unloadedKg(transport), settled.pricePerTonne);
}

function saleAmount(transport: MarginTransport): MinorUnits {
  const { settled, pricePerTonne } = transport.sale;
  if (settled === null) return lineAmount(transport.quantityKg, pricePerTonne);
  if (settled.acceptedKg !== null) return lineAmount(settled.acceptedKg, settled.pricePerTonne);
  return settled.options.length > 0
    ? salesAmount(settled.options)
    : lineAmount(unloadedKg(transport), settled.pricePerTonne);
}

const isInvoiced = (status: SettlementStatus) => status === 'INVOICE' || status === 'PAID';

function purchaseStage(settled: SettledPurchase | null): MarginStage {
  if (settled === null) return 'PLANNED';
  if (isInvoiced(settled.status)) return 'INVOICED';
  return settled.status === 'SETTLED' ? 'SETTLED' : 'DELIVERED';
}

/**
 * A sale with saved options counts as settled, because no status of a sale means settled (customer decisions
 * 3).
 */
function saleStage(settled: SettledSale | null): MarginStage {
  if (settled === null) return 'PLANNED';
  if (isInvoiced(settled.status)) return 'INVOICED';
  return settled.options.length > 0 || settled.acceptedKg !== null ? 'SETTLED' : 'DELIVERED';
}

function leastStage(stages: readonly MarginStage[]): MarginStage {
  return MARGIN_STAGES.find((stage) => stages.includes(stage)) ?? 'PLANNED';
}

const NO_AMOUNTS: MarginAmounts = { sales: 0, purchase: 0, freight: 0, costs: 0 };

const lineOf = (currency: Currency, amounts: Partial<MarginAmounts>): MarginLine => ({
  currency,
  ...NO_AMOUNTS,
  ...amounts,
});

/**
 * The open quantity of an allocation, with the freight price of the last transport between its two contracts.
 */
export type OpenQuantity = {
  readonly openKg: Kilograms;
  readonly purchase: Price;
  readonly sale: Price;
  readonly lastFreight: Price | null;
};

export function openMargin({ openKg, purchase, sale, lastFreight }: OpenQuantity): MarginContribution {
  const amountOf = ({ pricePerTonne }: Price) => lineAmount(openKg, pricePerTonne);
  return {
    quantityKg: openKg,
    stage: 'PLANNED',
    isFreightKnown: lastFreight !== null,
    lines: [
      lineOf(sale.currency, { sales: amountOf(sale) }),
      lineOf(purchase.currency, { purchase: amountOf(purchase) }),
      ...(lastFreight === null ? [] : [lineOf(lastFreight.currency, { freight: amountOf(lastFreight) })]),
    ],
  };
}

/** Amounts in minor units. */
export type Margin = {
  readonly amount: number;
  /** Null without kilograms, for example for a returned transport. */
  readonly perTonne: number | null;
  /** Per cent of the sales, with two decimals; null when sales are 0. */
  readonly percent: number | null;
  /** The least certain stage of the contributions. */
  readonly stage: MarginStage;
  readonly currency: Currency;
  /** The part of the amount that is only planned. */
  readonly plannedPart: number;
  /** False when open kilograms are counted without a freight. */
  readonly freightKnown: boolean;
};

/** `margin` is null when the amounts have several currencies, because no exchange rate is assumed. */
export type MarginFigures = { readonly margin: Margin | null; readonly marginByCurrency: MarginLine[] };

/** @param currency the currency of the result when there are no amounts */
export function sumMargins(parts: readonly MarginContribution[], currency: Currency): MarginFigures {
  const marginByCurrency = joinLines(parts);
  const [line = lineOf(currency, {}), ...others] = marginByCurrency;
  if (others.length > 0) return { margin: null, marginByCurrency };
  return {
    marginByCurrency,
    margin: {
      ...marginRates(line, sumKg(parts)),
      stage: leastStage(parts.map(({ stage }) => stage)),
      currency: line.currency,
      plannedPart: plannedAmount(parts, line.currency),
      freightKnown: parts.every(({ isFreightKnown }) => isFreightKnown),
    },
  };
}

export const sumKg = (parts: readonly MarginContribution[]): number =>
  parts.reduce((sum, { quantityKg }) => sum + quantityKg, 0);

/** The planned part of the margin in one currency. */
export function plannedAmount(parts: readonly MarginContribution[], currency: Currency): number {
  let sum = 0;
  for (const { stage, lines } of parts) {
    if (stage !== 'PLANNED') continue;
    for (const line of lines) if (line.currency === currency) sum += marginAmount(line);
  }
  return sum;
}

/** Sums the lines of each currency, in the order of CURRENCIES. */
export function joinLines(parts: readonly Pick<MarginContribution, 'lines'>[]): MarginLine[] {
  const sums = new Map<Currency, MarginLine>();
  for (const { lines } of parts)
    for (const line of lines) {
      const sum = sums.get(line.currency);
      sums.set(line.currency, sum === undefined ? line : addAmounts(sum, line));
    }
  return CURRENCIES.flatMap((currency) => sums.get(currency) ?? []);
}

const addAmounts = (sum: MarginLine, line: MarginAmounts): MarginLine => ({
  currency: sum.currency,
  sales: sum.sales + line.sales,
  purchase: sum.purchase + line.purchase,
  freight: sum.freight + line.freight,
  costs: sum.costs + line.costs,
});

export const marginAmount = ({ sales, purchase, freight, costs }: MarginAmounts): number =>
  sales - purchase - freight - costs;

/** The margin with its rates per tonne and per cent, rounded half up. */
export function marginRates(
  amounts: MarginAmounts,
  quantityKg: number,
): Pick<Margin, 'amount' | 'perTonne' | 'percent'> {
  const amount = marginAmount(amounts);
  return {
    amount,
    perTonne: quantityKg === 0 ? null : divideHalfUp(BigInt(amount) * 1_000n, BigInt(quantityKg)),
    percent: amounts.sales === 0 ? null : divideHalfUp(BigInt(amount) * 10_000n, BigInt(amounts.sales)) / 100,
  };
}

const ONE_TONNE = kilograms(1_000);

/**
 * Returns the margin of a possible allocation. Its rates (per tonne and per cent) are those of one tonne, not
 * of the open quantity: rounded amounts then do not distort the comparison of candidates, and an open quantity
 * of 0 also has rates.
 */
export function candidateMargin(open: OpenQuantity): MarginFigures {
  const { currency } = open.sale;
  const { margin, marginByCurrency } = sumMargins([openMargin(open)], currency);
  if (margin === null) return { margin, marginByCurrency };
  const perTonne = sumMargins([openMargin({ ...open, openKg: ONE_TONNE })], currency).margin;
  return {
    margin: { ...margin, perTonne: perTonne?.perTonne ?? null, percent: perTonne?.percent ?? null },
    marginByCurrency,
  };
}
