import type { BySide } from '@spichlerz/shared/domain/side';
import { effKg, isInProgress, type TransportStatus } from '@spichlerz/shared/domain/transport';
import { type Kilograms, kilograms } from '@spichlerz/shared/domain/units';
import { formatTonnes } from '../../words/format.ts';

/** What dialogs need of a truck, whether it comes from a transport or from its settlement. */
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
  readonly plannedKg: number;
  /** null before it was weighed. */
  readonly realKg: number | null;
};

/** The truck's contract of a side. */
export const CONTRACT_ID: BySide<(transport: Pick<DialogTransport, 'purchaseId' | 'salesId'>) => number> = {
  purchase: (transport) => transport.purchaseId,
  sales: (transport) => transport.salesId,
};

/** What the truck counts for on both contracts now. */
export function countedKg(transport: DialogTransport): Kilograms {
  return effKg({
    status: transport.status,
    isReturned: transport.isReturned,
    quantityKg: kilograms(transport.plannedKg),
    realQuantityKg: transport.realKg === null ? null : kilograms(transport.realKg),
  });
}

type Loaded = Pick<DialogTransport, 'status' | 'plannedKg' | 'realKg'>;

/** What the truck carries: as planned while it is under way, though a corrected delivery may have weighed it before. */
export function loadKg({ status, plannedKg, realKg }: Loaded): number {
  return isInProgress(status) ? plannedKg : (realKg ?? plannedKg);
}

/** `Transport PO 12345, 25,000 t`: how a question names a truck. */
export function transportWithQuantity(
  transport: Loaded & Pick<DialogTransport, 'registrationNumber'>,
): string {
  return `Transport ${transport.registrationNumber}, ${formatTonnes(loadKg(transport))}`;
}
