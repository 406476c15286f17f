import { contractors } from '@spichlerz/shared/wire/contractors';
import { navigateInApp } from '../navigation.ts';
import { makeAllocatedContracts, makeTransport, registrationOf, uniqueMark, uniqueNip } from '../records.ts';
import { chooseRowAction, expect, rowOf, test } from '../screen.ts';

/*
 * Keyboard use of lists: where the focus goes when the focused element is removed, and how
 * truncated texts are shown.
 */

test('removing a filter moves the focus to the list', async ({ page }) => {
  await page.goto('/contract/purchase-list/all?isGmp=true&isCert=true');
  const list = page.getByRole('region', { name: 'Kontrakty zakupu' });
  const filters = page.getByRole('group', { name: 'Włączone filtry' });
  await filters
    .getByRole('button', { name: /^Usuń filtr/ })
    .first()
    .press('Enter');
  await expect(list).toBeFocused();
  await filters.getByRole('button', { name: 'Wyczyść filtry' }).press('Enter');
  await expect(filters).toBeHidden();
  await expect(list).toBeFocused();
});

test('closing a dialog moves the focus to the list when the button that opened the dialog is gone', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const [going, staying] = [
    await makeTransport(colleague, allocated),
    await makeTransport(colleague, allocated),
  ];
  const registration = await registrationOf(colleague, going);
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/transport`);
  const list = page.getByRole('region', { name: 'Transporty' });

  await chooseRowAction(page, registration, 'Usuń');
  await page.getByRole('dialog').getByRole('button', { name: 'Usuń' }).press('Enter');
  await expect(rowOf(page, registration)).toHaveCount(0);
  await expect(list).toBeFocused();

  const all = page.getByRole('checkbox', { name: 'Zaznacz wszystkie na stronie' });
  await all.check();
  await page.getByRole('button', { name: 'Odznacz' }).press('Enter');
  await expect(all).not.toBeChecked();
  await expect(list).toBeFocused();

  await all.check();
  await page.getByRole('button', { name: 'Zmień status', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'W drodze', exact: true }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Zmień status' }).press('Enter');
  const row = rowOf(page, await registrationOf(colleague, staying));
  await expect(row.getByRole('button', { name: 'Zmień status transportu: W drodze' })).toBeVisible();
  await expect(list).toBeFocused();
});

test('the focus stays on a changed row that no longer matches the filters', async ({ page, colleague }) => {
  const allocated = await makeAllocatedContracts(colleague);
  const registration = await registrationOf(colleague, await makeTransport(colleague, allocated));
  await makeTransport(colleague, allocated);
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/transport?status=NEW`);
  const row = rowOf(page, registration);
  await row.getByRole('button', { name: 'Zmień status transportu: Nowy' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Oczekuje', exact: true }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Zmień status' }).press('Enter');
  await expect(row).toHaveAttribute('data-gone');
  await expect(row.getByRole('button', { name: 'Zmień status transportu: Oczekuje' })).toBeFocused();

  await navigateInApp(
    page,
    `/contract/sale-list/${allocated.material.id}?search=${allocated.sale.number}`,
    /sale-list\/\d+\?search=/,
  );
  const contract = rowOf(page, allocated.sale.number);
  await contract.getByRole('button', { name: 'Zmień status kontraktu: Aktywny' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Do rozliczenia', exact: true }).press('Enter');
  await expect(contract).toHaveAttribute('data-gone');
  await expect(
    contract.getByRole('button', { name: 'Zmień status kontraktu: Do rozliczenia' }),
  ).toBeFocused();
});

test('deleting the only row of a list moves the focus to the page', async ({ page, colleague }) => {
  const companyName = uniqueMark();
  await colleague(contractors.sales.create, {
    body: { accountingMethod: 'VAT', label: 'FIRMA', companyName, nip: uniqueNip() },
  });
  await page.goto(`/data/recipient-list?search=${companyName}`);
  await chooseRowAction(page, companyName, 'Usuń');
  await page.getByRole('dialog').getByRole('button', { name: 'Usuń' }).press('Enter');
  const clear = page.getByRole('button', { name: 'Wyczyść filtry' });
  await expect(clear).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await clear.press('Enter');
  await expect(page.getByRole('region', { name: 'Odbiorcy' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test('focusing the name of a row shows the texts that the row truncates', async ({ page, colleague }) => {
  const comments = 'Odbiór tylko rano, brama od ulicy Polnej, waga zakładowa nie działa do końca miesiąca.';
  const { purchase } = await makeAllocatedContracts(colleague, { comments });
  await page.goto(`/contract/purchase-list/all?search=${encodeURIComponent(purchase.number)}`);
  const row = rowOf(page, purchase.number);
  await row.getByRole('checkbox').focus();
  await page.keyboard.press('Tab');
  const name = row.getByRole('rowheader').getByRole('link');
  await expect(name).toBeFocused();
  const tip = page.getByRole('tooltip');
  await expect(tip.getByText(`Uwagi: ${comments}`, { exact: true })).toBeVisible();
  // Escape closes the tooltip, which covers other rows.
  await page.keyboard.press('Escape');
  await expect(tip).toBeHidden();
  await expect(name).toBeFocused();
});

test('a purchase that can supply a sale opens its allocation from the keyboard', async ({
  page,
  colleague,
}) => {
  const { sale } = await makeAllocatedContracts(colleague);
  await page.goto(`/contract/sale-list/allocation/${sale.id}`);
  const number = page.getByRole('rowheader').first().getByRole('button');
  await expect(number).toBeVisible();
  await page.keyboard.press('j');
  await expect(number).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Ilość do zaalokowania' })).toBeFocused();
});
