import { type ContractBalance, isEnded, toleranceOf } from '@spichlerz/shared/domain/contract';
import { kilograms } from '@spichlerz/shared/domain/units';
import type { ContractRow } from '@spichlerz/shared/wire/contracts';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { CONTRACT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';

/** A contract of the wire as the rules of quantities see it. */
export function balanceOf(row: ContractRow): ContractBalance {
  return {
    quantityKg: kilograms(row.cargoQuantity),
    tolerance: toleranceOf(row),
    allocatedKg: kilograms(row.allocated),
    inDeliveryKg: kilograms(row.inDelivery),
    deliveredKg: kilograms(row.delivered),
  };
}

type Named = Pick<ContractRow, 'id' | 'documentNumber' | 'contractStatus'>;

/** Why no truck can be added between the two, in a sentence; null when one can. */
export function whyNotAddTransport(...pair: readonly Named[]): string | null {
  const ended = pair.find(({ contractStatus }) => isEnded(contractStatus));
  return ended === undefined ? null : `${isOver(ended)}, więc nie można dodać transportu.`;
}

/** Why what is open between the two can be neither raised nor lowered, in a sentence; null when it can. */
export function whyNotEditAllocation(openKg: number, ...pair: readonly Named[]): string | null {
  const ended = pair.find(({ contractStatus }) => isEnded(contractStatus));
  if (ended === undefined || openKg > 0) return null;
  return `${isOver(ended)}, więc nic więcej nie można zaalokować, a zwolnić nie ma już czego.`;
}

function isOver(contract: Named): string {
  return `Kontrakt ${contractNumber(contract)} ma status „${CONTRACT_STATUS_LABELS[contract.contractStatus]}”`;
}

/** Why nothing more can be allocated to this sale, in a sentence; null when it can. */
export function whyNotAllocateTo({ contractStatus }: Pick<ContractRow, 'contractStatus'>): string | null {
  return isEnded(contractStatus)
    ? `Kontrakt ma status „${CONTRACT_STATUS_LABELS[contractStatus]}”, więc nic więcej nie można do niego zaalokować.`
    : null;
}
