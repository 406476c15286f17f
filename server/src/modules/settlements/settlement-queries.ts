import type { WeightBasis } from '@spichlerz/shared/domain/discount-rule';
import type { QualitySnapshot } from '@spichlerz/shared/domain/quality-snapshot';
import { needsCorrection, type SettlementStatus, salesAmount } from '@spichlerz/shared/domain/settlement';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import { type Kilograms, kilograms, lineAmount, type MinorUnits } from '@spichlerz/shared/domain/units';
import type { SettlementListQuery, SettlementRow } from '@spichlerz/shared/wire/settlements';
import { sql } from 'kysely';
import { compiledOnce, type Ids, isAnyOf } from '../../db/compiled-once.ts';
import type { Db } from '../../db/tx.ts';
import { type Fragment, fragment, literals } from '../../lists/large/fragment.ts';
import { firstRows, type IdQueries, idsFilteredFirst, idsOf, stableOrder } from '../../lists/large/ids.ts';
import { largeList } from '../../lists/large/large-list.ts';
import { rowTotal } from '../../lists/large/source.ts';
import type { List } from '../../lists/list.ts';
import {
  countTransports,
  hasFilters,
  matchingTransports,
  NO_CONDITIONS,
  selectTransports,
  TRANSPORT_ORDER,
  type TransportConditions,
  toTransportRow,
  transportConditions,
} from '../transports/transport-queries.ts';

import { differsFromSnapshot, type Reading, STORED_READINGS } from './quality-settlement-queries.ts';

type Option = { quantityKg: Kilograms; pricePerTonne: MinorUnits; quality: string };

/** A side's columns (alias xp or xs), which every settlement has. */
const sideColumns = <Alias extends 'xp' | 'xs'>(alias: Alias) => {
  const x = sql.ref(alias);
  return [
    sql<MinorUnits>`${x}.price_minor_per_tonne`.as(`${alias}Price`),
    sql<string>`${x}.quality`.as(`${alias}Quality`),
    sql<string | null>`${x}.details`.as(`${alias}Details`),
    sql<string | null>`${x}.deductions`.as(`${alias}Deductions`),
    sql<Kilograms | null>`${x}.sent_quantity_kg`.as(`${alias}SentQuantityKg`),
    sql<number>`${x}.version`.as(`${alias}Version`),
    sql<Kilograms | null>`${x}.accepted_kg`.as(`${alias}AcceptedKg`),
  ] as const;
};

/** Selects transports that have a settlement, with both sides, the sale's options and what one side was settled by. */
function selectSettlements(db: Db, side: Side) {
  const own = sql.ref({ purchase: 'xp', sales: 'xs' }[side]);
  return selectTransports(db)
    .where('x.id', 'is not', null)
    .select([
      ...sideColumns('xp'),
      ...sideColumns('xs'),
      sql<WeightBasis>`p.weight_basis`.as('purchaseBasis'),
      sql<WeightBasis>`s.weight_basis`.as('salesBasis'),
      sql<QualitySnapshot | null>`${own}.snapshot`.as('snapshot'),
      // only sides that were settled by rules are computed again
      sql<Reading[] | null>`case when ${own}.snapshot is not null then ${STORED_READINGS} end`.as('readings'),
      sql<Kilograms | null>`(select w.net_kg from weigh_ticket w where w.transport_id = t.id
        and w.place = 'LOADING')`.as('loadedKg'),
      sql<number>`p.price_minor_per_tonne`.as('purchasePrice'),
      sql<number | null>`p.min_price_minor_per_tonne`.as('minPrice'),
      sql<number>`s.price_minor_per_tonne`.as('salesPrice'),
      sql<Option[]>`coalesce((select json_agg(json_build_object('quantityKg', o.quantity_kg,
        'pricePerTonne', o.price_minor_per_tonne, 'quality', o.quality) order by o.position)
        from settlement_option o where o.settlement_id = x.id), '[]')`.as('options'),
    ]);
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectSettlements>['execute']>>[number];

const STATUS_COLUMN: BySide<Fragment> = { purchase: fragment`xp.status`, sales: fragment`xs.status` };

/** The kilograms in a side's row: those of the sent statement, or those of the sale's options. */
const SETTLED_KG: BySide<Fragment> = {
  purchase: fragment`coalesce(xp.sent_quantity_kg, t.real_quantity_kg)`,
  sales: fragment`coalesce((select sum(o.quantity_kg)::bigint from settlement_option o
    where o.settlement_id = xs.settlement_id), t.real_quantity_kg)`,
};

type SettlementSort = SettlementListQuery['orderBy']['column'];

/** Like TRANSPORT_ORDER, but with the settlement's id and the side's status and kilograms. */
const orderColumns = (side: Side): Record<SettlementSort, Fragment> => ({
  ...TRANSPORT_ORDER,
  id: fragment`x.id`,
  status: STATUS_COLUMN[side],
  real_cargo_quantity: SETTLED_KG[side],
  purchase_deliver_date: fragment`xp.deliver_date`,
  sales_deliver_date: fragment`xs.deliver_date`,
});
const ORDER: BySide<Record<SettlementSort, Fragment>> = {
  purchase: orderColumns('purchase'),
  sales: orderColumns('sales'),
};

/** Returns the side of a column, if the column belongs to one side. */
function sideOfSort(side: Side, column: SettlementSort): Side | undefined {
  if (column === 'purchase_deliver_date') return 'purchase';
  if (column === 'sales_deliver_date') return 'sales';
  return column === 'status' || column === 'real_cargo_quantity' ? side : undefined;
}

const MAY_BE_NULL = ['real_cargo_quantity', 'purchase_deliver_date', 'sales_deliver_date'] as const;

/** Lists settlements for the tab of one side; the status filter applies to that side. */
export function settlementList(
  side: Side,
  { filter, search, orderBy }: SettlementListQuery,
): List<SettlementRow> {
  const { status, transportId, realCargoQuantityFrom: fromKg, realCargoQuantityTo: toKg, ...rest } = filter;
  const conditions = transportConditions(rest, search);
  const scope = [rest.purchaseId, rest.salesId].filter((id) => id !== undefined);
  if (fromKg !== undefined) conditions[side].push(fragment`${SETTLED_KG[side]} >= ${fromKg}`);
  if (toKg !== undefined) conditions[side].push(fragment`${SETTLED_KG[side]} <= ${toKg}`);
  // always true, but makes the count join the transports, whose kilograms replace a side's missing ones
  if (fromKg !== undefined || toKg !== undefined) conditions.transport.push(fragment`t.real_quantity_kg > 0`);
  if (transportId?.length) conditions.transport.push(fragment`t.id = any(${transportId}::bigint[])`);
  const isNarrowedFurther = hasFilters(conditions, scope.length);
  if (status?.length) conditions[side].push(hasStatus(side, status));
  // in these cases few rows match, or the first matching ones are found at once
  const isWalked =
    scope.length > 0 ||
    search !== undefined ||
    transportId !== undefined ||
    !hasFilters(conditions, 0) ||
    (orderBy.column === 'id' && !isNarrowedFurther);
  return largeList({
    ...idsOfSettlements(side, conditions, orderBy, isWalked),
    select: settlementsOf[side],
    toRow: (row) => toSettlementRow(side, row),
    filtered: isNarrowedFurther || status?.length ? countTransports(conditions, { settled: true }) : null,
    total: scopeTotal(rest),
    isPrepared: !isNarrowedFurther && (status ?? []).length <= 1,
  });
}

type Order = SettlementListQuery['orderBy'];

/**
 * Selects the ids in the requested order. With `isWalked`, PostgreSQL chooses the plan. Otherwise the first
 * transports of the order are scanned, and if they do not fill the page, all rows are filtered first and
 * sorted afterwards. An order by a side's column has no index, so the scan is skipped.
 */
function idsOfSettlements(
  side: Side,
  conditions: TransportConditions,
  orderBy: Order,
  isWalked: boolean,
): IdQueries {
  const order = stableOrder(orderBy, ORDER[side], MAY_BE_NULL);
  const sortedBy = sideOfSort(side, orderBy.column);
  const matching = matchingTransports(conditions, { settled: true, sortedBy });
  if (isWalked) return { ids: idsOf(matching, TRANSPORT_ORDER.id, order) };
  const ids = idsFilteredFirst(matching, orderBy, ORDER[side], MAY_BE_NULL, TRANSPORT_ORDER.id);
  if (sortedBy !== undefined) return { ids };
  const transports = firstRows(fragment`t`, ALL_SETTLED, order);
  return {
    ids,
    boundedScan: idsOf(
      matchingTransports(conditions, { transports, settled: true }),
      TRANSPORT_ORDER.id,
      order,
    ),
  };
}

const ALL_SETTLED = matchingTransports(NO_CONDITIONS, { settled: true });

/** A single status is in the text of the statement, because it decides the plan. */
function hasStatus(side: Side, statuses: readonly SettlementStatus[]): Fragment {
  const statusList = statuses.length === 1 ? literals(statuses) : fragment`${statuses}`;
  return fragment`${STATUS_COLUMN[side]} = any(${statusList}::settlement_status[])`;
}

const rowsOf = (side: Side) =>
  compiledOnce((db: Db, ids: Ids) => selectSettlements(db, side).where(isAnyOf('t.id', ids)));
const settlementsOf = { purchase: rowsOf('purchase'), sales: rowsOf('sales') } satisfies BySide<unknown>;

type Scope = { purchaseId?: number | undefined; salesId?: number | undefined };

function scopeTotal({ purchaseId, salesId }: Scope): Fragment {
  if (purchaseId === undefined && salesId === undefined) return rowTotal('settlement');
  return countTransports(transportConditions({ purchaseId, salesId }, undefined), { settled: true });
}

function toSettlementRow(side: Side, row: Selected): SettlementRow {
  const transport = toTransportRow(row);
  const unloadedKg = kilograms(row.realQuantityKg ?? row.quantityKg);
  // without saved options the whole transport counts as one option at the side's price and quality
  const options =
    row.options.length > 0
      ? row.options
      : [{ quantityKg: unloadedKg, pricePerTonne: row.xsPrice, quality: row.xsQuality }];
  const soldAmount =
    row.xsAcceptedKg === null ? salesAmount(options) : lineAmount(row.xsAcceptedKg, row.xsPrice);
  const weights = { UNLOADING: unloadedKg, LOADING: row.loadedKg };
  const own = {
    purchase: {
      version: row.xpVersion,
      details: row.xpDetails,
      deductions: row.xpDeductions,
      currency: row.purchaseCurrency,
      price: row.purchasePrice,
      quantity: row.xpSentQuantityKg ?? unloadedKg,
      amount: lineAmount(row.xpAcceptedKg ?? row.xpSentQuantityKg ?? unloadedKg, row.xpPrice),
      isWrong: () =>
        row.snapshot === null
          ? needsCorrection(row.xpSentQuantityKg, unloadedKg)
          : differsFromSnapshot(row.snapshot, row.xpAcceptedKg, row.xpPrice, row.readings ?? [], weights),
      acceptedKg: row.xpAcceptedKg,
      weightBasis: row.purchaseBasis,
      sentAmount: row.purchaseAmount,
    },
    sales: {
      version: row.xsVersion,
      details: row.xsDetails,
      deductions: row.xsDeductions,
      currency: row.salesCurrency,
      price: row.salesPrice,
      quantity: options.reduce((sum, option) => sum + option.quantityKg, 0),
      amount: soldAmount,
      isWrong: () =>
        // a sale that was settled anew differs from its invoice until the next one
        needsCorrection(row.salesAmount, soldAmount) ||
        (row.snapshot !== null &&
          differsFromSnapshot(row.snapshot, row.xsAcceptedKg, row.xsPrice, row.readings ?? [], weights)),
      acceptedKg: row.xsAcceptedKg,
      weightBasis: row.salesBasis,
      sentAmount: row.salesAmount,
    },
  }[side];
  return {
    settlementId: row.settlementId ?? 0,
    transportId: row.id,
    purchaseId: row.purchaseId,
    salesId: row.salesId,
    version: own.version,
    transportVersion: row.version,
    transportStatus: row.status,
    purchaseSettlementStatus: row.purchaseSettlementStatus ?? 'DELIVERED',
    salesSettlementStatus: row.salesSettlementStatus ?? 'DELIVERED',
    registrationNumber: row.registrationNumber,
    trailerNumber: row.trailerNumber,
    carrierName: row.carrierName,
    isGmp: row.isGmp,
    currency: own.currency,
    dateLoading: row.dateLoading,
    dateUnloading: row.dateUnloading,
    quantityKg: row.quantityKg,
    transportQuantity: unloadedKg,
    comment: row.comment,
    details: own.details,
    deductions: own.deductions,
    amount: own.amount,
    needsCorrection: own.isWrong(),
    sentAmount: own.sentAmount,
    realQuantityKg: own.quantity,
    realCargoPrice: row.xsPrice,
    realCargoQuality: row.xsQuality,
    realPurchaseCargoPrice: row.xpPrice,
    realPurchaseCargoQuality: row.xpQuality,
    contractPrice: own.price,
    contractMinPrice: row.minPrice,
    purchaseInvoiceNumber: row.purchaseInvoiceNumber,
    purchaseDeliverDate: row.purchaseDeliverDate,
    purchasePaymentDate: row.purchasePaymentDate,
    salesInvoiceNumber: row.salesInvoiceNumber,
    salesDeliverDate: row.salesDeliverDate,
    salesPaymentDate: row.salesPaymentDate,
    options: options.map((option) => ({
      realQuantityKg: option.quantityKg,
      realCargoPrice: option.pricePerTonne,
      realCargoQuality: option.quality,
      amount: row.xsAcceptedKg !== null ? soldAmount : lineAmount(option.quantityKg, option.pricePerTonne),
    })),
    acceptedQuantity: own.acceptedKg,
    basisQuantity: row.snapshot?.basisKg ?? null,
    weightBasis: row.snapshot?.weightBasis ?? own.weightBasis,
    lines: [...(row.snapshot?.lines ?? [])],
    purchaseSupplier: transport.purchaseSupplier,
    salesRecipient: transport.salesRecipient,
  };
}
