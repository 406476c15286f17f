import { OFFERED_STATUSES } from '@spichlerz/shared/domain/contract';
import { notFoundInPath, refuseField } from '@spichlerz/shared/domain/refusal';
import type { AllocationListQuestion, AllocationRow } from '@spichlerz/shared/wire/allocations';
import type { AllocatedRow, ContractListQuestion } from '@spichlerz/shared/wire/contracts';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { compiledOnce } from '../../db/compiled-once.ts';
import { COUNT, isOneOf, type List, matchesSearch, rowTotal, stableOrder } from '../../db/list-page.ts';
import type { Db } from '../../db/tx.ts';
import {
  contractConditions,
  contractOrder,
  type SelectedPair,
  selectContracts,
  toContractRow,
  withOwner,
  withPairFigures,
} from '../contracts/contract-list-queries.ts';

/** Purchases of the sale's raw material that can still give, or already do (decisions 1, candidates). */
export async function candidateList(
  db: Db,
  salesId: number,
  { search, filter, orderBy }: ContractListQuestion,
): Promise<List<SelectedPair, AllocatedRow>> {
  const sale = await db
    .selectFrom('contract')
    .where('side', '=', 'sales')
    .where('id', '=', salesId)
    .select('raw_material_id as rawMaterialId')
    .executeTakeFirst();
  if (sale === undefined) throw notFoundInPath('CONTRACT_NOT_FOUND');
  const offered = sql<SqlBool>`c.raw_material_id = ${sale.rawMaterialId}
    and c.status = any(${[...OFFERED_STATUSES]}::contract_status[])
    and (c.plan_max_kg > c.allocated_kg + c.in_delivery_kg + c.delivered_kg or exists (
      select from allocation a where a.purchase_id = c.id and a.sales_id = ${salesId}
        and (a.commit_kg <> 0 or a.transport_count > 0)))`;
  const candidates = db.selectFrom('contract as c').where('c.side', '=', 'purchase').where(offered);
  const isNarrowed = search !== undefined || Object.values(filter).some((value) => value !== undefined);
  const matching = candidates.where((eb) => eb.and(contractConditions(eb, filter, search)));
  return {
    ids: withOwner(matching, orderBy).orderBy(contractOrder(orderBy)).select('c.id'),
    select: (reader, ids) => selectCandidates(reader, ids, salesId),
    toRow: (row) => withPairFigures('sales', toContractRow('purchase', row), row),
    filtered: isNarrowed ? matching.select(COUNT) : null,
    total: candidates.select(COUNT),
  };
}

const selectCandidates = compiledOnce(
  (db: Db, ids: RawBuilder<readonly number[]>, salesId: RawBuilder<number>) =>
    selectContracts(db, 'purchase')
      .leftJoin('allocation as a', (join) =>
        join.onRef('a.purchase_id', '=', 'c.id').on('a.sales_id', '=', salesId),
      )
      .where(isOneOf('c.id', ids))
      .select([
        sql<number>`coalesce(a.open_kg, 0)`.as('pairOpen'),
        sql<number>`coalesce(a.in_delivery_kg, 0)`.as('pairInDelivery'),
        sql<number>`coalesce(a.delivered_kg, 0)`.as('pairDelivered'),
      ]),
);

/** Kilograms allocated between the two and not yet on a truck; 0 when there is no pair. */
export async function getAllocatedValue(
  db: Db,
  pair: { salesId: number; purchaseId: number },
): Promise<number> {
  const row = await db
    .selectNoFrom([
      sql<boolean>`exists (select from contract where side = 'sales' and id = ${pair.salesId})`.as('sale'),
      sql<boolean>`exists (select from contract where side = 'purchase' and id = ${pair.purchaseId})`.as(
        'purchase',
      ),
      sql<number>`coalesce((select open_kg from allocation
        where purchase_id = ${pair.purchaseId} and sales_id = ${pair.salesId}), 0)`.as('open'),
    ])
    .executeTakeFirstOrThrow();
  if (!row.sale) throw refuseField('salesId', 'CONTRACT_NOT_FOUND');
  if (!row.purchase) throw refuseField('purchaseId', 'CONTRACT_NOT_FOUND');
  return row.open;
}

type AllocationSort = AllocationListQuestion['orderBy']['column'];

const SORT = {
  id: sql`a.id`,
  purchase_document_number: sql`p.document_number collate "pl-x-icu"`,
  sales_document_number: sql`s.document_number collate "pl-x-icu"`,
  supplier: sql`p.contractor_name`,
  recipient: sql`s.contractor_name`,
  allocated: sql`a.open_kg`,
  in_delivery: sql`a.in_delivery_kg`,
  delivered: sql`a.delivered_kg`,
} satisfies Record<AllocationSort, Expression<unknown>>;

/** All pairs that hold something: open kilograms or trucks. */
export function allocationList(
  db: Db,
  { filter, search, orderBy }: AllocationListQuestion,
): List<SelectedAllocation, AllocationRow> {
  const ofContracts = contractConditionsOf(filter, search);
  const pairs = allPairs(db).where((eb) => eb.and(pairConditions(filter)));
  const joined = withContracts(pairs).where((eb) => eb.and(ofContracts));
  const order = stableOrder(orderBy, SORT, ['purchase_document_number', 'sales_document_number']);
  // contracts are read only when they are asked about: a pair without one does not exist
  return {
    ids:
      ofContracts.length > 0 || SORTED_BY_CONTRACT.has(orderBy.column)
        ? joined.orderBy(order).select('a.id')
        : pairs.orderBy(order).select('a.id'),
    select: selectAllocations,
    toRow: toAllocationRow,
    filtered: ofContracts.length > 0 ? joined.select(COUNT) : pairs.select(COUNT),
    total: rowTotal('allocation'),
  };
}

const SORTED_BY_CONTRACT = new Set<AllocationSort>([
  'purchase_document_number',
  'sales_document_number',
  'supplier',
  'recipient',
]);

type Filter = AllocationListQuestion['filter'];

/** Conditions on the pair itself (alias a). */
function pairConditions({ rawMaterialId, purchaseId, salesId }: Filter): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = [sql`(a.commit_kg <> 0 or a.transport_count > 0)`];
  if (rawMaterialId?.length) conditions.push(sql`a.raw_material_id = any(${rawMaterialId}::bigint[])`);
  if (purchaseId !== undefined) conditions.push(sql`a.purchase_id = ${purchaseId}`);
  if (salesId !== undefined) conditions.push(sql`a.sales_id = ${salesId}`);
  return conditions;
}

/** Conditions on its two contracts (aliases p and s). */
function contractConditionsOf({ ownerId }: Filter, search: string | undefined): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = [];
  if (ownerId?.length)
    conditions.push(sql`(p.owner_id = any(${ownerId}::bigint[]) or s.owner_id = any(${ownerId}::bigint[]))`);
  if (search !== undefined) {
    const names = sql<string>`search_norm(concat_ws(' ', p.document_number, p.contractor_name, s.document_number, s.contractor_name))`;
    conditions.push(matchesSearch(names, search));
  }
  return conditions;
}

const allPairs = (db: Db) => db.selectFrom('allocation as a');

const withContracts = (pairs: ReturnType<typeof allPairs>) =>
  pairs.innerJoin('contract as p', 'p.id', 'a.purchase_id').innerJoin('contract as s', 's.id', 'a.sales_id');

const selectAllocations = compiledOnce((db: Db, ids: RawBuilder<readonly number[]>) =>
  withContracts(allPairs(db))
    .where(isOneOf('a.id', ids))
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
    inDelivery: row.inDelivery,
    inDeliveryTransportCount: row.inDeliveryTransportCount,
    delivered: row.delivered,
  };
}
