import type { DiscountTableRow } from '@spichlerz/shared/wire/discount-tables';
import { expect, it } from 'vitest';
import { conflictsOf } from '../../components/save/record-changes.ts';
import { NEW_RULE, type RuleParameter } from '../discount-rules/rule-values.ts';
import {
  NEW_TABLE,
  otherActiveTable,
  type TableValues,
  tableFieldDescriptions,
} from './discount-table-values.ts';

const row = (id: number, own: Partial<DiscountTableRow> = {}): DiscountTableRow => ({
  id,
  name: `Tabela ${id}`,
  side: 'purchase',
  currency: 'PLN',
  isActive: true,
  version: 1,
  rawMaterial: { id: 7, name: 'Kukurydza' },
  ruleCount: 1,
  contractCount: 0,
  ...own,
});

it('otherActiveTable returns an active table with the side and currency of the edited table', () => {
  expect(otherActiveTable([row(1), row(2)], 1, NEW_TABLE)?.id).toBe(2);
  expect(otherActiveTable([row(1)], null, NEW_TABLE)?.id).toBe(1);
});

it.each([
  ['the edited table', [row(1)], NEW_TABLE],
  ['an inactive table', [row(1), row(2, { isActive: false })], NEW_TABLE],
  ['a table of the opposite side', [row(2, { side: 'sales' })], NEW_TABLE],
  ['a table in a different currency', [row(2, { currency: 'EUR' })], NEW_TABLE],
  ['any table if the edited table is inactive', [row(2)], { ...NEW_TABLE, isActive: false }],
])('otherActiveTable does not return %s', (_, tables, values) => {
  expect(otherActiveTable(tables, 1, values)).toBeUndefined();
});

const table = (currency: TableValues['currency'], amount: number): TableValues => ({
  ...NEW_TABLE,
  currency,
  rules: [{ ...NEW_RULE, parameterId: 1, norm: '14.5', amount }],
});

const rateOf = (text = '') => /[\d,]+ \S+\/t/.exec(text.replaceAll('\u00a0', ' '))?.[0];

it('the list of conflicts shows the old, the stored and the typed rate, each in its own currency', () => {
  const moisture: RuleParameter = { id: 1, rawMaterialId: 7, name: 'Wilgotność', unit: '%', type: 'NUMBER' };
  const states = { base: table('EUR', 250), theirs: table('USD', 300), mine: table('EUR', 400) };
  const rules = conflictsOf(tableFieldDescriptions([moisture]), states).find(
    ({ field }) => field === 'rules',
  );
  expect([rules?.before, rules?.theirs, rules?.mine].map(rateOf)).toEqual([
    '2,50 €/t',
    '3,00 $/t',
    '4,00 €/t',
  ]);
});
