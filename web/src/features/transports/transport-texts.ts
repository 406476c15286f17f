import {
  isEditableTransport,
  isInProgress,
  isReopening,
  type TransportStatus,
} from '@spichlerz/shared/domain/transport';
import type { TransportRow } from '@spichlerz/shared/wire/transports';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import { TRANSPORT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { UI_TEXTS } from '../../ui/texts.ts';
import { type DialogTransport, loadKg, transportWithQuantity } from './dialog-transport.ts';

export function dialogTransportOf(row: TransportRow): DialogTransport {
  return {
    transportId: row.id,
    version: row.version,
    registrationNumber: row.registrationNumber,
    status: row.status,
    isReturned: row.isReturned,
    isGmp: row.isGmp,
    purchaseId: row.purchaseId,
    salesId: row.salesId,
    recipient: row.salesRecipient.name,
    dateUnloading: row.dateUnloading,
    quantityKg: row.quantityKg,
    realQuantityKg: row.realQuantityKg,
  };
}

/* Reasons why actions are disabled. */
export const NO_FREIGHT_YET =
  'Fracht rozlicza się, gdy transport jest do rozliczenia, zwrócony do dostawcy albo zafakturowany.';
export const NO_ORDER = 'Transport jest anulowany, więc zlecenia dla przewoźnika nie można wydrukować.';
export const VEHICLE_LOCKED =
  'Transport jest w drodze, więc danych pojazdu i kierowcy nie można zmienić. Żeby je poprawić, najpierw cofnij status na „Nowy” albo „Oczekuje”.';

/**
 * The reason why another user's change of the status makes saving impossible. `clause` names the step that is
 * no longer possible.
 */
export function statusConflict(
  before: Pick<TransportRow, 'registrationNumber' | 'status'>,
  now: Pick<TransportRow, 'status'>,
  clause: string,
): string {
  const [from, to] = [TRANSPORT_STATUS_LABELS[before.status], TRANSPORT_STATUS_LABELS[now.status]];
  return `Ktoś zmienił status transportu ${before.registrationNumber} z „${from}” na „${to}”, więc ${clause}.`;
}

const NOT_EDITABLE = 'Wpis nie będzie edytowalny.';

/**
 * The effect of a new status, with numbers, for the confirmation. For a delivery, the row
 * must contain the new weight.
 */
export function statusConsequence(row: TransportRow, to: TransportStatus): string {
  const locks = !isReopening(row.status, to) && (to === 'PAID' || !isEditableTransport(to));
  const transport = dialogTransportOf(row);
  return [
    `${transportWithQuantity(to === 'DELIVERED' ? { ...transport, status: to } : transport)}, ${EFFECTS[to]}.`,
    quantityConsequence(row, to),
    row.status === 'DELIVERED' && to !== 'TO_BE_SETTLED' ? 'Jego rozliczenie zostanie usunięte.' : '',
    to === 'ON_THE_WAY' ? 'Danych pojazdu i kierowcy nie będzie można zmieniać.' : '',
    locks ? NOT_EDITABLE : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

const EFFECTS: Record<TransportStatus, string> = {
  NEW: 'otrzyma status „Nowy”',
  WAITING: 'otrzyma status „Oczekuje”',
  ON_THE_WAY: 'wyruszy w drogę',
  DELIVERED: 'zostanie oznaczony jako dostarczony',
  TO_BE_SETTLED: 'będzie do rozliczenia',
  RETURN_TO_CLIENT: 'zostanie oznaczony jako zwrot do dostawcy',
  INVOICE: 'zostanie oznaczony jako zafakturowany',
  PAID: 'zostanie oznaczony jako opłacony',
  CANCELLED: 'zostanie anulowany',
};

function quantityConsequence(row: TransportRow, to: TransportStatus): string {
  const contracts = `${contractNumber(row.purchaseSupplier)} i ${contractNumber(row.salesRecipient)}`;
  const isCounted = !row.isReturned && row.status !== 'RETURN_TO_CLIENT';
  if (isCounted && (to === 'RETURN_TO_CLIENT' || to === 'CANCELLED')) {
    return `${formatTonnes(loadKg(dialogTransportOf(row)))} wróci do alokacji kontraktów ${contracts}.`;
  }
  if (!isCounted && (isInProgress(to) || to === 'DELIVERED')) {
    return `${formatTonnes(loadKg({ ...dialogTransportOf(row), status: to }))} znów zostanie zajęte w kontraktach ${contracts}.`;
  }
  const weighedKg = isInProgress(row.status) ? null : row.realQuantityKg;
  if (isCounted && isInProgress(to) && weighedKg !== null && weighedKg !== row.quantityKg) {
    return `W kontraktach ${contracts} znów liczy się planowane ${formatTonnes(row.quantityKg)} zamiast ${formatTonnes(weighedKg)}.`;
  }
  return '';
}

export function statusConfirmation(row: TransportRow, to: TransportStatus) {
  return {
    title: `Zmienić status na „${TRANSPORT_STATUS_LABELS[to]}”?`,
    message: statusConsequence(row, to),
    confirmLabel: to === 'PAID' ? 'Oznacz jako opłacony' : 'Zmień status',
    cancelLabel: UI_TEXTS.keep,
    danger: to === 'CANCELLED' || to === 'RETURN_TO_CLIENT',
  };
}

/** The labels of the actions that open settlement and invoice, per side. */
export const SETTLEMENT_OF = {
  purchase: 'Rozliczenie i faktura zakupu',
  sales: 'Rozliczenie i faktura sprzedaży',
} as const;
export const NO_SETTLEMENT_YET = 'Rozliczenie powstaje, gdy transport zostanie dostarczony.';
