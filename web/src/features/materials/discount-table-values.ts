import type { Currency } from '@spichlerz/shared/domain/contract';
import type { Side } from '@spichlerz/shared/domain/side';
import type { DiscountTable, DiscountTableRow } from '@spichlerz/shared/wire/discount-tables';
import { orEmpty } from '@spichlerz/shared/words/figures';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { z } from 'zod';
import type { FieldDescriptions } from '../../components/save/record-changes.ts';
import { requiredText } from '../../ui/form/rules.ts';
import type { Form } from '../../ui/form/use-zod-form.ts';
import { ruleSentences } from '../discount-rules/rule-sentences.tsx';
import { type RuleParameter, ruleRequest, rulesSchema, ruleValuesOf } from '../discount-rules/rule-values.ts';

export function tableSchema(parameters: readonly RuleParameter[]) {
  return z.object({
    name: requiredText(),
    side: z.custom<Side>(),
    currency: z.custom<Currency>(),
    isActive: z.boolean(),
    rules: rulesSchema(parameters),
  });
}

type Schema = ReturnType<typeof tableSchema>;
export type TableValues = z.input<Schema>;
export type TableOutput = z.output<Schema>;
export type TableForm = Form<TableValues, TableOutput>;

export const NEW_TABLE: TableValues = {
  name: '',
  side: 'purchase',
  currency: 'PLN',
  isActive: true,
  rules: [],
};

export function tableValues({ name, side, currency, isActive, rules }: DiscountTable): TableValues {
  return { name, side, currency, isActive, rules: rules.map(ruleValuesOf) };
}

export function tableRequest(
  { rules, ...table }: TableOutput,
  material: { readonly id: number; readonly parameters: readonly RuleParameter[] },
  version: number | undefined,
) {
  return {
    ...table,
    rawMaterialId: material.id,
    rules: rules.map((rule) => ruleRequest(rule, material.parameters)),
    ...(version !== undefined && { version }),
  };
}

/**
 * Finds another active table of the same side and currency. With two active tables a new contract gets no table
 * by default. `ownId` is null for a new table.
 */
export function otherActiveTable(
  tables: readonly DiscountTableRow[],
  ownId: number | null,
  { side, currency, isActive }: Pick<TableValues, 'side' | 'currency' | 'isActive'>,
): DiscountTableRow | undefined {
  if (!isActive) return undefined;
  return tables.find(
    (table) => table.isActive && table.id !== ownId && table.side === side && table.currency === currency,
  );
}

/** The label and format of each form field, for lists of changes. */
export function tableFieldDescriptions(parameters: readonly RuleParameter[]): FieldDescriptions<TableValues> {
  return {
    name: { label: 'Nazwa', show: orEmpty },
    side: { label: 'Rodzaj kontraktu', show: (side) => SIDE_LABELS[side].contracts },
    currency: { label: 'Waluta', show: orEmpty },
    isActive: { label: 'Aktywna', show: (isActive) => (isActive ? 'tak' : 'nie') },
    rules: {
      label: 'Reguły',
      show: (rules, { currency }) => orEmpty(ruleSentences(rules, parameters, currency).join('; ')),
    },
  };
}
