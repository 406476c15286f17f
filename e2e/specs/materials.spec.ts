import { contracts } from '@spichlerz/shared/wire/contracts';
import { createRawMaterial, createVariant, listQualityOptions } from '@spichlerz/shared/wire/materials';
import { getMe } from '@spichlerz/shared/wire/session';
import type { Client } from '../client.ts';
import { deferRequests } from '../fault-injection.ts';
import { navigateInApp } from '../navigation.ts';
import {
  dayFromToday,
  findDemoRecords,
  firstMaterial,
  makeAllocatedContracts,
  makeMaterial,
  uniqueMark,
} from '../records.ts';
import { chooseRowAction, expect, expectNotification, rowOf, test, type, waitUntilStill } from '../screen.ts';
import { confirm, search } from '../trading-steps.ts';

// Only an administrator may edit raw materials.
test.use({ account: 'admin' });

/** Creates a raw material with one quality and one variant, both used by a purchase. */
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
      quantityKg: 100_000,
      fcaCpt: false,
      dateOfReceiptFrom: dayFromToday(0),
      dateOfReceiptTo: dayFromToday(60),
      mainCargoOption: { price: 80_000, rawMaterialQualityId: quality?.value },
    },
  });
  return { id, contractId: contract.id };
}

test('renaming a variant or a quality asks for confirmation with the number of contracts that use it', async ({
  page,
  colleague,
}) => {
  const { id, contractId } = await makeTradedMaterial(colleague);
  const main = page.getByRole('main');
  const save = main.getByRole('button', { name: 'Zapisz', exact: true });
  const requested = 'Zmienić nazwę w kontraktach?';
  const confirmation = page.getByRole('dialog', { name: requested });
  await page.goto(`/data/raw-material-list/form/${id}`);

  await page.getByRole('button', { name: 'Edytuj: Luzem' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edytuj wariant' });
  await type(dialog, 'Nazwa', 'W workach');
  await dialog.getByRole('button', { name: 'Zapisz', exact: true }).click();
  await expect(confirmation).toContainText(
    'Nazwa wariantu „Luzem” zmieni się na „W workach” w 1 kontrakcie.',
  );
  await confirm(page, requested, 'Zmień nazwę');
  await expectNotification(page, 'Zapisano wariant');

  await type(main, 'Jakość 1', 'Młynarska');
  await save.click();
  await expect(confirmation).toContainText(
    'Nazwa jakości „Konsumpcyjna” zmieni się na „Młynarska” w 1 kontrakcie.',
  );
  await confirm(page, requested, 'Anuluj');
  await expect(main.getByRole('textbox', { name: 'Jakość 1' })).toHaveValue('Młynarska');
  const before = await colleague(contracts.purchase.dashboard, { params: { id: contractId } });
  expect(before.rawMaterialQualityTitle).toBe('Konsumpcyjna');

  await save.click();
  await confirm(page, requested, 'Zmień nazwę');
  await expectNotification(page, 'Zapisano surowiec');
  const after = await colleague(contracts.purchase.dashboard, { params: { id: contractId } });
  expect(after.rawMaterialQualityTitle).toBe('Młynarska');

  await navigateInApp(page, `/data/raw-material-list/form/${id}`);
  const history = page.getByRole('list', { name: 'Historia zmian' });
  await expect(history).toContainText('było: Konsumpcyjna → jest: Młynarska');
  await expect(history).toContainText('było: Luzem → jest: W workach');

  await test.step('an empty list of a raw material with ended contracts has a button that shows all statuses', async () => {
    await navigateInApp(page, `/contract/purchase-list/${id}`);
    await expect(page.getByText('Nie ma nowego ani aktywnego kontraktu zakupu')).toBeVisible();
    await page.getByRole('button', { name: 'Pokaż wszystkie statusy' }).press('Enter');
    await expect(page.getByRole('row').filter({ hasText: 'Zamknięty' })).toContainText(String(contractId));
  });
});

test('a raw material in use cannot be deleted, and the reason names its contract', async ({
  page,
  colleague,
}) => {
  const { material, purchase } = await makeAllocatedContracts(colleague);
  const usage = await deferRequests(page, (url) => url.pathname === '/api/cargo/usage');
  await page.goto('/data/raw-material-list');
  await page.getByRole('button', { name: `Akcje: ${material.name}`, exact: true }).click();
  const remove = page.getByRole('menuitem', { name: 'Usuń' });
  await expect(remove).toBeVisible();
  await expect(remove).not.toHaveAttribute('aria-disabled');
  // The open menu updates when the response about the usage arrives.
  await expect.poll(usage.count).toBeGreaterThan(0);
  await usage.release();
  await expect(remove).toHaveAttribute('aria-disabled', 'true');
  await remove.hover();
  const reason = page.getByRole('tooltip').filter({ hasText: 'Tego surowca nie można usunąć' });
  await expect(reason).toContainText(purchase.number);

  await page.getByRole('menuitem', { name: 'Edytuj' }).click();
  await page.getByRole('button', { name: 'Usuń: jakość 1' }).hover();
  await expect(page.getByRole('tooltip').filter({ hasText: 'Tej jakości nie można usunąć' })).toContainText(
    purchase.number,
  );
  await page.getByRole('link', { name: purchase.number }).click();
  await expect(page).toHaveURL(new RegExp(`/purchase-list/dashboard/${purchase.id}/`));
});

test('the form of a raw material keeps its input when a parameter is added, and an unused raw material can be deleted', async ({
  page,
  colleague,
}) => {
  const name = `Surowiec ${uniqueMark()}`;
  const { id } = await colleague(createRawMaterial, {
    body: { name, qualityOptions: [{ title: 'Paszowa' }, { title: 'Konsumpcyjna' }] },
  });
  await page.goto(`/data/raw-material-list/form/${id}`);
  const main = page.getByRole('main');
  await type(main, 'Jakość 1', 'Paszowa mokra');
  await page.getByRole('button', { name: 'Dodaj parametr' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nowy parametr' });
  await type(dialog, 'Nazwa', 'Wilgotność');
  await dialog.getByRole('combobox', { name: 'Rodzaj' }).click();
  await page.getByRole('option', { name: 'Liczba' }).click();
  await type(dialog, 'Jednostka', '%');
  await dialog.getByRole('button', { name: 'Zapisz' }).click();
  await expect(dialog).toBeHidden();

  await expect(main.getByRole('textbox', { name: 'Jakość 1' })).toHaveValue('Paszowa mokra');
  const moisture = main.getByRole('textbox', { name: 'Wilgotność [%]' }).first();
  await moisture.fill('dużo');
  await moisture.blur();
  await expect(main.getByText('Wpisz liczbę.')).toBeVisible();
  await moisture.fill('14,5');
  await page.getByRole('button', { name: 'Przesuń niżej: jakość 1' }).click();
  await page.getByRole('button', { name: 'Zapisz', exact: true }).click();
  await expectNotification(page, 'Zapisano surowiec');

  // Raw materials of other specs may fill the first page of the list, so the list is searched.
  await search(page, name);
  await expect(rowOf(page, name)).toContainText('Konsumpcyjna, Paszowa mokra');
  await chooseRowAction(page, name, 'Usuń');
  await page
    .getByRole('dialog', { name: `Usunąć surowiec ${name}?` })
    .getByRole('button', { name: 'Usuń' })
    .press('Enter');
  await expect(rowOf(page, name)).toHaveCount(0);

  await test.step('deleting the only row of a list moves the focus to the page', async () => {
    await expect(page.getByRole('main')).toBeFocused();
    await expectNotification(page, 'Usunięto surowiec');
    await page.getByRole('button', { name: 'Wyczyść filtry' }).press('Enter');
    await expect(page.getByRole('region', { name: 'Surowce' })).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
  });
});

test.describe('a trader', () => {
  test.use({ account: 'trader' });

  test('a trader can view raw materials but not change them', async ({ page, colleague }) => {
    const material = await firstMaterial(colleague);
    await page.goto('/data/raw-material-list');
    await waitUntilStill(page);
    await expect(page.getByRole('button', { name: /^Akcje:/ })).toHaveCount(0);
    await page.getByRole('link', { name: material.name, exact: true }).click();
    await expect(page.getByRole('heading', { name: material.name, level: 1 })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Jakości' })).toContainText(material.quality.title);
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /Zapisz|Dodaj/ })).toHaveCount(0);
  });
});
