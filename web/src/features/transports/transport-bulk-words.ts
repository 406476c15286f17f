import type { Role } from '@spichlerz/shared/domain/role';
import {
  isEditableTransport,
  isInProgress,
  isReopening,
  missingFreightFields,
  nextTransportStatuses,
  type TransportStatus,
} from '@spichlerz/shared/domain/transport';
import type { TransportRow } from '@spichlerz/shared/wire/transports';
import { TRANSPORT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { countedKg, loadKg } from '../../components/transport/dialog-transport.ts';
import { countedTonnes } from '../../words/counted-tonnes.ts';
import { ERROR_SENTENCES } from '../../words/error-sentences.ts';
import { formatTonnes } from '../../words/format.ts';
import { COUNTED, formatCount } from '../../words/plural.ts';
import { dialogTransportOf } from './transport-words.ts';

/** What this person may do next with the truck. */
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

/** Why not every one of the chosen trucks may have the status, naming the first that may not; null when all may. */
export function whyNotAllTake(rows: readonly TransportRow[], to: TransportStatus, role: Role): string | null {
  for (const row of rows) {
    const why = whyNotTake(row, to, role);
    if (why !== null) return `Transport ${row.registrationNumber}: ${why}`;
  }
  return null;
}

function whyNotTake(row: TransportRow, to: TransportStatus, role: Role): string | null {
  if (row.status === to) return 'ma już ten status.';
  if (isReopening(row.status, to)) return 'ponownie otwiera się go osobno, z podaniem powodu.';
  if (!nextStatuses(row, role).includes(to)) {
    return `ze statusu „${TRANSPORT_STATUS_LABELS[row.status]}” nie można przejść do tego statusu.`;
  }
  return to === 'PAID' && isFreightIncomplete(row) ? ERROR_SENTENCES.INVOICE_DATA_INCOMPLETE : null;
}

/** `3 transporty, razem 75,000 t` */
export const inTonnes = (rows: readonly TransportRow[]): string =>
  countedTonnes(
    rows.map((row) => loadKg(dialogTransportOf(row))),
    COUNTED.transports,
  );

/** What the status means for all of them, in numbers. */
export function bulkConsequences(rows: readonly TransportRow[], to: TransportStatus): string[] {
  const freedKg = rows.reduce((sum, row) => sum + countedKg(dialogTransportOf(row)), 0);
  const takenKg = rows.filter(isNotCounted).reduce((sum, row) => sum + row.cargoQuantity, 0);
  const settled = rows.filter(({ status }) => status === 'DELIVERED').length;
  const isGone = to === 'RETURN_TO_CLIENT' || to === 'CANCELLED';
  return [
    `Zmiana obejmie ${inTonnes(rows)}.`,
    ...(isGone && freedKg > 0 ? [`${formatTonnes(freedKg)} wróci do puli kontraktów.`] : []),
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
