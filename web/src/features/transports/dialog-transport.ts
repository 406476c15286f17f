import type { BySide } from '@spichlerz/shared/domain/side';
import { effKg, isInProgress, type TransportStatus } from '@spichlerz/shared/domain/transport';
import { type Kilograms, kilograms } from '@spichlerz/shared/domain/units';
import { formatTonnes } from '@spichlerz/shared/words/figures';

/** The fields of a transport that dialogs need, from a transport row or a settlement row. */
export type DialogTransport = {
  readonly transportId: number;
  readonly version: number;
  readonly registrationNumber: string;
  readonly status: TransportStatus;
  readonly isReturned: boolean;
  readonly isGmp: boolean;
  readonly purchaseId: number;
  readonly salesId: number;
  readonly recipient: string;
  readonly dateUnloading: string;
  readonly quantityKg: number;
  /** The unloaded weight, or null until the transport is weighed. */
  readonly realQuantityKg: number | null;
};

/** The transport's contract of a side. */
export const CONTRACT_ID: BySide<(transport: Pick<DialogTransport, 'purchaseId' | 'salesId'>) => number> = {
  purchase: (transport) => transport.purchaseId,
  sales: (transport) => transport.salesId,
};

/** The quantity that the transport counts for in both contracts. */
export function countedKg(transport: DialogTransport): Kilograms {
  return effKg({
    status: transport.status,
    isReturned: transport.isReturned,
    quantityKg: kilograms(transport.quantityKg),
    realQuantityKg: transport.realQuantityKg === null ? null : kilograms(transport.realQuantityKg),
  });
}

type LoadState = Pick<DialogTransport, 'status' | 'quantityKg' | 'realQuantityKg'>;

/**
 * The load in kilograms. For a transport in progress it is the planned quantity, even if a real quantity is
 * stored. For any other transport it is the real quantity or, if the transport was not weighed, the planned
 * quantity.
 */
export function loadKg({ status, quantityKg, realQuantityKg }: LoadState): number {
  return isInProgress(status) ? quantityKg : (realQuantityKg ?? quantityKg);
}

/** Returns text such as `Transport PO 12345, 25,000 t` for confirmations. */
export function transportWithQuantity(
  transport: LoadState & Pick<DialogTransport, 'registrationNumber'>,
): string {
  return `Transport ${transport.registrationNumber}, ${formatTonnes(loadKg(transport))}`;
}
