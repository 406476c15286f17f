import type { DiscountTableRow } from '@spichlerz/shared/wire/discount-tables';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { discountTablesQuery } from '../../../api/quality.ts';
import { stubApi, successReply } from '../../../testing/api-stub.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import type { ContractWithRules } from './contract-form-rule-values.ts';
import { ContractRuleTerms } from './contract-form-rules.tsx';
import { contractSchema, newContract } from './contract-form-values.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const row = (id: number, name: string, isActive = true): DiscountTableRow => ({
  id,
  name,
  side: 'purchase',
  currency: 'PLN',
  isActive,
  version: 1,
  rawMaterial: { id: 7, name: 'Kukurydza' },
  ruleCount: 1,
  contractCount: 0,
});

const PROPOSED = { documentNumber: 'Z/1', userId: 1, emails: [], rawMaterialId: 7 };

function show(tables: readonly DiscountTableRow[], rules?: Partial<ContractWithRules['rules']>): void {
  stubApi(() => successReply(null));
  const record =
    rules === undefined
      ? null
      : ({
          rawMaterialId: 7,
          currency: 'PLN',
          rules: { rules: [], ...rules },
        } as unknown as ContractWithRules);
  function Form() {
    const values = newContract('purchase', PROPOSED);
    const form = useZodForm(contractSchema, {
      ...values,
      ...(record?.rules.sourceTable && { discountTableId: record.rules.sourceTable.id }),
    });
    return <ContractRuleTerms side="purchase" form={form} record={record} />;
  }
  renderInApp(Form, (client) => client.setQueryData(discountTablesQuery(7).queryKey, [...tables]));
}

test('a new contract with several suitable active tables requires a choice between the tables', async () => {
  show([row(1, 'Jesień'), row(2, 'Zima'), row(3, 'Dawna', false)]);
  expect(
    await screen.findByText('Pasują dwie aktywne tabele: „Jesień” i „Zima”. Wybierz jedną.'),
  ).toBeTruthy();
  const select = screen.getByRole('combobox', { name: 'Tabela potrąceń' });
  expect((select as HTMLInputElement).value).toBe('Nie wybrano');
  await userEvent.click(select);
  await userEvent.click(await screen.findByRole('option', { name: 'Zima' }));
  expect(screen.queryByText(/Wybierz jedną/)).toBeNull();
});

test('the table select of a new contract shows "brak" when no active table is suitable', async () => {
  show([row(3, 'Dawna', false)]);
  const select = await screen.findByRole('combobox', { name: 'Tabela potrąceń' });
  expect((select as HTMLInputElement).value).toBe('Domyślna (brak)');
  expect(screen.queryByText(/Wybierz jedną/)).toBeNull();
});

test('choosing another table requires a reason at once if a side was settled by the rules', async () => {
  const sourceTable = { id: 1, name: 'Jesień', version: 1 };
  show([row(1, 'Jesień'), row(2, 'Zima')], { sourceTable, isSettledByRules: true });
  const select = await screen.findByRole('combobox', { name: 'Tabela potrąceń' });
  expect(screen.queryByRole('textbox', { name: /^Powód zmiany reguł/ })).toBeNull();
  await userEvent.click(select);
  await userEvent.click(await screen.findByRole('option', { name: 'Zima' }));
  expect(await screen.findByRole('textbox', { name: /^Powód zmiany reguł/ })).toBeTruthy();
});

test('choosing another table requires no reason if no side was settled by the rules', async () => {
  const sourceTable = { id: 1, name: 'Jesień', version: 1 };
  show([row(1, 'Jesień'), row(2, 'Zima')], { sourceTable, isSettledByRules: false });
  await userEvent.click(await screen.findByRole('combobox', { name: 'Tabela potrąceń' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Zima' }));
  expect(await screen.findByText(/zastąpi tabela „Zima”/)).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: /^Powód zmiany reguł/ })).toBeNull();
});
