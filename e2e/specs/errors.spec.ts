import { changeAgreementStatus, changeContractStatus } from '@spichlerz/shared/wire/contract-changes';
import { navigateInApp } from '../navigation.ts';
import { makeAllocatedContracts } from '../records.ts';
import { expect, expectError, expectFigures, rowOf, test, typeNumber } from '../screen.ts';

test('an allocation above the allowed quantity is rejected, and the dialog keeps the input', async ({
  page,
  colleague,
}) => {
  const { purchase, sale } = await makeAllocatedContracts(colleague);
  await page.goto(`/contract/sale-list/allocation/${sale.id}?search=${purchase.number}`);
  await page.getByRole('button', { name: `Alokuj z kontraktu ${purchase.number}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Nowa alokacja' });
  const quantity = dialog.getByRole('textbox', { name: 'Ilość do zaalokowania' });
  await typeNumber(quantity, '80,001');
  // Pressing the inactive button shows what to correct.
  await dialog.getByRole('button', { name: 'Alokuj' }).click({ force: true });
  await expect(
    dialog.getByText(`Kontrakt sprzedaży ${sale.number} pozwala zaalokować tu najwyżej 80,000 t.`),
  ).toBeVisible();
  await expect(quantity).toHaveValue('80,001');
  await expect(quantity).toBeFocused();

  await page.keyboard.press('Escape');
  await page
    .getByRole('dialog', { name: 'Porzucić zmiany?' })
    .getByRole('button', { name: 'Porzuć zmiany' })
    .click();
  await navigateInApp(page, `/contract/sale-list/dashboard/${sale.id}/realization`);
  await expectFigures(page, { allocated: 0, toAllocate: 80_000 });
});

test('an allocation that became impossible is rejected by the server, and the dialog stays open', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const { purchase, sale } = allocated;
  await page.goto(`/contract/sale-list/allocation/${sale.id}?search=${purchase.number}`);
  await page.getByRole('button', { name: `Alokuj z kontraktu ${purchase.number}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Nowa alokacja' });
  const quantity = dialog.getByRole('textbox', { name: 'Ilość do zaalokowania' });
  await typeNumber(quantity, '80');
  // The browser must not receive the live change before it sends the request.
  await page.route('**/api/contract/allocate-contract/**', async (route) => {
    await colleague(changeContractStatus.purchase, { body: { purchaseId: purchase.id, status: 'CLOSED' } });
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Alokuj' }).click();
  await expectError(page, 'Te kontrakty do siebie nie pasują');
  await expect(quantity).toHaveValue(/^80/);
});

test("a colleague's change appears on an open list without a reload", async ({ page, colleague }) => {
  const { material, sale } = await makeAllocatedContracts(colleague);
  const events = page.waitForResponse('**/api/events');
  await page.goto(`/contract/sale-list/${material.id}?search=${sale.number}`);
  await events;
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  const agreement = (label: string) =>
    rowOf(page, sale.number).getByRole('button', { name: `Zmień status umowy: ${label}` });
  await expect(agreement('Podpisana')).toBeVisible();
  await colleague(changeAgreementStatus.sales, { body: { salesId: sale.id, status: 'TO_SIGN' } });
  await expect(agreement('Do podpisu')).toBeVisible({ timeout: 2_000 });
  expect(loads).toBe(0);
});
