import { z } from 'zod';
import { CURRENCIES } from '../domain/contract.ts';
import {
  firstOverweightIndex,
  INVOICE_STATUSES,
  SALE_OPTIONS_MAX,
  SETTLEMENT_STATUSES,
  STATUS_BEFORE_INVOICE,
} from '../domain/settlement.ts';
import { TRANSPORT_STATUSES } from '../domain/transport.ts';
import { endpoint } from './endpoint.ts';
import {
  dayReply,
  dayToPatch,
  id,
  ids,
  listOf,
  optionalRemark,
  positiveMoney,
  remarkToPatch,
  text,
  textToPatch,
  transportKilograms,
  withCode,
  withRules,
} from './field.ts';
import { getList, type ListQueryOf } from './list-endpoint.ts';
import { TRANSPORT_SORT, transportFilters, transportRow } from './transports.ts';

const tag = 'Settlements';

const quality = () =>
  z
    .union([text(), id()])
    .describe("Its title, or the id of one of the raw material's qualities. Stored and told as its title.");

/** The version that was read; CONFLICT when somebody else has saved since. */
const version = () => z.int().optional();

export const settlementRow = z.object({
  settlementId: id(),
  transportId: id(),
  purchaseId: id(),
  salesId: id(),
  version: z.int(),
  /** The version of the truck, for changes of the truck. `version` is that of this side of its settlement. */
  transportVersion: z.int(),
  transportStatus: z.enum(TRANSPORT_STATUSES),
  purchaseSettlementStatus: z.enum(SETTLEMENT_STATUSES),
  salesSettlementStatus: z.enum(SETTLEMENT_STATUSES),
  registrationNumber: z.string(),
  trailerNumber: z.string(),
  carrierName: z.string(),
  isGmp: z.boolean(),
  currency: z.enum(CURRENCIES),
  dateLoading: dayReply(),
  dateUnloading: dayReply(),
  cargoQuantity: z.int(),
  /** What the truck weighed, whatever was settled or sent (kg). */
  transportQuantity: z.int(),
  comment: z.string().nullable(),
  details: z.string().nullable(),
  deductions: z.string().nullable(),
  amount: z.int(),
  /** "Do korekty": what was sent differs from the weight or the options now. */
  needsCorrection: z.boolean(),
  /** The amount that was sent; null before anything was. */
  sentAmount: z.int().nullable(),
  realCargoQuantity: z.int(),
  realCargoPrice: z.int(),
  realCargoQuality: z.string(),
  realPurchaseCargoPrice: z.int(),
  realPurchaseCargoQuality: z.string(),
  contractPrice: z.int(),
  contractMinPrice: z.int().nullable(),
  purchaseInvoiceNumber: z.string().nullable(),
  purchaseDeliverDate: dayReply().nullable(),
  purchasePaymentDate: dayReply().nullable(),
  salesInvoiceNumber: z.string().nullable(),
  salesDeliverDate: dayReply().nullable(),
  salesPaymentDate: dayReply().nullable(),
  options: z.array(
    z.object({
      realCargoQuantity: z.int(),
      realCargoPrice: z.int(),
      realCargoQuality: z.string(),
      amount: z.int(),
    }),
  ),
  purchaseSupplier: transportRow.shape.purchaseSupplier,
  salesRecipient: transportRow.shape.salesRecipient,
});
export type SettlementRow = z.output<typeof settlementRow>;

const settlementList = {
  access: 'user',
  tag,
  filters: {
    ...transportFilters,
    status: listOf(z.enum(SETTLEMENT_STATUSES)).optional(),
    transportId: ids().optional(),
  },
  sort: [...TRANSPORT_SORT, 'purchase_deliver_date', 'sales_deliver_date'],
  order: 'id DESC',
  row: settlementRow,
} as const;

const SEARCH_AND_SORT = 'search as of transports. price_per_ton sorts by the freight.';

export const listSettlements = {
  purchase: getList({
    ...settlementList,
    path: '/contract/settlement-purchase-list',
    summary: `Settlements seen from the purchase side; ${SEARCH_AND_SORT}`,
  }),
  sales: getList({
    ...settlementList,
    path: '/contract/settlement-sales-list',
    summary: `Settlements seen from the sales side; ${SEARCH_AND_SORT}`,
  }),
};
export type SettlementListQuery = ListQueryOf<typeof listSettlements.purchase>;

export const settlePurchase = endpoint({
  method: 'POST',
  path: '/contract/settlement-purchase',
  access: 'user',
  tag,
  summary: 'Settles a transport with the supplier, or takes the statement back with a reason.',
  body: withRules(
    z.object({
      transportId: id(),
      purchaseSettlementStatus: z
        .enum(SETTLEMENT_STATUSES)
        .optional()
        .describe(
          'SETTLED, or left out; TO_BE_SETTLED takes the statement back and ignores quality, price and deductions.',
        ),
      details: remarkToPatch(),
      deductions: remarkToPatch(),
      realPurchaseCargoQuality: quality().optional().describe('Required unless a statement is taken back.'),
      realPurchaseCargoPrice: positiveMoney()
        .optional()
        .describe('Per tonne after deductions. Required unless a statement is taken back.'),
      reason: optionalRemark().describe('Required when a statement is taken back.'),
      version: version(),
    }),
    (value, addError) => {
      if (value.purchaseSettlementStatus === 'TO_BE_SETTLED') return;
      for (const field of ['realPurchaseCargoQuality', 'realPurchaseCargoPrice'] as const) {
        if (value[field] === undefined) addError(field, 'VALUE_IS_MISSING');
      }
    },
  ),
  reply: z.literal(true),
});

export const settleSale = endpoint({
  method: 'POST',
  path: '/contract/settlement-sales',
  access: 'user',
  tag,
  summary: 'Saves what the recipient pays for a truck, in one to five options.',
  body: z.object({
    transportId: id(),
    salesSettlementStatus: z
      .enum(SETTLEMENT_STATUSES)
      .describe(
        'The current one, which stays. Another is WRONG_STATUS, so that a stale screen overwrites nothing.',
      ),
    options: z
      .array(
        z.object({
          realCargoQuantity: transportKilograms(),
          realCargoPrice: positiveMoney(),
          realCargoQuality: quality(),
        }),
      )
      .min(1)
      .max(SALE_OPTIONS_MAX)
      .superRefine((options, context) => {
        const index = firstOverweightIndex(options.map(({ realCargoQuantity }) => realCargoQuantity));
        const path = [index, 'realCargoQuantity'];
        if (index >= 0)
          context.addIssue({ code: 'custom', ...withCode('VALUE_IS_WRONG'), path, input: options });
      }),
    details: remarkToPatch(),
    deductions: remarkToPatch(),
    version: version(),
  }),
  reply: z.literal(true),
});

const invoiceBody = {
  settlementId: id(),
  version: version(),
  details: remarkToPatch(),
  reason: optionalRemark().describe('Required when an ADMIN re-opens a paid side or takes an invoice back.'),
};

export const invoicePurchase = endpoint({
  method: 'POST',
  path: '/contract/settlement-set-purchase-invoice',
  access: 'user',
  tag,
  summary: "Records the supplier's invoice; an ADMIN re-opens a paid one or takes it back (SETTLED).",
  body: z.object({
    ...invoiceBody,
    purchaseSettlementStatus: z.enum([...INVOICE_STATUSES, STATUS_BEFORE_INVOICE.purchase]),
    purchaseInvoiceNumber: textToPatch(),
    purchaseDeliverDate: dayToPatch(),
    purchasePaymentDate: dayToPatch(),
  }),
  reply: z.literal(true),
});

export const invoiceSale = endpoint({
  method: 'POST',
  path: '/contract/settlement-set-sales-invoice',
  access: 'user',
  tag,
  summary:
    'Records our invoice to the recipient; an ADMIN re-opens a paid one or takes it back (TO_BE_SETTLED).',
  body: z.object({
    ...invoiceBody,
    salesSettlementStatus: z.enum([...INVOICE_STATUSES, STATUS_BEFORE_INVOICE.sales]),
    salesInvoiceNumber: textToPatch(),
    salesDeliverDate: dayToPatch(),
    salesPaymentDate: dayToPatch(),
  }),
  reply: z.literal(true),
});

export const movePurchaseSettlement = endpoint({
  method: 'PATCH',
  path: '/contract/settlement-reallocate-purchase',
  access: 'user',
  tag,
  summary: 'Moves a released truck to another purchase contract.',
  body: z.object({ transportId: id(), newPurchaseId: id(), details: remarkToPatch(), version: version() }),
  reply: z.literal(true),
});

export const moveSalesSettlement = endpoint({
  method: 'PATCH',
  path: '/contract/settlement-reallocate',
  access: 'user',
  tag,
  summary: 'Moves a delivered truck to another sales contract.',
  body: z.object({ transportId: id(), newSalesId: id(), details: remarkToPatch(), version: version() }),
  reply: z.literal(true),
});
