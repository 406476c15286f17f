import { CONTRACTUAL_QUALITY_ID } from '@spichlerz/shared/domain/position';
import { type BySide, COUNTERPART, type Side } from '@spichlerz/shared/domain/side';
import type {
  AllocatedListQuestion,
  AllocatedRow,
  ContractListQuestion,
  ContractRow,
  ContractSort,
} from '@spichlerz/shared/wire/contracts';
import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { compiledOnce } from '../../db/compiled-once.ts';
import { COUNT, isOneOf, type List, matchesSearch, rowTotal, stableOrder } from '../../db/list-page.ts';
import type { Database } from '../../db/schema.ts';
import type { Db } from '../../db/tx.ts';
import { CONTRACT_ATTENTION } from './contract-attention-queries.ts';
import { requireContract } from './contract-queries.ts';
import { PAIR_COLUMN, type SelectedContract, selectContracts, toContractRow } from './contract-rows.ts';

export { selectContracts, toContractRow } from './contract-rows.ts';

type Filter = ContractListQuestion['filter'];
type Where = ExpressionBuilder<Database & { c: Database['contract'] }, 'c'>;

/** Conditions of a contract list, for the page and its count alike. */
export function contractConditions(
  where: Where,
  filter: Filter,
  search: string | undefined,
): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = [];
  const add = (condition: Expression<SqlBool>) => conditions.push(condition);
  if (filter.rawMaterialId?.length) add(where('c.raw_material_id', 'in', filter.rawMaterialId));
  if (filter.contractStatus?.length) add(where('c.status', 'in', filter.contractStatus));
  if (filter.agreementStatus?.length) add(where('c.agreement_status', 'in', filter.agreementStatus));
  if (filter.ownerId?.length) add(where('c.owner_id', 'in', filter.ownerId));
  if (filter.rawMaterialQualityId?.length) add(hasQuality(filter.rawMaterialQualityId));
  // the asked range and the contract's own must overlap
  if (filter.dateOfReceiptFrom !== undefined) add(where('c.receipt_to', '>=', filter.dateOfReceiptFrom));
  if (filter.dateOfReceiptTo !== undefined) add(where('c.receipt_from', '<=', filter.dateOfReceiptTo));
  if (filter.isCert !== undefined) add(where('c.is_cert', '=', filter.isCert));
  if (filter.isFor !== undefined) add(where('c.is_for', '=', filter.isFor));
  if (filter.isGmp !== undefined) add(where('c.is_gmp', '=', filter.isGmp));
  if (filter.fcaCpt !== undefined) add(where('c.fca_cpt', '=', filter.fcaCpt));
  if (filter.priceFrom !== undefined) add(where('c.price_minor_per_tonne', '>=', filter.priceFrom as never));
  if (filter.priceTo !== undefined) add(where('c.price_minor_per_tonne', '<=', filter.priceTo as never));
  if (filter.cargoQuantityFrom !== undefined)
    add(where('c.quantity_kg', '>=', filter.cargoQuantityFrom as never));
  if (filter.cargoQuantityTo !== undefined)
    add(where('c.quantity_kg', '<=', filter.cargoQuantityTo as never));
  if (filter.receiptEndsFrom !== undefined) add(where('c.receipt_to', '>=', filter.receiptEndsFrom));
  if (filter.receiptEndsTo !== undefined) add(where('c.receipt_to', '<=', filter.receiptEndsTo));
  if (filter.isOpen !== undefined) add(sql`(c.quantity_kg > c.delivered_kg) = ${filter.isOpen}`);
  if (filter.attention !== undefined) add(sql`(${CONTRACT_ATTENTION[filter.attention]})`);
  if (search !== undefined) add(matchesSearch(sql`c.search_text`, search));
  return conditions;
}

function hasQuality(ids: readonly number[]): Expression<SqlBool> {
  const known = sql<SqlBool>`c.quality_id = any(${ids}::bigint[])`;
  return ids.includes(CONTRACTUAL_QUALITY_ID) ? sql`(${known} or c.quality_id is null)` : known;
}

/** Columns a contract list sorts by. */
const SORT = {
  id: sql`c.id`,
  supplier: sql`c.contractor_name`,
  recipient: sql`c.contractor_name`,
  cargo_quantity: sql`c.quantity_kg`,
  price: sql`c.price_minor_per_tonne`,
  date_of_receipt_from: sql`c.receipt_from`,
  date_of_receipt_to: sql`c.receipt_to`,
  realized: sql`(c.in_delivery_kg + c.delivered_kg)`,
  owner: sql`(o.last_name || ' ' || o.first_name)`,
  document_number: sql`c.document_number collate "pl-x-icu"`,
} satisfies Record<ContractSort, Expression<unknown>>;

const MAY_BE_NULL = ['document_number'] as const;

export function contractOrder(order: { column: ContractSort; direction: 'ASC' | 'DESC' }) {
  return stableOrder(order, SORT, MAY_BE_NULL);
}

export function contractList(
  db: Db,
  side: Side,
  { filter, search, orderBy }: ContractListQuestion,
): List<SelectedContract, ContractRow> {
  const isNarrowed = search !== undefined || Object.values(filter).some((value) => value !== undefined);
  const matching = db
    .selectFrom('contract as c')
    .where('c.side', '=', side)
    .where((eb) => eb.and(contractConditions(eb, filter, search)));
  return {
    ids: filter.contractStatus?.length
      ? sortedAfterwards(db, matching, orderBy)
      : withOwner(matching, orderBy).orderBy(contractOrder(orderBy)).select('c.id'),
    select: contractsOf[side],
    toRow: (row) => toContractRow(side, row),
    filtered: isNarrowed ? matching.select(COUNT) : null,
    total: rowTotal(`contract:${side}`),
  };
}

type Matching = SelectQueryBuilder<Database & { c: Database['contract'] }, 'c', object>;
type Order = ContractListQuestion['orderBy'];

/** Only the sort by owner needs more than the contract. */
export const withOwner = (matching: Matching, { column }: Order): Matching =>
  matching.$if(column === 'owner', (query) => query.innerJoin('app_user as o', 'o.id', 'c.owner_id'));

/**
 * Filters first, then sorts what is left. Walking the index of the sorted column until enough rows match looks cheaper
 * to the planner, who cannot know that the open contracts are all at one end of it.
 */
function sortedAfterwards(db: Db, matching: Matching, orderBy: Order) {
  const kept = withOwner(matching, orderBy)
    .select(['c.id', SORT[orderBy.column].as('key')])
    .offset(0);
  return db
    .selectFrom(kept.as('m'))
    .orderBy(stableOrder(orderBy, { ...SORT, id: sql`m.id`, [orderBy.column]: sql`m.key` }, MAY_BE_NULL))
    .select('m.id');
}

const select = (side: Side) =>
  compiledOnce((db: Db, ids: RawBuilder<readonly number[]>) =>
    selectContracts(db, side).where(isOneOf('c.id', ids)),
  );

/** What the rows of these contracts show, for any list of contracts. */
export const contractsOf: BySide<(db: Db, ids: readonly number[]) => Promise<SelectedContract[]>> = {
  purchase: select('purchase'),
  sales: select('sales'),
};

type PairFigures = { pairOpen: number; pairInDelivery: number; pairDelivered: number };
export type SelectedPair = SelectedContract & PairFigures;

const pairFields: BySide<(figures: PairFigures) => Partial<AllocatedRow>> = {
  purchase: ({ pairOpen, pairInDelivery, pairDelivered }) => ({
    allocatedOnPurchase: pairOpen,
    inDeliveryOnPurchase: pairInDelivery,
    deliveredOnPurchase: pairDelivered,
  }),
  sales: ({ pairOpen, pairInDelivery, pairDelivered }) => ({
    allocatedForSales: pairOpen,
    inDeliveryForSales: pairInDelivery,
    deliveredForSales: pairDelivered,
  }),
};

/** The figures of one pair on the counterpart's row, named by the side the list belongs to (decisions 1). */
export function withPairFigures(ownSide: Side, row: ContractRow, figures: PairFigures): AllocatedRow {
  return { ...row, ...pairFields[ownSide](figures) };
}

/** The counterpart contracts of one contract, with the figures of each pair. */
export async function allocatedList(
  db: Db,
  side: Side,
  contractId: number,
  { search, orderBy }: AllocatedListQuestion,
): Promise<List<SelectedPair, AllocatedRow>> {
  await requireContract(db, side, contractId);
  const counterpart = COUNTERPART[side];
  const figures = sql<boolean>`a.${sql.ref(PAIR_COLUMN[side])} = ${contractId}
    and (a.commit_kg <> 0 or a.transport_count > 0)`;
  const pairs = db.selectFrom('allocation as a').where(figures);
  const matching = pairs
    .innerJoin('contract as c', (join) => join.onRef('c.id', '=', `a.${PAIR_COLUMN[counterpart]}`))
    .where((eb) => eb.and(search === undefined ? [] : [matchesSearch(sql`c.search_text`, search)]));
  return {
    ids: matching.orderBy(contractOrder(orderBy)).select('c.id'),
    select: (reader, ids) => selectAllocated[side](reader, ids, contractId),
    toRow: (row) => withPairFigures(side, toContractRow(counterpart, row), row),
    filtered: search === undefined ? null : matching.select(COUNT),
    total: pairs.select(COUNT),
  };
}

/** Contracts of the counterpart with the figures of their pair with one contract of this side. */
const selectPairsOf = (side: Side) =>
  compiledOnce((db: Db, ids: RawBuilder<readonly number[]>, contractId: RawBuilder<number>) =>
    selectContracts(db, COUNTERPART[side])
      .innerJoin('allocation as a', (join) => join.onRef(`a.${PAIR_COLUMN[COUNTERPART[side]]}`, '=', 'c.id'))
      .where(`a.${PAIR_COLUMN[side]}`, '=', contractId)
      .where(isOneOf('c.id', ids))
      .select([
        'a.open_kg as pairOpen',
        'a.in_delivery_kg as pairInDelivery',
        'a.delivered_kg as pairDelivered',
      ]),
  );

const selectAllocated = { purchase: selectPairsOf('purchase'), sales: selectPairsOf('sales') };
