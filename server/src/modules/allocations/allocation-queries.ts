import { fieldError } from '@spichlerz/shared/domain/domain-error';
import type { AllocationListQuery, AllocationRow } from '@spichlerz/shared/wire/allocations';
import { sql } from 'kysely';
import { compiledOnce, type Ids, isAnyOf } from '../../db/compiled-once.ts';
import type { Db } from '../../db/tx.ts';
import { type Fragment, fragment } from '../../lists/large/fragment.ts';
import { FOUND_LIMIT, firstRows, idsOf, SCANNED_SEARCH_ROWS, stableOrder } from '../../lists/large/ids.ts';
import { largeList } from '../../lists/large/large-list.ts';
import { searched } from '../../lists/large/searched.ts';
import {
  countOf,
  rowTotal,
  type Source,
  selectRows,
  whereClause,
  withConditions,
} from '../../lists/large/source.ts';
import type { List } from '../../lists/list.ts';
import { IS_NOT_EMPTY } from '../contracts/allocated-contract-queries.ts';

/**
 * Returns the open quantity of the allocation between the two contracts, in kilograms, or 0 without an
 * allocation.
 * @throws DomainError CONTRACT_NOT_FOUND
 */
export async function getAllocatedValue(
  db: Db,
  contracts: { salesId: number; purchaseId: number },
): Promise<number> {
  const row = await db
    .selectNoFrom([
      sql<boolean>`exists (select from contract where side = 'sales' and id = ${contracts.salesId})`.as(
        'sale',
      ),
      sql<boolean>`exists (select from contract where side = 'purchase' and id = ${contracts.purchaseId})`.as(
        'purchase',
      ),
      sql<number>`coalesce((select open_kg from allocation
        where purchase_id = ${contracts.purchaseId} and sales_id = ${contracts.salesId}), 0)`.as('open'),
    ])
    .executeTakeFirstOrThrow();
  if (!row.sale) throw fieldError('salesId', 'CONTRACT_NOT_FOUND');
  if (!row.purchase) throw fieldError('purchaseId', 'CONTRACT_NOT_FOUND');
  return row.open;
}

type AllocationSort = AllocationListQuery['orderBy']['column'];

const SORT_COLUMNS = {
  id: fragment`a.id`,
  purchase_document_number: fragment`p.document_number collate "pl-x-icu"`,
  sales_document_number: fragment`s.document_number collate "pl-x-icu"`,
  supplier: fragment`p.contractor_name`,
  recipient: fragment`s.contractor_name`,
  allocated: fragment`a.open_kg`,
  in_delivery: fragment`a.in_delivery_kg`,
  delivered: fragment`a.delivered_kg`,
} satisfies Record<AllocationSort, Fragment>;

const ALLOCATION_TABLE = fragment`allocation as a`;
const NOT_EMPTY = { from: ALLOCATION_TABLE, where: [IS_NOT_EMPTY] };

/** The search keys of both contracts. Database triggers keep the two columns up to date. */
const SEARCH_TEXT = fragment`(a.purchase_names || '|' || a.sales_names)`;

/** Lists the allocations that have a commitment or transports. */
export function allocationList({ filter, search, orderBy }: AllocationListQuery): List<AllocationRow> {
  const conditions = [...allocationConditions(filter), ...searched(SEARCH_TEXT, search)];
  const allocations = withConditions(NOT_EMPTY, conditions);
  const ownedBy = ownerCondition(filter);
  const matchedRows = ownedBy
    ? allocationsOf(ownedBy, allocations)
    : search === undefined
      ? undefined
      : selectAllocationColumns(allocations);
  const matching = matchedRows === undefined ? allocations : { from: fragment`matched as a`, where: [] };
  const order = stableOrder(orderBy, SORT_COLUMNS, ['purchase_document_number', 'sales_document_number']);
  const contract = JOIN_FOR_SORT[orderBy.column];
  const sortable = (source: Source) => (contract === undefined ? source : withJoin(source, contract));
  const isIndexOrdered = orderBy.column === 'id' || contract !== undefined;
  const isCommonWord = isIndexOrdered && search !== undefined && !ownedBy && !isNarrow(filter);
  // A user may own a large share of all allocations, and a common word matches many, so a bounded scan usually
  // fills a page. A bounded scan needs an index in the order of the sort column.
  const boundedScan =
    ownedBy && isIndexOrdered && search === undefined
      ? { from: firstRows(fragment`a`, sortable(allocations), order), where: [eitherContract(ownedBy)] }
      : isCommonWord
        ? {
            from: firstRows(fragment`a`, sortable(NOT_EMPTY), order, SCANNED_SEARCH_ROWS),
            where: conditions,
          }
        : undefined;
  return largeList({
    matchedRows,
    ids: idsOf(sortable(matching), SORT_COLUMNS.id, order),
    boundedScan: boundedScan && idsOf(sortable(boundedScan), SORT_COLUMNS.id, order),
    found: isCommonWord
      ? { rows: foundIn(allocations), ids: idsOf(sortable(FOUND), SORT_COLUMNS.id, order) }
      : undefined,
    select: selectAllocations,
    toRow: toAllocationRow,
    filtered: ownedBy || conditions.length > 0 ? countOf(matching) : null,
    total: rowTotal('allocation'),
  });
}

/**
 * Selects the ids of at most FOUND_LIMIT allocations. The limit is outside the materialized query, so
 * PostgreSQL plans that query for all matches. With the limit inside, PostgreSQL would scan the table until
 * it has found enough rows, which takes longest for a rare word.
 */
const foundIn = (allocations: Source): Fragment =>
  fragment`with matching as materialized (select a.id from ${allocations.from} ${whereClause(allocations)})
    select id from matching limit ${FOUND_LIMIT}`;

const FOUND = { from: ALLOCATION_TABLE, where: [fragment`a.id in (select id from found)`] };

/**
 * These joins are needed only to sort by a contract. The side is constant, so that PostgreSQL can scan the
 * index of `contract` on side and document number, or on side and contractor name.
 */
const JOIN_PURCHASE = fragment`join contract as p on p.id = a.purchase_id and p.side = 'purchase'`;
const JOIN_SALE = fragment`join contract as s on s.id = a.sales_id and s.side = 'sales'`;
const JOIN_FOR_SORT: Partial<Record<AllocationSort, Fragment>> = {
  purchase_document_number: JOIN_PURCHASE,
  supplier: JOIN_PURCHASE,
  sales_document_number: JOIN_SALE,
  recipient: JOIN_SALE,
};

type Filter = AllocationListQuery['filter'];

/** Whether the list is limited to one contract, which has few allocations. */
const isNarrow = ({ purchaseId, salesId }: Filter): boolean =>
  purchaseId !== undefined || salesId !== undefined;

/** Conditions on the allocation itself (alias a). */
function allocationConditions({ rawMaterialId, purchaseId, salesId }: Filter): Fragment[] {
  return [
    ...(rawMaterialId?.length ? [fragment`a.raw_material_id = any(${rawMaterialId}::bigint[])`] : []),
    ...(purchaseId === undefined ? [] : [fragment`a.purchase_id = ${purchaseId}`]),
    ...(salesId === undefined ? [] : [fragment`a.sales_id = ${salesId}`]),
  ];
}

/** The condition that one of the allocation's two contracts (alias c) must satisfy. */
const ownerCondition = ({ ownerId }: Filter): Fragment | undefined =>
  ownerId?.length ? fragment`c.owner_id = any(${ownerId}::bigint[])` : undefined;

/** The columns that sorting and counting the matched allocations need. */
const ALLOCATION_COLUMNS = fragment`a.id, a.purchase_id, a.sales_id, a.open_kg, a.in_delivery_kg, a.delivered_kg`;

const selectAllocationColumns = (allocations: Source): Fragment =>
  selectRows(allocations, ALLOCATION_COLUMNS);

/**
 * Selects the allocations with a contract that satisfies the condition, as the union of both sides, so that
 * each side uses its own indexes.
 */
const allocationsOf = (condition: Fragment, allocations: Source): Fragment =>
  fragment`${selectAllocationColumns(withConditions(withJoin(allocations, JOIN_PURCHASE_CONTRACT), [condition]))}
    union ${selectAllocationColumns(withConditions(withJoin(allocations, JOIN_SALE_CONTRACT), [condition]))}`;

const JOIN_PURCHASE_CONTRACT = fragment`join contract as c on c.id = a.purchase_id and c.side = 'purchase'`;
const JOIN_SALE_CONTRACT = fragment`join contract as c on c.id = a.sales_id and c.side = 'sales'`;

const withJoin = ({ from, where }: Source, table: Fragment): Source => ({
  from: fragment`${from} ${table}`,
  where,
});

const eitherContract = (condition: Fragment): Fragment =>
  fragment`exists (select from contract as c where c.id in (a.purchase_id, a.sales_id) and ${condition})`;

const selectAllocations = compiledOnce((db: Db, ids: Ids) =>
  db
    .selectFrom('allocation as a')
    .innerJoin('contract as p', 'p.id', 'a.purchase_id')
    .innerJoin('contract as s', 's.id', 'a.sales_id')
    .where(isAnyOf('a.id', ids))
    .innerJoin('raw_material as m', 'm.id', 'a.raw_material_id')
    .innerJoin('app_user as po', 'po.id', 'p.owner_id')
    .innerJoin('app_user as so', 'so.id', 's.owner_id')
    .innerJoin('contractor as pr', 'pr.id', 'p.contractor_id')
    .innerJoin('contractor as sr', 'sr.id', 's.contractor_id')
    .select([
      'a.id',
      'a.purchase_id as purchaseId',
      'a.sales_id as salesId',
      'm.id as materialId',
      'm.name as materialName',
      'a.open_kg as allocated',
      'a.commit_kg as committed',
      'a.in_delivery_kg as inDelivery',
      'a.in_delivery_count as inDeliveryTransportCount',
      'a.delivered_kg as delivered',
      'p.document_number as pDocumentNumber',
      'p.status as pStatus',
      'p.agreement_status as pAgreementStatus',
      'p.contractor_id as pContractorId',
      'p.contractor_name as pContractorName',
      'pr.company_name as pCompanyName',
      sql<string>`po.first_name || ' ' || po.last_name`.as('pOwner'),
      'p.receipt_from as pFrom',
      'p.receipt_to as pTo',
      's.document_number as sDocumentNumber',
      's.status as sStatus',
      's.agreement_status as sAgreementStatus',
      's.contractor_id as sContractorId',
      's.contractor_name as sContractorName',
      'sr.company_name as sCompanyName',
      sql<string>`so.first_name || ' ' || so.last_name`.as('sOwner'),
      's.receipt_from as sFrom',
      's.receipt_to as sTo',
    ]),
);

type SelectedAllocation = Awaited<ReturnType<typeof selectAllocations>>[number];

function toAllocationRow(row: SelectedAllocation): AllocationRow {
  return {
    id: row.id,
    purchaseId: row.purchaseId,
    salesId: row.salesId,
    rawMaterial: { id: row.materialId, name: row.materialName },
    purchase: {
      id: row.purchaseId,
      documentNumber: row.pDocumentNumber,
      contractStatus: row.pStatus,
      agreementStatus: row.pAgreementStatus,
      supplier: { id: row.pContractorId, name: row.pContractorName, companyName: row.pCompanyName },
      owner: row.pOwner,
      dateOfReceiptFrom: row.pFrom,
      dateOfReceiptTo: row.pTo,
    },
    sale: {
      id: row.salesId,
      documentNumber: row.sDocumentNumber,
      contractStatus: row.sStatus,
      agreementStatus: row.sAgreementStatus,
      recipient: { id: row.sContractorId, name: row.sContractorName, companyName: row.sCompanyName },
      owner: row.sOwner,
      dateOfReceiptFrom: row.sFrom,
      dateOfReceiptTo: row.sTo,
    },
    allocated: row.allocated,
    committed: row.committed,
    inDelivery: row.inDelivery,
    inDeliveryTransportCount: row.inDeliveryTransportCount,
    delivered: row.delivered,
  };
}
