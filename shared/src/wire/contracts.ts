import { z } from 'zod';
import { CONTRACT_ATTENTIONS } from '../domain/attention.ts';
import {
  AGREEMENT_STATUSES,
  CONTRACT_SORT_COLUMNS,
  CONTRACT_STATUSES,
  type ContractSort,
  CURRENCIES,
  TOLERANCE_TYPES,
  TOLERANCE_UNITS,
} from '../domain/contract.ts';
import type { BySide, Side } from '../domain/side.ts';
import { INTEGER_MAX } from '../domain/units.ts';
import { purchaseBody, salesBody } from './contract-form.ts';
import { endpoint } from './endpoint.ts';
import {
  addressReplyFields,
  day,
  dayReply,
  id,
  ids,
  listOf,
  momentReply,
  numberFromText,
  optionalFlag,
  pathId,
} from './field.ts';
import type { ListQueryOutput } from './list.ts';
import { getList, type ListQueryOf } from './list-endpoint.ts';
import { marginFields } from './margin.ts';

export const CONTRACT_TAG: BySide<string> = { purchase: 'Purchase contracts', sales: 'Sales contracts' };

/* ---- replies ---- */

export const address = z.object(addressReplyFields);
export type Address = z.output<typeof address>;

const contractorRef = z.object({ id: id(), name: z.string(), companyName: z.string().nullable() });

const priceOption = z.object({
  id: id().nullable(),
  isMainOption: z.boolean(),
  price: z.int(),
  rawMaterialQualityId: id().nullable(),
  rawMaterialQualityTitle: z.string(),
  isContractualQuality: z.boolean(),
  contractualQuality: z.string().nullable(),
  attachToContract: z.boolean(),
});
export type PriceOption = z.output<typeof priceOption>;

/**
 * In kilograms (customer decisions 1). `toPickUp` is set on purchases only, `toDeliver` and
 * `inDeliverySpeculative` on sales.
 */
const quantities = {
  quantityKg: z.int(),
  allocated: z.int(),
  allocatedSpeculative: z.int(),
  inDelivery: z.int(),
  inDeliverySpeculative: z.int().optional(),
  inDeliveryTransportCount: z.int(),
  delivered: z.int(),
  realized: z.int(),
  toPickUp: z.int().optional(),
  toDeliver: z.int().optional(),
  toAllocate: z.int(),
  allowed: z.int(),
};

export const contractRow = z.object({
  id: id(),
  version: z.int(),
  documentNumber: z.string().nullable(),
  contractStatus: z.enum(CONTRACT_STATUSES),
  agreementStatus: z.enum(AGREEMENT_STATUSES),
  /** Present on purchases. */
  supplier: contractorRef.optional(),
  /** Present on sales. */
  recipient: contractorRef.optional(),
  owner: z.string(),
  ownerId: id(),
  rawMaterial: z.object({ id: id(), name: z.string() }),
  rawMaterialId: id(),
  currency: z.enum(CURRENCIES),
  price: z.int(),
  minPrice: z.int().nullable(),
  rawMaterialQualityId: id().nullable(),
  rawMaterialQualityTitle: z.string(),
  hasOption: z.boolean(),
  /** Price options besides the main one. */
  optionCount: z.int(),
  fcaCpt: z.boolean(),
  address,
  dateOfReceiptFrom: dayReply(),
  dateOfReceiptTo: dayReply(),
  isFor: z.boolean(),
  isCert: z.boolean(),
  isGmp: z.boolean(),
  isTolerance: z.boolean(),
  toleranceType: z.enum(TOLERANCE_TYPES).nullable(),
  toleranceUnit: z.enum(TOLERANCE_UNITS).nullable(),
  toleranceQuantity: z.number().nullable(),
  comments: z.string().nullable(),
  createdAt: momentReply(),
  updatedAt: momentReply(),
  ...quantities,
});
export type ContractRow = z.output<typeof contractRow>;

/** The row of the counterpart contract, with the quantities of the allocation (customer decisions 1). */
export const allocatedRow = contractRow.extend({
  allocatedOnPurchase: z.int().optional(),
  inDeliveryOnPurchase: z.int().optional(),
  deliveredOnPurchase: z.int().optional(),
  allocatedForSales: z.int().optional(),
  inDeliveryForSales: z.int().optional(),
  deliveredForSales: z.int().optional(),
  ...marginFields,
});
export type AllocatedRow = z.output<typeof allocatedRow>;

const contactList = z.array(z.object({ id: id(), contactField: z.string() }));

export const contractRecord = contractRow.extend({
  purchaseSupplierId: id().optional(),
  salesRecipientId: id().optional(),
  userId: id(),
  status: z.enum(CONTRACT_STATUSES),
  supplierAddress: address.optional(),
  recipientAddress: address.optional(),
  countyCode: z.string().nullable(),
  paymentDays: z.int().nullable(),
  concludedOn: dayReply().nullable(),
  concludedAt: z.string().nullable(),
  printedRemarks: z.string().nullable(),
  rawMaterialVariantId: id().nullable(),
  priceOptions: z.array(priceOption),
  mainCargoOption: priceOption,
  additionalCargoOption: z.array(priceOption),
  contactList,
  purchaseNotificationEmails: z.array(z.string()).optional(),
  salesNotificationEmails: z.array(z.string()).optional(),
  /**
   * `purchaseContact` and `salesContact` repeat `contactList` under the name that the specification gives it on
   * each side.
   */
  purchaseContact: contactList.optional(),
  salesContact: contactList.optional(),
  transportCount: z.int(),
  canDelete: z.boolean(),
  suggestsSettlement: z.boolean(),
});
export type ContractRecord = z.output<typeof contractRecord>;

const contractDashboard = contractRecord.extend(marginFields);
export type ContractDashboard = z.output<typeof contractDashboard>;

/* ---- lists ---- */

const number = () => numberFromText(z.int().min(0).max(INTEGER_MAX)).optional();

const RECEIPT_OVERLAP = 'Matches contracts whose receipt range overlaps this range.';
const RECEIPT_END = 'Limits the last day of the receipt range.';

const filters = {
  rawMaterialId: ids().optional(),
  contractStatus: listOf(z.enum(CONTRACT_STATUSES)).optional(),
  agreementStatus: listOf(z.enum(AGREEMENT_STATUSES)).optional(),
  dateOfReceiptFrom: day().optional().describe(RECEIPT_OVERLAP),
  dateOfReceiptTo: day().optional().describe(RECEIPT_OVERLAP),
  isCert: optionalFlag(),
  isFor: optionalFlag(),
  isGmp: optionalFlag(),
  fcaCpt: optionalFlag(),
  ownerId: ids().optional(),
  priceFrom: number(),
  priceTo: number(),
  currency: z.enum(CURRENCIES).optional(),
  cargoQuantityFrom: number(),
  cargoQuantityTo: number(),
  rawMaterialQualityId: listOf(numberFromText(z.int().min(0).max(Number.MAX_SAFE_INTEGER)))
    .optional()
    .describe('The quality of the main price option. 0 means any contractual quality.'),
  receiptEndsFrom: day().optional().describe(RECEIPT_END),
  receiptEndsTo: day().optional().describe(RECEIPT_END),
  isOpen: optionalFlag().describe('Whether the contract is not fully delivered.'),
  attention: z.enum(CONTRACT_ATTENTIONS).optional(),
};

export type ContractListQuery = ListQueryOutput<z.output<z.ZodObject<typeof filters>>, ContractSort>;

export const CONTRACT_SORT: BySide<readonly ContractSort[]> = {
  purchase: CONTRACT_SORT_COLUMNS.filter((column) => column !== 'recipient'),
  sales: CONTRACT_SORT_COLUMNS.filter((column) => column !== 'supplier'),
};

const allocatedList = {
  filters: {},
  sort: ['id', 'document_number', 'cargo_quantity', 'price'],
  order: 'id DESC',
} as const;

const CONTRACTOR_PATH: BySide<string> = { purchase: 'supplier', sales: 'recipient' };
const ALLOCATED_PATH: BySide<string> = {
  purchase: '/contract/get-purchase-allocated-contract/:id',
  sales: '/contract/get-allocated-sales/:id',
};

function contractEndpoints<Body extends z.ZodType>(side: Side, body: Body) {
  const tag = CONTRACT_TAG[side];
  return {
    list: getList({
      path: `/contract/get-${side}-list`,
      access: 'user',
      tag,
      summary:
        'Lists contracts of this side. Search covers document number, contractor, freight address and comments.',
      filters,
      sort: CONTRACT_SORT[side],
      order: 'id DESC',
      row: contractRow,
    }),
    create: endpoint({
      method: 'POST',
      path: `/contract/create-${side}`,
      access: 'user',
      tag,
      summary: 'Creates a contract and queues its notification e-mails.',
      body,
      reply: z.object({ id: id() }),
      creates: true,
    }),
    change: endpoint({
      method: 'PUT',
      path: `/contract/update-${side}/:id`,
      access: 'user',
      tag,
      summary: 'Changes a contract. Fields that transports or allocations depend on are locked.',
      params: pathId(),
      body,
      reply: z.literal(true),
    }),
    delete: endpoint({
      method: 'DELETE',
      path: `/contract/delete-${side}/:id`,
      access: 'user',
      tag,
      summary: 'Deletes a contract without transports, allocations and signature.',
      params: pathId(),
      reply: z.literal(true),
    }),
    dashboard: endpoint({
      method: 'GET',
      path: `/contract/get-${side}-dashboard/:id`,
      access: 'user',
      tag,
      summary:
        'Returns a contract with its quantities, addresses, options, contacts and notification e-mails.',
      params: pathId(),
      reply: contractDashboard,
    }),
    contractor: endpoint({
      method: 'GET',
      path: `/contract/get-${side}-${CONTRACTOR_PATH[side]}/:id`,
      access: 'user',
      tag,
      summary: "Returns the contract's contractor with names, numbers and accounting address.",
      params: pathId(),
      reply: address.extend({
        id: id(),
        name: z.string(),
        companyName: z.string().nullable(),
        firstName: z.string().nullable(),
        lastName: z.string().nullable(),
        nip: z.string().nullable(),
        pesel: z.string().nullable(),
        email: z.string().nullable(),
        phoneNumber: z.string().nullable(),
      }),
    }),
    allocated: getList({
      path: ALLOCATED_PATH[side],
      access: 'user',
      tag,
      summary:
        'Lists the counterpart contracts allocated to this one, with the quantities of each allocation. Search works as in the contract list.',
      params: pathId(),
      ...allocatedList,
      row: allocatedRow,
    }),
  };
}

export const contracts = {
  purchase: contractEndpoints('purchase', purchaseBody),
  sales: contractEndpoints('sales', salesBody),
};
export type AllocatedListQuery = ListQueryOf<typeof contracts.purchase.allocated>;

/** Proposes the number after the highest document number of a side in this year (customer decisions 5). */
export const proposeDocumentNumber = endpoint({
  method: 'GET',
  path: '/contract/next-document-number',
  access: 'user',
  tag: 'Contracts',
  summary: 'Returns the document number proposed for a new contract of this side.',
  query: z.object({ side: z.enum(['purchase', 'sales']) }),
  reply: z.object({ documentNumber: z.string() }),
});

/** The filters of the contract list, also used by the list of candidates for an allocation. */
export const contractFilters = filters;
