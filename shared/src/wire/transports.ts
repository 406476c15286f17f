import { z } from 'zod';
import { TRANSPORT_ATTENTIONS } from '../domain/attention.ts';
import { CURRENCIES } from '../domain/contract.ts';
import { MARGIN_CURRENCIES } from '../domain/margin-currency.ts';
import { SETTLEMENT_STATUSES } from '../domain/settlement.ts';
import { FREIGHT_STATUSES, TRANSPORT_STATUSES } from '../domain/transport.ts';
import { INTEGER_MAX } from '../domain/units.ts';
import { address, contractRow } from './contracts.ts';
import { endpoint } from './endpoint.ts';
import {
  day,
  dayReply,
  dayToPatch,
  flag,
  id,
  ids,
  isBefore,
  ksefNumberToPatch,
  listOf,
  numberFromText,
  optionalRemark,
  optionalText,
  pathId,
  paymentDaysToPatch,
  positiveMoney,
  remarkToPatch,
  text,
  textToPatch,
  transportKilograms,
  withRules,
} from './field.ts';
import { filterQuery, listQuery, listReply } from './list.ts';
import { getList, type ListQueryOf } from './list-endpoint.ts';
import { marginExport, marginFields } from './margin.ts';
import { optionalMeasurements, rejectDuplicateMeasurements } from './quality.ts';

const tag = 'Transports';

const partySummary = z.object({
  id: id(),
  contractId: id(),
  documentNumber: z.string().nullable(),
  fcaCpt: z.boolean(),
  isGmp: z.boolean(),
  isCert: z.boolean(),
  name: z.string(),
  companyName: z.string().nullable(),
  address,
  dateOfReceiptFrom: dayReply(),
  dateOfReceiptTo: dayReply(),
});

export const transportRow = z.object({
  id: id(),
  version: z.int(),
  purchaseId: id(),
  salesId: id(),
  status: z.enum(TRANSPORT_STATUSES),
  isReturned: z.boolean(),
  registrationNumber: z.string(),
  trailerNumber: z.string(),
  /** The id of the carrier record; null when the transport has only the carrier's name. */
  carrierId: id().nullable(),
  carrierName: z.string(),
  driverName: z.string(),
  phoneNumber: z.string(),
  quantityKg: z.int(),
  realQuantityKg: z.int().nullable(),
  freightPerTonne: z.int(),
  currency: z.enum(CURRENCIES),
  dateLoading: dayReply(),
  dateUnloading: dayReply(),
  isGmp: z.boolean(),
  gmpNumber: z.string().nullable(),
  comment: z.string().nullable(),
  /** The number of the transport order, such as ZT/2026/0001. */
  orderNumber: z.string(),
  carrierPaymentDays: z.int().nullable(),
  carrierRemarks: z.string().nullable(),
  details: z.string().nullable(),
  cargoName: z.string(),
  rawMaterialId: id(),
  loadingAddress: address,
  unloadingAddress: address,
  purchaseSupplier: partySummary,
  salesRecipient: partySummary,
  freightAmount: z.int().nullable(),
  transportInvoiceNumber: z.string().nullable(),
  transportInvoiceCreateDate: dayReply().nullable(),
  transportPaymentDate: dayReply().nullable(),
  transportKsefNumber: z.string().nullable(),
  settlementId: id().nullable(),
  purchaseSettlementStatus: z.enum(SETTLEMENT_STATUSES).nullable(),
  salesSettlementStatus: z.enum(SETTLEMENT_STATUSES).nullable(),
  purchaseDeliverDate: dayReply().nullable(),
  salesDeliverDate: dayReply().nullable(),
  /** The invoices of both settlement sides. The fields of the carrier's invoice start with `transport`. */
  purchaseInvoiceNumber: z.string().nullable(),
  purchasePaymentDate: dayReply().nullable(),
  purchaseInvoiceDate: dayReply().nullable(),
  purchaseKsefNumber: z.string().nullable(),
  salesInvoiceNumber: z.string().nullable(),
  salesPaymentDate: dayReply().nullable(),
  salesInvoiceDate: dayReply().nullable(),
  salesKsefNumber: z.string().nullable(),
  /** The amount last sent on each side, in minor units of the currency of its contract. */
  purchaseAmount: z.int().nullable(),
  purchaseCurrency: z.enum(CURRENCIES),
  salesAmount: z.int().nullable(),
  salesCurrency: z.enum(CURRENCIES),
});
export type TransportRow = z.output<typeof transportRow>;

const transportListRow = transportRow.extend(marginFields);
export type TransportListRow = z.output<typeof transportListRow>;

/* ---- the form ---- */

const PRINTED = 'Printed on the transport order. The stored value stays when it is absent.';

const form = {
  purchaseId: id(),
  salesId: id(),
  freightPerTonne: positiveMoney(),
  currency: z.enum(CURRENCIES),
  registrationNumber: text(),
  trailerNumber: text(),
  carrierId: id()
    .nullable()
    .optional()
    .describe(
      'The carrier record, whose name becomes carrier_name. When absent, the stored record stays with its name.',
    ),
  carrierName: optionalText().describe('Required without carrier_id.'),
  driverName: text(),
  phoneNumber: text(),
  dateLoading: day(),
  dateUnloading: day(),
  isGmp: flag(),
  gmpNumber: optionalText(),
  comment: optionalRemark(),
  carrierPaymentDays: paymentDaysToPatch().describe(`The days until the freight is paid. ${PRINTED}`),
  carrierRemarks: remarkToPatch().describe(`Remarks for the carrier. ${PRINTED}`),
};

type Form = {
  carrierId?: unknown;
  carrierName?: unknown;
  dateLoading?: unknown;
  dateUnloading?: unknown;
  isGmp?: unknown;
  gmpNumber?: unknown;
};

function formRules(
  value: Form,
  addError: (path: string, code: 'DATE_TO_CANNOT_BE_BEFORE_FROM' | 'VALUE_IS_MISSING') => void,
): void {
  if (!value.carrierName && !value.carrierId) addError('carrierName', 'VALUE_IS_MISSING');
  if (isBefore(value.dateUnloading, value.dateLoading))
    addError('dateUnloading', 'DATE_TO_CANNOT_BE_BEFORE_FROM');
  if (value.isGmp === true && !value.gmpNumber) addError('gmpNumber', 'VALUE_IS_MISSING');
}

const createBody = withRules(
  z.object({
    ...form,
    quantityKg: transportKilograms(),
    realQuantityKg: transportKilograms()
      .optional()
      .describe('A new transport takes no weight but, with DELIVERED, that of cargo_quantity.'),
    status: z.enum(TRANSPORT_STATUSES),
  }),
  (value, addError) => {
    formRules(value, addError);
    const { realQuantityKg, quantityKg, status } = value;
    if (realQuantityKg !== undefined && !(status === 'DELIVERED' && realQuantityKg === quantityKg))
      addError('realQuantityKg', 'VALUE_IS_WRONG');
  },
);
const changeBody = withRules(
  z.object({
    ...form,
    quantityKg: z.unknown().optional().describe('Ignored: the planned quantity cannot be changed.'),
    status: z.enum(TRANSPORT_STATUSES),
    realQuantityKg: transportKilograms()
      .optional()
      .describe('Changeable with DELIVERED only. When absent, the stored weight stays.'),
    version: z.int().optional(),
  }),
  formRules,
);
export type TransportForm = z.output<typeof createBody>;
export type TransportChangeForm = z.output<typeof changeBody>;

export const createTransport = endpoint({
  method: 'POST',
  path: '/contract/transport-create',
  access: 'user',
  tag,
  summary: 'Creates a transport between a purchase and a sale.',
  body: createBody,
  reply: z.object({ id: id() }),
  creates: true,
});

export const getTransport = endpoint({
  method: 'GET',
  path: '/contract/transport-details/:id',
  access: 'user',
  tag,
  summary: 'Returns a transport with both contracts and addresses.',
  params: pathId(),
  reply: transportRow,
});

export const changeTransport = endpoint({
  method: 'PUT',
  path: '/contract/transport-update/:id',
  access: 'user',
  tag,
  summary: 'Changes a transport. Its planned quantity stays.',
  params: pathId(),
  body: changeBody,
  reply: z.literal(true),
});

export const deleteTransport = endpoint({
  method: 'DELETE',
  path: '/contract/remove/:id',
  access: 'user',
  tag,
  summary: 'Deletes a new or waiting transport.',
  params: pathId(),
  reply: z.literal(true),
});

export const changeTransportStatus = endpoint({
  method: 'PATCH',
  path: '/contract/transport-status-update',
  access: 'user',
  tag,
  summary:
    'Changes the status of a transport. TO_BE_SETTLED releases it with the unloaded kilograms, from ON_THE_WAY too.',
  body: withRules(
    z.object({
      transportId: id(),
      status: z.enum(TRANSPORT_STATUSES),
      realQuantityKg: transportKilograms()
        .optional()
        .describe(
          'With DELIVERED and TO_BE_SETTLED. When absent, the stored weight, or cargo_quantity without one. Required from ON_THE_WAY to TO_BE_SETTLED, unless an unloading ticket has it.',
        ),
      reason: optionalRemark().describe('Required when an ADMIN re-opens a transport.'),
      ...optionalMeasurements,
      version: z.int().optional(),
    }),
    rejectDuplicateMeasurements,
  ),
  reply: z.literal(true),
});

export const redirectTransport = endpoint({
  method: 'PATCH',
  path: '/contract/transport-reallocate',
  access: 'user',
  tag,
  summary: 'Redirects a transport on its way to another sale.',
  body: z.object({
    transportId: id(),
    newSalesId: id(),
    dateUnloading: day(),
    freightPerTonne: positiveMoney(),
    quantityKg: transportKilograms()
      .optional()
      .describe('Must be the stored quantity, because a transport is redirected as a whole.'),
    comment: remarkToPatch(),
    version: z.int().optional(),
  }),
  reply: z.literal(true),
});

export const settleFreight = endpoint({
  method: 'POST',
  path: '/contract/settlement-transport',
  access: 'user',
  tag,
  summary: "Settles the carrier's freight.",
  body: z.object({
    transportId: id(),
    status: z.enum(FREIGHT_STATUSES),
    freightAmount: positiveMoney(),
    comment: remarkToPatch().describe('The note of the transport, which is printed for the carrier.'),
    details: remarkToPatch().describe('A note on the freight, which is not printed.'),
    transportInvoiceNumber: textToPatch(),
    transportInvoiceCreateDate: dayToPatch(),
    transportPaymentDate: dayToPatch(),
    transportKsefNumber: ksefNumberToPatch(),
    version: z.int().optional(),
  }),
  reply: z.literal(true),
});

/* ---- lists ---- */

const number = () => numberFromText(z.int().min(0).max(INTEGER_MAX)).optional();

const FREIGHT = 'The freight per tonne.';

export const transportFilters = {
  purchaseId: numberFromText(id()).optional(),
  salesId: numberFromText(id()).optional(),
  status: listOf(z.enum(TRANSPORT_STATUSES)).optional(),
  cargoQuantityFrom: number(),
  cargoQuantityTo: number(),
  realCargoQuantityFrom: number(),
  realCargoQuantityTo: number(),
  priceFrom: number().describe(FREIGHT),
  priceTo: number().describe(FREIGHT),
  currency: z.enum(CURRENCIES).optional().describe('The currency of the freight.'),
  dateLoadingFrom: day().optional(),
  dateLoadingTo: day().optional(),
  dateUnloadingFrom: day().optional(),
  dateUnloadingTo: day().optional(),
  salesDeliverDateFrom: day().optional(),
  salesDeliverDateTo: day().optional(),
  purchaseDeliverDateFrom: day().optional(),
  purchaseDeliverDateTo: day().optional(),
};

/**
 * A filter with several values matches a record that has any of them. `ownerId` matches the owner of either
 * contract.
 */
const counterpartFilters = {
  recipientId: ids().optional(),
  supplierId: ids().optional(),
  rawMaterialId: ids().optional(),
  ownerId: ids().optional(),
  salesOwnerId: ids().optional().describe('The owner of the sale, to whom the report of margins counts.'),
  carrierId: ids().optional(),
  carrierName: text().optional(),
};

export const TRANSPORT_SORT = [
  'id',
  'status',
  'registration_number',
  'carrier_name',
  'date_loading',
  'date_unloading',
  'price_per_ton',
  'cargo_quantity',
  'real_cargo_quantity',
] as const;

const REALIZED =
  'The delivery date of the sale, else the unloading date, as in the report of margins; no cancelled transports.';

const listFilters = {
  ...transportFilters,
  dateRealizedFrom: day().optional().describe(REALIZED),
  dateRealizedTo: day().optional().describe(REALIZED),
  marginCurrency: z
    .enum(MARGIN_CURRENCIES)
    .optional()
    .describe('The currency of the amounts in the report of margins; MIXED has several.'),
  ...counterpartFilters,
  attention: z.enum(TRANSPORT_ATTENTIONS).optional(),
};

export const listTransports = getList({
  path: '/contract/get-transport-list',
  access: 'user',
  tag,
  summary:
    'Lists transports, optionally of one contract. Search covers carrier, driver, GMP number, phone, registration, comment, ' +
    'numbers and contractors of both contracts, and raw material.',
  filters: { ...listFilters, ...marginExport },
  sort: TRANSPORT_SORT,
  order: 'id DESC',
  row: transportListRow,
});
export type TransportListQuery = ListQueryOf<typeof listTransports>;

/** The range is required, because the number of days with transports is unlimited. */
export const listLoadingDays = endpoint({
  method: 'GET',
  path: '/contract/get-transport-days',
  access: 'user',
  tag,
  summary:
    'Returns the number and the kilograms of the transports of each loading day, with the search and filters of the list. ' +
    'A delivered transport counts with its real weight, a cancelled one not at all.',
  query: filterQuery({ ...listFilters, dateLoadingFrom: day(), dateLoadingTo: day() }),
  reply: z.array(z.object({ day: dayReply(), transportCount: z.int(), quantityKg: z.int() })),
});
export type LoadingDay = z.output<typeof listLoadingDays.reply>[number];

const targetQuery = <Current extends 'currentSalesId' | 'currentPurchaseId'>(current: Current) =>
  listQuery({
    filters: {
      [current]: numberFromText(id()).optional(),
      transportId: numberFromText(id()).optional(),
    } as Record<Current | 'transportId', z.ZodOptional<z.ZodType<number, number>>>,
    sort: ['id', 'document_number', 'cargo_quantity', 'price'],
    order: 'id DESC',
  });

export const listMoveTargets = {
  sales: endpoint({
    method: 'GET',
    path: '/contract/contract-to-reallocate',
    access: 'user',
    tag,
    summary: 'Lists sales contracts that a transport or settlement may move to.',
    query: targetQuery('currentSalesId'),
    reply: listReply(contractRow),
  }),
  purchase: endpoint({
    method: 'GET',
    path: '/contract/purchase-contract-to-reallocate',
    access: 'user',
    tag,
    summary: 'Lists purchase contracts that a settlement may move to.',
    query: targetQuery('currentPurchaseId'),
    reply: listReply(contractRow),
  }),
};
