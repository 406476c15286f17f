import { formatDate } from '@spichlerz/shared/words/figures';
import dayjs from 'dayjs';
import { isDay } from '../ui/field/parse-day.ts';

export type PaymentTerm = {
  /** The stored due date, or null. It is used instead of a due date computed from the payment term. */
  readonly dueDate: string | null;
  readonly deliveryDate: string;
  readonly paymentDays: number | null;
};

/**
 * The due date of an invoice: the latest due date of its transports (customer invoices.md, "Screen"). A payment
 * term counts from the issue date or, while no issue date is typed, from the delivery date. The result is empty
 * if no transport has a due date or a payment term.
 */
export const proposedDueDate = (issueDate: string, terms: readonly PaymentTerm[]): string =>
  latestDay(
    terms.map(({ dueDate, deliveryDate, paymentDays }) =>
      dueDate !== null || paymentDays === null
        ? dueDate
        : dayjs(isDay(issueDate) ? issueDate : deliveryDate)
            .add(paymentDays, 'day')
            .format('YYYY-MM-DD'),
    ),
  );

export const latestDay = (days: readonly (string | null)[]): string =>
  days.reduce<string>((latest, day) => (day !== null && day > latest ? day : latest), '');

/** A warning about an invoice that would be due before it was issued, or null. */
export const dueDateWarning = (issueDate: string, dueDate: string): string | null =>
  isDay(issueDate) && isDay(dueDate) && dueDate < issueDate
    ? `Termin płatności ${formatDate(dueDate)} jest wcześniejszy niż data wystawienia ${formatDate(issueDate)}. Sprawdź daty.`
    : null;
