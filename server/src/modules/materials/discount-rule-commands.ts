import {
  type DiscountRule,
  findRuleErrors,
  hasSteps,
  thousandths,
  withoutIgnoredFields,
} from '@spichlerz/shared/domain/discount-rule';
import { DomainError, fieldError } from '@spichlerz/shared/domain/domain-error';
import type { DiscountRuleBody } from '@spichlerz/shared/wire/discount-tables';
import type { Tx } from '../../db/tx.ts';
import { assertNoDuplicates } from '../../db/write-entries.ts';
import {
  optionalThousandths,
  type RuleOwner,
  rateToDomain,
  readRules,
  ruleDecimals,
} from './discount-rule-queries.ts';

/** A rule of the request. A new rule has no id. */
type NewRule = Omit<DiscountRule, 'id'> & { readonly id: number | undefined };

/**
 * Replaces the rules of a table or contract. Rules keep their ids; a stored rule that is not listed is deleted.
 * @param copiedFrom the rules of the table that a contract copies. The client may send them unchanged: a rule
 * with one of their ids becomes a new rule
 * @throws DomainError on the field: RAW_MATERIAL_WRONG_DATA_TYPE for a parameter of another raw material,
 * VALUE_IS_WRONG_DATA_TYPE for a parameter of type TEXT, VALUE_IS_MISSING, VALUE_IS_WRONG, VALUE_IS_DUPLICATED
 */
export async function replaceRules(
  tx: Tx,
  owner: RuleOwner,
  rawMaterialId: number,
  bodies: readonly DiscountRuleBody[],
  copiedFrom: readonly Pick<DiscountRule, 'id'>[] = [],
): Promise<void> {
  const rules = await parseRules(tx, rawMaterialId, bodies);
  const stored = await readRules(tx, owner);
  const isStored = new Set(stored.map(({ id }) => id));
  const isCopied = new Set(copiedFrom.map(({ id }) => id));
  assertNoDuplicates('rules', bodies);
  const foreign = rules.findIndex(({ id }) => id !== undefined && !isStored.has(id) && !isCopied.has(id));
  if (foreign >= 0) throw fieldError(`rules.${foreign}.id`, 'VALUE_IS_WRONG');
  const kept = rules.flatMap(({ id }) => (id !== undefined && isStored.has(id) ? [id] : []));
  const removed = stored.filter(({ id }) => !kept.includes(id)).map(({ id }) => id);
  if (removed.length > 0) await tx.deleteFrom('discount_rule').where('id', 'in', removed).execute();
  for (const [position, rule] of rules.entries()) {
    const columns = { ...ruleColumns(rule), position };
    if (rule.id !== undefined && isStored.has(rule.id))
      await tx.updateTable('discount_rule').set(columns).where('id', '=', rule.id).execute();
    else
      await tx
        .insertInto('discount_rule')
        .values({ ...columns, ...owner })
        .execute();
  }
}

/** Copies the rules of a table into a contract that has no rules. */
export async function copyRules(tx: Tx, tableId: number, contractId: number): Promise<void> {
  const rules = await readRules(tx, { discount_table_id: tableId });
  if (rules.length === 0) return;
  await tx
    .insertInto('discount_rule')
    .values(rules.map((rule, position) => ({ ...ruleColumns(rule), position, contract_id: contractId })))
    .execute();
}

function ruleColumns(rule: Omit<DiscountRule, 'id'>) {
  const decimals = ruleDecimals({ ...rule, id: 0 });
  return {
    parameter_id: rule.parameterId,
    direction: rule.direction,
    norm: decimals.norm,
    applies_beyond: decimals.appliesBeyond,
    effect: rule.effect,
    stepping: rule.stepping,
    step: decimals.step,
    rate: decimals.rate,
    per: rule.per,
    band_from: decimals.bandFrom,
    band_to: decimals.bandTo,
    refuse_at: decimals.refuseAt,
    is_premium: rule.isPremium,
  };
}

/**
 * Checks the rules of the request. Locks their parameters, so that no type changes before the rules are
 * stored.
 */
async function parseRules(
  tx: Tx,
  rawMaterialId: number,
  bodies: readonly DiscountRuleBody[],
): Promise<NewRule[]> {
  const parameters = await tx
    .selectFrom('material_parameter')
    .where('raw_material_id', '=', rawMaterialId)
    .orderBy('id')
    .select(['id', 'type'])
    .forKeyShare()
    .execute();
  const types = new Map(parameters.map(({ id, type }) => [id, type]));
  const rules = bodies.map((body, index): NewRule => {
    const type = types.get(body.parameterId);
    if (type === undefined) throw fieldError(`rules.${index}.parameterId`, 'RAW_MATERIAL_WRONG_DATA_TYPE');
    if (type === 'TEXT') throw fieldError(`rules.${index}.parameterId`, 'VALUE_IS_WRONG_DATA_TYPE');
    const isBoolean = type === 'BOOLEAN';
    if (hasSteps({ isBoolean, effect: body.effect }) && body.stepping === undefined)
      throw fieldError(`rules.${index}.stepping`, 'VALUE_IS_MISSING');
    if (body.effect === 'PRICE_AMOUNT' && !Number.isInteger(body.rate ?? 0))
      throw fieldError(`rules.${index}.rate`, 'VALUE_IS_WRONG');
    const rule: DiscountRule = {
      id: 0,
      parameterId: body.parameterId,
      isBoolean,
      direction: body.direction,
      norm: optionalThousandths(body.norm),
      appliesBeyond: optionalThousandths(body.appliesBeyond),
      effect: body.effect,
      stepping: body.stepping ?? 'PROPORTIONAL',
      step: thousandths(body.step ?? 0),
      rate: rateToDomain(body.effect, body.rate ?? 0),
      per: body.per ?? 'ACCEPTED',
      bandFrom: optionalThousandths(body.bandFrom),
      bandTo: optionalThousandths(body.bandTo),
      refuseAt: optionalThousandths(body.refuseAt),
      isPremium: body.isPremium,
    };
    return { ...withoutIgnoredFields(rule), id: body.id };
  });
  const [first, ...others] = findRuleErrors(rules.map((rule) => ({ ...rule, id: 0 })));
  if (first !== undefined) {
    const fields = [first, ...others].map(({ index, field, code }) => ({
      path: `rules.${index}.${field}`,
      code,
    }));
    throw new DomainError(first.code, { fields });
  }
  return rules;
}
