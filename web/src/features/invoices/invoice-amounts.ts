import type { InvoiceRecord } from '@spichlerz/shared/wire/invoices';

type Amounts = Pick<InvoiceRecord, 'amount' | 'transports' | 'corrections'>;

const sumOf = (amounts: readonly { readonly amount: number }[]): number =>
  amounts.reduce((sum, { amount }) => sum + amount, 0);

/** The sum of all corrections of an invoice, in minor units. */
export const correctionsAmount = ({ corrections }: Amounts): number => sumOf(corrections);

/** The amount of an invoice with its corrections, in minor units. */
export const correctedAmount = (invoice: Amounts): number => invoice.amount + correctionsAmount(invoice);

/**
 * The number of unpaid transports of an invoice, and the amount to pay including
 * corrections (customer invoices.md).
 */
export function toPay({ transports, corrections }: Amounts): { count: number; amount: number } {
  const unpaid = transports.filter(({ status }) => status !== 'PAID');
  return {
    count: unpaid.length,
    amount: sumOf(unpaid) + sumOf(corrections.filter(({ isPaid }) => !isPaid)),
  };
}
