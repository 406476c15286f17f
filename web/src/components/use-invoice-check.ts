import { useDebouncedValue } from '@mantine/hooks';
import type { InvoiceCheck } from '@spichlerz/shared/calls/invoices';
import { ksefNumberOf } from '@spichlerz/shared/domain/ksef-number';
import { INVOICE_TRANSPORTS_MAX } from '@spichlerz/shared/domain/settlement';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type FieldPathByValue, type FieldValues, useWatch } from 'react-hook-form';
import { invoiceCheckQuery } from '../api/invoices.ts';
import { isDay } from '../ui/field/parse-day.ts';
import { TEXT_MAX } from '../ui/form/rules.ts';
import type { Form } from '../ui/form/use-zod-form.ts';
import { propose, useProposal } from './field/use-proposal.ts';

type OfTransports = {
  kind: 'PURCHASE' | 'SALES' | 'FREIGHT';
  transportIds: readonly number[];
  /** The selected carrier of a freight invoice. */
  contractorId?: number | null | undefined;
};

export type TypedInvoice = OfTransports & {
  number: string;
  issueDate: string;
  ksefNumber: string;
  /**
   * Set if the typed invoice is a correction of the invoice of the transports; `id` is missing for a new
   * correction.
   */
  correction?: { id?: number };
};

const PAUSE_MS = 300;

const bodyOf = ({
  kind,
  transportIds,
  contractorId,
  number,
  issueDate,
  ksefNumber,
  correction,
}: TypedInvoice) => ({
  kind,
  transportIds: [...transportIds],
  ...(correction === undefined ? {} : { correction }),
  ...(contractorId === null || contractorId === undefined ? {} : { contractorId }),
  ...(number.trim() === '' ? {} : { number: number.trim() }),
  // an incomplete date is not sent
  ...(isDay(issueDate) ? { issueDate } : {}),
  ksefNumber: ksefNumberOf(ksefNumber),
});

/**
 * Whether the check can be called. The server needs a number or a KSeF number, and rejects values above these
 * limits.
 */
const isCheckable = ({ number = '', ksefNumber, transportIds }: ReturnType<typeof bodyOf>) =>
  (number !== '' || ksefNumber !== null) &&
  number.length <= TEXT_MAX &&
  transportIds.length <= INVOICE_TRANSPORTS_MAX;

/** Checks a typed invoice before it is saved. Returns the checked number and the result. */
export function useInvoiceCheck(typed: TypedInvoice): {
  number: string;
  check: InvoiceCheck | undefined;
} {
  // The body is compared as text. A new object at each render would restart the pause.
  const [settled] = useDebouncedValue(JSON.stringify(bodyOf(typed)), PAUSE_MS);
  const body = JSON.parse(settled) as ReturnType<typeof bodyOf>;
  const { data } = useQuery({ ...invoiceCheckQuery(body), enabled: isCheckable(body) });
  return { number: body.number ?? '', check: data };
}

/** Whether the numbers are equal for the server, which ignores case and surrounding blanks. */
export const isSameNumber = (one: string, other: string) =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** The values that all transports of an invoice share. */
type Shared = { issueDate: string; dueDate: string; ksefNumber: string };
type Name<Values extends FieldValues> = FieldPathByValue<Values, string>;

/**
 * Returns the values of the joined invoice, or the proposed values when no invoice is joined. A freight invoice
 * needs an issue date, so a joined invoice without an issue date gets the proposed date.
 */
const sharedOf = (kind: OfTransports['kind'], joined: InvoiceCheck['joined'], proposed: Shared): Shared =>
  joined === null
    ? proposed
    : {
        issueDate: joined.issueDate ?? (kind === 'FREIGHT' ? proposed.issueDate : ''),
        dueDate: joined.dueDate ?? '',
        ksefNumber: joined.ksefNumber ?? '',
      };

/**
 * The dates and the KSeF number of an invoice apply to all its transports, so transports that join an invoice
 * by its number must not change them. Fields that the user has not typed get the values of the joined invoice.
 */
export function useJoinedInvoice<Values extends FieldValues, Output>({
  form,
  names,
  dueDateOf,
  ...transports
}: OfTransports & {
  form: Form<Values, Output>;
  names: { readonly [Field in keyof Shared | 'number']: Name<Values> };
  /** Returns the stored due date. Without one, returns the due date computed from the payment term. */
  dueDateOf: (issueDate: string) => string;
}): {
  /** The proposed due date. */
  dueDate: string;
  check: InvoiceCheck | undefined;
  /**
   * Returns the values to save. They include the values of the joined invoice even if the user saves before the
   * check of the number has finished.
   */
  withShared: (output: Output) => Promise<Output>;
} {
  const client = useQueryClient();
  const { control } = form;
  const number = useWatch({ control, name: names.number }) as string;
  const issueDate = useWatch({ control, name: names.issueDate }) as string;
  const ksefNumber = useWatch({ control, name: names.ksefNumber }) as string;
  const [opened] = useState(() => ({
    number: form.getValues(names.number) as string,
    issueDate: form.getValues(names.issueDate) as string,
    ksefNumber: form.getValues(names.ksefNumber) as string,
  }));
  const typed = { ...transports, number, issueDate, ksefNumber };
  // Null while the number is that of the opened invoice, because the dialog itself shows another user's changes
  // of this invoice.
  const joinedIn = (checked: InvoiceCheck | undefined) => {
    const joined = checked?.joined ?? null;
    const isOther = joined !== null && !isSameNumber(number, opened.number);
    return isOther && isSameNumber(joined.number, number) ? joined : null;
  };
  const proposed = { ...opened, dueDate: dueDateOf(issueDate) };
  const { check } = useInvoiceCheck(typed);
  const shared = sharedOf(transports.kind, joinedIn(check), proposed);
  useProposal(form, names.issueDate, shared.issueDate);
  useProposal(form, names.ksefNumber, shared.ksefNumber);

  const withShared = async (output: Output) => {
    const body = bodyOf(typed);
    if (!isCheckable(body) || isSameNumber(number, opened.number)) return output;
    // If the check fails, the invoice is saved as shown.
    const answer = await client.ensureQueryData(invoiceCheckQuery(body)).catch(() => undefined);
    const values = sharedOf(transports.kind, joinedIn(answer), proposed);
    const adopted: Record<string, string | undefined> = {};
    for (const field of ['issueDate', 'dueDate', 'ksefNumber'] as const) {
      const isTyped = form.getValues(names[field]) !== proposed[field];
      if (isTyped || values[field] === proposed[field]) continue;
      propose(form, names[field], values[field]);
      adopted[names[field]] = values[field] === '' ? undefined : values[field];
    }
    return { ...output, ...adopted };
  };
  return { dueDate: shared.dueDate, check, withShared };
}
