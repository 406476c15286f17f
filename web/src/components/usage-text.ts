import type { ContractUsage } from '@spichlerz/shared/wire/usage';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { COUNTED, counted } from '../words/plural.ts';

/**
 * `2 kontrakty: Z/2026/0002 i Z/2026/0001`, with `i 4 inne` for further contracts; null when no contract uses
 * the record.
 */
export function usageText({ count, first }: ContractUsage): string | null {
  if (count === 0) return null;
  const numbers = first.map(contractNumber);
  const rest = count - numbers.length;
  const named = rest > 0 ? [...numbers, counted(rest, COUNTED.others)] : numbers;
  const last = named.at(-1) ?? '';
  const listed = named.length > 1 ? `${named.slice(0, -1).join(', ')} i ${last}` : last;
  return `${counted(count, COUNTED.contracts)}: ${listed}`;
}
