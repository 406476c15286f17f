import type { DiscountTableRow } from '@spichlerz/shared/wire/discount-tables';
import { expect, it } from 'vitest';
import { NEW_TABLE, otherActiveTable } from './discount-table-values.ts';

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

it('another active table of the same side and currency is found', () => {
  expect(otherActiveTable([row(1), row(2)], 1, NEW_TABLE)?.id).toBe(2);
  expect(otherActiveTable([row(1)], null, NEW_TABLE)?.id).toBe(1);
});

it.each([
  ['the table itself', [row(1)], NEW_TABLE],
  ['an inactive table', [row(1), row(2, { isActive: false })], NEW_TABLE],
  ['a table of the other side', [row(2, { side: 'sales' })], NEW_TABLE],
  ['a table in another currency', [row(2, { currency: 'EUR' })], NEW_TABLE],
  ['any table, if this one is inactive,', [row(2)], { ...NEW_TABLE, isActive: false }],
])('%s does not count as another active table', (_, tables, values) => {
  expect(otherActiveTable(tables, 1, values)).toBeUndefined();
});
