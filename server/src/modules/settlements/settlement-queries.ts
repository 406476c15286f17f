import type { SettlementStatus } from '@spichlerz/shared/domain/settlement';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { SettlementListQuery, SettlementListRow } from '@spichlerz/shared/wire/settlements';
import { type Fragment, fragment, literals } from '../../lists/large/fragment.ts';
import { firstRows, type IdQueries, idsFilteredFirst, idsOf, stableOrder } from '../../lists/large/ids.ts';
import { largeList } from '../../lists/large/large-list.ts';
import { rowTotal } from '../../lists/large/source.ts';
import type { List } from '../../lists/list.ts';
import { transportMarginOf } from '../margins/margin-queries.ts';
import {
  countTransports,
  hasFilters,
  matchingTransports,
  NO_CONDITIONS,
  TRANSPORT_ORDER,
  type TransportConditions,
  transportConditions,
} from '../transports/transport-queries.ts';
import { settlementsOf, toSettlementRow } from './settlement-rows.ts';

const STATUS_COLUMN: BySide<Fragment> = { purchase: fragment`xp.status`, sales: fragment`xs.status` };

/**
 * The kilograms in a side's row: those of the sent statement (purchase) or of the options (sale), and before
 * the settlement the unloaded kilograms.
 */
const SETTLED_KG: BySide<Fragment> = {
  purchase: fragment`coalesce(xp.sent_quantity_kg, t.real_quantity_kg)`,
  sales: fragment`coalesce((select sum(o.quantity_kg)::bigint from settlement_option o
    where o.settlement_id = xs.settlement_id), t.real_quantity_kg)`,
};

type SettlementSort = SettlementListQuery['orderBy']['column'];

/**
 * The sort columns: those of TRANSPORT_ORDER, but with the settlement's id and the side's status and kilograms.
 */
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

/** Returns the side whose columns the sort needs, or undefined if it needs neither side. */
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
): List<SettlementListRow> {
  const { status, transportId, realCargoQuantityFrom: fromKg, realCargoQuantityTo: toKg, ...rest } = filter;
  const conditions = transportConditions(rest, search);
  const scope = [rest.purchaseId, rest.salesId].filter((id) => id !== undefined);
  if (fromKg !== undefined) conditions[side].push(fragment`${SETTLED_KG[side]} >= ${fromKg}`);
  if (toKg !== undefined) conditions[side].push(fragment`${SETTLED_KG[side]} <= ${toKg}`);
  // SETTLED_KG may refer to the kilograms of the transport. This condition, which every transport with a
  // settlement satisfies, makes the count join the transports.
  if (fromKg !== undefined || toKg !== undefined) conditions.transport.push(fragment`t.real_quantity_kg > 0`);
  if (transportId?.length) conditions.transport.push(fragment`t.id = any(${transportId}::bigint[])`);
  const isNarrowedFurther = hasFilters(conditions, scope.length);
  if (status?.length) conditions[side].push(hasStatus(side, status));
  // either few rows match (one contract, a search, given transports), or the first rows of the index fill the
  // page
  const isIndexOrdered =
    scope.length > 0 ||
    search !== undefined ||
    transportId !== undefined ||
    !hasFilters(conditions, 0) ||
    (orderBy.column === 'id' && !isNarrowedFurther);
  return largeList({
    ...idsOfSettlements(side, conditions, orderBy, isIndexOrdered),
    select: (db, ids) => settlementsOf(db, side, ids),
    toRow: (row) => Object.assign(toSettlementRow(side, row), transportMarginOf(row)),
    filtered: isNarrowedFurther || status?.length ? countTransports(conditions, { settled: true }) : null,
    total: scopeTotal(rest),
    isPrepared: !isNarrowedFurther && (status ?? []).length <= 1,
  });
}

type Order = SettlementListQuery['orderBy'];

/**
 * Selects the ids in the requested order. With `isIndexOrdered`, PostgreSQL chooses the plan. Otherwise a
 * bounded scan of the first transports in this order runs first; if it does not fill the page, all rows are
 * filtered and then sorted. A sort by a column of a side has no index, and therefore no bounded scan.
 */
function idsOfSettlements(
  side: Side,
  conditions: TransportConditions,
  orderBy: Order,
  isIndexOrdered: boolean,
): IdQueries {
  const order = stableOrder(orderBy, ORDER[side], MAY_BE_NULL);
  const sortedBy = sideOfSort(side, orderBy.column);
  const matching = matchingTransports(conditions, { settled: true, sortedBy });
  if (isIndexOrdered) return { ids: idsOf(matching, TRANSPORT_ORDER.id, order) };
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

/** A single status becomes a literal of the SQL text, because the best plan depends on it. */
function hasStatus(side: Side, statuses: readonly SettlementStatus[]): Fragment {
  const statusList = statuses.length === 1 ? literals(statuses) : fragment`${statuses}`;
  return fragment`${STATUS_COLUMN[side]} = any(${statusList}::settlement_status[])`;
}

type Scope = { purchaseId?: number | undefined; salesId?: number | undefined };

function scopeTotal({ purchaseId, salesId }: Scope): Fragment {
  if (purchaseId === undefined && salesId === undefined) return rowTotal('settlement');
  return countTransports(transportConditions({ purchaseId, salesId }, undefined), { settled: true });
}
