import type { TransportAttention } from '@spichlerz/shared/domain/attention';
import { OFFERED_STATUSES } from '@spichlerz/shared/domain/contract';
import { notFoundInPath } from '@spichlerz/shared/domain/refusal';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { ContractRow } from '@spichlerz/shared/wire/contracts';
import type { TransportListQuestion, TransportRow } from '@spichlerz/shared/wire/transports';
import { type Expression, type SqlBool, sql } from 'kysely';
import {
  COUNT,
  count,
  type List,
  listPage,
  matchesSearch,
  type Page,
  rowTotal,
  stableOrder,
} from '../../db/list-page.ts';
import type { Db } from '../../db/tx.ts';
import { contractOrder, selectContracts, toContractRow } from '../contracts/contract-list-queries.ts';
import { TRANSPORT_ATTENTION } from './transport-attention-queries.ts';
import { type SelectedTransport, selectTransports, toTransportRow } from './transport-rows.ts';

export { selectTransports, toTransportRow } from './transport-rows.ts';

export async function getTransport(db: Db, id: number): Promise<TransportRow> {
  const row = await selectTransports(db).where('t.id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFoundInPath('TRANSPORT_NOT_FOUND');
  return toTransportRow(row);
}

type Filter = TransportListQuestion['filter'];

/** Conditions on the truck itself (alias t) and, for delivery dates, on the sides of its settlement (xp, xs). */
export function transportConditions(
  filter: Omit<Filter, 'status' | 'attention'>,
  search: string | undefined,
): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = [];
  const add = (value: unknown, condition: (value: unknown) => Expression<SqlBool>) => {
    if (value !== undefined) conditions.push(condition(value));
  };
  add(filter.purchaseId, (id) => sql`t.purchase_id = ${id}`);
  add(filter.salesId, (id) => sql`t.sales_id = ${id}`);
  add(filter.cargoQuantityFrom, (kg) => sql`t.quantity_kg >= ${kg}`);
  add(filter.cargoQuantityTo, (kg) => sql`t.quantity_kg <= ${kg}`);
  add(filter.realCargoQuantityFrom, (kg) => sql`t.real_quantity_kg >= ${kg}`);
  add(filter.realCargoQuantityTo, (kg) => sql`t.real_quantity_kg <= ${kg}`);
  add(filter.priceFrom, (price) => sql`t.price_minor_per_tonne >= ${price}`);
  add(filter.priceTo, (price) => sql`t.price_minor_per_tonne <= ${price}`);
  add(filter.dateLoadingFrom, (day) => sql`t.date_loading >= ${day}`);
  add(filter.dateLoadingTo, (day) => sql`t.date_loading <= ${day}`);
  add(filter.dateUnloadingFrom, (day) => sql`t.date_unloading >= ${day}`);
  add(filter.dateUnloadingTo, (day) => sql`t.date_unloading <= ${day}`);
  add(filter.purchaseDeliverDateFrom, (day) => sql`xp.deliver_date >= ${day}`);
  add(filter.purchaseDeliverDateTo, (day) => sql`xp.deliver_date <= ${day}`);
  add(filter.salesDeliverDateFrom, (day) => sql`xs.deliver_date >= ${day}`);
  add(filter.salesDeliverDateTo, (day) => sql`xs.deliver_date <= ${day}`);
  if (search !== undefined) conditions.push(matchesSearch(sql`t.search_text`, search));
  return conditions;
}

export type TransportSort = TransportListQuestion['orderBy']['column'];

export const TRANSPORT_ORDER = {
  id: sql`t.id`,
  status: sql`t.status`,
  registration_number: sql`t.registration_number`,
  carrier_name: sql`t.carrier_name`,
  date_loading: sql`t.date_loading`,
  date_unloading: sql`t.date_unloading`,
  price_per_ton: sql`t.price_minor_per_tonne`,
  cargo_quantity: sql`t.quantity_kg`,
  real_cargo_quantity: sql`t.real_quantity_kg`,
} satisfies Record<TransportSort, Expression<unknown>>;

/** Transports of one contract, or all of them for logistics. */
export function transportList(
  db: Db,
  { filter, search, orderBy }: TransportListQuestion,
): List<SelectedTransport, TransportRow> {
  const { status, attention, ...rest } = filter;
  const conditions = transportConditions(rest, search);
  if (attention !== undefined) conditions.push(TRANSPORT_ATTENTION[attention]);
  if (status?.length) conditions.push(sql`t.status = any(${status}::transport_status[])`);
  return {
    rows: selectTransports(db)
      .where((eb) => eb.and(conditions))
      .orderBy(stableOrder(orderBy, TRANSPORT_ORDER, ['real_cargo_quantity'])),
    toRow: toTransportRow,
    filtered: conditions.length === 0 ? null : () => countTransports(db, conditions),
    total: () => scopeTotal(db, filter),
  };
}

function countTransports(db: Db, conditions: readonly Expression<SqlBool>[]): Promise<number> {
  return count(
    db
      .selectFrom('transport as t')
      .leftJoin('settlement as x', 'x.transport_id', 't.id')
      .leftJoin('settlement_side as xp', (join) =>
        join.onRef('xp.settlement_id', '=', 'x.id').on('xp.side', '=', 'purchase'),
      )
      .leftJoin('settlement_side as xs', (join) =>
        join.onRef('xs.settlement_id', '=', 'x.id').on('xs.side', '=', 'sales'),
      )
      .where((eb) => eb.and([...conditions]))
      .select(COUNT),
  );
}

/** How many trucks wait for what: the counts of the list with that filter. */
export async function countTransportAttentions(db: Db): Promise<Record<TransportAttention, number>> {
  const countOf = (attention: TransportAttention) => countTransports(db, [TRANSPORT_ATTENTION[attention]]);
  return {
    TO_RELEASE: await countOf('TO_RELEASE'),
    PURCHASE_TO_INVOICE: await countOf('PURCHASE_TO_INVOICE'),
    SALES_TO_INVOICE: await countOf('SALES_TO_INVOICE'),
    PURCHASE_OVERDUE: await countOf('PURCHASE_OVERDUE'),
    SALES_OVERDUE: await countOf('SALES_OVERDUE'),
    FREIGHT_OVERDUE: await countOf('FREIGHT_OVERDUE'),
  };
}

/** The scope of a contract's tab is the contract, which knows its trucks; of logistics, everything. */
async function scopeTotal(db: Db, filter: Pick<Filter, 'purchaseId' | 'salesId'>): Promise<number> {
  const contractId = filter.purchaseId ?? filter.salesId;
  if (contractId === undefined) return rowTotal(db, 'transport');
  const contract = await db
    .selectFrom('contract')
    .where('id', '=', contractId)
    .select('transport_count as n')
    .executeTakeFirst();
  return contract?.n ?? 0;
}

type TargetRequest = {
  limit: number;
  offset: number;
  search: string | undefined;
  orderBy: { column: 'id' | 'document_number' | 'cargo_quantity' | 'price'; direction: 'ASC' | 'DESC' };
};
type Current = { readonly contractId: number | undefined; readonly transportId: number | undefined };

const OWN_COLUMN: BySide<'purchase_id' | 'sales_id'> = { purchase: 'purchase_id', sales: 'sales_id' };

/** Contracts of a side a truck may move to: same raw material, not ended, not the current one (decisions 4). */
export async function listMoveTargets(
  db: Db,
  side: Side,
  current: Current,
  request: TargetRequest,
): Promise<Page<ContractRow>> {
  const origin = await findOrigin(db, side, current);
  const scope = sql<SqlBool>`c.side = ${side} and c.raw_material_id = ${origin.rawMaterialId} and c.id <> ${origin.id}
    and c.status = any(${[...OFFERED_STATUSES, 'TO_SETTLEMENT']}::contract_status[])`;
  const searched = request.search === undefined ? [] : [matchesSearch(sql`c.search_text`, request.search)];
  const scoped = () => db.selectFrom('contract as c').where(scope);
  const page = await listPage(request, {
    rows: selectContracts(db, side)
      .where(scope)
      .where((eb) => eb.and(searched))
      .orderBy(contractOrder(request.orderBy)),
    filtered:
      searched.length === 0
        ? null
        : () =>
            count(
              scoped()
                .where((eb) => eb.and(searched))
                .select(COUNT),
            ),
    total: () => count(scoped().select(COUNT)),
  });
  return { ...page, list: page.list.map((row) => toContractRow(side, row)) };
}

/** The contract the truck is on now, named itself or through the truck; nothing matches when there is none. */
async function findOrigin(
  db: Db,
  side: Side,
  current: Current,
): Promise<{ id: number; rawMaterialId: number }> {
  const contract = await db
    .selectFrom('contract as c')
    .where('c.side', '=', side)
    .where(
      'c.id',
      '=',
      current.contractId ??
        sql<number>`(select t.${sql.ref(OWN_COLUMN[side])} from transport t where t.id = ${current.transportId ?? 0})`,
    )
    .select(['c.id', 'c.raw_material_id as rawMaterialId'])
    .executeTakeFirst();
  return contract ?? { id: 0, rawMaterialId: 0 };
}
