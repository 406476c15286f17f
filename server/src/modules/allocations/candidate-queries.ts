import { ALLOCATABLE_STATUSES, allowedKg } from '@spichlerz/shared/domain/contract';
import { notFoundInPath } from '@spichlerz/shared/domain/domain-error';
import { candidateMargin, type MarginFigures, type OpenQuantity } from '@spichlerz/shared/domain/margin';
import { type Kilograms, kilograms, minorUnits } from '@spichlerz/shared/domain/units';
import type { CandidateListQuery } from '@spichlerz/shared/wire/allocations';
import type { AllocatedRow } from '@spichlerz/shared/wire/contracts';
import { type RawBuilder, sql } from 'kysely';
import { compiledOnce, type Ids, isAnyOf } from '../../db/compiled-once.ts';
import type { Db } from '../../db/tx.ts';
import { type Fragment, fragment, join } from '../../lists/large/fragment.ts';
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
  toContractBalance,
  toContractRow,
  withOwner,
} from '../contracts/contract-list-queries.ts';

/**
 * Lists purchases of the sale's raw material that have quantity left, or are already allocated to the sale
 * (customer decisions 1, candidates).
 */
export async function candidateList(
  db: Db,
  salesId: number,
  { search, filter, orderBy }: CandidateListQuery,
): Promise<List<AllocatedRow>> {
  const sale = await findSale(db, salesId);
  if (sale === undefined) throw notFoundInPath('CONTRACT_NOT_FOUND');
  const conditions = contractConditions(filter, search);
  const order = candidateOrder(sale, orderBy);
  const isIndexOrdered = conditions.length === 0 && orderBy.column === 'id';
  const candidates = candidatesOf(salesId, sale.rawMaterialId, isIndexOrdered ? order : undefined);
  const matching = withConditions({ from: candidates, where: [] }, conditions);
  const sorted = withSortedColumns(matching, salesId, orderBy);
  return largeList({
    ids: idsOf(sorted, fragment`c.id`, order),
    select: (reader, ids) => selectCandidates(reader, ids, salesId),
    toRow: (row) =>
      withAllocationFigures(
        'sales',
        toContractRow('purchase', row),
        Object.assign(row, { marginFigures: marginOfCandidate(sale, row) }),
      ),
    filtered: conditions.length === 0 ? null : countOf(matching),
    total: countCandidates(salesId, sale.rawMaterialId),
    isPrepared: conditions.length === 0,
  });
}

const findSale = (db: Db, salesId: number) =>
  db
    .selectFrom('contract')
    .where('side', '=', 'sales')
    .where('id', '=', salesId)
    .select([
      'raw_material_id as rawMaterialId',
      'quality_id as qualityId',
      'contractual_quality as contractualQuality',
      'is_gmp as isGmp',
      'is_cert as isCert',
      'is_for as isFor',
      'receipt_from as receiptFrom',
      'receipt_to as receiptTo',
      'currency',
      'price_minor_per_tonne as price',
      sql<Kilograms>`greatest(0, plan_max_kg - allocated_kg - in_delivery_kg - delivered_kg)`.as('allowedKg'),
    ])
    .executeTakeFirst();

type Sale = NonNullable<Awaited<ReturnType<typeof findSale>>>;
type SelectedCandidate = Awaited<ReturnType<typeof selectCandidates>>[number];

/**
 * Computes the margin between the sale and this purchase as if the open quantity of their allocation were as
 * large as both contracts allow.
 */
function marginOfCandidate(sale: Sale, row: SelectedCandidate): MarginFigures {
  const openKg = row.allocationOpen + Math.min(sale.allowedKg, allowedKg('purchase', toContractBalance(row)));
  return candidateMargin({
    openKg: kilograms(openKg),
    purchase: { currency: row.currency, pricePerTonne: minorUnits(row.price) },
    sale: { currency: sale.currency, pricePerTonne: sale.price },
    lastFreight: row.lastFreight,
  });
}

type Order = CandidateListQuery['orderBy'];

function candidateOrder(sale: Sale, { column, direction }: Order): Fragment {
  if (column === 'best') return bestFirst(sale, direction);
  return column === 'margin' ? byMargin(sale, direction) : contractOrder({ column, direction });
}

/** Joins the tables that a sort column needs besides the contract. */
function withSortedColumns(matching: Source, salesId: number, { column, direction }: Order): Source {
  if (column === 'best') return matching;
  return column === 'margin'
    ? withLastFreight(matching, salesId)
    : withOwner(matching, { column, direction });
}

/**
 * Orders by the margin per tonne (alias l is the last freight). Candidates with a price or freight in another
 * currency than the sale's come last.
 */
function byMargin(sale: Sale, direction: 'ASC' | 'DESC'): Fragment {
  const order = direction === 'ASC' ? fragment`asc` : fragment`desc`;
  return fragment`case when c.currency = ${sale.currency} and coalesce(l.currency, c.currency) = c.currency
    then ${sale.price}::bigint - c.price_minor_per_tonne - coalesce(l.price_minor_per_tonne, 0) end ${order} nulls last,
    c.id ${order}`;
}

const withLastFreight = (matching: Source, salesId: number): Source => ({
  ...matching,
  from: fragment`${matching.from} left join (
    select distinct on (t.purchase_id) t.purchase_id, t.price_minor_per_tonne, t.currency
    from transport t where t.sales_id = ${salesId} and t.status <> 'CANCELLED'
    order by t.purchase_id, t.id desc) l on l.purchase_id = c.id`,
});

/**
 * Orders candidates by requirements (missingRequirements in the domain), then receipt dates, then price. A
 * price in another currency than the sale's cannot be compared, so it comes after all comparable prices.
 */
function bestFirst(sale: Sale, direction: 'ASC' | 'DESC'): Fragment {
  const order = direction === 'ASC' ? fragment`asc` : fragment`desc`;
  const keys = [
    fragment`(c.quality_id is distinct from ${sale.qualityId}
      or c.contractual_quality is distinct from ${sale.contractualQuality}
      or (${sale.isGmp} and not c.is_gmp) or (${sale.isCert} and not c.is_cert) or (${sale.isFor} and not c.is_for))`,
    fragment`(c.receipt_from > ${sale.receiptTo} or c.receipt_to < ${sale.receiptFrom})`,
    fragment`(c.currency <> ${sale.currency})`,
    fragment`c.price_minor_per_tonne`,
    fragment`c.id`,
  ];
  return join(
    keys.map((key) => fragment`${key} ${order}`),
    ', ',
  );
}

const HAS_OFFERED_STATUS = hasFixedStatus(ALLOCATABLE_STATUSES);

/**
 * The candidates as a union of two parts, because no index serves both: purchases with quantity left, and the
 * few purchases without quantity left that are already allocated to the sale.
 * @param indexedOrder the order of the index on the first part (contract_candidate_idx), so that PostgreSQL
 * reads only as many rows as the page needs; undefined for a sort without this index
 */
const candidatesOf = (
  salesId: number,
  rawMaterialId: number,
  indexedOrder: Fragment | undefined,
): Fragment => fragment`(
  (select c.* from contract as c
  where c.side = 'purchase' and c.raw_material_id = ${rawMaterialId} and ${HAS_OFFERED_STATUS} and c.has_allowed
  ${indexedOrder === undefined ? fragment`` : fragment`order by ${indexedOrder}`})
  union all
  ${selectRows(fullAllocations(salesId), fragment`c.*`)}) as c`;

const fullAllocations = (salesId: number): Source => ({
  from: fragment`allocation as a join contract as c on c.id = a.purchase_id`,
  where: [fragment`a.sales_id = ${salesId}`, IS_NOT_EMPTY, HAS_OFFERED_STATUS, fragment`not c.has_allowed`],
});

/**
 * Counts the candidates: adds the counters of purchases with quantity left, which database triggers maintain,
 * and the number of allocated purchases without quantity left.
 */
const countCandidates = (salesId: number, rawMaterialId: number): Fragment => {
  const where = [fragment`raw_material_id = ${rawMaterialId}`];
  const withQuantityLeft = counterSum({ from: fragment`candidate_count`, where });
  return fragment`select (${withQuantityLeft}) + (${countOf(fullAllocations(salesId))})`;
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
      sql<OpenQuantity['lastFreight']>`(select json_build_object('pricePerTonne', t.price_minor_per_tonne,
        'currency', t.currency) from transport t where a.transport_count > 0 and t.purchase_id = a.purchase_id
        and t.sales_id = a.sales_id and t.status <> 'CANCELLED' order by t.id desc limit 1)`.as(
        'lastFreight',
      ),
    ]),
);
