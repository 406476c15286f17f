import { type BySide, SIDES, type Side } from '@spichlerz/shared/domain/side';
import type { TransportListQuestion } from '@spichlerz/shared/wire/transports';
import { type Expression, type SqlBool, sql } from 'kysely';
import { COUNT, matchesSearch } from '../../db/list-page.ts';
import type { Db } from '../../db/tx.ts';

/** Aliases of the sides of a truck's settlement. */
const SIDE_ALIAS = { purchase: 'xp', sales: 'xs' } as const satisfies BySide<string>;

/** What is asked of the truck itself (alias t) and of each side of its settlement (xp, xs). */
export type TruckConditions = { readonly truck: Expression<SqlBool>[] } & BySide<Expression<SqlBool>[]>;

type Filter = Omit<TransportListQuestion['filter'], 'status' | 'attention'>;

export function truckConditions(filter: Filter, search: string | undefined): TruckConditions {
  const conditions: TruckConditions = { truck: [], purchase: [], sales: [] };
  const add =
    (of: keyof TruckConditions) =>
    (value: unknown, condition: (value: unknown) => Expression<SqlBool>): void => {
      if (value !== undefined) conditions[of].push(condition(value));
    };
  const ofTruck = add('truck');
  ofTruck(filter.purchaseId, (id) => sql`t.purchase_id = ${id}`);
  ofTruck(filter.salesId, (id) => sql`t.sales_id = ${id}`);
  ofTruck(filter.cargoQuantityFrom, (kg) => sql`t.quantity_kg >= ${kg}`);
  ofTruck(filter.cargoQuantityTo, (kg) => sql`t.quantity_kg <= ${kg}`);
  ofTruck(filter.realCargoQuantityFrom, (kg) => sql`t.real_quantity_kg >= ${kg}`);
  ofTruck(filter.realCargoQuantityTo, (kg) => sql`t.real_quantity_kg <= ${kg}`);
  ofTruck(filter.priceFrom, (price) => sql`t.price_minor_per_tonne >= ${price}`);
  ofTruck(filter.priceTo, (price) => sql`t.price_minor_per_tonne <= ${price}`);
  ofTruck(filter.dateLoadingFrom, (day) => sql`t.date_loading >= ${day}`);
  ofTruck(filter.dateLoadingTo, (day) => sql`t.date_loading <= ${day}`);
  ofTruck(filter.dateUnloadingFrom, (day) => sql`t.date_unloading >= ${day}`);
  ofTruck(filter.dateUnloadingTo, (day) => sql`t.date_unloading <= ${day}`);
  add('purchase')(filter.purchaseDeliverDateFrom, (day) => sql`xp.deliver_date >= ${day}`);
  add('purchase')(filter.purchaseDeliverDateTo, (day) => sql`xp.deliver_date <= ${day}`);
  add('sales')(filter.salesDeliverDateFrom, (day) => sql`xs.deliver_date >= ${day}`);
  add('sales')(filter.salesDeliverDateTo, (day) => sql`xs.deliver_date <= ${day}`);
  if (search !== undefined) conditions.truck.push(matchesSearch(sql`t.search_text`, search));
  return conditions;
}

export const isAnythingAsked = ({ truck, purchase, sales }: TruckConditions): boolean =>
  truck.length + purchase.length + sales.length > 0;

/**
 * Trucks (alias t) that satisfy the conditions, joined only with what is asked about. `settled` leaves out trucks
 * without a settlement, `sortedBy` joins the side whose column the list is sorted by.
 */
export function matchingTrucks(
  db: Db,
  conditions: TruckConditions,
  { settled = false, sortedBy }: { settled?: boolean; sortedBy?: Side | undefined } = {},
) {
  const isJoined = (side: Side) => conditions[side].length > 0 || side === sortedBy;
  return db
    .selectFrom('transport as t')
    .$if(settled || SIDES.some(isJoined), (query) =>
      query.innerJoin('settlement as x', 'x.transport_id', 't.id'),
    )
    .$if(isJoined('purchase'), (query) =>
      query.innerJoin('settlement_side as xp', (join) =>
        join.on(sql<SqlBool>`xp.settlement_id = x.id and xp.side = 'purchase'`),
      ),
    )
    .$if(isJoined('sales'), (query) =>
      query.innerJoin('settlement_side as xs', (join) =>
        join.on(sql<SqlBool>`xs.settlement_id = x.id and xs.side = 'sales'`),
      ),
    )
    .where((eb) => eb.and([...conditions.truck, ...conditions.purchase, ...conditions.sales]));
}

/** How many match. What is asked of one side only is counted there, without its trucks. */
export function countTrucks(
  db: Db,
  conditions: TruckConditions,
  { settled = false }: { settled?: boolean } = {},
): Expression<unknown> {
  const [side, ...others] = SIDES.filter((one) => conditions[one].length > 0);
  if (side === undefined || others.length > 0 || conditions.truck.length > 0)
    return matchingTrucks(db, conditions, { settled }).select(COUNT);
  const alias = SIDE_ALIAS[side];
  return db
    .selectFrom(`settlement_side as ${alias}`)
    .where(sql<SqlBool>`${sql.ref(alias)}.side = ${sql.lit(side)}`)
    .where((eb) => eb.and([...conditions[side]]))
    .select(COUNT);
}
