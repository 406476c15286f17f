import {
  balanceAfter,
  OUR_OPTION,
  realizedKg,
  whyNotChangeQuantity,
} from '@spichlerz/shared/domain/contract';
import type { Side } from '@spichlerz/shared/domain/side';
import { kilograms } from '@spichlerz/shared/domain/units';
import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import { TOLERANCE_TYPE_LABELS } from '@spichlerz/shared/words/statuses';
import type { z } from 'zod';
import { balanceOf } from '../contract-balance.ts';
import { type ContractOutput, type ContractValues, contractSchema } from './contract-form-values.ts';

/**
 * The schema of an existing contract: its quantity must cover the allocated and realized quantity (decisions
 * 5).
 */
export function savedContractSchema(
  side: Side,
  record: ContractRecord,
): z.ZodType<ContractOutput, ContractValues> {
  return contractSchema.superRefine(({ quantityKg, tolerance, status }, context) => {
    const balance = balanceAfter(balanceOf(record), { from: record.contractStatus, to: status });
    const after = { quantityKg: kilograms(quantityKg), tolerance };
    if (whyNotChangeQuantity(side, balance, after) === null) return;
    const used = formatTonnes(balance.allocatedKg + realizedKg(balance));
    // only a tolerance in our option increases the plannable quantity
    const option = TOLERANCE_TYPE_LABELS[OUR_OPTION[side]];
    context.addIssue({
      code: 'custom',
      path: ['quantityKg'],
      message: `Zaalokowano i zrealizowano już ${used}. Zwiększ ilość albo tolerancję ${option}.`,
    });
  });
}
