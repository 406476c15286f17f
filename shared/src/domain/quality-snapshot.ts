import type { DiscountRule, ReadingSource, Thousandths, WeightBasis } from './discount-rule.ts';
import type { Kilograms, MinorUnits } from './units.ts';

/*
 * What a settled side was computed from (quality.md, "What is kept"). It is stored with the side, so that an edited table,
 * quality or contract never changes a settlement that went out.
 */

/** A rule with the name and unit of its parameter at the time of the settlement. */
export type NamedRule = DiscountRule & { readonly name: string; readonly unit: string | null };

/** A line that a person settled differently from its rule. */
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

export type QualitySnapshot = {
  /** The version of the contract's rules. */
  readonly rulesVersion: number;
  readonly rules: readonly NamedRule[];
  /** The values of the option's quality, by parameter id. */
  readonly norms: readonly (readonly [parameterId: number, value: Thousandths])[];
  readonly contractPrice: MinorUnits;
  /** Null is the main option. */
  readonly priceOptionId: number | null;
  readonly weightBasis: WeightBasis;
  readonly readingSource: ReadingSource;
  readonly basisKg: Kilograms;
  readonly overrides: readonly RuleOverride[];
  readonly lines: readonly SnapshotLine[];
};
