import {
  balanceAfter,
  type ContractStatus,
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
import { ALL_ERRORS } from '../../../ui/form/rules.ts';
import { balanceOf, whyNotEnd } from '../contract-balance.ts';
import { type ContractWithRules, RULES_REASON_MISSING, replacesRules } from './contract-form-rule-values.ts';
import { type ContractOutput, type ContractValues, contractSchema } from './contract-form-values.ts';

/**
 * The reason why a stored contract cannot be changed to this status, or null. The stored status itself never
 * has a reason.
 */
export const whyNotChangeStatus = (
  side: Side,
  record: ContractRecord,
  status: ContractStatus,
): string | null => (status === record.contractStatus ? null : whyNotEnd(side, record, status));

/**
 * The schema of a stored contract. The quantity must cover the allocated and realized quantity (customer
 * decisions 5). Replacing rules by which a side was settled needs a reason.
 */
export function savedContractSchema(
  side: Side,
  record: ContractWithRules,
): z.ZodType<ContractOutput, ContractValues> {
  const withStatus = contractSchema.superRefine(({ status }, context) => {
    const message = whyNotChangeStatus(side, record, status);
    if (message !== null) context.addIssue({ code: 'custom', path: ['status'], message });
  }, ALL_ERRORS);
  return withStatus.superRefine((output, context) => {
    if (output.reason === undefined && record.rules.isSettledByRules && replacesRules(output, record))
      context.addIssue({ code: 'custom', path: ['reason'], message: RULES_REASON_MISSING });
    const { quantityKg, tolerance, status } = output;
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
