import { createListView, deleteListView } from '@spichlerz/shared/wire/list-views';
import { makeAllocatedContracts, makeTransport, registrationOf, uniqueMark } from '../records.ts';
import { expect, expectNotification, rowOf, test, type } from '../screen.ts';

/* Saved views of lists: named, shared, changed, opened by URL and used as the start page. */

test('a saved view stores filters, columns and row height, is marked when changed, and can be opened by URL', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const registration = await registrationOf(colleague, await makeTransport(colleague, allocated));
  const name = `Moje ${uniqueMark()}`;
  await page.goto(`/logistics?search=${registration}&status=NEW&sort=registration_number.asc`);
  await page.getByRole('button', { name: 'Kolumny' }).click();
  await page.getByRole('checkbox', { name: 'Przewoźnik' }).uncheck();
  await page.getByRole('checkbox', { name: 'Niskie wiersze' }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Widoki' }).click();
  await page.getByRole('menuitem', { name: 'Zapisz jako nowy widok' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nowy widok' });
  await type(dialog, 'Nazwa', name);
  await dialog.getByRole('button', { name: 'Zapisz widok' }).click();
  await expectNotification(page, 'Zapisano widok');
  const menu = page.getByRole('button', { name: `Widok: ${name}`, exact: true });
  await expect(menu).toBeVisible();
  const id = new URL(page.url()).searchParams.get('view') ?? '';

  const waiting = page.getByRole('checkbox', { name: 'Oczekuje', exact: true });
  const chip = page.getByRole('group', { name: 'Status transportu' }).getByText('Oczekuje', { exact: true });
  const changed = page.getByRole('button', { name: `Widok: ${name} (zmieniony)` });
  await chip.click();
  await expect(changed).toBeVisible();
  await changed.click();
  await page.getByRole('menuitem', { name: 'Odrzuć zmiany' }).click();
  await expect(menu).toBeVisible();
  await chip.click();
  await changed.click();
  await page.getByRole('menuitem', { name: 'Zapisz zmiany w widoku' }).click();
  await expect(menu).toBeVisible();

  await menu.click();
  await page.getByRole('menuitem', { name: 'Widok domyślny' }).click();
  await expect(page.getByRole('button', { name: 'Widoki', exact: true })).toBeVisible();
  await page.goto(`/views/${id}`);
  await expect(menu).toBeVisible();
  await expect(waiting).toBeChecked();
  await expect(rowOf(page, registration)).toBeVisible();
  await page.getByRole('button', { name: 'Kolumny' }).click();
  await expect(page.getByRole('checkbox', { name: 'Przewoźnik' })).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Niskie wiersze' })).toBeChecked();
});

test('a shared view of a colleague can be the start page but cannot be deleted; the URL of a deleted view opens the list', async ({
  page,
  colleague,
}) => {
  const name = `Wspólny ${uniqueMark()}`;
  const { id } = await colleague(createListView, {
    body: {
      list: '/allocations',
      name,
      isShared: true,
      address: '/allocations?search=brak',
      columnOrder: [],
      hiddenColumns: [],
      isDense: false,
    },
  });
  await page.goto('/allocations');
  await page.getByRole('button', { name: 'Widoki' }).click();
  await page.getByRole('menuitem', { name }).click();
  const menu = page.getByRole('button', { name: `Widok: ${name}` });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Zaczynaj od tego widoku' }).click();
  await expectNotification(page, 'Ustawiono widok startowy');
  await page.goto('/');
  await expect(menu).toBeVisible();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Nie zaczynaj od tego widoku' }).click();
  await expectNotification(page, 'Usunięto widok startowy');
  await menu.click();
  await expect(page.getByRole('menuitem', { name: 'Kopiuj adres widoku' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Usuń widok' })).toHaveCount(0);
  await page.goto(`/allocations?search=brak&view=${id}`);
  await expect(menu).toBeVisible();
  await colleague(deleteListView, { params: { id } });
  await page.reload();
  await expectNotification(page, 'Nie ma widoku');
  await expect(page).toHaveURL(/\/allocations\?search=brak$/);
  await expect(page.getByRole('searchbox')).toHaveValue('brak');
});
