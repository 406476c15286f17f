import '@mantine/core/styles/List.css';
import { List, Text } from '@mantine/core';
import type { Currency } from '@spichlerz/shared/domain/contract';
import type { DiscountRuleReply } from '@spichlerz/shared/wire/discount-tables';
import { describeRule } from '@spichlerz/shared/words/discount-rules';
import { type RuleParameter, type RuleValues, ruleValuesOf, toDiscountRule } from './rule-values.ts';

type Rules = readonly DiscountRuleReply[];

/** The sentences that are printed for the rules. An incomplete rule has no sentence. */
export function ruleSentences(
  rules: readonly RuleValues[],
  parameters: readonly RuleParameter[],
  currency: Currency,
): string[] {
  return rules.flatMap((values, index) => {
    const rule = toDiscountRule(values, index, parameters);
    const parameter = parameters.find(({ id }) => id === values.parameterId);
    return rule === null || parameter === undefined ? [] : [describeRule(rule, parameter, currency)];
  });
}

type Props = { rules: Rules; parameters: readonly RuleParameter[]; currency: Currency; label: string };

export function RuleSentences({ rules, parameters, currency, label }: Props) {
  const sentences = ruleSentences(rules.map(ruleValuesOf), parameters, currency);
  if (sentences.length === 0)
    return (
      <Text fz="sm" c="dimmed">
        Nie ma żadnej reguły.
      </Text>
    );
  return (
    <List type="ordered" size="sm" spacing={4} aria-label={label}>
      {sentences.map((sentence) => (
        <List.Item key={sentence}>{sentence}</List.Item>
      ))}
    </List>
  );
}
