import type { TransportCosts } from '@spichlerz/shared/calls/transport-costs';
import type { TransportRow } from '@spichlerz/shared/calls/transports';
import { defaultFreight, missingFreightFields } from '@spichlerz/shared/domain/transport';
import { kilograms, minorUnits } from '@spichlerz/shared/domain/units';
import { formatDate, formatPrice, formatTonnes, orEmpty } from '@spichlerz/shared/words/figures';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { z } from 'zod';
import { proposedDueDate } from '../../components/due-date.ts';
import { optionalKsefNumber } from '../../components/field/ksef-number-rule.ts';
import type { FieldDescriptions } from '../../components/save/record-changes.ts';
import {
  ALL_ERRORS,
  optionalDay,
  optionalRemark,
  optionalText,
  requiredInteger,
} from '../../ui/form/rules.ts';
import { ERROR_SENTENCES } from '../../words/error-sentences.ts';
import { formatMoney } from '../../words/format.ts';
import { costSchema, costValues, describeCosts } from './cost-values.ts';
import { freightTermOf } from './freight-term.ts';

/* The form values of a freight, its schema and its descriptions. */

const fields = z.object({
  freightAmount: requiredInteger(),
  transportInvoiceNumber: optionalText(),
  transportInvoiceCreateDate: optionalDay(),
  transportPaymentDate: optionalDay(),
  transportKsefNumber: optionalKsefNumber(),
  details: optionalRemark(),
  isPaid: z.boolean(),
  costs: costSchema,
});

/**
 * The schema of a freight. It accepts other costs without an invoice, because they are often known
 * before the carrier's invoice.
 */
export const freightSchema = (opened: FreightValues) =>
  fields.superRefine((value, context) => {
    if (areOnlyCostsChanged(value, opened)) return;
    const missing = missingFreightFields(value.isPaid ? 'PAID' : 'INVOICE', {
      invoiceNumber: value.transportInvoiceNumber,
      invoiceDate: value.transportInvoiceCreateDate,
      paymentDate: value.transportPaymentDate,
    });
    for (const path of missing) {
      context.addIssue({ code: 'custom', path: [path], message: ERROR_SENTENCES.VALUE_IS_MISSING });
    }
  }, ALL_ERRORS);

type Output = z.output<typeof fields>;

/** Whether only other costs were changed, and the freight has no invoice yet. */
export function areOnlyCostsChanged(
  { costs, ...freight }: Output | FreightValues,
  { costs: before, ...opened }: FreightValues,
): boolean {
  const isTouched = (Object.keys(opened) as (keyof typeof opened)[]).some(
    (name) => (freight[name] ?? '') !== (opened[name] ?? ''),
  );
  const areChanged = JSON.stringify(costs) !== JSON.stringify(before);
  return opened.transportInvoiceNumber === '' && !isTouched && areChanged;
}

export type FreightValues = z.input<typeof fields>;

/** The stored due date, or for a new invoice the due date computed from the payment term. */
export function freightDueDate(
  transport: TransportRow,
  issueDate: string,
  carrierDays: number | null,
): string {
  const term = freightTermOf(transport, carrierDays);
  // an invoice that was saved without a due date must not get the proposed date
  return transport.transportInvoiceNumber === null
    ? proposedDueDate(issueDate, [term])
    : (term.dueDate ?? '');
}

export function freightValues(
  transport: TransportRow,
  costs: TransportCosts,
  carrierDays: number | null,
): FreightValues {
  const issueDate = transport.transportInvoiceCreateDate ?? '';
  return {
    freightAmount: transport.freightAmount ?? proposedFreight(transport),
    transportInvoiceNumber: transport.transportInvoiceNumber ?? '',
    transportInvoiceCreateDate: issueDate,
    transportPaymentDate: freightDueDate(transport, issueDate, carrierDays),
    transportKsefNumber: transport.transportKsefNumber ?? '',
    details: transport.details ?? '',
    isPaid: transport.status === 'PAID',
    costs: costValues(costs),
  };
}

export const freightDescriptions = (
  currency: TransportRow['currency'],
): FieldDescriptions<FreightValues> => ({
  freightAmount: { label: 'Fracht', show: (minor) => formatMoney(minor, currency) },
  transportInvoiceNumber: { label: 'Nr faktury', show: orEmpty },
  transportInvoiceCreateDate: { label: 'Data wystawienia', show: formatDate },
  transportPaymentDate: { label: 'Termin płatności', show: formatDate },
  transportKsefNumber: { label: HEADERS.ksefNumber, show: orEmpty },
  details: { label: 'Szczegóły', show: orEmpty },
  isPaid: { label: 'Opłacony', show: (isPaid) => (isPaid ? 'tak' : 'nie') },
  costs: { label: HEADERS.otherCosts, show: describeCosts },
});

const INVOICE_FIELDS = [
  'transportInvoiceNumber',
  'transportInvoiceCreateDate',
  'transportPaymentDate',
  'transportKsefNumber',
] as const;

/**
 * The parts of the form for merging another user's changes. Dates and KSeF number belong to the invoice. If
 * both users have typed a new number and the numbers differ, dates and KSeF number are merged together with the
 * number.
 */
export function freightParts(
  words: FieldDescriptions<FreightValues>,
  mine: FreightValues,
  base: FreightValues,
  theirs: FreightValues,
) {
  const numbers = new Set([mine, base, theirs].map((values) => values.transportInvoiceNumber));
  const areDifferent = numbers.size === 3;
  return (Object.keys(words) as (keyof FreightValues)[]).map((field) => ({
    label: words[field].label,
    fields: areDifferent && INVOICE_FIELDS.some((one) => one === field) ? INVOICE_FIELDS : [field],
  }));
}

/** The proposed freight in minor units. */
export function proposedFreight({ quantityKg, realQuantityKg, freightPerTonne }: TransportRow): number {
  return defaultFreight(
    {
      quantityKg: kilograms(quantityKg),
      realQuantityKg: realQuantityKg === null ? null : kilograms(realQuantityKg),
    },
    minorUnits(freightPerTonne),
  );
}

/** The weight and the rate, from which the proposed freight is computed. */
export function freightFacts(row: TransportRow) {
  return {
    weight: formatTonnes(row.realQuantityKg ?? row.quantityKg),
    rate: formatPrice(row.freightPerTonne, row.currency),
  };
}

export const FREIGHT_FACTS: FieldDescriptions<ReturnType<typeof freightFacts>> = {
  weight: { label: 'Waga transportu', show: (text) => text },
  rate: { label: 'Fracht za tonę', show: (text) => text },
};
