import { z } from 'zod';
import { CURRENCIES } from '../domain/contract.ts';
import { WEIGHT_BASES } from '../domain/discount-rule.ts';
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
  ksefNumberToPatch,
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
import { marginExport, marginFields } from './margin.ts';
import { settledByRules, settledLines } from './quality.ts';
import { TRANSPORT_SORT, transportFilters, transportRow } from './transports.ts';

const tag = 'Settlements';

const quality = () =>
  z
    .union([text(), id()])
    .describe(
      "The title, or the id of one of the raw material's qualities. The title is stored and returned.",
    );

/**
 * The version that the client read. A different stored version returns CONFLICT, unless the call repeats the
 * stored values.
 */
const version = () => z.int().optional();

export const settlementRow = z.object({
  settlementId: id(),
  transportId: id(),
  purchaseId: id(),
  salesId: id(),
  version: z.int(),
  /**
   * The version of the transport, for changes of the transport. `version` belongs to this side of the
   * settlement.
   */
  transportVersion: z.int(),
  transportStatus: z.enum(TRANSPORT_STATUSES),
  purchaseSettlementStatus: z.enum(SETTLEMENT_STATUSES),
  salesSettlementStatus: z.enum(SETTLEMENT_STATUSES),
  registrationNumber: z.string(),
  trailerNumber: z.string(),
  carrierId: id().nullable(),
  carrierName: z.string(),
  isGmp: z.boolean(),
  currency: z.enum(CURRENCIES),
  dateLoading: dayReply(),
  dateUnloading: dayReply(),
  quantityKg: z.int(),
  /**
   * The unloaded weight of the transport in kilograms, which may differ from the settled and the sent quantity.
   */
  transportQuantity: z.int(),
  comment: z.string().nullable(),
  details: z.string().nullable(),
  deductions: z.string().nullable(),
  amount: z.int(),
  /**
   * "Do korekty": the sent data differ from the current data, and the corrections of the invoice do not equal
   * the difference.
   */
  needsCorrection: z.boolean(),
  /** The sent amount; null before sending. */
  sentAmount: z.int().nullable(),
  realQuantityKg: z.int(),
  realCargoPrice: z.int(),
  realCargoQuality: z.string(),
  realPurchaseCargoPrice: z.int(),
  realPurchaseCargoQuality: z.string(),
  contractPrice: z.int(),
  contractMinPrice: z.int().nullable(),
  /** The payment term of this side's contract in days. */
  contractPaymentDays: z.int().nullable(),
  purchaseInvoiceNumber: z.string().nullable(),
  purchaseDeliverDate: dayReply().nullable(),
  purchasePaymentDate: dayReply().nullable(),
  purchaseInvoiceDate: dayReply().nullable(),
  purchaseKsefNumber: z.string().nullable(),
  salesInvoiceNumber: z.string().nullable(),
  salesDeliverDate: dayReply().nullable(),
  salesPaymentDate: dayReply().nullable(),
  salesInvoiceDate: dayReply().nullable(),
  salesKsefNumber: z.string().nullable(),
  options: z.array(
    z.object({
      realQuantityKg: z.int(),
      realCargoPrice: z.int(),
      realCargoQuality: z.string(),
      amount: z.int(),
    }),
  ),
  /** The paid kilograms; null if all real kilograms are paid. */
  acceptedQuantity: z.int().nullable(),
  /** The weight that the accepted kilograms were computed from; null when settled by hand. */
  basisQuantity: z.int().nullable(),
  weightBasis: z.enum(WEIGHT_BASES),
  /** The lines of the settlement as they were sent. */
  lines: settledLines,
  purchaseSupplier: transportRow.shape.purchaseSupplier,
  salesRecipient: transportRow.shape.salesRecipient,
});
export type SettlementRow = z.output<typeof settlementRow>;

const settlementListRow = settlementRow.extend(marginFields);
export type SettlementListRow = z.output<typeof settlementListRow>;

const settlementList = {
  access: 'user',
  tag,
  filters: {
    ...transportFilters,
    status: listOf(z.enum(SETTLEMENT_STATUSES)).optional(),
    transportId: ids().optional(),
    ...marginExport,
  },
  sort: [...TRANSPORT_SORT, 'purchase_deliver_date', 'sales_deliver_date'],
  order: 'id DESC',
  row: settlementListRow,
} as const;

const SEARCH_AND_SORT = 'Search works as in the transport list. price_per_ton sorts by the freight.';

export const listSettlements = {
  purchase: getList({
    ...settlementList,
    path: '/contract/settlement-purchase-list',
    summary: `Lists settlements from the purchase side. ${SEARCH_AND_SORT}`,
  }),
  sales: getList({
    ...settlementList,
    path: '/contract/settlement-sales-list',
    summary: `Lists settlements from the sales side. ${SEARCH_AND_SORT}`,
  }),
};
export type SettlementListQuery = ListQueryOf<typeof listSettlements.purchase>;

export const settlePurchase = endpoint({
  method: 'POST',
  path: '/contract/settlement-purchase',
  access: 'user',
  tag,
  summary: 'Settles a transport with the supplier, or withdraws the statement with a reason.',
  body: withRules(
    z.object({
      transportId: id(),
      purchaseSettlementStatus: z
        .enum(SETTLEMENT_STATUSES)
        .optional()
        .describe(
          'SETTLED or absent to settle. TO_BE_SETTLED withdraws the statement and ignores quality, price and deductions.',
        ),
      details: remarkToPatch(),
      deductions: remarkToPatch(),
      realPurchaseCargoQuality: quality().optional().describe('Required unless the statement is withdrawn.'),
      realPurchaseCargoPrice: positiveMoney()
        .optional()
        .describe('Per tonne after deductions. Required unless the statement is withdrawn.'),
      reason: optionalRemark().describe('Required when the statement is withdrawn.'),
      ...settledByRules,
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
  summary: 'Saves the price and quantity of a sale in one to five options.',
  body: z.object({
    transportId: id(),
    salesSettlementStatus: z
      .enum(SETTLEMENT_STATUSES)
      .describe(
        'The current status, which does not change. Another status returns WRONG_STATUS, so that a stale form overwrites nothing.',
      ),
    options: z
      .array(
        z.object({
          realQuantityKg: transportKilograms(),
          realCargoPrice: positiveMoney(),
          realCargoQuality: quality(),
        }),
      )
      .min(1)
      .max(SALE_OPTIONS_MAX)
      .superRefine((options, context) => {
        const index = firstOverweightIndex(options.map(({ realQuantityKg }) => realQuantityKg));
        const path = [index, 'realQuantityKg'];
        if (index >= 0)
          context.addIssue({ code: 'custom', ...withCode('VALUE_IS_WRONG'), path, input: options });
      }),
    ...settledByRules,
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
  reason: optionalRemark().describe(
    'Required when an ADMIN re-opens a paid settlement or withdraws an invoice.',
  ),
};

export const invoicePurchase = endpoint({
  method: 'POST',
  path: '/contract/settlement-set-purchase-invoice',
  access: 'user',
  tag,
  summary:
    "Records the supplier's invoice. An ADMIN may re-open a paid settlement or withdraw the invoice (SETTLED).",
  body: z.object({
    ...invoiceBody,
    purchaseSettlementStatus: z.enum([...INVOICE_STATUSES, STATUS_BEFORE_INVOICE.purchase]),
    purchaseInvoiceNumber: textToPatch(),
    purchaseDeliverDate: dayToPatch(),
    purchasePaymentDate: dayToPatch(),
    purchaseInvoiceDate: dayToPatch(),
    purchaseKsefNumber: ksefNumberToPatch(),
  }),
  reply: z.literal(true),
});

export const invoiceSale = endpoint({
  method: 'POST',
  path: '/contract/settlement-set-sales-invoice',
  access: 'user',
  tag,
  summary:
    'Records our invoice to the recipient. An ADMIN may re-open a paid settlement or withdraw the invoice (TO_BE_SETTLED).',
  body: z.object({
    ...invoiceBody,
    salesSettlementStatus: z.enum([...INVOICE_STATUSES, STATUS_BEFORE_INVOICE.sales]),
    salesInvoiceNumber: textToPatch(),
    salesDeliverDate: dayToPatch(),
    salesPaymentDate: dayToPatch(),
    salesInvoiceDate: dayToPatch(),
    salesKsefNumber: ksefNumberToPatch(),
  }),
  reply: z.literal(true),
});

export const movePurchaseSettlement = endpoint({
  method: 'PATCH',
  path: '/contract/settlement-reallocate-purchase',
  access: 'user',
  tag,
  summary: 'Moves a released transport to another purchase contract.',
  body: z.object({ transportId: id(), newPurchaseId: id(), details: remarkToPatch(), version: version() }),
  reply: z.literal(true),
});

export const moveSalesSettlement = endpoint({
  method: 'PATCH',
  path: '/contract/settlement-reallocate',
  access: 'user',
  tag,
  summary: 'Moves a delivered transport to another sales contract.',
  body: z.object({ transportId: id(), newSalesId: id(), details: remarkToPatch(), version: version() }),
  reply: z.literal(true),
});
