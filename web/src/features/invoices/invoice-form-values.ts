import type { InvoiceRecord } from '@spichlerz/shared/wire/invoices';
import { formatDate, orEmpty } from '@spichlerz/shared/words/figures';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { z } from 'zod';
import { optionalKsefNumber } from '../../components/field/ksef-number-rule.ts';
import type { FieldDescriptions } from '../../components/save/record-changes.ts';
import { ALL_ERRORS, optionalDay, optionalRemark, requiredText } from '../../ui/form/rules.ts';
import type { Form } from '../../ui/form/use-zod-form.ts';
import { ERROR_SENTENCES } from '../../words/error-sentences.ts';

/** A freight invoice and a correction require an issue date. */
export const invoiceSchemaOf = ({ needsIssueDate }: { needsIssueDate: boolean }) =>
  z
    .object({
      number: requiredText(),
      issueDate: optionalDay(),
      dueDate: optionalDay(),
      ksefNumber: optionalKsefNumber(),
      note: optionalRemark(),
    })
    .superRefine(({ issueDate }, context) => {
      if (needsIssueDate && issueDate === undefined) {
        context.addIssue({ code: 'custom', path: ['issueDate'], message: ERROR_SENTENCES.VALUE_IS_MISSING });
      }
    }, ALL_ERRORS);

export type InvoiceValues = z.input<ReturnType<typeof invoiceSchemaOf>>;

export const invoiceValuesOf = (invoice: InvoiceRecord): InvoiceValues => ({
  number: invoice.number,
  issueDate: invoice.issueDate ?? '',
  dueDate: invoice.dueDate ?? '',
  ksefNumber: invoice.ksefNumber ?? '',
  note: invoice.note ?? '',
});

/** The fields that the server does not change when a transport of the invoice is paid. */
const FIXED_FIELDS = ['number', 'issueDate', 'dueDate'] as const;

/**
 * Shows the stored values of the fixed fields. A typed value would make every save fail, because the user can
 * no longer change the field.
 * @returns whether a typed value was discarded
 */
export function takeFixedValues<Output>(form: Form<InvoiceValues, Output>, invoice: InvoiceRecord): boolean {
  const stored = invoiceValuesOf(invoice);
  const typed = form.getValues();
  const opened = form.formState.defaultValues;
  const isDiscarded = FIXED_FIELDS.some(
    (name) => typed[name] !== opened?.[name] && typed[name] !== stored[name],
  );
  for (const name of FIXED_FIELDS) form.resetField(name, { defaultValue: stored[name] });
  return isDiscarded;
}

export const INVOICE_FIELDS: FieldDescriptions<InvoiceValues> = {
  number: { label: HEADERS.invoiceNumber, show: orEmpty },
  issueDate: { label: HEADERS.issueDate, show: formatDate },
  dueDate: { label: HEADERS.paymentDate, show: formatDate },
  ksefNumber: { label: HEADERS.ksefNumber, show: orEmpty },
  note: { label: 'Uwagi', show: orEmpty },
};
