import { type BySide, SIDES, type Side } from '@spichlerz/shared/domain/side';
import type { TransportListQuery } from '@spichlerz/shared/wire/transports';
import { type Fragment, fragment, join } from '../../lists/large/fragment.ts';
import { searched } from '../../lists/large/searched.ts';
import { countOf, type Source } from '../../lists/large/source.ts';
import { transportsOfMargin } from '../margins/margin-transport-queries.ts';
import { realizedTransports } from './realized-days.ts';

/** Conditions on the transport itself (alias t) and on each side of its settlement (xp, xs). */
export type TransportConditions = { readonly transport: Fragment[] } & BySide<Fragment[]>;

export const NO_CONDITIONS: TransportConditions = { transport: [], purchase: [], sales: [] };

type Filter = Partial<Omit<TransportListQuery['filter'], 'status' | 'attention'>>;

export function transportConditions(filter: Filter, search: string | undefined): TransportConditions {
  const conditions: TransportConditions = { transport: [], purchase: [], sales: [] };
  const add =
    (of: keyof TransportConditions) =>
    (value: unknown, condition: (value: unknown) => Fragment): void => {
      if (value !== undefined) conditions[of].push(condition(value));
    };
  const ofTransport = add('transport');
  ofTransport(filter.purchaseId, (id) => fragment`t.purchase_id = ${id}`);
  ofTransport(filter.salesId, (id) => fragment`t.sales_id = ${id}`);
  ofTransport(filter.cargoQuantityFrom, (kg) => fragment`t.quantity_kg >= ${kg}`);
  ofTransport(filter.cargoQuantityTo, (kg) => fragment`t.quantity_kg <= ${kg}`);
  ofTransport(filter.realCargoQuantityFrom, (kg) => fragment`t.real_quantity_kg >= ${kg}`);
  ofTransport(filter.realCargoQuantityTo, (kg) => fragment`t.real_quantity_kg <= ${kg}`);
  ofTransport(filter.priceFrom, (price) => fragment`t.price_minor_per_tonne >= ${price}`);
  ofTransport(filter.priceTo, (price) => fragment`t.price_minor_per_tonne <= ${price}`);
  ofTransport(filter.currency, (currency) => fragment`t.currency = ${currency}`);
  ofTransport(filter.dateLoadingFrom, (day) => fragment`t.date_loading >= ${day}`);
  ofTransport(filter.dateLoadingTo, (day) => fragment`t.date_loading <= ${day}`);
  ofTransport(filter.dateUnloadingFrom, (day) => fragment`t.date_unloading >= ${day}`);
  ofTransport(filter.dateUnloadingTo, (day) => fragment`t.date_unloading <= ${day}`);
  const { dateRealizedFrom: from, dateRealizedTo: to } = filter;
  if (from !== undefined || to !== undefined)
    conditions.transport.push(
      fragment`t.id = any(array(${realizedTransports({ from, to })}))`,
      fragment`t.status <> 'CANCELLED'`,
    );
  if (filter.marginCurrency !== undefined)
    conditions.transport.push(fragment`t.id = any(array(${transportsOfMargin(filter.marginCurrency)}))`);
  for (const condition of counterpartConditions(filter)) conditions.transport.push(condition);
  add('purchase')(filter.purchaseDeliverDateFrom, (day) => fragment`xp.deliver_date >= ${day}`);
  add('purchase')(filter.purchaseDeliverDateTo, (day) => fragment`xp.deliver_date <= ${day}`);
  add('sales')(filter.salesDeliverDateFrom, (day) => fragment`xs.deliver_date >= ${day}`);
  add('sales')(filter.salesDeliverDateTo, (day) => fragment`xs.deliver_date <= ${day}`);
  conditions.transport.push(...searched(fragment`t.search_text`, search));
  return conditions;
}

const contracts = (condition: Fragment): Fragment =>
  fragment`any(array(select c.id from contract as c where ${condition}))`;

/**
 * Conditions on the contracts of a transport. The ids of the contracts are selected first, so that PostgreSQL
 * can look up their transports in the index of each side.
 */
function counterpartConditions({
  supplierId,
  recipientId,
  rawMaterialId,
  ownerId,
  salesOwnerId,
  carrierId,
  carrierName,
}: Filter): Fragment[] {
  const conditions: Fragment[] = [];
  if (supplierId?.length)
    conditions.push(
      fragment`t.purchase_id = ${contracts(fragment`c.side = 'purchase' and c.contractor_id = any(${supplierId}::bigint[])`)}`,
    );
  if (recipientId?.length)
    conditions.push(
      fragment`t.sales_id = ${contracts(fragment`c.side = 'sales' and c.contractor_id = any(${recipientId}::bigint[])`)}`,
    );
  // both contracts of a transport have the same raw material
  if (rawMaterialId?.length)
    conditions.push(
      fragment`exists (select from contract as c where c.id = t.sales_id and c.raw_material_id = any(${rawMaterialId}::bigint[]))`,
    );
  if (ownerId?.length)
    conditions.push(
      fragment`exists (select from contract as c where c.id in (t.purchase_id, t.sales_id) and c.owner_id = any(${ownerId}::bigint[]))`,
    );
  if (salesOwnerId?.length)
    conditions.push(
      fragment`exists (select from contract as c where c.id = t.sales_id and c.owner_id = any(${salesOwnerId}::bigint[]))`,
    );
  if (carrierId?.length) conditions.push(fragment`t.carrier_id = any(${carrierId}::bigint[])`);
  if (carrierName !== undefined) conditions.push(fragment`t.carrier_name = ${carrierName}`);
  return conditions;
}

/**
 * Whether there is any filter. `scopeConditions` is the number of conditions that do not count as filters, such
 * as the contract of the list.
 */
export const hasFilters = (
  { transport, purchase, sales }: TransportConditions,
  scopeConditions: number,
): boolean => transport.length + purchase.length + sales.length > scopeConditions;

const SIDE_TABLE: BySide<Fragment> = {
  purchase: fragment`settlement_side as xp`,
  sales: fragment`settlement_side as xs`,
};
const IS_SIDE: BySide<Fragment> = {
  purchase: fragment`xp.side = 'purchase'`,
  sales: fragment`xs.side = 'sales'`,
};
const JOIN_SETTLEMENT: BySide<Fragment> = {
  purchase: fragment`xp.settlement_id = x.id`,
  sales: fragment`xs.settlement_id = x.id`,
};

const TRANSPORTS = fragment`transport as t`;

type MatchOptions = { transports?: Fragment; settled?: boolean; sortedBy?: Side | undefined };

/**
 * Selects transports (alias t) that satisfy the conditions, with only the necessary joins. `transports` are the
 * rows to select from, by default all. `settled` omits transports without a settlement. `sortedBy` joins the
 * side whose columns the sort needs.
 */
export function matchingTransports(
  conditions: TransportConditions,
  { transports = TRANSPORTS, settled = false, sortedBy }: MatchOptions = {},
): Source {
  const sides = SIDES.filter((side) => conditions[side].length > 0 || side === sortedBy);
  const joins = [
    ...(settled || sides.length > 0 ? [fragment`join settlement as x on x.transport_id = t.id`] : []),
    ...sides.map(
      (side) => fragment`join ${SIDE_TABLE[side]} on ${JOIN_SETTLEMENT[side]} and ${IS_SIDE[side]}`,
    ),
  ];
  return {
    from: fragment`${transports} ${join(joins, ' ')}`,
    where: [...conditions.transport, ...conditions.purchase, ...conditions.sales],
  };
}

/**
 * Counts the matching transports. If all conditions are on one side, counts the rows of that side without
 * joining the transports.
 */
export function countTransports(
  conditions: TransportConditions,
  { settled = false }: { settled?: boolean } = {},
): Fragment {
  const [side, ...others] = SIDES.filter((one) => conditions[one].length > 0);
  if (side === undefined || others.length > 0 || conditions.transport.length > 0)
    return countOf(matchingTransports(conditions, { settled }));
  return countOf({ from: SIDE_TABLE[side], where: [IS_SIDE[side], ...conditions[side]] });
}
