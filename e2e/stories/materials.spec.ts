import { contracts } from '@spichlerz/shared/wire/contracts';
import { createVariant, listQualityOptions } from '@spichlerz/shared/wire/materials';
import { getMe } from '@spichlerz/shared/wire/session';
import type { Client } from '../client.ts';
import { dayFromToday, findDemoRecords, makeMaterial } from '../records.ts';
import { expect, expectNotice, test, type } from '../screen.ts';
import { confirm } from '../trading-steps.ts';

// who keeps raw materials
test.use({ account: 'admin' });

/** A raw material, and a purchase of its one quality and its one variant. */
async function makeTradedMaterial(colleague: Client): Promise<{ id: number; contractId: number }> {
  const { id } = await makeMaterial(colleague);
  const variant = await colleague(createVariant, { body: { rawMaterialId: id, name: 'Luzem' } });
  const [quality] = await colleague(listQualityOptions, { params: { id } });
  const contract = await colleague(contracts.purchase.create, {
    body: {
      status: 'CLOSED',
      userId: (await colleague(getMe, {})).id,
      purchaseSupplierId: (await findDemoRecords(colleague)).supplierId,
      rawMaterialId: id,
      rawMaterialVariantId: variant.id,
      cargoQuantity: 100_000,
      fcaCpt: false,
      dateOfReceiptFrom: dayFromToday(0),
      dateOfReceiptTo: dayFromToday(60),
      mainCargoOption: { price: 80_000, rawMaterialQualityId: quality?.value },
    },
  });
  return { id, contractId: contract.id };
}

test('a new name of what contracts show is asked about in numbers', async ({ page, colleague }) => {
  const { id, contractId } = await makeTradedMaterial(colleague);
  const main = page.getByRole('main');
  const save = main.getByRole('button', { name: 'Zapisz', exact: true });
  const asked = 'Zmienić nazwę w kontraktach?';
  const question = page.getByRole('dialog', { name: asked });
  await page.goto(`/data/raw-material-list/form/${id}`);

  await page.getByRole('button', { name: 'Edytuj: Luzem' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edytuj wariant' });
  await type(dialog, 'Nazwa', 'W workach');
  await dialog.getByRole('button', { name: 'Zapisz', exact: true }).click();
  await expect(question).toContainText('Nazwa wariantu „Luzem” zmieni się na „W workach” w 1 kontrakcie.');
  await confirm(page, asked, 'Zmień nazwę');
  await expectNotice(page, 'Zapisano wariant');

  await type(main, 'Jakość 1', 'Młynarska');
  await save.click();
  await expect(question).toContainText(
    'Nazwa jakości „Konsumpcyjna” zmieni się na „Młynarska” w 1 kontrakcie.',
  );
  await confirm(page, asked, 'Anuluj');
  await expect(main.getByRole('textbox', { name: 'Jakość 1' })).toHaveValue('Młynarska');
  const before = await colleague(contracts.purchase.dashboard, { params: { id: contractId } });
  expect(before.rawMaterialQualityTitle).toBe('Konsumpcyjna');

  await save.click();
  await confirm(page, asked, 'Zmień nazwę');
  await expectNotice(page, 'Zapisano surowiec');
  const after = await colleague(contracts.purchase.dashboard, { params: { id: contractId } });
  expect(after.rawMaterialQualityTitle).toBe('Młynarska');

  await page.goto(`/data/raw-material-list/form/${id}`);
  const history = page.getByRole('list', { name: 'Historia zmian' });
  await expect(history).toContainText('było: Konsumpcyjna → jest: Młynarska');
  await expect(history).toContainText('było: Luzem → jest: W workach');
});
