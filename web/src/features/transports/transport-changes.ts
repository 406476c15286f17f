import type { TransportRow } from '@spichlerz/shared/wire/transports';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { formatDate, formatPrice, formatTonnes, orEmpty } from '@spichlerz/shared/words/figures';
import { formatPaymentDays } from '@spichlerz/shared/words/printed-terms';
import { TRANSPORT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';

type Format = (row: TransportRow) => string;

/** The label and format of each field for the comparison of two versions of a transport. */
const FORMATS = {
  Status: (row) => TRANSPORT_STATUS_LABELS[row.status],
  'Kontrakt sprzedaży': (row) => contractNumber(row.salesRecipient),
  'Kontrakt zakupu': (row) => contractNumber(row.purchaseSupplier),
  'Ilość rzeczywista': (row) => formatTonnes(row.realQuantityKg),
  'Fracht za tonę': (row) => formatPrice(row.freightPerTonne, row.currency),
  'Nr rejestracyjny': (row) => row.registrationNumber,
  'Nr naczepy': (row) => row.trailerNumber,
  Przewoźnik: (row) => row.carrierName,
  Kierowca: (row) => row.driverName,
  'Telefon kierowcy': (row) => row.phoneNumber,
  'Data załadunku': (row) => formatDate(row.dateLoading),
  'Data rozładunku': (row) => formatDate(row.dateUnloading),
  'Nr GMP': (row) => orEmpty(row.gmpNumber),
  Uwagi: (row) => orEmpty(row.comment),
  'Termin płatności frachtu': (row) => formatPaymentDays(row.carrierPaymentDays),
  'Warunki zlecenia': (row) => orEmpty(row.carrierRemarks),
} satisfies Record<string, Format>;
export type ChangeLabel = keyof typeof FORMATS;

/** The differences between two versions of a transport, for a notice in a dialog. */
export function transportChanges(before: TransportRow, after: TransportRow) {
  return Object.entries(FORMATS)
    .map(([label, show]) => ({ label, before: show(before), after: show(after) }))
    .filter((change) => change.before !== change.after);
}
