import { listSettlements, settleSale } from '@spichlerz/shared/wire/settlements';
import type { Client } from '../client.ts';
import { makePair, makeReleasedTruck, type Pair, plateOf } from '../records.ts';
import { chooseRowAction, expect, expectNotice, test, type } from '../screen.ts';

/** Opens the settlement of the only truck of a sale. */
async function openSettlement(page: Parameters<typeof chooseRowAction>[0], colleague: Client) {
  const pair = await makePair(colleague);
  const transportId = await makeReleasedTruck(colleague, pair);
  const plate = await plateOf(colleague, transportId);
  await page.goto(`/contract/sale-list/dashboard/${pair.sale.id}/settlement`);
  await chooseRowAction(page, plate, 'Rozlicz');
  const dialog = page.getByRole('dialog', { name: `Rozliczenie sprzedaży, ${plate}` });
  await type(dialog, 'Szczegóły', 'wpisane u mnie');
  const settle = (realCargoQuantity: number, realCargoPrice: number) =>
    colleague(settleSale, {
      body: { transportId, options: [{ realCargoQuantity, realCargoPrice, realCargoQuality: 'Paszowa' }] },
    });
  return { pair, dialog, settle };
}

async function storedSale(colleague: Client, { sale }: Pair) {
  const { list } = await colleague(listSettlements.sales, { query: { salesId: sale.id } });
  return list[0];
}

test('a settlement that a colleague saves meanwhile is told in the dialog and can be taken over', async ({
  page,
  colleague,
}) => {
  const events = page.waitForResponse('**/api/events');
  const { pair, dialog, settle } = await openSettlement(page, colleague);
  await events;
  await settle(21_000, 88_000);
  const notice = dialog.getByRole('alert').filter({ hasText: 'Ktoś zmienił ten rekord w międzyczasie' });
  await expect(notice).toContainText('jest 21,000 t po 880,00, Paszowa');
  await expect(dialog.getByRole('textbox', { name: 'Szczegóły' })).toHaveValue('wpisane u mnie');
  await notice.getByRole('button', { name: 'Wczytaj aktualne dane' }).click();
  await expect(notice).toBeHidden();
  await expect(dialog.getByRole('textbox', { name: 'Cena rzeczywista' })).toHaveValue('880,00');
  await type(dialog, 'Szczegóły', 'po uzgodnieniu');
  await dialog.getByRole('button', { name: 'Zapisz rozliczenie' }).click();
  await expectNotice(page, 'Zapisano rozliczenie sprzedaży');
  expect(await storedSale(colleague, pair)).toMatchObject({
    details: 'po uzgodnieniu',
    options: [{ realCargoQuantity: 21_000, realCargoPrice: 88_000 }],
  });
});

test('without live changes the first save is refused, and the second replaces what it then tells', async ({
  page,
  colleague,
}) => {
  await page.route('**/api/events', (route) => route.abort());
  const { pair, dialog, settle } = await openSettlement(page, colleague);
  await settle(21_000, 88_000);
  const save = dialog.getByRole('button', { name: 'Zapisz rozliczenie' });
  await save.click();
  await expect(dialog.getByText('Ktoś zmienił ten rekord w międzyczasie')).toBeVisible();
  expect(await storedSale(colleague, pair)).toMatchObject({ details: null });
  await save.click();
  await expectNotice(page, 'Zapisano rozliczenie sprzedaży');
  expect(await storedSale(colleague, pair)).toMatchObject({ details: 'wpisane u mnie' });
});
