import type { ContractSort } from '@spichlerz/shared/domain/contract';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { ContractListQuery, ContractRow } from '@spichlerz/shared/wire/contracts';
import { compiledOnce, type Ids, isAnyOf } from '../../db/compiled-once.ts';
import type { Db } from '../../db/tx.ts';
import { type Fragment, fragment } from '../../lists/large/fragment.ts';
import { firstRows, idsFilteredFirst, idsMatchedOnce, idsOf, stableOrder } from '../../lists/large/ids.ts';
import { largeList } from '../../lists/large/large-list.ts';
import { indexedWords } from '../../lists/large/searched.ts';
import { counterSum, countOf, rowTotal, type Source } from '../../lists/large/source.ts';
import type { List } from '../../lists/list.ts';
import { contractConditions, isRunning } from './contract-conditions.ts';
import { type SelectedContract, selectContracts, toContractRow } from './contract-rows.ts';

export { contractConditions, hasFixedStatus } from './contract-conditions.ts';
export { selectContracts, toContractBalance, toContractRow } from './contract-rows.ts';

type Filter = ContractListQuery['filter'];
type Order = ContractListQuery['orderBy'];

const SORT_COLUMNS = {
  id: fragment`c.id`,
  supplier: fragment`c.contractor_name`,
  recipient: fragment`c.contractor_name`,
  cargo_quantity: fragment`c.quantity_kg`,
  price: fragment`c.price_minor_per_tonne`,
  date_of_receipt_from: fragment`c.receipt_from`,
  date_of_receipt_to: fragment`c.receipt_to`,
  realized: fragment`(c.in_delivery_kg + c.delivered_kg)`,
  // must equal the expression that triggers store in the table contract_sort; the collation is explicit,
  // because a function result has none
  owner: fragment`owner_sort_name(o) collate "pl-x-icu"`,
  document_number: fragment`c.document_number collate "pl-x-icu"`,
} satisfies Record<ContractSort, Fragment>;

const MAY_BE_NULL = ['document_number'] as const;

export function contractOrder(order: Order) {
  return stableOrder(order, SORT_COLUMNS, MAY_BE_NULL);
}

const IS_OF_SIDE: BySide<Fragment> = {
  purchase: fragment`c.side = 'purchase'`,
  sales: fragment`c.side = 'sales'`,
};

export function contractList(side: Side, { filter, search, orderBy }: ContractListQuery): List<ContractRow> {
  const conditions = contractConditions(filter, search);
  const matching = { from: fragment`contract as c`, where: [IS_OF_SIDE[side], ...conditions] };
  const shown = {
    select: contractsOf[side],
    toRow: (row: SelectedContract) => toContractRow(side, row),
    total: rowTotal(`contract:${side}`),
  };
  const isFirst = isInitialFilter(filter);
  if (search !== undefined && (isFirst || indexedWords(search) !== 'none'))
    return largeList({ ...shown, ...searchedContracts(matching, filter, orderBy) });
  const running = isFirst ? singleMaterial(filter.rawMaterialId) : undefined;
  const isIndexOrdered = conditions.length === 0 || running !== undefined;
  const sorted = () => idsFilteredFirst(withOwner(matching, orderBy), orderBy, SORT_COLUMNS, MAY_BE_NULL);
  return largeList({
    ...shown,
    ids: isIndexOrdered ? idsInIndexOrder(side, matching, orderBy, running) : sorted(),
    boundedScan: isIndexOrdered || isFirst ? undefined : boundedScan(side, conditions, orderBy),
    filtered: conditions.length === 0 ? null : countContracts(matching, conditions, filter),
    isPrepared: conditions.length === 0 || isFirst,
  });
}

/**
 * A search over all raw materials also selects `version`, because the index of material and status does not
 * contain this column. PostgreSQL would otherwise read that whole index, which takes longer than reading the
 * rows found by the search index.
 */
function searchedContracts(matching: Source, { rawMaterialId }: Filter, orderBy: Order) {
  const extraColumns = rawMaterialId?.length ? [] : [fragment`c.version`];
  return idsMatchedOnce(withOwner(matching, orderBy), orderBy, SORT_COLUMNS, MAY_BE_NULL, extraColumns);
}

/**
 * Counts the matching contracts. If only material and status are filtered, it sums the counters in
 * contract_count.
 */
function countContracts(
  matching: Source,
  conditions: readonly Fragment[],
  { rawMaterialId, contractStatus }: Filter,
): Fragment {
  const counterConditions = contractConditions({ rawMaterialId, contractStatus }, undefined);
  return conditions.length === counterConditions.length
    ? counterSum({ ...matching, from: fragment`contract_count as c` })
    : countOf(matching);
}

/**
 * Whether the filter is the initial filter of the screens: running contracts of one material or of all
 * materials.
 */
function isInitialFilter(filter: Filter): boolean {
  const { contractStatus = [], ...rest } = { ...filter, rawMaterialId: undefined };
  return isRunning(contractStatus) && Object.values(rest).every((value) => value === undefined);
}

/**
 * Returns the requested raw material if there is exactly one. The running contracts of one raw material have an
 * index for each sort order.
 */
const singleMaterial = (rawMaterialIds: readonly number[] = []): number | undefined =>
  rawMaterialIds.length === 1 ? rawMaterialIds[0] : undefined;

/** Joins the owner only for the sort by owner. */
export const withOwner = (matching: Source, { column }: Order): Source =>
  column === 'owner'
    ? { ...matching, from: fragment`${matching.from} join app_user as o on o.id = c.owner_id` }
    : matching;

/**
 * Sort columns of the table contract_sort, which database triggers maintain, and the contract id to break
 * ties.
 */
const SORT_TABLE = {
  id: fragment`z.contract_id`,
  realized: fragment`z.realized_kg`,
  owner: fragment`z.owner_name`,
};

const isInSortTable = (column: ContractSort): column is 'realized' | 'owner' =>
  column === 'realized' || column === 'owner';

/**
 * Selects ids in the order of an index until the page is full: for all contracts, or for the running contracts
 * of one raw material.
 */
function idsInIndexOrder(
  side: Side,
  matching: Source,
  { column, direction }: Order,
  runningMaterialId: number | undefined,
): Fragment {
  if (!isInSortTable(column)) return idsOf(matching, SORT_COLUMNS.id, contractOrder({ column, direction }));
  const ofMaterial =
    runningMaterialId === undefined ? [] : [fragment`z.running_material_id = ${runningMaterialId}`];
  const sortRows = { from: fragment`contract_sort as z`, where: [SORT_TABLE_SIDE[side], ...ofMaterial] };
  return idsOf(sortRows, SORT_TABLE.id, stableOrder({ column, direction }, SORT_TABLE));
}

const SORT_TABLE_SIDE: BySide<Fragment> = {
  purchase: fragment`z.side = 'purchase'`,
  sales: fragment`z.side = 'sales'`,
};

/** Applies the conditions only to the first contracts of the side in this order. */
function boundedScan(side: Side, conditions: readonly Fragment[], orderBy: Order): Fragment {
  const { column, direction } = orderBy;
  const contracts = { from: fragment`contract as c`, where: [IS_OF_SIDE[side]] };
  const first = isInSortTable(column)
    ? firstRows(
        fragment`c`,
        withSortTable(contracts),
        stableOrder({ column, direction }, { ...SORT_TABLE, id: SORT_COLUMNS.id }),
      )
    : firstRows(fragment`c`, contracts, contractOrder(orderBy));
  return idsOf(
    withOwner({ from: first, where: conditions }, orderBy),
    SORT_COLUMNS.id,
    contractOrder(orderBy),
  );
}

const withSortTable = (contracts: Source): Source => ({
  ...contracts,
  from: fragment`${contracts.from} join contract_sort as z on z.contract_id = c.id and z.side = c.side`,
});

const contractsByIds = (side: Side) =>
  compiledOnce((db: Db, ids: Ids) => selectContracts(db, side).where(isAnyOf('c.id', ids)));

export const contractsOf: BySide<(db: Db, ids: readonly number[]) => Promise<SelectedContract[]>> = {
  purchase: contractsByIds('purchase'),
  sales: contractsByIds('sales'),
};
