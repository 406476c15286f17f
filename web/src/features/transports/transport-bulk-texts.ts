import type { Role } from '@spichlerz/shared/domain/role';
import {
  isEditableTransport,
  isInProgress,
  isReopening,
  missingFreightFields,
  nextTransportStatuses,
  type TransportStatus,
  whyNotSettleFreight,
} from '@spichlerz/shared/domain/transport';
import type { TransportRow } from '@spichlerz/shared/wire/transports';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import { TRANSPORT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { ERROR_SENTENCES } from '../../words/error-sentences.ts';
import { firstReason } from '../../words/first-reason.ts';
import { countedTonnes, formatCount, NOUN_FORMS } from '../../words/plural.ts';
import { countedKg, loadKg } from './dialog-transport.ts';
import { dialogTransportOf, NO_FREIGHT_YET } from './transport-texts.ts';

/** The statuses that the user can set next. */
export function nextStatuses(row: TransportRow, role: Role): readonly TransportStatus[] {
  return nextTransportStatuses(
    {
      status: row.status,
      isReturned: row.isReturned,
      purchaseSettlement: row.purchaseSettlementStatus,
      salesSettlement: row.salesSettlementStatus,
    },
    role,
  );
}

export function isFreightIncomplete(row: TransportRow): boolean {
  const missing = missingFreightFields('PAID', {
    invoiceNumber: row.transportInvoiceNumber,
    invoiceDate: row.transportInvoiceCreateDate,
    paymentDate: row.transportPaymentDate,
  });
  return missing.length > 0;
}

/**
 * The reason why not all selected transports can get the status, or null. It names the first transport that
 * cannot get the status, and the number of further transports that cannot.
 */
export function whyNotAllCanChange(
  rows: readonly TransportRow[],
  to: TransportStatus,
  role: Role,
): string | null {
  const rejected = rows.flatMap((row) => {
    const reason = whyNotChange(row, to, role);
    return reason === null ? [] : [{ name: `Transport ${row.registrationNumber}`, reason }];
  });
  return firstReason(rejected, 'statusu innych transportów');
}

function whyNotChange(row: TransportRow, to: TransportStatus, role: Role): string | null {
  if (row.status === to) return 'ma już ten status.';
  if (isReopening(row.status, to)) return 'ponownie otwiera się go osobno, z podaniem powodu.';
  if (!nextStatuses(row, role).includes(to)) {
    return `ze statusu „${TRANSPORT_STATUS_LABELS[row.status]}” nie można przejść do tego statusu.`;
  }
  return to === 'PAID' && isFreightIncomplete(row) ? ERROR_SENTENCES.INVOICE_DATA_INCOMPLETE : null;
}

/**
 * The reason why the freight of the transports cannot be on one invoice, or null. Transports without a carrier
 * record get the carrier that is chosen for the invoice.
 */
export function whyNotInvoiceTogether(rows: readonly TransportRow[]): string | null {
  for (const { registrationNumber, status } of rows) {
    if (whyNotSettleFreight(status) !== null)
      return `Transport ${registrationNumber}: ${status === 'PAID' ? 'fracht jest już opłacony.' : NO_FREIGHT_YET}`;
  }
  if (new Set(rows.map(({ currency }) => currency)).size > 1)
    return 'Frachty zaznaczonych transportów są w różnych walutach.';
  const carriers = new Map(rows.map(({ carrierId, carrierName }) => [carrierId, carrierName]));
  carriers.delete(null);
  return carriers.size > 1
    ? `Zaznaczone transporty mają różnych przewoźników: ${[...carriers.values()].join(', ')}.`
    : null;
}

/** Returns text such as `3 transporty, razem 75,000 t`. */
export const countAndTonnes = (rows: readonly TransportRow[]): string =>
  countedTonnes(
    rows.map((row) => loadKg(dialogTransportOf(row))),
    NOUN_FORMS.transports,
  );

/** Sentences on the effects of changing the transports to the status `to`, with counts and tonnes. */
export function bulkConsequences(rows: readonly TransportRow[], to: TransportStatus): string[] {
  const freedKg = rows.reduce((sum, row) => sum + countedKg(dialogTransportOf(row)), 0);
  const takenKg = rows.filter(isNotCounted).reduce((sum, row) => sum + row.quantityKg, 0);
  const settled = rows.filter(({ status }) => status === 'DELIVERED').length;
  const isGone = to === 'RETURN_TO_CLIENT' || to === 'CANCELLED';
  return [
    `Zmiana obejmie ${countAndTonnes(rows)}.`,
    ...(isGone && freedKg > 0 ? [`${formatTonnes(freedKg)} wróci do alokacji kontraktów.`] : []),
    ...(isInProgress(to) && takenKg > 0
      ? [`${formatTonnes(takenKg)} znów zostanie zajęte w kontraktach.`]
      : []),
    ...(settled > 0 ? [`Rozliczenia, które zostaną usunięte: ${formatCount(settled)}.`] : []),
    ...(to === 'ON_THE_WAY' ? ['Danych pojazdów i kierowców nie będzie można zmieniać.'] : []),
    ...(isEditableTransport(to) ? [] : ['Wpisy nie będą edytowalne.']),
  ];
}

function isNotCounted(row: TransportRow): boolean {
  return row.isReturned || row.status === 'RETURN_TO_CLIENT';
}
