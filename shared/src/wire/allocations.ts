import { z } from 'zod';
import { allocatedRow, CONTRACT_SORT, contractFilters, contractRow } from './contracts.ts';
import { endpoint } from './endpoint.ts';
import { id, ids, kilogramsOrZero, numberFromText, pathId } from './field.ts';
import { getList, type ListQueryOf } from './list-endpoint.ts';

const tag = 'Allocations';

export const listCandidates = getList({
  path: '/contract/get-purchase-contract-to-allocate/:id',
  access: 'user',
  tag,
  summary:
    'Lists purchase contracts of the same raw material that can be allocated to this sale. Search works as in the contract list. The order "best" starts with purchases that meet the requirements of the sale, of them with those whose receipt dates overlap, and of them with the cheapest. The margin of a candidate is that of the kilograms that could still be allocated.',
  params: pathId(),
  filters: contractFilters,
  sort: [...CONTRACT_SORT.purchase, 'best', 'margin'],
  order: 'id DESC',
  row: allocatedRow,
});
export type CandidateListQuery = ListQueryOf<typeof listCandidates>;

/** `:id` is the id of the sales contract. */
export const allocate = endpoint({
  method: 'POST',
  path: '/contract/allocate-contract/:id',
  access: 'user',
  tag,
  summary: 'Sets the open quantity between a purchase and this sale. 0 releases it and keeps the transports.',
  params: pathId(),
  body: z.object({ purchaseId: id(), quantityKg: kilogramsOrZero() }),
  reply: z.literal(true),
});

export const getAllocatedValue = endpoint({
  method: 'POST',
  path: '/contract/get-allocated-value',
  access: 'user',
  tag,
  summary: 'Returns the kilograms allocated between a purchase and a sale that are not yet on a transport.',
  body: z.object({ salesId: id(), purchaseId: id() }),
  reply: z.int(),
});

const contractSummary = contractRow.pick({
  id: true,
  documentNumber: true,
  contractStatus: true,
  agreementStatus: true,
  supplier: true,
  recipient: true,
  owner: true,
  dateOfReceiptFrom: true,
  dateOfReceiptTo: true,
});

export const allocationRow = z.object({
  id: id(),
  purchaseId: id(),
  salesId: id(),
  rawMaterial: z.object({ id: id(), name: z.string() }),
  purchase: contractSummary,
  sale: contractSummary,
  allocated: z.int(),
  committed: z
    .int()
    .describe(
      'The commitment including transports; allocated is the part above in_delivery and delivered. Negative after over-delivered transports moved to another contract.',
    ),
  inDelivery: z.int(),
  inDeliveryTransportCount: z.int(),
  delivered: z.int(),
});
export type AllocationRow = z.output<typeof allocationRow>;

export const ALLOCATION_SORT = [
  'id',
  'purchase_document_number',
  'sales_document_number',
  'supplier',
  'recipient',
  'allocated',
  'in_delivery',
  'delivered',
] as const;

export const listAllocations = getList({
  path: '/contract/allocation-list',
  access: 'user',
  tag,
  summary:
    'Lists allocations with their allocated, in-delivery and delivered quantities. Search covers both document numbers, supplier and recipient.',
  filters: {
    rawMaterialId: ids().optional(),
    purchaseId: numberFromText(id()).optional(),
    salesId: numberFromText(id()).optional(),
    ownerId: ids().optional(),
  },
  sort: ALLOCATION_SORT,
  order: 'id DESC',
  row: allocationRow,
});
export type AllocationListQuery = ListQueryOf<typeof listAllocations>;
