import { navigateInApp } from '../navigation.ts';
import { makeAllocatedContracts, makeTransport, registrationOf } from '../records.ts';
import { expect, rowOf, test } from '../screen.ts';

/* Shortcuts of a single key for rows, buttons and screens, and the switch that disables them. */

test('single-key shortcuts move between rows, select a row, and open the status menu and the form of the row', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const registrations = [
    await registrationOf(colleague, await makeTransport(colleague, allocated)),
    await registrationOf(colleague, await makeTransport(colleague, allocated)),
  ];
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/transport`);
  const [older = '', newer = ''] = registrations;
  await expect(rowOf(page, older)).toBeVisible();
  const name = (registration: string) => page.getByRole('button', { name: registration, exact: true });
  await page.keyboard.press('j');
  await expect(name(newer)).toBeFocused();
  await page.keyboard.press('j');
  await expect(name(older)).toBeFocused();
  await page.keyboard.press('j');
  await expect(name(older)).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('Space');
  await expect(page.getByRole('checkbox', { name: `Zaznacz: ${newer}` })).toBeChecked();
  await page.keyboard.press('s');
  await expect(page.getByRole('menuitem', { name: 'Oczekuje', exact: true })).toBeVisible();
  // An open menu disables the shortcuts of the page.
  await page.keyboard.press('j');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem', { name: 'Oczekuje', exact: true })).toBeHidden();
  await expect(page).toHaveURL(/dashboard/);
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Edytuj transport' });
  await expect(dialog).toBeVisible();
  const remarks = dialog.getByRole('textbox', { name: 'Uwagi' });
  await remarks.pressSequentially('jeszcze nie?');
  await expect(remarks).toHaveValue('jeszcze nie?');
});

test('single-key shortcuts open the help, screens and forms, and can be disabled in the account', async ({
  page,
}) => {
  await page.goto('/positions');
  await expect(page.getByRole('heading', { name: 'Pozycje' })).toBeVisible();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Skróty klawiszowe' });
  await expect(help.getByRole('row', { name: 'Logistyka g l' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('z');
  await expect(page.getByRole('heading', { name: 'Kontrakty zakupu' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Dodaj kontrakt' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Dodaj kontrakt' })).toBeVisible();
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/purchase-list\/form/);
  await expect(page.getByRole('heading', { name: 'Nowy kontrakt zakupu' })).toBeVisible();
  await page.getByRole('button', { name: 'Anuluj' }).focus();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Kontrakty zakupu' })).toBeVisible();

  await navigateInApp(page, '/my-account');
  await page.getByRole('switch', { name: 'Skróty jednym klawiszem' }).click();
  await page.getByRole('link', { name: 'Pozycje' }).click();
  await expect(page.getByRole('heading', { name: 'Pozycje' })).toBeVisible();
  await page.keyboard.press('?');
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: /Szukaj/ })).toBeVisible();
  await expect(help).toBeHidden();
  await expect(page).toHaveURL(/positions/);
});
