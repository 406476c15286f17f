import { findViolations } from '../axe.ts';
import { makeAllocatedContracts, makeTransport, registrationOf } from '../records.ts';
import { expect, rowOf, test } from '../screen.ts';

test('a record can be found and opened by keyboard, and the next search offers it first', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const { sale } = allocated;
  const registration = await registrationOf(colleague, await makeTransport(colleague, allocated));
  await page.goto('/positions');
  await expect(page.getByRole('heading', { name: 'Pozycje', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Szukaj w całej aplikacji' });
  const field = dialog.getByRole('combobox', { name: 'Szukany tekst' });
  await expect(field).toBeFocused();
  await expect(dialog.getByRole('option', { name: 'Użytkownicy' })).toBeHidden();

  await page.keyboard.type('kontrakt');
  await expect(dialog.getByRole('option', { name: 'Kontrakty sprzedaży', selected: true })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  const second = dialog.getByRole('option', { name: 'Kontrakty zakupu', selected: true });
  await expect(field).toHaveAttribute('aria-activedescendant', (await second.getAttribute('id')) ?? '');
  expect(await findViolations(page, { within: ['[role=listbox]', '[role=combobox]'] })).toEqual([]);

  await field.fill(sale.number);
  const hit = dialog.getByRole('option', { name: new RegExp(`^${sale.number}.*sprzedaż`) });
  await expect(hit).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/contract/sale-list/dashboard/${sale.id}/realization$`));
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Szukaj w całej aplikacji' }).click();
  await expect(dialog.getByRole('option').first()).toContainText(sale.number);
  await expect(dialog.getByRole('option', { name: sale.number })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.keyboard.press('Control+k');
  await field.fill(registration);
  const transport = dialog.getByRole('option', { name: registration, selected: true });
  await expect(transport).toBeVisible();
  const [hitBox, fieldBox] = [await transport.boundingBox(), await field.boundingBox()];
  expect(hitBox?.width, 'no text of a hit lies beyond the dialog').toBeLessThanOrEqual(fieldBox?.width ?? 0);
  await page.keyboard.press('Enter');
  await expect(rowOf(page, registration)).toBeVisible();
  await page.getByRole('link', { name: 'Pozycje', exact: true }).click();
  await expect(rowOf(page, registration)).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await expect(dialog.getByRole('option', { name: registration, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(rowOf(page, registration)).toBeVisible();
});
