import type { Currency } from '../domain/contract.ts';
import {
  changesWeight,
  type DiscountRule,
  fromThousandths,
  type ReadingSource,
  type ReadingValue,
  type RuleDirection,
  type RuleEffect,
  type RuleQuantity,
  type RuleStepping,
  type Thousandths,
  type WeightBasis,
} from '../domain/discount-rule.ts';
import type { QualityLine } from '../domain/quality-settlement.ts';
import {
  currencySymbol,
  formatPrice,
  formatPriceWithoutUnit,
  formatSigned,
  NBSP,
  numberFormat,
} from './figures.ts';

/* Words for discount rules and settlement lines, for the screens, the printouts and the stored deductions. */

export const READING_SOURCE_LABELS: Record<ReadingSource, string> = {
  LOADING: 'Załadunek',
  RECIPIENT: 'Odbiorca',
  ARBITER: 'Arbiter',
};
export const WEIGHT_BASIS_LABELS: Record<WeightBasis, string> = {
  LOADING: 'Załadunek',
  UNLOADING: 'Rozładunek',
};
export const RULE_EFFECT_LABELS: Record<RuleEffect, string> = {
  PRICE_AMOUNT: 'Kwota z ceny',
  PRICE_PERCENT: 'Procent ceny',
  WEIGHT_PERCENT: 'Procent wagi',
  DRY_MATTER: 'Przeliczenie na suchą masę',
};
export const RULE_STEPPING_LABELS: Record<RuleStepping, string> = {
  STARTED: 'Za każdy rozpoczęty',
  FULL: 'Za każdy pełny',
  PROPORTIONAL: 'Proporcjonalnie',
};
export const RULE_QUANTITY_LABELS: Record<RuleQuantity, string> = {
  ACCEPTED: 'Od ilości rozliczeniowej',
  BASIS: 'Od wagi mokrej',
};
export const RULE_DIRECTION_LABELS: Record<RuleDirection, string> = { ABOVE: 'Powyżej', BELOW: 'Poniżej' };

/** Formats a reading, norm or step: `14,5`. */
export const formatDecimal = numberFormat({ maximumFractionDigits: 3 });

/** A parameter with the name and unit that rules and lines show. */
export type NamedParameter = { readonly name: string; readonly unit: string | null };

/** Formats a reading with its unit: `15,6 %`, or `Tak`. */
export function formatReading(value: number | boolean, unit: string | null): string {
  if (typeof value === 'boolean') return value ? 'Tak' : 'Nie';
  return unit === null ? formatDecimal(value) : `${formatDecimal(value)}${NBSP}${unit}`;
}

const decimal = (value: Thousandths) => formatDecimal(fromThousandths(value));

/** Describes a rule: `Wilgotność powyżej 14,5 %: 10,00 zł/t za każde rozpoczęte 0,5`. */
export function describeRule(rule: DiscountRule, { name, unit }: NamedParameter, currency: Currency): string {
  const condition = rule.isBoolean
    ? `${name}: ${rule.direction === 'ABOVE' ? 'Tak' : 'Nie'}`
    : `${name} ${RULE_DIRECTION_LABELS[rule.direction].toLowerCase()} ${
        rule.norm === null ? 'normy jakości' : formatReading(fromThousandths(rule.norm), unit)
      }`;
  const beyond = rule.appliesBeyond === null ? '' : ` (stosuje się od ${decimal(rule.appliesBeyond)})`;
  const bounds = [
    ...(rule.bandFrom === null ? [] : [`od ${decimal(rule.bandFrom)}`]),
    ...(rule.bandTo === null ? [] : [`do ${decimal(rule.bandTo)}`]),
  ];
  const band = bounds.length === 0 ? '' : `, ${bounds.join(' ')}`;
  const premium = rule.isPremium ? 'dopłata ' : '';
  const limit = rule.refuseAt === null ? '' : `; granica przyjęcia ${decimal(rule.refuseAt)}`;
  return `${condition}${beyond}${band}: ${premium}${describeEffect(rule, currency)}${limit}`;
}

const STEPPING_WORDS: Record<RuleStepping, string> = {
  STARTED: 'za każde rozpoczęte',
  FULL: 'za każde pełne',
  PROPORTIONAL: 'proporcjonalnie za każde',
};

function describeEffect(rule: DiscountRule, currency: Currency): string {
  if (rule.effect === 'DRY_MATTER') return 'przeliczenie na suchą masę';
  const size = {
    PRICE_AMOUNT: () => `${formatPriceWithoutUnit(rule.rate)}${NBSP}${currencySymbol(currency)}/t`,
    PRICE_PERCENT: () => `${formatDecimal(rule.rate / 1000)}${NBSP}% ceny`,
    WEIGHT_PERCENT: () => `${formatDecimal(rule.rate / 1000)}${NBSP}% wagi`,
  }[rule.effect]();
  const steps = rule.isBoolean
    ? ''
    : ` ${STEPPING_WORDS[rule.stepping]} ${formatDecimal(fromThousandths(rule.step))}`;
  return `${size}${steps}${rule.per === 'BASIS' ? ', od wagi mokrej' : ''}`;
}

/**
 * Describes the settlement lines that changed the price or the weight, as they are printed: `Wilgotność 15,6 %
 * (norma 14,5): 3 × 10,00 = −30,00 zł/t; …`.
 */
export function describeLines(
  lines: readonly QualityLine[],
  parameterOf: (id: number) => NamedParameter,
  currency: Currency,
): string {
  return lines
    .filter(({ pricePerTonne, quantityKg }) => pricePerTonne !== 0 || quantityKg !== 0)
    .map((line) => describeLine(line, parameterOf(line.rule.parameterId), currency))
    .join('; ');
}

function describeLine(line: QualityLine, { name, unit }: NamedParameter, currency: Currency): string {
  const { rule, reading, norm, steps } = line;
  const value = readingOf(reading);
  const norms = norm === null ? '' : ` (norma ${formatDecimal(fromThousandths(norm))})`;
  const { pricePerTonne, quantityKg: quantity } = line;
  const change = formatRuleChange(changesWeight(rule), { pricePerTonne, quantity }, currency);
  const rate =
    rule.effect === 'PRICE_AMOUNT'
      ? formatPriceWithoutUnit(rule.rate)
      : `${formatDecimal(rule.rate / 1000)}${NBSP}%`;
  // A value that the user entered is not the product of steps and rate, so the factors are omitted.
  const factor = line.isOverridden
    ? 'ustalono '
    : rule.effect === 'DRY_MATTER'
      ? 'sucha masa = '
      : rule.isBoolean || steps === null
        ? ''
        : `${formatDecimal(fromThousandths(steps))} × ${rate}${rule.per === 'BASIS' ? ' od wagi mokrej' : ''} = `;
  return `${name} ${formatReading(value, unit)}${norms}: ${factor}${change}`;
}

/** Formats the change that a rule makes, in kilograms or in minor units per tonne: `−30,00 zł/t`, `+5 kg`. */
export const formatRuleChange = (
  isWeight: boolean,
  { pricePerTonne, quantity }: { readonly pricePerTonne: number; readonly quantity: number },
  currency: Currency,
): string =>
  isWeight
    ? `${formatSigned(quantity, formatDecimal)}${NBSP}kg`
    : formatSigned(pricePerTonne, (price) => formatPrice(price, currency));

const readingOf = (reading: ReadingValue): number | boolean =>
  typeof reading === 'boolean' ? reading : fromThousandths(reading);
