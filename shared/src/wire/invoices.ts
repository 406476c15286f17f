import { z } from 'zod';
import { CURRENCIES } from '../domain/contract.ts';
import { INVOICE_STATUSES, INVOICE_TRANSPORTS_MAX } from '../domain/settlement.ts';
import { endpoint } from './endpoint.ts';
import {
  day,
  dayReply,
  dayToPatch,
  distinct,
  errorCode,
  id,
  ksefNumberToPatch,
  moneyDifference,
  optionalRemark,
  pathId,
  positiveMoney,
  remarkToPatch,
  requiredReason,
  text,
  textToPatch,
  withCode,
} from './field.ts';
import { listReply } from './list.ts';
import { type ListQueryOf, postList } from './list-endpoint.ts';
import { INVOICE_KINDS } from './search.ts';

/*
 * Invoices, which cover the sides of settlements or the freights of transports (customer invoices.md, "Invoices
 * are records").
 */

const tag = 'Invoices';

/** The version that the client read. If the stored version differs, the call returns CONFLICT. */
const version = () => z.int().optional();

export const invoiceRow = z.object({
  id: id(),
  kind: z.enum(INVOICE_KINDS),
  number: z.string(),
  /** The id is null for a carrier without a record. */
  contractor: z.object({ id: id().nullable(), name: z.string() }),
  issueDate: dayReply().nullable(),
  dueDate: dayReply().nullable(),
  ksefNumber: z.string().nullable(),
  transportCount: z.int(),
  /** The paid kilograms. */
  quantity: z.int(),
  amount: z.int(),
  currency: z.enum(CURRENCIES),
  isPaid: z.boolean(),
  /** The invoice that is corrected, if this invoice is a correction. */
  corrects: z.object({ id: id(), number: z.string() }).nullable(),
  version: z.int(),
});
export type InvoiceRow = z.output<typeof invoiceRow>;

const list = postList({
  path: '/invoice/list',
  access: 'user',
  tag,
  summary: 'Lists invoices, with the sums of what is filtered for each currency.',
  filters: {
    kind: z.enum(INVOICE_KINDS).optional(),
    contractorId: id().optional(),
    isPaid: z.boolean().optional(),
    isOverdue: z.boolean().optional(),
    withoutKsef: z.boolean().optional(),
    currency: z.enum(CURRENCIES).optional(),
    dueDateFrom: day().optional(),
    dueDateTo: day().optional(),
    issueDateFrom: day().optional(),
    issueDateTo: day().optional(),
  },
  sort: ['id', 'number', 'contractor', 'issue_date', 'due_date', 'amount'],
  order: 'due_date ASC',
  row: invoiceRow,
});

const sum = z.object({
  currency: z.enum(CURRENCIES),
  amount: z.int(),
  unpaid: z.int(),
});
export type InvoiceSum = z.output<typeof sum>;

export const listInvoices = { ...list, reply: listReply(invoiceRow).extend({ sums: z.array(sum) }) };
export type InvoiceListQuery = ListQueryOf<typeof listInvoices>;

const invoiceRecord = invoiceRow.extend({
  note: z.string().nullable(),
  transports: z.array(
    z.object({
      transportId: id(),
      registrationNumber: z.string(),
      quantity: z.int(),
      amount: z.int(),
      status: z.enum(INVOICE_STATUSES),
      /** The contract of the invoiced side; for freight, the sales contract. */
      contract: z.object({ id: id(), documentNumber: z.string().nullable() }),
    }),
  ),
  corrections: z.array(invoiceRow),
});
export type InvoiceRecord = z.output<typeof invoiceRecord>;

export const getInvoice = endpoint({
  method: 'GET',
  path: '/invoice/:id',
  access: 'user',
  tag,
  summary: 'Returns an invoice with the transports that it covers.',
  params: pathId(),
  reply: invoiceRecord,
});

export const changeInvoice = endpoint({
  method: 'PUT',
  path: '/invoice/update/:id',
  access: 'user',
  tag,
  summary: 'Changes an invoice, and with it every transport on it.',
  params: pathId(),
  body: z.object({
    number: textToPatch(),
    issueDate: dayToPatch(),
    dueDate: dayToPatch(),
    ksefNumber: ksefNumberToPatch(),
    note: remarkToPatch(),
    version: version(),
  }),
  reply: z.literal(true),
});

/** The result for one transport. Each transport is saved in its own savepoint. */
const transportResult = z.object({ transportId: id(), ok: z.boolean(), messageCode: errorCode().nullable() });
export type InvoiceTransportResult = z.output<typeof transportResult>;
const resultRows = z.array(transportResult);

export const payInvoice = endpoint({
  method: 'POST',
  path: '/invoice/paid/:id',
  access: 'user',
  tag,
  summary: 'Marks every transport of an invoice as paid, with a result per transport.',
  params: pathId(),
  body: z.object({ version: version() }),
  reply: z.object({ rows: resultRows }),
});

/** A list with at most one entry for each transport of an invoice. */
const ofTransports = <Item extends z.ZodType<{ transportId: number }>>(item: Item) =>
  distinct(z.array(item).max(INVOICE_TRANSPORTS_MAX), ({ transportId }) => transportId, 'transportId');

export const createInvoice = endpoint({
  method: 'POST',
  path: '/invoice/create',
  access: 'user',
  tag,
  creates: true,
  summary: 'Invoices many transports at once, with a result per transport; an existing number is joined.',
  body: z
    .object({
      kind: z.enum(INVOICE_KINDS),
      contractorId: id(),
      number: text(),
      issueDate: day().optional(),
      dueDate: day().optional(),
      deliveryDate: day().optional(),
      ksefNumber: ksefNumberToPatch(),
      note: optionalRemark(),
      transportIds: distinct(z.array(id()).min(1).max(INVOICE_TRANSPORTS_MAX), (transportId) => transportId),
      prices: ofTransports(z.object({ transportId: id(), freightAmount: positiveMoney() })).optional(),
      versions: ofTransports(z.object({ transportId: id(), version: z.int() }))
        .optional()
        .describe("The version of the side that the client read; on freight the transport's."),
      isPaid: z.boolean().optional(),
    })
    .superRefine(({ transportIds, ...body }, context) => {
      const isListed = new Set(transportIds);
      for (const list of ['prices', 'versions'] as const)
        for (const [index, { transportId }] of (body[list] ?? []).entries())
          if (!isListed.has(transportId))
            context.addIssue({
              code: 'custom',
              ...withCode('VALUE_IS_WRONG'),
              path: [list, index, 'transportId'],
              input: transportId,
            });
    }),
  reply: z.object({ id: id().nullable(), rows: resultRows }),
});

export const checkInvoice = endpoint({
  method: 'POST',
  path: '/invoice/check',
  access: 'user',
  tag,
  summary:
    'Returns the invoice that a number would join, its corrections, those that would be deleted, and warnings, before an invoice is saved.',
  body: z.object({
    kind: z.enum(INVOICE_KINDS),
    transportIds: z.array(id()).min(1).max(INVOICE_TRANSPORTS_MAX),
    contractorId: id().optional().describe("The carrier of a freight, in place of the transports'."),
    number: text().optional().describe('Without a number the transports are taken off their invoices.'),
    issueDate: day().optional(),
    ksefNumber: ksefNumberToPatch(),
    correction: z
      .object({ id: id().optional() })
      .optional()
      .describe('A correction of the invoice of the transports, with its id if it is stored.'),
  }),
  reply: z.object({
    /** The existing invoice with this number, which the transports would join. */
    joined: z
      .object({
        id: id(),
        number: z.string(),
        issueDate: dayReply().nullable(),
        dueDate: dayReply().nullable(),
        ksefNumber: z.string().nullable(),
        otherTransports: z.int(),
        isPaid: z.boolean(),
      })
      .nullable(),
    /** The corrections of the existing invoice, which are paid together with the invoice. */
    corrections: z.object({ amount: z.int(), currency: z.enum(CURRENCIES) }).nullable(),
    /** The corrections that are deleted together with an invoice that loses its last transport. */
    deletedCorrections: z.array(
      z.object({ number: z.string(), amount: z.int(), currency: z.enum(CURRENCIES) }),
    ),
    /** The NIP of the seller if the NIP in the KSeF number differs; otherwise null. */
    sellerNip: z.string().nullable(),
    /** A different invoice that already has the KSeF number. If there is one, saving is rejected. */
    ksefNumberUsedBy: z.object({ number: z.string(), contractor: z.string() }).nullable(),
    /** The contractor who already has an invoice with this number, if we issue the number ourselves. */
    numberUsedBy: z.string().nullable(),
    /** Whether a correction of the contractor has this number. If there is one, saving is rejected. */
    isCorrectionNumber: z.boolean(),
  }),
});
export type InvoiceCheck = z.output<(typeof checkInvoice)['reply']>;

export const correctInvoice = endpoint({
  method: 'POST',
  path: '/invoice/correct/:id',
  access: 'user',
  tag,
  creates: true,
  summary: 'Corrects the amount of an invoice by another invoice, which has no transports.',
  params: pathId(),
  body: z.object({
    number: text(),
    issueDate: day(),
    ksefNumber: ksefNumberToPatch(),
    amountDifference: moneyDifference(),
    reason: requiredReason(),
  }),
  reply: z.object({ id: id() }),
});

export const deleteCorrection = endpoint({
  method: 'DELETE',
  path: '/invoice/delete/:id',
  access: 'admin',
  tag,
  summary: 'Deletes a correction. An invoice with transports goes with its last transport.',
  params: pathId(),
  body: z.object({ reason: requiredReason() }),
  reply: z.literal(true),
});
