import type { Currency } from '@spichlerz/shared/domain/contract';
import {
  type MarginContribution,
  type MarginFigures,
  sumMargins,
  transportMargin,
} from '@spichlerz/shared/domain/margin';
import type { SaleOption, SettlementStatus } from '@spichlerz/shared/domain/settlement';
import { COUNTERPART, type Side } from '@spichlerz/shared/domain/side';
import type { TransportWeights } from '@spichlerz/shared/domain/transport';
import type { Kilograms, MinorUnits } from '@spichlerz/shared/domain/units';
import { type RawBuilder, sql } from 'kysely';
import { compiledOnce } from '../../db/compiled-once.ts';
import { CONTRACT_COLUMN } from '../../db/contract-column.ts';
import type { Db } from '../../db/tx.ts';
import { type MarginSums, selectMarginSums, toMarginContribution } from './margin-parts.ts';

/* The margins of transports, allocations and contracts, for the rows of one page. */

/** The contributions to the margin of a contract or allocation without transports and open quantity. */
const NO_PARTS: readonly never[] = [];

type Cost = { readonly amount: MinorUnits; readonly currency: Currency };

/**
 * The columns that the margin of a transport needs in addition to selectTransports: the prices of both
 * contracts (p and s), both sides of the settlement (xp and xs) with the options of the sale, and the other
 * costs. Selecting them takes less time than joining the view transport_margin, which computes the same
 * amounts.
 */
export const TRANSPORT_MARGIN_COLUMNS = [
  sql<MinorUnits>`p.price_minor_per_tonne`.as('purchasePrice'),
  sql<MinorUnits>`s.price_minor_per_tonne`.as('salesPrice'),
  sql<MinorUnits>`xp.price_minor_per_tonne`.as('xpPrice'),
  sql<Kilograms | null>`xp.accepted_kg`.as('xpAcceptedKg'),
  sql<Kilograms | null>`xp.sent_quantity_kg`.as('xpSentQuantityKg'),
  sql<MinorUnits>`xs.price_minor_per_tonne`.as('xsPrice'),
  sql<Kilograms | null>`xs.accepted_kg`.as('xsAcceptedKg'),
  sql<
    (SaleOption & { quality: string })[] | null
  >`(select json_agg(json_build_object('quantityKg', o.quantity_kg,
    'pricePerTonne', o.price_minor_per_tonne, 'quality', o.quality) order by o.position)
    from settlement_option o where o.settlement_id = x.id)`.as('options'),
  sql<Cost[] | null>`(select json_agg(json_build_object('amount', k.amount_minor, 'currency', k.currency))
    from transport_cost k where k.transport_id = t.id)`.as('costs'),
] as const;

type TransportMarginRow = TransportWeights & {
  readonly currency: Currency;
  readonly freightPerTonne: MinorUnits;
  readonly freightAmount: MinorUnits | null;
  readonly purchaseCurrency: Currency;
  readonly purchasePrice: MinorUnits;
  readonly purchaseSettlementStatus: SettlementStatus | null;
  readonly xpPrice: MinorUnits;
  readonly xpAcceptedKg: Kilograms | null;
  readonly xpSentQuantityKg: Kilograms | null;
  readonly salesCurrency: Currency;
  readonly salesPrice: MinorUnits;
  readonly salesSettlementStatus: SettlementStatus | null;
  readonly xsPrice: MinorUnits;
  readonly xsAcceptedKg: Kilograms | null;
  readonly options: readonly SaleOption[] | null;
  readonly costs: readonly Cost[] | null;
};

/** The margin of a transport from the columns of selectTransports and TRANSPORT_MARGIN_COLUMNS. */
export function transportMarginOf(row: TransportMarginRow): MarginFigures {
  const { purchaseSettlementStatus, salesSettlementStatus } = row;
  const part = transportMargin({
    status: row.status,
    isReturned: row.isReturned,
    quantityKg: row.quantityKg,
    realQuantityKg: row.realQuantityKg,
    freight: { currency: row.currency, pricePerTonne: row.freightPerTonne, amount: row.freightAmount },
    purchase: {
      currency: row.purchaseCurrency,
      pricePerTonne: row.purchasePrice,
      settled: purchaseSettlementStatus && {
        status: purchaseSettlementStatus,
        pricePerTonne: row.xpPrice,
        acceptedKg: row.xpAcceptedKg,
        sentKg: row.xpSentQuantityKg,
      },
    },
    sale: {
      currency: row.salesCurrency,
      pricePerTonne: row.salesPrice,
      settled: salesSettlementStatus && {
        status: salesSettlementStatus,
        pricePerTonne: row.xsPrice,
        acceptedKg: row.xsAcceptedKg,
        options: row.options ?? [],
      },
    },
    costs: row.costs ?? [],
  });
  return sumMargins([part], row.salesCurrency);
}

/** The alias of the view transport_margin (m) or of the table allocation (a). */
type Alias = 'm' | 'a';
const contractOf = (alias: Alias, side: Side) => sql.ref(`${alias}.${CONTRACT_COLUMN[side]}`);

const ofContract = (column: RawBuilder<unknown>) => ({ key: column, where: sql`${column} = c.id` });

/**
 * A column for queries of contracts (alias c): the sums from which the margin of the contract is computed. The
 * sums cover the transports and the open quantity of the contract.
 */
export function contractMarginColumn(side: Side): RawBuilder<MarginSums[] | null> {
  const sums = selectMarginSums({
    transports: ofContract(contractOf('m', side)),
    open: ofContract(contractOf('a', side)),
  });
  return sql`(select json_agg(sums) from (${sums}) as sums)`;
}

/** The margin of a contract from contractMarginColumn. */
export const contractMarginOf = (sums: readonly MarginSums[] | null, currency: Currency): MarginFigures =>
  sumMargins((sums ?? NO_PARTS).map(toMarginContribution), currency);

const selectAllocationMargins = (side: Side) =>
  compiledOnce((db: Db, contractId: RawBuilder<number>, counterpartIds: RawBuilder<readonly number[]>) => {
    const counterpart = COUNTERPART[side];
    const between = (alias: Alias) => ({
      key: contractOf(alias, counterpart),
      where: sql`${contractOf(alias, side)} = ${contractId}
        and ${contractOf(alias, counterpart)} = any(${counterpartIds}::bigint[])`,
    });
    const sums = selectMarginSums({
      transports: between('m'),
      open: between('a'),
    });
    return { compile: () => sums.compile(db) };
  });

const allocationSums = {
  purchase: selectAllocationMargins('purchase'),
  sales: selectAllocationMargins('sales'),
};

/** Returns the margin of the allocation with the counterpart contract of this id, in this currency. */
type MarginOf = (id: number, currency: Currency) => MarginFigures;

/**
 * Reads the sums of the allocations between one contract and these counterparts, and returns a function that
 * computes their margins.
 */
export async function allocationMargins(
  db: Db,
  side: Side,
  contractId: number,
  counterpartIds: readonly number[],
): Promise<MarginOf> {
  const sums = await allocationSums[side](db, contractId, counterpartIds);
  const partsOf = new Map<string, MarginContribution[]>();
  for (const row of sums)
    partsOf.set(row.key, [...(partsOf.get(row.key) ?? NO_PARTS), toMarginContribution(row)]);
  return (id, currency) => sumMargins(partsOf.get(String(id)) ?? NO_PARTS, currency);
}
