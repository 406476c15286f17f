import { Text } from '@mantine/core';
import type { Currency } from '@spichlerz/shared/domain/contract';
import { useFieldArray } from 'react-hook-form';
import { AddButton } from '../../ui/form/form-list.tsx';
import { useCrossFieldValidation } from '../../ui/form/use-zod-form.ts';
import { RuleItem } from './rule-item.tsx';
import { isFull, NEW_RULE, type RuleParameter, type RulesForm, TOO_MANY_RULES } from './rule-values.ts';

const RULES = ['rules'] as const;

type Props = {
  form: RulesForm;
  parameters: readonly RuleParameter[];
  currency: Currency;
};

/**
 * The list of rules of a discount table or a contract. Rules that change the weight are applied in this order.
 */
export function RuleList({ form, parameters, currency }: Props) {
  const { control } = form;
  const rules = useFieldArray({ control, name: 'rules', keyName: 'key' });
  useCrossFieldValidation(form, RULES);
  if (!parameters.some(({ type }) => type !== 'TEXT'))
    return (
      <Text fz="sm" c="dimmed">
        Surowiec nie ma parametrów, których dotyczyłyby reguły. Najpierw dodaj je na karcie surowca.
      </Text>
    );
  return (
    <div>
      {rules.fields.map(({ key }, index) => (
        <RuleItem
          key={key}
          form={form}
          parameters={parameters}
          currency={currency}
          place={{ index, count: rules.fields.length, onMove: (to) => rules.move(index, to) }}
          onRemove={() => rules.remove(index)}
        />
      ))}
      <AddButton
        label="Dodaj regułę"
        disabledReason={isFull(rules.fields.length) ? TOO_MANY_RULES : null}
        onAdd={() => rules.append(NEW_RULE)}
      />
    </div>
  );
}
