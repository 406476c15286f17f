import { listSettlements } from '@spichlerz/shared/wire/settlements';
import { changeTransportStatus, getTransport } from '@spichlerz/shared/wire/transports';
import { navigateInApp } from '../navigation.ts';
import { makeAllocatedContracts, makeTransport, registrationOf } from '../records.ts';
import { chooseRowAction, expect, expectNotification, test, type, typeNumber } from '../screen.ts';
import { confirm } from '../trading-steps.ts';

test('Enter corrects kilograms typed as tonnes; an unusual settlement price needs confirmation; a settlement can be withdrawn', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const id = await makeTransport(colleague, allocated, 'ON_THE_WAY');
  const registration = await registrationOf(colleague, id);
  const purchase = `/contract/purchase-list/dashboard/${allocated.purchase.id}`;

  await test.step('Enter accepts the proposed correction when kilograms were typed into a field for tonnes', async () => {
    await page.goto(`${purchase}/transport`);
    await page.getByRole('button', { name: /^Zmień status transportu: W drodze$/ }).click();
    await page.getByRole('menuitem', { name: 'Dostarczony', exact: true }).click();
    const weight = page.getByRole('textbox', { name: `Ilość rzeczywista, ${registration}` });
    await weight.fill('24860');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Czy chodziło o 24,860 t?' })).toBeVisible();
    expect(await colleague(getTransport, { params: { id } })).toMatchObject({ status: 'ON_THE_WAY' });
    await page.keyboard.press('Enter');
    await expectNotification(page, 'Oznaczono jako dostarczony');
    expect(await colleague(getTransport, { params: { id } })).toMatchObject({
      status: 'DELIVERED',
      realQuantityKg: 24_860,
    });
  });

  await colleague(changeTransportStatus, { body: { transportId: id, status: 'TO_BE_SETTLED' } });
  await navigateInApp(page, `${purchase}/settlement`);
  await chooseRowAction(page, registration, 'Rozlicz');
  const price = page
    .getByRole('dialog', { name: `Rozliczenie zakupu, ${registration}` })
    .getByRole('textbox', { name: 'Cena rzeczywista po potrąceniach', exact: true });

  await test.step('an unusual settlement price needs confirmation', async () => {
    await typeNumber(price, '88');
    await page.getByRole('button', { name: 'Zapisz rozliczenie' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Zapisać rozliczenie zakupu?' });
    await expect(confirmation).toContainText('24,860 t po 88,00 zł/t, razem 2 187,68 zł.');
    await expect(confirmation).toContainText('Cena różni się o ponad 20 % od ceny kontraktowej');
    await confirm(page, 'Zapisać rozliczenie zakupu?', 'Zapisz rozliczenie');
    await expectNotification(page, 'Zapisano rozliczenie zakupu');
  });

  await test.step('a withdrawn settlement keeps its price', async () => {
    await chooseRowAction(page, registration, 'Cofnij rozliczenie');
    const back = page.getByRole('dialog', { name: 'Cofnąć rozliczenie zakupu?' });
    // "Anuluj" (cancel) would be ambiguous here: it could mean the dialog or the settlement.
    await expect(back.getByRole('button', { name: 'Anuluj' })).toHaveCount(0);
    await expect(back.getByRole('button', { name: 'Nie zmieniaj' })).toBeVisible();
    await type(back, 'Powód', 'wpisano 88 zamiast 845');
    await back.getByRole('button', { name: 'Cofnij rozliczenie' }).click();
    await expectNotification(page, 'Cofnięto rozliczenie zakupu');
    await chooseRowAction(page, registration, 'Rozlicz');
    await expect(price).toHaveValue(/^88/);
    const { list } = await colleague(listSettlements.purchase, {
      query: { purchaseId: allocated.purchase.id },
    });
    expect(list).toMatchObject([{ purchaseSettlementStatus: 'TO_BE_SETTLED', sentAmount: null }]);
  });
});
