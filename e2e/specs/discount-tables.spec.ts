import { getContractRules, listDiscountTables } from '@spichlerz/shared/wire/discount-tables';
import { listQualityOptions, upsertParameter } from '@spichlerz/shared/wire/materials';
import { navigateInApp } from '../navigation.ts';
import { makeAllocatedContracts, makeMaterial, uniqueMark } from '../records.ts';
import { choose, expect, expectNotification, test, type, typeNumber } from '../screen.ts';

test.use({ account: 'admin' });

test('an administrator creates a discount table and tries it out; a new contract copies the rules of the table', async ({
  page,
  colleague,
}) => {
  const { id, name } = await makeMaterial(colleague);
  await colleague(upsertParameter, {
    body: { rawMaterialId: id, name: 'Wilgotność', type: 'NUMBER', unit: '%' },
  });
  const tableName = `Zasady ${uniqueMark()}`;
  await page.goto(`/data/raw-material-list/form/${id}`);
  await page.getByRole('tab', { name: 'Tabele potrąceń' }).click();
  await page
    .getByRole('link', { name: 'Dodaj tabelę' })
    .or(page.getByRole('button', { name: 'Dodaj tabelę' }))
    .first()
    .click();
  const form = page.getByRole('main');
  await type(form, 'Nazwa', tableName);
  await choose(form, 'Rodzaj kontraktu', 'Kontrakty zakupu');
  if ((await form.getByText('Reguła 1').count()) === 0)
    await form.getByRole('button', { name: 'Dodaj regułę' }).click();
  await choose(form, 'Parametr', 'Wilgotność');
  await typeNumber(form.getByRole('textbox', { name: 'Norma' }), '14,5');
  await typeNumber(form.getByRole('textbox', { name: 'Stawka' }), '10');
  await typeNumber(form.getByRole('textbox', { name: 'Krok' }), '0,5');
  await expect(form.getByText('Wilgotność powyżej 14,5 %: 10,00 zł/t za każde rozpoczęte 0,5')).toBeVisible();

  await typeNumber(form.getByRole('textbox', { name: 'Wilgotność' }), '15,6');
  await typeNumber(form.getByRole('textbox', { name: 'Cena' }), '800');
  await expect(form.getByText(/770,00/).first()).toBeVisible();
  await form.getByRole('button', { name: 'Zapisz' }).click();
  await expectNotification(page, tableName);

  const { list } = await colleague(listDiscountTables, { body: { filter: { rawMaterialId: id } } });
  expect(list).toMatchObject([{ name: tableName, side: 'purchase', isActive: true, ruleCount: 1 }]);
  const [quality] = await colleague(listQualityOptions, { params: { id } });
  const { purchase } = await makeAllocatedContracts(colleague, {
    discountTableId: list[0]?.id ?? 0,
    material: { id, name, quality: { id: quality?.value ?? 0, title: quality?.label ?? '' } },
  });
  await navigateInApp(page, `/contract/purchase-list/dashboard/${purchase.id}/details`);
  await page.getByRole('button', { name: 'Pokaż reguły (1)' }).click();
  await expect(page.getByText('Wilgotność powyżej 14,5 %: 10,00 zł/t za każde rozpoczęte 0,5')).toBeVisible();
  expect(await colleague(getContractRules, { params: { id: purchase.id } })).toMatchObject({
    differsFromTable: false,
    rules: [{ norm: 14.5, rate: 1_000, step: 0.5 }],
  });
});
