import {
  type ContractBalance,
  type ContractStatus,
  isEnded,
  toleranceOf,
  whyNotChangeContractStatus,
} from '@spichlerz/shared/domain/contract';
import type { Side } from '@spichlerz/shared/domain/side';
import { kilograms } from '@spichlerz/shared/domain/units';
import type { ContractRow } from '@spichlerz/shared/wire/contracts';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { CONTRACT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';

/** Converts a contract row to the balance that the domain rules use. */
export function balanceOf(row: ContractRow): ContractBalance {
  return {
    quantityKg: kilograms(row.quantityKg),
    tolerance: toleranceOf(row),
    allocatedKg: kilograms(row.allocated),
    inDeliveryKg: kilograms(row.inDelivery),
    deliveredKg: kilograms(row.delivered),
  };
}

type NamedContract = Pick<ContractRow, 'id' | 'documentNumber' | 'contractStatus'>;

/** The reason why no transport can be added to the allocation of these contracts, or null. */
export function whyNotAddTransport(...contracts: readonly NamedContract[]): string | null {
  const ended = contracts.find(({ contractStatus }) => isEnded(contractStatus));
  return ended === undefined ? null : `${endedSentence(ended)}, więc nie można dodać transportu.`;
}

/**
 * The reason why the allocation of these contracts cannot be changed, or null. An open
 * quantity can always be released.
 */
export function whyNotEditAllocation(openKg: number, ...contracts: readonly NamedContract[]): string | null {
  const ended = contracts.find(({ contractStatus }) => isEnded(contractStatus));
  if (ended === undefined || openKg > 0) return null;
  return `${endedSentence(ended)}, więc nic więcej nie można zaalokować, a zwolnić nie ma już czego.`;
}

function endedSentence(contract: NamedContract): string {
  return `Kontrakt ${contractNumber(contract)} ma status „${CONTRACT_STATUS_LABELS[contract.contractStatus]}”`;
}

/** The reason why nothing more can be allocated to this contract, or null. */
export function whyNotAllocateTo({ contractStatus }: Pick<ContractRow, 'contractStatus'>): string | null {
  return isEnded(contractStatus)
    ? `Kontrakt ma status „${CONTRACT_STATUS_LABELS[contractStatus]}”, więc nic więcej nie można do niego zaalokować.`
    : null;
}

type ContractProgress = { readonly delivered: number; readonly inDeliveryTransportCount: number };

/**
 * The reason why the contract cannot get this status, or null. Only a status that ends the contract can have
 * a reason.
 */
export function whyNotEnd(side: Side, contract: ContractProgress, status: ContractStatus): string | null {
  const { inDeliveryTransportCount: underWay, delivered } = contract;
  const figures = { transportsInProgress: underWay, deliveredKg: kilograms(delivered) };
  if (whyNotChangeContractStatus(side, figures, status) === null) return null;
  if (status === 'CANCELLED' && delivered > 0)
    return 'Część towaru już dostarczono, więc kontrakt można tylko zamknąć.';
  // a delivery would make it impossible to cancel the contract
  const way = status === 'CANCELLED' ? 'Najpierw je anuluj albo usuń.' : 'Poczekaj, aż się zakończą.';
  return `Kontrakt ma transporty w toku (${underWay}). ${way}`;
}
