import type { DiscountRule, ReadingSource, Thousandths, WeightBasis } from './discount-rule.ts';
import type { Kilograms, MinorUnits } from './units.ts';

/*
 * The data from which a side was settled (customer quality.md, "What is kept"). It is stored with the side: a
 * later change of a discount rule, quality or contract must not change a settlement that was sent.
 */

/** A rule with the name and unit of its parameter at the time of the settlement. */
export type NamedRule = DiscountRule & { readonly name: string; readonly unit: string | null };

/** Values that the user entered for the line of a rule instead of the computed values. */
export type RuleOverride = {
  readonly ruleId: number;
  readonly pricePerTonne?: MinorUnits | undefined;
  readonly quantityKg?: number | undefined;
  readonly reason: string;
};

export type SnapshotLine = {
  readonly ruleId: number;
  readonly parameterId: number;
  readonly name: string;
  readonly unit: string | null;
  readonly reading: number | boolean;
  readonly norm: number | null;
  readonly steps: number | null;
  readonly effect: DiscountRule['effect'];
  readonly pricePerTonne: number;
  readonly quantity: number;
  readonly isPremium: boolean;
};

/** The choices of the user who settled a side. */
export type SettlementChoices = {
  readonly byRules: boolean;
  /** Null means the main price option. A settlement without rules always has null. */
  readonly priceOptionId: number | null;
  readonly overrides: readonly RuleOverride[];
};

export const choicesOf = (snapshot: QualitySnapshot | null): SettlementChoices => ({
  byRules: snapshot !== null,
  priceOptionId: snapshot?.priceOptionId ?? null,
  overrides: snapshot?.overrides ?? [],
});

export type QualitySnapshot = {
  /** The version of the contract's rules. */
  readonly rulesVersion: number;
  readonly rules: readonly NamedRule[];
  /** The quality values of the price option, by parameter id. */
  readonly norms: readonly (readonly [parameterId: number, value: Thousandths])[];
  readonly contractPrice: MinorUnits;
  /** Null means the main price option. */
  readonly priceOptionId: number | null;
  readonly weightBasis: WeightBasis;
  readonly readingSource: ReadingSource;
  readonly basisKg: Kilograms;
  readonly overrides: readonly RuleOverride[];
  readonly lines: readonly SnapshotLine[];
};
