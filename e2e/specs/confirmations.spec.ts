import { deferRequests } from '../fault-injection.ts';
import { navigateInApp } from '../navigation.ts';
import { makeAllocatedContracts, makeTransport, registrationOf } from '../records.ts';
import { chooseRowAction, expect, expectNotification, test, type } from '../screen.ts';
import { heading } from '../sign-in.ts';

const LEAVE_DIALOG = { name: 'Porzucić zmiany?' };

test('pressing back twice in a changed form opens one confirmation; confirming goes back both steps', async ({
  page,
}) => {
  await page.goto('/positions');
  for (const place of ['Logistyka', 'Dostawcy']) {
    await page.getByRole('link', { name: place }).click();
    await expect(heading(page, place)).toBeVisible();
  }
  await page.getByRole('link', { name: 'Dodaj dostawcę' }).click();
  await type(page.getByRole('main'), 'Kod kontrahenta', 'DWA-KROKI');
  const confirmation = page.getByRole('dialog', LEAVE_DIALOG);
  const stepBack = () => page.evaluate(() => window.history.back());
  const stepBackTwice = async () => {
    await stepBack();
    await expect(confirmation).toBeVisible();
    await stepBack();
    await expect(page).toHaveURL(/logistics/);
  };

  await stepBackTwice();
  await expect(confirmation).toHaveCount(1);
  await confirmation.getByRole('button', { name: 'Wróć do formularza' }).click();
  await expect(page).toHaveURL('/data/supplier-list/form');
  await expect(confirmation).toBeHidden();

  // Back and then forward return to the page that is still open, so there is nothing to confirm and the
  // confirmation closes.
  await stepBack();
  await expect(confirmation).toBeVisible();
  await page.evaluate(() => window.history.forward());
  await expect(confirmation).toBeHidden();
  await expect(page).toHaveURL('/data/supplier-list/form');
  await expect(page.getByRole('textbox', { name: 'Kod kontrahenta' })).toHaveValue('DWA-KROKI');

  await stepBackTwice();
  await confirmation.getByRole('button', { name: 'Porzuć zmiany' }).click();
  await expect(heading(page, 'Logistyka')).toBeVisible();
  await expect(confirmation).toHaveCount(0);
  await page.goBack();
  await expect(heading(page, 'Pozycje')).toBeVisible();
});

test('pressing back twice during an import opens one confirmation', async ({ page }) => {
  await page.goto('/positions');
  await page.getByRole('link', { name: 'Dostawcy' }).click();
  await page.getByRole('link', { name: 'Importuj' }).click();
  const file = { name: 'dostawcy.csv', mimeType: '', buffer: Buffer.from('Nazwa;Kod;NIP\r\nA;B;1234563218') };
  await page.getByLabel('Plik do importu').setInputFiles(file);
  await expect(page.getByRole('button', { name: 'Sprawdź 1 wiersz' })).toBeVisible();
  const confirmation = page.getByRole('dialog', { name: 'Przerwać import?' });
  await page.evaluate(() => window.history.back());
  await expect(confirmation).toBeVisible();
  await page.evaluate(() => window.history.back());
  await expect(page).toHaveURL('/positions');
  await expect(confirmation).toHaveCount(1);
  await confirmation.getByRole('button', { name: 'Wróć do importu' }).click();
  await expect(page).toHaveURL('/data/supplier-list/import');
  await expect(confirmation).toHaveCount(0);
});

test('leaving a changed form while a changed dialog is open asks for only one confirmation', async ({
  page,
  colleague,
}) => {
  const { material } = await makeAllocatedContracts(colleague);
  await page.goto(`/contract/purchase-list/${material.id}`);
  await page.getByRole('link', { name: 'Dodaj kontrakt' }).click();
  await type(page.getByRole('main'), 'Uwagi', 'brama od podwórza');
  await page.getByRole('button', { name: 'Dodaj nowego dostawcę' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nowy dostawca' });
  await type(dialog, 'Kod kontrahenta', 'OBA');
  const confirmation = page.getByRole('dialog', LEAVE_DIALOG);
  await page.goBack();
  await confirmation.getByRole('button', { name: 'Porzuć zmiany' }).click();
  await expect(page.getByRole('heading', { name: 'Kontrakty zakupu', level: 1 })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a confirmation closes when the user leaves the page; Escape does not close a confirmation while its request is running', async ({
  page,
  colleague,
}) => {
  const transportId = await makeTransport(colleague, await makeAllocatedContracts(colleague));
  const registration = await registrationOf(colleague, transportId);
  const deferred = await deferRequests(page, ({ pathname }) => pathname.endsWith(`/remove/${transportId}`));
  const list = `/logistics?search=${encodeURIComponent(registration).replaceAll('%20', '+')}`;
  const confirmation = page.getByRole('dialog', { name: 'Usunąć transport?' });
  await page.goto('/positions');

  await test.step('going back to another page closes the confirmation', async () => {
    await navigateInApp(page, list);
    await chooseRowAction(page, registration, 'Usuń');
    await expect(confirmation).toBeVisible();
    await page.goBack();
    await expect(heading(page, 'Pozycje')).toBeVisible();
    await expect(confirmation).toHaveCount(0);
  });

  await test.step('Escape does not close the confirmation while the request is running, but closes it after the request has failed', async () => {
    await navigateInApp(page, list);
    await chooseRowAction(page, registration, 'Usuń');
    await confirmation.getByRole('button', { name: 'Usuń' }).click();
    await expect.poll(deferred.count).toBe(1);
    for (let times = 0; times < 3; times += 1) {
      await page.keyboard.press('Escape');
      await expect(confirmation).toBeVisible();
    }
    await deferred.release((route) => route.abort('connectionreset'));
    await expect(confirmation.getByRole('alert')).toContainText('Brak połączenia z serwerem.');
    await page.keyboard.press('Escape');
    await expect(confirmation).toBeHidden();
  });

  await test.step('the deletion succeeds when the user confirms it a second time', async () => {
    await chooseRowAction(page, registration, 'Usuń');
    await confirmation.getByRole('button', { name: 'Usuń' }).click();
    await expect.poll(deferred.count).toBe(1);
    await deferred.release();
    await expectNotification(page, 'Usunięto transport');
  });
});
