import type { InvoiceRecord, InvoiceRow, InvoiceTransportResult } from '@spichlerz/shared/wire/invoices';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invoiceQuery, markInvoicePaid } from '../../api/invoices.ts';
import { useInvalidateTopic } from '../../api/query-keys.ts';
import { confirmAction } from '../../ui/overlay/confirm.ts';
import { notifySuccess, notifyWarning } from '../../ui/overlay/notify.tsx';
import { ERROR_SENTENCES } from '../../words/error-sentences.ts';
import { formatMoney } from '../../words/format.ts';
import { counted, NOUN_FORMS } from '../../words/plural.ts';
import { correctionsAmount, toPay } from './invoice-amounts.ts';
import { useInvoiceCall } from './missing-invoice.ts';

/**
 * Marks an invoice as paid after a confirmation. A notification names the transports that could not be marked.
 * The invoice is loaded first, because a row of the list has neither corrections nor transports.
 */
export function useInvoicePayment(): (invoice: InvoiceRow) => void {
  const client = useQueryClient();
  const invalidateTopic = useInvalidateTopic();
  const invoiceCall = useInvoiceCall();
  const opening = useMutation({
    mutationFn: (invoice: InvoiceRow) =>
      invoiceCall(invoice, client.fetchQuery({ ...invoiceQuery(invoice.id), staleTime: 0 })),
  });
  const confirmPayment = (invoice: InvoiceRecord) =>
    confirmAction({
      title: 'Oznaczyć fakturę jako opłaconą?',
      message: `${paymentSentence(invoice)} Rozliczenia tych transportów nie będą edytowalne.`,
      confirmLabel: 'Oznacz jako opłaconą',
      action: async () => {
        const { id, number, version } = invoice;
        const { rows } = await invoiceCall(invoice, markInvoicePaid(id, version));
        await invalidateTopic('transport');
        const failed = rows.filter(({ ok }) => !ok);
        if (failed.length === 0) notifySuccess(number, 'Oznaczono fakturę jako opłaconą');
        else
          notifyWarning(
            `${counted(failed.length, NOUN_FORMS.transports)}: ${sentencesOf(failed)}`,
            `Faktura ${number} nie jest opłacona w całości`,
          );
      },
    });
  // mutate callbacks run only for the last call, so only one confirmation opens
  return (row) => opening.mutate(row, { onSuccess: confirmPayment });
}

/** States the amount to pay and, if it differs from the amount of the invoice, how it is computed. */
function paymentSentence(invoice: InvoiceRecord): string {
  const money = (amount: number) => formatMoney(amount, invoice.currency);
  const { number, amount, transports, corrections } = invoice;
  const unpaid = toPay(invoice);
  const paid = transports.reduce((sum, row) => (row.status === 'PAID' ? sum + row.amount : sum), 0);
  const named = `Faktura ${number}, ${counted(unpaid.count, NOUN_FORMS.transports)}`;
  const parts = [
    `kwota faktury ${money(amount)}`,
    ...(corrections.length === 0 ? [] : [`korekty ${money(correctionsAmount(invoice))}`]),
    ...(paid === 0 ? [] : [`opłacono już ${money(paid)}`]),
  ];
  return parts.length === 1
    ? `${named}, ${money(unpaid.amount)}.`
    : `${named}, do zapłaty ${money(unpaid.amount)}: ${parts.join(', ')}.`;
}

const sentencesOf = (failed: readonly InvoiceTransportResult[]): string =>
  [...new Set(failed.map(({ messageCode }) => ERROR_SENTENCES[messageCode ?? 'INTERNAL_ERROR']))].join(' ');
