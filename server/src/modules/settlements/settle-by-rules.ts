import type { Currency } from '@spichlerz/shared/domain/contract';
import { changesWeight } from '@spichlerz/shared/domain/discount-rule';
import { DomainError, type FieldErrorCode, fieldError } from '@spichlerz/shared/domain/domain-error';
import type { QualitySnapshot, RuleOverride } from '@spichlerz/shared/domain/quality-snapshot';
import type { Side } from '@spichlerz/shared/domain/side';
import { kilograms, type MinorUnits, minorUnits } from '@spichlerz/shared/domain/units';
import type { BodyOf } from '@spichlerz/shared/wire/endpoint';
import type { settlePurchase as settleCall } from '@spichlerz/shared/wire/settlements';
import { formatRuleChange } from '@spichlerz/shared/words/discount-rules';
import { type Changes, changedFields } from '../../audit/record-change.ts';
import type { Tx } from '../../db/tx.ts';
import {
  describeSettlement,
  readSettlementTerms,
  type SettlementTerms,
  settleByTerms,
  toSnapshotLines,
} from './quality-settlement-queries.ts';

type RuleFields = Pick<
  BodyOf<typeof settleCall>,
  'priceOptionId' | 'acceptedQuantity' | 'fingerprint' | 'overrides'
>;

type Settled = {
  readonly transportId: number;
  readonly side: Side;
  readonly pricePerTonne: MinorUnits;
  readonly currency: Currency;
  /** The field of the request that contains the price. */
  readonly priceField: string;
  /** The snapshot of the previous settlement of the side. */
  readonly before: QualitySnapshot | null;
};

/** The columns of a side that a settlement sets. Only a settlement by rules has a snapshot. */
export type AcceptedColumns = {
  readonly accepted_kg: number | null;
  readonly snapshot: string | null;
};

type Accepted = {
  readonly columns: AcceptedColumns;
  /** The generated text of the deductions, stored if the request has no text. */
  readonly text: string | null;
  /** The price option and the overridden lines with their reasons, for the audit log. */
  readonly changes: Changes;
};

/**
 * Checks a settlement against the rules. With a fingerprint, the price and the accepted kilograms must equal
 * those that the server computes. Without a fingerprint, the user settles the side by hand.
 * @throws DomainError CONFLICT if the fingerprint is outdated, REQUIRED_DATA_NOT_FOUND while a reading is
 * missing, VALUE_IS_WRONG, VALUE_IS_MISSING for an override without a reason
 */
export async function acceptQuality(tx: Tx, fields: RuleFields, settled: Settled): Promise<Accepted> {
  if (fields.fingerprint === undefined) return acceptByHand(tx, fields, settled);
  const terms = await readSettlementTerms(tx, {
    transportId: settled.transportId,
    side: settled.side,
    priceOptionId: fields.priceOptionId,
  });
  if (fields.fingerprint !== terms.fingerprint) throw new DomainError('CONFLICT');
  const overrides = parseOverrides(terms, fields.overrides ?? []);
  const result = settleByTerms(terms, new Map(overrides.map((override) => [override.ruleId, override])));
  assertComplete(terms, result.missing);
  const { acceptedKg } = result;
  if (acceptedKg === null || acceptedKg <= 0 || exceedsBasis(terms, acceptedKg))
    throw fieldError('acceptedQuantity', 'VALUE_IS_WRONG');
  if (result.pricePerTonne <= 0 || result.pricePerTonne !== settled.pricePerTonne)
    throw fieldError(settled.priceField, 'VALUE_IS_WRONG');
  if (fields.acceptedQuantity !== undefined && fields.acceptedQuantity !== acceptedKg)
    throw fieldError('acceptedQuantity', 'VALUE_IS_WRONG');
  const { rulesVersion, rules, norms, contractPrice, priceOptionId, weightBasis, readingSource, basisKg } =
    terms;
  const snapshot: QualitySnapshot = {
    rulesVersion,
    rules,
    norms: [...norms],
    contractPrice,
    priceOptionId,
    weightBasis,
    readingSource,
    basisKg: basisKg ?? acceptedKg,
    overrides,
    lines: toSnapshotLines(terms, result.lines),
  };
  return {
    columns: { accepted_kg: acceptedKg, snapshot: JSON.stringify(snapshot) },
    text: describeSettlement(terms, result.lines),
    changes: changedChoices(settled.before, snapshot, terms.currency),
  };
}

async function acceptByHand(tx: Tx, fields: RuleFields, settled: Settled): Promise<Accepted> {
  if (fields.overrides?.length) throw fieldError('overrides', 'VALUE_IS_WRONG');
  const { acceptedQuantity } = fields;
  const byHand = {
    columns: { accepted_kg: acceptedQuantity ?? null, snapshot: null },
    text: null,
    changes: changedChoices(settled.before, null, settled.currency),
  };
  if (acceptedQuantity === undefined) return byHand;
  const terms = await readSettlementTerms(tx, { transportId: settled.transportId, side: settled.side });
  if (exceedsBasis(terms, acceptedQuantity)) throw fieldError('acceptedQuantity', 'VALUE_IS_WRONG');
  return byHand;
}

/** Whether the accepted kilograms exceed the weight although no rule adds weight. */
function exceedsBasis({ rules, basisKg, unloadedKg }: SettlementTerms, acceptedKg: number): boolean {
  const paysMore = rules.some((rule) => rule.isPremium && changesWeight(rule));
  return !paysMore && acceptedKg > (basisKg ?? unloadedKg);
}

/**
 * The changes of the price option and of the overridden lines for the audit log. The main option is logged as
 * null.
 */
export function changedChoices(
  before: QualitySnapshot | null,
  after: QualitySnapshot | null,
  currency: Currency,
): Changes {
  const describe = (snapshot: QualitySnapshot | null) => ({
    option_price_minor_per_tonne:
      snapshot !== null && snapshot.priceOptionId !== null ? snapshot.contractPrice : null,
    overrides: describeOverrides(snapshot, currency),
  });
  return changedFields<object>(describe(before), describe(after));
}

/** Describes each overridden line with its reason: `Wilgotność: −20,00 zł/t (ustalono z dostawcą)`. */
function describeOverrides(snapshot: QualitySnapshot | null, currency: Currency): string[] {
  return (snapshot?.overrides ?? []).map(({ ruleId, reason }) => {
    const line = snapshot?.lines.find((own) => own.ruleId === ruleId);
    const { name = '', pricePerTonne = 0, quantity = 0 } = line ?? {};
    // a waived deduction is 0, so the effect of the rule determines the unit
    const isWeight = line !== undefined && changesWeight(line);
    const change = formatRuleChange(isWeight, { pricePerTonne, quantity }, currency);
    return `${name}: ${change} (${reason})`;
  });
}

function assertComplete(terms: SettlementTerms, missing: readonly number[]): void {
  const fields: FieldErrorCode[] = [
    ...missing.map((id) => ({ path: `readings.${id}`, code: 'VALUE_IS_MISSING' as const })),
    ...(terms.basisKg === null ? [{ path: 'tickets.LOADING', code: 'VALUE_IS_MISSING' as const }] : []),
  ];
  if (fields.length > 0) throw new DomainError('REQUIRED_DATA_NOT_FOUND', { fields });
}

function parseOverrides(
  terms: SettlementTerms,
  overrides: NonNullable<RuleFields['overrides']>,
): RuleOverride[] {
  return overrides.map(({ ruleId, pricePerTonne, quantity, reason }, index) => {
    const rule = terms.rules.find(({ id }) => id === ruleId);
    if (rule === undefined) throw fieldError(`overrides.${index}.ruleId`, 'VALUE_IS_WRONG');
    // a rule changes either the price or the kilograms
    const [other, ignored] = changesWeight(rule)
      ? (['pricePerTonne', pricePerTonne] as const)
      : (['quantity', quantity] as const);
    if (ignored !== undefined) throw fieldError(`overrides.${index}.${other}`, 'VALUE_IS_WRONG');
    if (reason === undefined) throw fieldError(`overrides.${index}.reason`, 'VALUE_IS_MISSING');
    return {
      ruleId,
      reason,
      ...(pricePerTonne !== undefined && { pricePerTonne: minorUnits(pricePerTonne) }),
      ...(quantity !== undefined && { quantityKg: kilograms(quantity) }),
    };
  });
}
