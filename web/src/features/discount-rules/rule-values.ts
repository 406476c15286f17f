import {
  type DiscountRule,
  findRuleErrors,
  type RuleDirection,
  type RuleEffect,
  type RuleError,
  type RuleQuantity,
  type RuleStepping,
  type Thousandths,
  withoutIgnoredFields,
} from '@spichlerz/shared/domain/discount-rule';
import type { DiscountRuleReply, DiscountRuleRequest } from '@spichlerz/shared/wire/discount-tables';
import type { RawMaterialRow } from '@spichlerz/shared/wire/materials';
import { z } from 'zod';
import { decimalToWhole, wholeToDecimal } from '../../ui/field/decimal.ts';
import { RULE_TEXTS } from '../../ui/form/rule-texts.ts';
import { ALL_ERRORS, requiredChoice } from '../../ui/form/rules.ts';
import type { Form } from '../../ui/form/use-zod-form.ts';

export type RuleParameter = RawMaterialRow['parameters'][number];

/**
 * The fields of one rule. Decimals are text with a point. The effect determines whether
 * `amount` or `percent` is used.
 */
const rule = z.object({
  /** Null for a rule that is not stored yet. */
  id: z.number().nullable(),
  parameterId: requiredChoice<number>(),
  direction: z.custom<RuleDirection>(),
  norm: z.string(),
  appliesBeyond: z.string(),
  effect: z.custom<RuleEffect>(),
  stepping: z.custom<RuleStepping>(),
  step: z.string(),
  amount: z.custom<number | null>(),
  percent: z.string(),
  per: z.custom<RuleQuantity>(),
  bandFrom: z.string(),
  bandTo: z.string(),
  refuseAt: z.string(),
  isPremium: z.boolean(),
});
export type RuleValues = z.input<typeof rule>;
export type RuleOutput = z.output<typeof rule>;
export type RulesForm = Form<{ rules: RuleValues[] }, { rules: RuleOutput[] }>;

export const NEW_RULE: RuleValues = {
  id: null,
  parameterId: null,
  direction: 'ABOVE',
  norm: '',
  appliesBeyond: '',
  effect: 'PRICE_AMOUNT',
  stepping: 'STARTED',
  step: '1',
  amount: null,
  percent: '',
  per: 'ACCEPTED',
  bandFrom: '',
  bandTo: '',
  refuseAt: '',
  isPremium: false,
};

/** Returns which fields a rule with this parameter and effect uses. A missing parameter counts as a number. */
export function usedFields(parameter: RuleParameter | undefined, effect: RuleEffect) {
  const isBoolean = parameter?.type === 'BOOLEAN';
  const isDryMatter = effect === 'DRY_MATTER';
  return {
    norm: !isBoolean,
    amount: effect === 'PRICE_AMOUNT',
    percent: effect === 'PRICE_PERCENT' || effect === 'WEIGHT_PERCENT',
    steps: !isBoolean && !isDryMatter,
    per: effect === 'PRICE_AMOUNT',
    premium: !isDryMatter,
  };
}

/* ---- conversion to the domain and the request ---- */

const THOUSANDTHS = 3;
const toThousandths = (text: string) => decimalToWhole(text, THOUSANDTHS) as Thousandths | null;
const toDecimal = (text: string): number | undefined => {
  const whole = toThousandths(text);
  return whole === null ? undefined : whole / 1000;
};

type AnyRule = RuleValues | RuleOutput;

/** Converts the fields to a rule of the domain, or null while a required field is empty. */
export function toDiscountRule(
  values: AnyRule,
  index: number,
  parameters: readonly RuleParameter[],
): DiscountRule | null {
  const parameter = parameters.find(({ id }) => id === values.parameterId);
  if (parameter === undefined) return null;
  const used = usedFields(parameter, values.effect);
  const rate = used.amount ? values.amount : used.percent ? toThousandths(values.percent) : 0;
  const step = used.steps ? toThousandths(values.step) : 0;
  if (rate === null || step === null) return null;
  return withoutIgnoredFields({
    // rules that are not stored need distinct ids
    id: values.id ?? -1 - index,
    parameterId: parameter.id,
    isBoolean: parameter.type === 'BOOLEAN',
    direction: values.direction,
    norm: toThousandths(values.norm),
    appliesBeyond: toThousandths(values.appliesBeyond),
    effect: values.effect,
    stepping: values.stepping,
    step: step as Thousandths,
    rate,
    per: values.per,
    bandFrom: toThousandths(values.bandFrom),
    bandTo: toThousandths(values.bandTo),
    refuseAt: toThousandths(values.refuseAt),
    isPremium: isPremiumOf(values, used),
  });
}

/**
 * A DRY_MATTER rule below the norm always adds kilograms, so the form has no premium switch for such rules.
 */
function isPremiumOf({ isPremium, direction }: AnyRule, used: ReturnType<typeof usedFields>): boolean {
  return used.premium ? isPremium : direction === 'BELOW';
}

/** The request sends only the fields that the rule uses. */
export function ruleRequest(values: RuleOutput, parameters: readonly RuleParameter[]): DiscountRuleRequest {
  const parameter = parameters.find(({ id }) => id === values.parameterId);
  const used = usedFields(parameter, values.effect);
  return {
    ...(values.id !== null && { id: values.id }),
    parameterId: values.parameterId,
    direction: values.direction,
    effect: values.effect,
    ...(used.norm && {
      norm: toDecimal(values.norm),
      appliesBeyond: toDecimal(values.appliesBeyond),
      refuseAt: toDecimal(values.refuseAt),
    }),
    ...(used.steps && {
      stepping: values.stepping,
      step: toDecimal(values.step),
      bandFrom: toDecimal(values.bandFrom),
      bandTo: toDecimal(values.bandTo),
    }),
    ...(used.amount && { rate: values.amount ?? undefined }),
    ...(used.percent && { rate: toDecimal(values.percent) }),
    ...(used.per && { per: values.per }),
    isPremium: isPremiumOf(values, used),
  };
}

export function ruleValuesOf(reply: DiscountRuleReply): RuleValues {
  const isAmount = reply.effect === 'PRICE_AMOUNT';
  return {
    id: reply.id,
    parameterId: reply.parameterId,
    direction: reply.direction,
    norm: decimalText(reply.norm),
    appliesBeyond: decimalText(reply.appliesBeyond),
    effect: reply.effect,
    stepping: reply.stepping ?? NEW_RULE.stepping,
    step: decimalText(reply.step),
    amount: isAmount ? reply.rate : null,
    percent: isAmount ? '' : decimalText(reply.rate),
    per: reply.per,
    bandFrom: decimalText(reply.bandFrom),
    bandTo: decimalText(reply.bandTo),
    refuseAt: decimalText(reply.refuseAt),
    isPremium: reply.isPremium,
  };
}

const decimalText = (value: number | null): string =>
  value === null ? '' : wholeToDecimal(Math.round(value * 1000), THOUSANDTHS);

/* ---- required fields and the rules of a table ---- */

const RULES_MAX = 100;
export const TOO_MANY_RULES = `Tabela może mieć najwyżej ${RULES_MAX} reguł.`;
export const isFull = (count: number): boolean => count >= RULES_MAX;

const WRONG: Partial<Record<RuleError['field'], string>> = {
  direction: 'Przeliczenie na suchą masę poniżej normy jest zawsze dopłatą.',
  effect: 'Tego skutku nie można policzyć z odpowiedzi Tak lub Nie.',
  norm: 'Norma suchej masy musi być mniejsza niż 100.',
  bandFrom: 'Początek przedziału nie może być większy niż koniec.',
  rate: 'Wpisz liczbę większą od zera.',
  step: 'Wpisz liczbę większą od zera.',
};
const DUPLICATED = 'Inna reguła tego parametru i skutku obejmuje już część tego przedziału.';

/**
 * Returns the form field of a request field. The form has one field for a rate as an amount and one for a rate
 * in percent.
 */
function fieldOfRule(field: string, effect: RuleEffect): string {
  if (field !== 'rate') return field;
  return effect === 'PRICE_AMOUNT' ? 'amount' : 'percent';
}

/** Maps a field of the request to the field of the form. */
export function rulePath({ rules }: { rules: readonly RuleOutput[] }, path: string): string {
  const [, index, field = ''] = /^rules\.(\d+)\.(\w+)$/.exec(path) ?? [];
  if (index === undefined) return path;
  return `rules.${index}.${fieldOfRule(field, rules[Number(index)]?.effect ?? 'PRICE_AMOUNT')}`;
}

/** The list of rules accepts any form that has rules. The types of React Hook Form cannot express this. */
export function rulesFormOf(form: unknown): RulesForm {
  return form as RulesForm;
}

export function rulesSchema(parameters: readonly RuleParameter[]) {
  return z
    .array(rule)
    .max(RULES_MAX, TOO_MANY_RULES)
    .superRefine((rules, context) => {
      const complete = rules.flatMap((values, index) => {
        const domain = toDiscountRule(values, index, parameters);
        return domain === null ? [] : [{ domain, index }];
      });
      const addIssue = (index: number, field: string, message: string) =>
        context.addIssue({ code: 'custom', path: [index, field], message });
      rules.forEach((values, index) => {
        const used = usedFields(
          parameters.find(({ id }) => id === values.parameterId),
          values.effect,
        );
        if (used.amount && values.amount === null) addIssue(index, 'amount', RULE_TEXTS.required);
        if (used.percent && values.percent === '') addIssue(index, 'percent', RULE_TEXTS.required);
        if (used.steps && values.step === '') addIssue(index, 'step', RULE_TEXTS.required);
      });
      for (const { index, field, code } of findRuleErrors(complete.map(({ domain }) => domain))) {
        const at = complete[index];
        if (at === undefined) continue;
        const message = code === 'VALUE_IS_DUPLICATED' ? DUPLICATED : (WRONG[field] ?? RULE_TEXTS.required);
        // the form of a rule without bands hides the fields of the band, so the parameter shows the error
        const shown = field === 'bandFrom' && !hasBands(at.domain) ? 'parameterId' : field;
        addIssue(at.index, fieldOfRule(shown, at.domain.effect), message);
      }
    }, ALL_ERRORS);
}

const hasBands = ({ isBoolean, effect }: DiscountRule): boolean => !isBoolean && effect !== 'DRY_MATTER';
