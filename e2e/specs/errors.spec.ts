import { changeAgreementStatus, changeContractStatus } from '@spichlerz/shared/wire/contract-changes';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { makeAllocatedContracts } from '../records.ts';
import { expect, expectError, expectNotification, rowOf, test, typeNumber } from '../screen.ts';

test('the allocation dialog rejects a quantity above the limit, and keeps its input when the server rejects a closed purchase', async ({
  page,
  colleague,
}) => {
  const { purchase, sale } = await makeAllocatedContracts(colleague);
  const changePurchase = (status: 'ACTIVE' | 'CLOSED') =>
    colleague(changeContractStatus.purchase, { body: { purchaseId: purchase.id, status } });
  const allocatedKg = async () =>
    (await colleague(contracts.sales.dashboard, { params: { id: sale.id } })).allocated;
  await page.goto(`/contract/sale-list/allocation/${sale.id}?search=${purchase.number}`);
  await page.getByRole('button', { name: `Alokuj z kontraktu ${purchase.number}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Nowa alokacja' });
  const quantity = dialog.getByRole('textbox', { name: 'Ilość do zaalokowania' });
  const save = dialog.getByRole('button', { name: 'Alokuj', exact: true });

  await test.step('a button responds to the first click even when the blur of a field adds an error', async () => {
    await quantity.fill('90');
    // Clicks the upper edge of the button. If an error above the button pushes the button down, the click
    // misses.
    await dialog.getByRole('button', { name: 'Anuluj' }).click({ position: { x: 20, y: 4 } });
    const confirmation = page.getByRole('dialog', { name: 'Porzucić zmiany?' });
    await confirmation.getByRole('button', { name: 'Wróć do formularza' }).click();
  });

  await test.step('pressing the disabled save button shows the error of a quantity above the limit', async () => {
    await typeNumber(quantity, '80,001');
    await save.click({ force: true });
    await expect(
      dialog.getByText(`Kontrakt sprzedaży ${sale.number} pozwala zaalokować tu najwyżej 80,000 t.`),
    ).toBeVisible();
    await expect(quantity).toHaveValue('80,001');
    await expect(quantity).toBeFocused();
  });

  await test.step('the save button responds to the first click when the blur removes an error; the server rejects a purchase that has just been closed', async () => {
    // Closes the purchase only during the request, so that no live change reaches the dialog before the
    // request.
    const allocation = '**/api/contract/allocate-contract/**';
    await page.route(allocation, async (route) => {
      await changePurchase('CLOSED');
      await route.continue();
    });
    await quantity.fill('70');
    await save.click();
    await expectError(page, 'Te kontrakty do siebie nie pasują');
    await expect(quantity).toHaveValue(/^70/);
    expect(await allocatedKg()).toBe(0);
    await page.unroute(allocation);
  });

  await test.step('the rejected input can be saved after the purchase is active again', async () => {
    await changePurchase('ACTIVE');
    await save.click();
    await expectNotification(page, 'Dodano alokację');
    await expect(dialog).toBeHidden();
    expect(await allocatedKg()).toBe(70_000);
  });
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
