import type { ReadingSource, WeightBasis } from '@spichlerz/shared/domain/discount-rule';
import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import type { ContractRules } from '@spichlerz/shared/wire/discount-tables';
import { z } from 'zod';
import { optionalRemark } from '../../../ui/form/rules.ts';

/*
 * The terms of quality and weight in the form: the discount table whose rules apply, the weight that is paid,
 * and the source of the readings.
 */

/**
 * `default` means the table that the server determines: the only active table of the raw material and currency.
 * A number is the id of a table, or NO_TABLE.
 */
export type TableChoice = number | 'default';
export const NO_TABLE = 0;

/** A contract with its rules, which come from a separate call. */
export type ContractWithRules = ContractRecord & { readonly rules: ContractRules };

export type RuleTermsValues = {
  discountTableId: TableChoice;
  weightBasis: WeightBasis;
  readingSource: ReadingSource;
  /** Required only if a side was settled by the rules that a save replaces. */
  reason: string;
};

export const NEW_RULE_TERMS: RuleTermsValues = {
  discountTableId: 'default',
  weightBasis: 'UNLOADING',
  readingSource: 'RECIPIENT',
  reason: '',
};

export const RULE_TERMS_FIELDS = {
  discountTableId: z.custom<TableChoice>(),
  weightBasis: z.custom<WeightBasis>(),
  readingSource: z.custom<ReadingSource>(),
  reason: optionalRemark(),
};

export const RULES_REASON = 'Powód zmiany reguł';
export const SETTLED_BY_RULES = 'Transport tego kontraktu jest już rozliczony według dotychczasowych reguł.';
export const RULES_REASON_MISSING =
  'Podaj powód zmiany reguł, bo transport kontraktu jest już rozliczony według dotychczasowych.';

type StoredTerms = Pick<ContractRules, 'sourceTable' | 'weightBasis' | 'readingSource'>;

export const storedTable = ({ sourceTable }: Pick<ContractRules, 'sourceTable'>): number =>
  sourceTable?.id ?? NO_TABLE;

/** Whether the contract has rules that a new contract cannot take from a table. */
export const hasOwnRules = ({ sourceTable, differsFromTable, rules }: ContractRules): boolean =>
  sourceTable === null ? rules.length > 0 : differsFromTable;

export function ruleTermsValues(rules: StoredTerms): RuleTermsValues {
  const { weightBasis, readingSource } = rules;
  return { discountTableId: storedTable(rules), weightBasis, readingSource, reason: '' };
}

type Output = { readonly [Name in keyof RuleTermsValues]: RuleTermsValues[Name] | undefined };

/** The fields of the stored contract that its rules depend on. */
export type StoredRuleTerms = Pick<ContractRecord, 'rawMaterialId' | 'currency'> & {
  readonly rules: Pick<ContractRules, 'sourceTable'>;
};

/**
 * A request without a table keeps the contract's copy of the rules, so an unchanged table is omitted. After a
 * change of raw material or currency the copy is invalid, and the table is sent. The choice 'default' is never
 * sent.
 */
export function ruleTermsRequest(
  {
    rawMaterialId,
    currency,
    discountTableId,
    weightBasis,
    readingSource,
    reason,
  }: Output & { readonly rawMaterialId: number; readonly currency: string },
  stored: StoredRuleTerms | null,
) {
  const keepsMaterialAndCurrency =
    stored !== null && rawMaterialId === stored.rawMaterialId && currency === stored.currency;
  const isKept = keepsMaterialAndCurrency && discountTableId === storedTable(stored.rules);
  return {
    ...(discountTableId !== 'default' && !isKept && { discountTableId }),
    weightBasis,
    readingSource,
    ...(reason !== undefined && { reason }),
  };
}

/** Whether saving this raw material, currency and table replaces the rules of the stored contract. */
export function replacesRules(
  values: Pick<RuleTermsValues, 'discountTableId'> & {
    readonly rawMaterialId: number | null;
    readonly currency: string;
  },
  stored: StoredRuleTerms,
): boolean {
  const keepsMaterialAndCurrency =
    values.rawMaterialId === stored.rawMaterialId && values.currency === stored.currency;
  return (
    !keepsMaterialAndCurrency || ![storedTable(stored.rules), 'default'].includes(values.discountTableId)
  );
}

/** The name of the choice in lists of changes. */
export function tableChoiceLabel(
  choice: TableChoice,
  tables: readonly { readonly id: number; readonly name: string }[],
): string {
  if (choice === 'default') return 'domyślna';
  if (choice === NO_TABLE) return 'bez tabeli';
  return tables.find(({ id }) => id === choice)?.name ?? 'usunięta';
}
