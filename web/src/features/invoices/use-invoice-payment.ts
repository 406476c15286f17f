import type { InvoiceRow, InvoiceTransportResult } from '@spichlerz/shared/wire/invoices';
import { markInvoicePaid } from '../../api/invoices.ts';
import { useInvalidateTopic } from '../../api/query-keys.ts';
import { confirmAction } from '../../ui/overlay/confirm.ts';
import { notifySuccess, notifyWarning } from '../../ui/overlay/notify.tsx';
import { ERROR_SENTENCES } from '../../words/error-sentences.ts';
import { formatMoney } from '../../words/format.ts';
import { COUNTED, counted } from '../../words/plural.ts';

/** Marks an invoice as paid after a confirmation; a notification names the transports that could not be marked. */
export function useInvoicePayment(): (invoice: InvoiceRow) => void {
  const invalidateTopic = useInvalidateTopic();
  return ({ id, number, version, transportCount, amount, currency }) =>
    confirmAction({
      title: 'Oznaczyć fakturę jako opłaconą?',
      message: `Faktura ${number}, ${counted(transportCount, COUNTED.transports)}, ${formatMoney(amount, currency)}. Rozliczenia tych transportów nie będą edytowalne.`,
      confirmLabel: 'Oznacz jako opłaconą',
      action: async () => {
        const { rows } = await markInvoicePaid(id, version);
        await invalidateTopic('transport');
        const failed = rows.filter(({ ok }) => !ok);
        if (failed.length === 0) notifySuccess(number, 'Oznaczono fakturę jako opłaconą');
        else
          notifyWarning(
            `${counted(failed.length, COUNTED.transports)}: ${sentencesOf(failed)}`,
            `Faktura ${number} nie jest opłacona w całości`,
          );
      },
    });
}

const sentencesOf = (failed: readonly InvoiceTransportResult[]): string =>
  [...new Set(failed.map(({ messageCode }) => ERROR_SENTENCES[messageCode ?? 'INTERNAL_ERROR']))].join(' ');
