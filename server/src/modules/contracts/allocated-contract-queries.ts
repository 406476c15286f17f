import type { MarginFigures } from '@spichlerz/shared/domain/margin';
import { type BySide, COUNTERPART, type Side } from '@spichlerz/shared/domain/side';
import type { AllocatedListQuery, AllocatedRow, ContractRow } from '@spichlerz/shared/wire/contracts';
import type { RawBuilder } from 'kysely';
import { compiledOnce, type Ids, isAnyOf } from '../../db/compiled-once.ts';
import { CONTRACT_COLUMN } from '../../db/contract-column.ts';
import type { Db } from '../../db/tx.ts';
import { type Fragment, fragment } from '../../lists/large/fragment.ts';
import { idsOf } from '../../lists/large/ids.ts';
import { largeList } from '../../lists/large/large-list.ts';
import { searched } from '../../lists/large/searched.ts';
import { countOf } from '../../lists/large/source.ts';
import type { List } from '../../lists/list.ts';
import { allocationMargins } from '../margins/margin-queries.ts';
import { contractOrder } from './contract-list-queries.ts';
import { requireContract } from './contract-queries.ts';
import { selectContracts, toContractRow } from './contract-rows.ts';

type AllocationFigures = {
  marginFigures: MarginFigures;
  allocationOpen: number;
  allocationInDelivery: number;
  allocationDelivered: number;
};

const allocationFields: BySide<(figures: AllocationFigures) => Partial<AllocatedRow>> = {
  purchase: ({ allocationOpen, allocationInDelivery, allocationDelivered }) => ({
    allocatedOnPurchase: allocationOpen,
    inDeliveryOnPurchase: allocationInDelivery,
    deliveredOnPurchase: allocationDelivered,
  }),
  sales: ({ allocationOpen, allocationInDelivery, allocationDelivered }) => ({
    allocatedForSales: allocationOpen,
    inDeliveryForSales: allocationInDelivery,
    deliveredForSales: allocationDelivered,
  }),
};

/**
 * Adds the quantities of the allocation to the row of the counterpart contract (customer decisions 1). The
 * names of the new fields depend on `ownSide`. The row is changed in place, because copying fifty rows took a
 * tenth of the response time.
 */
export function withAllocationFigures(
  ownSide: Side,
  row: ContractRow,
  figures: AllocationFigures,
): AllocatedRow {
  return Object.assign(row, allocationFields[ownSide](figures), figures.marginFigures);
}

const ALLOCATION_OF: BySide<Fragment> = { purchase: fragment`a.purchase_id`, sales: fragment`a.sales_id` };

/**
 * Whether an allocation (alias a) has a commitment or transports. The database function holds_something must
 * test the same condition.
 */
export const IS_NOT_EMPTY = fragment`(a.commit_kg <> 0 or a.transport_count > 0)`;

/** Lists the counterpart contracts of one contract, with the quantities of each allocation. */
export async function allocatedList(
  db: Db,
  side: Side,
  contractId: number,
  { search, orderBy }: AllocatedListQuery,
): Promise<List<AllocatedRow>> {
  await requireContract(db, side, contractId);
  const counterpart = COUNTERPART[side];
  const allocations = {
    from: fragment`allocation as a`,
    where: [fragment`${ALLOCATION_OF[side]} = ${contractId}`, IS_NOT_EMPTY],
  };
  const matching = {
    from: fragment`${allocations.from} join contract as c on c.id = ${ALLOCATION_OF[counterpart]}`,
    where: [...allocations.where, ...searched(fragment`c.search_text`, search)],
  };
  return largeList({
    ids: idsOf(matching, fragment`c.id`, contractOrder(orderBy)),
    select: async (reader, ids) => {
      const rows = await selectAllocated[side](reader, ids, contractId);
      const margins = await allocationMargins(reader, side, contractId, ids);
      return rows.map((row) => Object.assign(row, { marginFigures: margins(row.id, row.currency) }));
    },
    toRow: (row) => withAllocationFigures(side, toContractRow(counterpart, row), row),
    filtered: search === undefined ? null : countOf(matching),
    total: countOf(allocations),
  });
}

const selectAllocationsOf = (side: Side) =>
  compiledOnce((db: Db, ids: Ids, contractId: RawBuilder<number>) =>
    selectContracts(db, COUNTERPART[side])
      .innerJoin('allocation as a', (join) =>
        join.onRef(`a.${CONTRACT_COLUMN[COUNTERPART[side]]}`, '=', 'c.id'),
      )
      .where(`a.${CONTRACT_COLUMN[side]}`, '=', contractId)
      .where(isAnyOf('c.id', ids))
      .select([
        'a.open_kg as allocationOpen',
        'a.in_delivery_kg as allocationInDelivery',
        'a.delivered_kg as allocationDelivered',
      ]),
  );

const selectAllocated = { purchase: selectAllocationsOf('purchase'), sales: selectAllocationsOf('sales') };
