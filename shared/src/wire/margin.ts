import { z } from 'zod';
import { CURRENCIES } from '../domain/contract.ts';
import { MARGIN_GROUPS, MARGIN_STAGES } from '../domain/margin.ts';
import { endpoint } from './endpoint.ts';
import { checkRangeOrder, day, id, optionalFlag, withRules } from './field.ts';
import { exportFormatQuery } from './list.ts';

/*
 * Margins (customer unloading.md): the fields in lists and dashboards, and the report by month, raw material,
 * contractor or owner.
 */

const amounts = { sales: z.int(), purchase: z.int(), freight: z.int(), costs: z.int() };

const margin = z.object({
  amount: z.int(),
  perTonne: z.int().nullable(),
  percent: z.number().nullable(),
  stage: z.enum(MARGIN_STAGES),
  currency: z.enum(CURRENCIES),
  plannedPart: z.int(),
  freightKnown: z.boolean(),
});

/** In minor units. `margin` is null when the amounts have several currencies. */
export const marginFields = {
  margin: margin.nullable(),
  marginByCurrency: z.array(z.object({ currency: z.enum(CURRENCIES), ...amounts })),
};

/** The screen hides the margin columns by default, so an export contains them only if they are requested. */
export const marginExport = {
  withMargin: optionalFlag().describe('Whether the export has the margin. The list always has it.'),
};

const marginRow = z.object({
  /** The month as YYYY-MM in the report by month, otherwise the id of the record. */
  key: z.string(),
  label: z.string(),
  quantity: z.int(),
  transportCount: z.int(),
  ...amounts,
  margin: z.int().nullable(),
  perTonne: z.int().nullable(),
  percent: z.number().nullable(),
  plannedPart: z.int().nullable(),
  currency: z.enum(CURRENCIES),
});
export type MarginRow = z.output<typeof marginRow>;

const marginCall = {
  method: 'POST',
  path: '/dashboard/margin',
  access: 'user',
  tag: 'Margins',
  summary:
    'Sums margins, one row per group and currency. Transports and open quantities with amounts in several currencies have rows without a margin. A transport counts by the delivery date of its sale, else by its unloading date, open kilograms by the end of the receipt dates of the sale. An owner is that of the sale.',
  body: withRules(
    z.object({
      dateFrom: day().optional(),
      dateTo: day().optional(),
      groupBy: z.enum(MARGIN_GROUPS),
      rawMaterialId: id().optional(),
    }),
    checkRangeOrder,
  ),
} as const;

export const listMargins = {
  ...endpoint({ ...marginCall, reply: z.object({ rows: z.array(marginRow) }) }),
  export: endpoint({
    ...marginCall,
    path: `${marginCall.path}/export`,
    summary: `${marginCall.summary} Exports the rows to a file.`,
    query: exportFormatQuery,
    reply: z.file(),
  }),
};
