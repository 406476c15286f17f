import { listSettlements } from '@spichlerz/shared/wire/settlements';
import { getTransport } from '@spichlerz/shared/wire/transports';
import { makeAllocatedContracts, makeReleasedTransport, makeTransport, plateOf } from '../records.ts';
import { chooseRowAction, expect, expectNotice, test, type, typeFigure } from '../screen.ts';
import { confirm } from '../trading-steps.ts';

test('a mistyped settlement price is asked about, and the statement can be taken back', async ({
  page,
  colleague,
}) => {
  const pair = await makeAllocatedContracts(colleague);
  const plate = await plateOf(colleague, await makeReleasedTransport(colleague, pair));
  await page.goto(`/contract/purchase-list/dashboard/${pair.purchase.id}/settlement`);
  await chooseRowAction(page, plate, 'Rozlicz');
  const dialog = page.getByRole('dialog', { name: `Rozliczenie zakupu, ${plate}` });
  const price = dialog.getByRole('textbox', { name: 'Cena rzeczywista po potrąceniach', exact: true });
  await typeFigure(price, '88');
  await dialog.getByRole('button', { name: 'Zapisz rozliczenie' }).click();
  const question = page.getByRole('dialog', { name: 'Zapisać rozliczenie zakupu?' });
  await expect(question).toContainText('25,000 t po 88,00 zł/t, razem 2 200 zł.');
  await expect(question).toContainText('Cena różni się o ponad 20 % od ceny kontraktowej');
  await confirm(page, 'Zapisać rozliczenie zakupu?', 'Zapisz rozliczenie');
  await expectNotice(page, 'Zapisano rozliczenie zakupu');

  await chooseRowAction(page, plate, 'Cofnij rozliczenie');
  const back = page.getByRole('dialog', { name: 'Cofnąć rozliczenie zakupu?' });
  // Anuluj could be taken for the taking back itself
  await expect(back.getByRole('button', { name: 'Anuluj' })).toHaveCount(0);
  await expect(back.getByRole('button', { name: 'Nie zmieniaj' })).toBeVisible();
  await type(back, 'Powód', 'wpisano 88 zamiast 845');
  await back.getByRole('button', { name: 'Cofnij rozliczenie' }).click();
  await expectNotice(page, 'Cofnięto rozliczenie zakupu');
  await chooseRowAction(page, plate, 'Rozlicz');
  await expect(price).toHaveValue(/^88/);
  const { list } = await colleague(listSettlements.purchase, { query: { purchaseId: pair.purchase.id } });
  expect(list).toMatchObject([{ purchaseSettlementStatus: 'TO_BE_SETTLED', sentAmount: null }]);
});

test('kilograms typed into a field of tonnes are corrected with one key', async ({ page, colleague }) => {
  const pair = await makeAllocatedContracts(colleague);
  const id = await makeTransport(colleague, pair, 'ON_THE_WAY');
  const plate = await plateOf(colleague, id);
  await page.goto(`/contract/sale-list/dashboard/${pair.sale.id}/transport`);
  await page.getByRole('button', { name: /^Zmień status transportu: W drodze$/ }).click();
  await page.getByRole('menuitem', { name: 'Dostarczony', exact: true }).click();
  const weight = page.getByRole('textbox', { name: `Ilość rozładowana, ${plate}` });
  await weight.fill('24860');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Czy chodziło o 24,860 t?' })).toBeVisible();
  expect(await colleague(getTransport, { params: { id } })).toMatchObject({ status: 'ON_THE_WAY' });
  await page.keyboard.press('Enter');
  await expectNotice(page, 'Oznaczono jako dostarczony');
  expect(await colleague(getTransport, { params: { id } })).toMatchObject({
    status: 'DELIVERED',
    realCargoQuantity: 24_860,
  });
});
