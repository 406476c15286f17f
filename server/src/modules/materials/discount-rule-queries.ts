import type { Currency } from '@spichlerz/shared/domain/contract';
import {
  type DiscountRule,
  fromThousandths,
  hasSteps,
  type Thousandths,
  thousandths,
} from '@spichlerz/shared/domain/discount-rule';
import type { NamedRule } from '@spichlerz/shared/domain/quality-snapshot';
import type { DiscountRuleReply } from '@spichlerz/shared/wire/discount-tables';
import { describeRule } from '@spichlerz/shared/words/discount-rules';
import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';

/** A discount table or a contract, the two owners of rules. */
export type RuleOwner = { readonly discount_table_id: number } | { readonly contract_id: number };

const decimal = (
  column: 'norm' | 'applies_beyond' | 'step' | 'rate' | 'band_from' | 'band_to' | 'refuse_at',
) => sql<number | null>`${sql.ref(`r.${column}`)}::float8`;

/** Returns the rules of a table or contract in their order. */
export async function readRules(db: Db, owner: RuleOwner): Promise<NamedRule[]> {
  const rows = await db
    .selectFrom('discount_rule as r')
    .innerJoin('material_parameter as p', 'p.id', 'r.parameter_id')
    .where((builder) =>
      builder.and(
        Object.entries(owner).map(([column, id]) => sql<boolean>`${sql.ref(`r.${column}`)} = ${id}`),
      ),
    )
    .orderBy('r.position')
    .select([
      'r.id',
      'r.parameter_id as parameterId',
      'p.name',
      'p.unit',
      'p.type',
      'r.direction',
      'r.effect',
      'r.stepping',
      'r.per',
      'r.is_premium as isPremium',
      decimal('norm').as('norm'),
      decimal('applies_beyond').as('appliesBeyond'),
      decimal('step').as('step'),
      decimal('rate').as('rate'),
      decimal('band_from').as('bandFrom'),
      decimal('band_to').as('bandTo'),
      decimal('refuse_at').as('refuseAt'),
    ])
    .execute();
  return rows.map(toNamedRule);
}

type DecimalField = keyof ReturnType<typeof ruleDecimals>;

/** A rule as stored, with its decimals as numbers. */
type StoredRule = Omit<NamedRule, DecimalField | 'isBoolean'> & { readonly type: string } & {
  readonly [Field in DecimalField]: number | null;
};

/** The rules of contract c in their order, as JSON, so that one query reads the contract with its rules. */
export const RULES_OF_CONTRACT = sql<StoredRule[]>`coalesce((select json_agg(json_build_object(
  'id', r.id, 'parameterId', r.parameter_id, 'name', p.name, 'unit', p.unit, 'type', p.type, 'direction', r.direction,
  'effect', r.effect, 'stepping', r.stepping, 'per', r.per, 'isPremium', r.is_premium, 'norm', r.norm,
  'appliesBeyond', r.applies_beyond, 'step', r.step, 'rate', r.rate, 'bandFrom', r.band_from, 'bandTo', r.band_to,
  'refuseAt', r.refuse_at) order by r.position)
  from discount_rule r join material_parameter p on p.id = r.parameter_id where r.contract_id = c.id), '[]')`;

export function toNamedRule({ type, ...row }: StoredRule): NamedRule {
  return {
    ...row,
    isBoolean: type === 'BOOLEAN',
    norm: optionalThousandths(row.norm),
    appliesBeyond: optionalThousandths(row.appliesBeyond),
    step: thousandths(row.step ?? 0),
    rate: rateToDomain(row.effect, row.rate ?? 0),
    bandFrom: optionalThousandths(row.bandFrom),
    bandTo: optionalThousandths(row.bandTo),
    refuseAt: optionalThousandths(row.refuseAt),
  };
}

export const optionalThousandths = (value: number | null | undefined): Thousandths | null =>
  value === null || value === undefined ? null : thousandths(value);

const optionalDecimal = (value: Thousandths | null): number | null =>
  value === null ? null : fromThousandths(value);

/**
 * Converts a rate to the domain. Amounts are minor units everywhere. Percentages are thousandths in the domain,
 * but per cent on the wire and in the column.
 */
export function rateToDomain(effect: DiscountRule['effect'], rate: number): number {
  return effect === 'PRICE_AMOUNT' ? rate : thousandths(rate);
}

const rateOf = ({ effect, rate }: DiscountRule): number => (effect === 'PRICE_AMOUNT' ? rate : rate / 1000);

/** Converts a rule to the fields of the wire and of the columns. */
export function ruleDecimals(rule: DiscountRule) {
  return {
    norm: optionalDecimal(rule.norm),
    appliesBeyond: optionalDecimal(rule.appliesBeyond),
    step: fromThousandths(rule.step),
    rate: rateOf(rule),
    bandFrom: optionalDecimal(rule.bandFrom),
    bandTo: optionalDecimal(rule.bandTo),
    refuseAt: optionalDecimal(rule.refuseAt),
  };
}

export function toRuleReply(rule: DiscountRule): DiscountRuleReply {
  const { id, parameterId, direction, effect, stepping, per, isPremium } = rule;
  return {
    id,
    parameterId,
    direction,
    effect,
    per,
    isPremium,
    ...ruleDecimals(rule),
    stepping: hasSteps(rule) ? stepping : null,
    step: hasSteps(rule) ? fromThousandths(rule.step) : null,
  };
}

/** Describes rules in words, one sentence each, for the audit log and the printouts. */
export function describeRules(rules: readonly NamedRule[], currency: Currency): string[] {
  return rules.map((rule) => describeRule(rule, rule, currency));
}
