import type { TransportCosts } from '@spichlerz/shared/calls/transport-costs';
import type { Currency } from '@spichlerz/shared/domain/contract';
import type { CostKind } from '@spichlerz/shared/domain/margin';
import { EMPTY } from '@spichlerz/shared/words/figures';
import { COST_KIND_LABELS } from '@spichlerz/shared/words/margin';
import { z } from 'zod';
import { optionalRemark, requiredChoice, requiredInteger } from '../../ui/form/rules.ts';
import { formatMoney } from '../../words/format.ts';

/** The form values of a transport's costs besides its freight. */
export const costSchema = z.array(
  z.object({
    kind: requiredChoice<CostKind>(),
    amount: requiredInteger(),
    currency: requiredChoice<Currency>(),
    note: optionalRemark(),
  }),
);
export type CostValues = z.input<typeof costSchema>;
export type CostOutput = z.output<typeof costSchema>;

export const newCost = (currency: Currency): CostValues[number] => ({
  kind: null,
  amount: null,
  currency,
  note: '',
});

export const costValues = ({ costs }: TransportCosts): CostValues =>
  costs.map((cost) => ({ ...cost, note: cost.note ?? '' }));

export function describeCosts(costs: CostValues): string {
  if (costs.length === 0) return EMPTY;
  return costs
    .map(({ kind, amount, currency }) =>
      `${kind === null ? '' : COST_KIND_LABELS[kind]} ${formatMoney(amount, currency ?? undefined)}`.trim(),
    )
    .join(', ');
}
