import { type ContractStatus, whyNotChangeContractStatus } from '@spichlerz/shared/domain/contract';
import type { Side } from '@spichlerz/shared/domain/side';
import { kilograms } from '@spichlerz/shared/domain/units';

type ContractProgress = { readonly delivered: number; readonly inDeliveryTransportCount: number };

/** The reason why the contract cannot get a status that ends it; null when it can. */
export function whyNotEnd(side: Side, contract: ContractProgress, status: ContractStatus): string | null {
  const { inDeliveryTransportCount: underWay, delivered } = contract;
  const figures = { transportsInProgress: underWay, deliveredKg: kilograms(delivered) };
  if (whyNotChangeContractStatus(side, figures, status) === null) return null;
  return underWay > 0
    ? `Kontrakt ma transporty w toku (${underWay}). Poczekaj, aż się zakończą.`
    : 'Część towaru już dostarczono, więc kontrakt można tylko zamknąć.';
}
