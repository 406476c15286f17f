import { ALLOCATABLE_STATUSES } from '@spichlerz/shared/domain/contract';
import { notFoundInPath } from '@spichlerz/shared/domain/domain-error';
import type { AllocatedRow, ContractListQuery } from '@spichlerz/shared/wire/contracts';
import { type RawBuilder, sql } from 'kysely';
import { compiledOnce, type Ids, isAnyOf } from '../../db/compiled-once.ts';
import type { Db } from '../../db/tx.ts';
import { type Fragment, fragment } from '../../lists/large/fragment.ts';
import { idsOf } from '../../lists/large/ids.ts';
import { largeList } from '../../lists/large/large-list.ts';
import { counterSum, countOf, type Source, selectRows, withConditions } from '../../lists/large/source.ts';
import type { List } from '../../lists/list.ts';
import { IS_NOT_EMPTY, withAllocationFigures } from '../contracts/allocated-contract-queries.ts';
import {
  contractConditions,
  contractOrder,
  hasFixedStatus,
  selectContracts,
  toContractRow,
  withOwner,
} from '../contracts/contract-list-queries.ts';

/**
 * Lists purchases of the sale's raw material that have quantity left, or are already allocated to the sale
 * (decisions 1, candidates).
 */
export async function candidateList(
  db: Db,
  salesId: number,
  { search, filter, orderBy }: ContractListQuery,
): Promise<List<AllocatedRow>> {
  const sale = await db
    .selectFrom('contract')
    .where('side', '=', 'sales')
    .where('id', '=', salesId)
    .select('raw_material_id as rawMaterialId')
    .executeTakeFirst();
  if (sale === undefined) throw notFoundInPath('CONTRACT_NOT_FOUND');
  const conditions = contractConditions(filter, search);
  const order = contractOrder(orderBy);
  const isWalked = conditions.length === 0 && orderBy.column === 'id';
  const candidates = candidatesOf(salesId, sale.rawMaterialId, isWalked ? order : undefined);
  const matching = withConditions({ from: candidates, where: [] }, conditions);
  return largeList({
    ids: idsOf(withOwner(matching, orderBy), fragment`c.id`, order),
    select: (reader, ids) => selectCandidates(reader, ids, salesId),
    toRow: (row) => withAllocationFigures('sales', toContractRow('purchase', row), row),
    filtered: conditions.length === 0 ? null : countOf(matching),
    total: countCandidates(salesId, sale.rawMaterialId),
    isPrepared: conditions.length === 0,
  });
}

const HAS_OFFERED_STATUS = hasFixedStatus(ALLOCATABLE_STATUSES);

/**
 * The candidates as a union, because no index serves both parts: purchases with quantity left, and the few
 * without that are already allocated to the sale. The first part has an index in the order of ids
 * (contract_candidate_idx). If `walked` is that order, PostgreSQL reads only as many of them as the page
 * needs.
 */
const candidatesOf = (
  salesId: number,
  rawMaterialId: number,
  walked: Fragment | undefined,
): Fragment => fragment`(
  (select c.* from contract as c
  where c.side = 'purchase' and c.raw_material_id = ${rawMaterialId} and ${HAS_OFFERED_STATUS} and c.has_allowed
  ${walked === undefined ? fragment`` : fragment`order by ${walked}`})
  union all
  ${selectRows(fullAllocations(salesId), fragment`c.*`)}) as c`;

const fullAllocations = (salesId: number): Source => ({
  from: fragment`allocation as a join contract as c on c.id = a.purchase_id`,
  where: [fragment`a.sales_id = ${salesId}`, IS_NOT_EMPTY, HAS_OFFERED_STATUS, fragment`not c.has_allowed`],
});

/** Triggers maintain the number of purchases with quantity left (candidate_count). */
const countCandidates = (salesId: number, rawMaterialId: number): Fragment => {
  const where = [fragment`raw_material_id = ${rawMaterialId}`];
  const givers = counterSum({ from: fragment`candidate_count`, where });
  return fragment`select (${givers}) + (${countOf(fullAllocations(salesId))})`;
};

const selectCandidates = compiledOnce((db: Db, ids: Ids, salesId: RawBuilder<number>) =>
  selectContracts(db, 'purchase')
    .leftJoin('allocation as a', (join) =>
      join.onRef('a.purchase_id', '=', 'c.id').on('a.sales_id', '=', salesId),
    )
    .where(isAnyOf('c.id', ids))
    .select([
      sql<number>`coalesce(a.open_kg, 0)`.as('allocationOpen'),
      sql<number>`coalesce(a.in_delivery_kg, 0)`.as('allocationInDelivery'),
      sql<number>`coalesce(a.delivered_kg, 0)`.as('allocationDelivered'),
    ]),
);
