import type { DiscountTableRow } from '@spichlerz/shared/wire/discount-tables';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { discountTablesQuery } from '../../../api/quality.ts';
import { stubApi, successReply } from '../../../testing/api-stub.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { type ContractWithRules, NO_TABLE } from './contract-form-rule-values.ts';
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

const contractOf = (rules: Partial<ContractWithRules['rules']>) =>
  ({
    documentNumber: 'Z/9',
    rawMaterialId: 7,
    currency: 'PLN',
    rules: { rules: [], sourceTable: null, differsFromTable: false, ...rules },
  }) as unknown as ContractWithRules;

function show(tables: readonly DiscountTableRow[], rules?: Partial<ContractWithRules['rules']>): void {
  stubApi(() => successReply(null));
  const record = rules === undefined ? null : contractOf(rules);
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

test('a new contract requires the choice of a discount table if several active tables are suitable', async () => {
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

test('the discount table of a new contract is "Domyślna (brak)" if no active table is suitable', async () => {
  show([row(3, 'Dawna', false)]);
  const select = await screen.findByRole('combobox', { name: 'Tabela potrąceń' });
  expect((select as HTMLInputElement).value).toBe('Domyślna (brak)');
  expect(screen.queryByText(/Wybierz jedną/)).toBeNull();
});

test('a change of the discount table requires a reason if a settlement by the rules exists', async () => {
  const sourceTable = { id: 1, name: 'Jesień', version: 1 };
  show([row(1, 'Jesień'), row(2, 'Zima')], { sourceTable, isSettledByRules: true });
  const select = await screen.findByRole('combobox', { name: 'Tabela potrąceń' });
  expect(screen.queryByRole('textbox', { name: /^Powód zmiany reguł/ })).toBeNull();
  await userEvent.click(select);
  await userEvent.click(await screen.findByRole('option', { name: 'Zima' }));
  expect(await screen.findByRole('textbox', { name: /^Powód zmiany reguł/ })).toBeTruthy();
});

test('a change of the discount table requires no reason before the first settlement by the rules', async () => {
  const sourceTable = { id: 1, name: 'Jesień', version: 1 };
  show([row(1, 'Jesień'), row(2, 'Zima')], { sourceTable, isSettledByRules: false });
  await userEvent.click(await screen.findByRole('combobox', { name: 'Tabela potrąceń' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Zima' }));
  expect(await screen.findByText(/zastąpi tabela „Zima”/)).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: /^Powód zmiany reguł/ })).toBeNull();
});

/** Shows the form of a copy of a contract with these rules. */
function showCopy(rules: Partial<ContractWithRules['rules']>): void {
  stubApi(() => successReply(null));
  function Form() {
    const values = newContract('purchase', PROPOSED);
    const discountTableId = rules.sourceTable?.id ?? NO_TABLE;
    const form = useZodForm(contractSchema, { ...values, discountTableId });
    return <ContractRuleTerms side="purchase" form={form} record={null} copied={contractOf(rules)} />;
  }
  renderInApp(Form, (client) =>
    client.setQueryData(discountTablesQuery(7).queryKey, [row(1, 'Jesień'), row(2, 'Zima')]),
  );
}

const AUTUMN = { id: 1, name: 'Jesień', version: 1 };
const OWN_RULES = [{ id: 5 }] as never;
const FROM_TABLE =
  'Reguły kontraktu Z/9 nie są kopiowane: nowy kontrakt dostanie obecne reguły tabeli „Jesień”. Po zapisaniu zmienisz je przyciskiem „Zmień reguły”.';
const WITHOUT_RULES =
  'Reguły kontraktu Z/9 nie są kopiowane: nowy kontrakt będzie bez reguł. Po zapisaniu dodasz je przyciskiem „Zmień reguły”.';

test('the form of a copied contract warns that the rules of the table replace the edited rules of the original', async () => {
  showCopy({ sourceTable: AUTUMN, differsFromTable: true, rules: OWN_RULES });
  expect(await screen.findByText(FROM_TABLE)).toBeTruthy();
  await userEvent.click(screen.getByRole('combobox', { name: 'Tabela potrąceń' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Bez tabeli' }));
  expect(await screen.findByText(WITHOUT_RULES)).toBeTruthy();
});

test('the form of a copied contract warns that rules without a table are not copied', async () => {
  showCopy({ sourceTable: null, rules: OWN_RULES });
  expect(await screen.findByText(WITHOUT_RULES)).toBeTruthy();
});

test.each([
  ['the unchanged rules of its table', { sourceTable: AUTUMN, rules: OWN_RULES }],
  ['no rules', {}],
])('copying a contract with %s shows no notice about the rules', async (_, rules) => {
  showCopy(rules);
  await screen.findByRole('combobox', { name: 'Tabela potrąceń' });
  expect(screen.queryByText(/nie są kopiowane/)).toBeNull();
});
