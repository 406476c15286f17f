import { expect, test } from '../screen.ts';

test.describe('a URL with an invalid record id', () => {
  test.use({ account: 'admin' });
  for (const address of [
    '/positions/abc',
    '/contract/purchase-list/dashboard/abc/realization',
    '/contract/sale-list/dashboard/1e3/details',
    '/contract/purchase-list/form/abc',
    '/contract/sale-list/allocation/abc',
    '/contract/sale-list/abc',
    '/data/supplier-list/form/-1',
    '/data/raw-material-list/form/all',
    '/users/form/99999999999999999999',
  ]) {
    test(`${address} shows the 404 page`, async ({ page }) => {
      const requested: string[] = [];
      page.on('response', (response) => {
        if (response.status() === 400) requested.push(response.url());
      });
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1, name: '404 – nie znaleziono' })).toBeVisible();
      await expect(page).toHaveURL(/\/404$/);
      expect(requested).toEqual([]);
    });
  }
});

test('the URL for the contracts of all raw materials is valid', async ({ page }) => {
  await page.goto('/contract/purchase-list/all');
  await expect(page.getByRole('tab', { name: 'Wszystkie', selected: true })).toBeVisible();
});

test('the menu does not return to the contracts of a raw material that was not found', async ({ page }) => {
  await page.goto('/contract/purchase-list/999999');
  await expect(page).toHaveURL(/\/404$/);
  await page.getByRole('button', { name: 'Wróć' }).click();
  await page.getByRole('link', { name: 'Kontrakty zakupu' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kontrakty zakupu' })).toBeVisible();
  await expect(page).toHaveURL(/\/contract\/purchase-list\/\d+$/);
});

test('a list with contradictory filters offers to clear them instead of a retry', async ({ page }) => {
  await page.goto('/logistics?dateLoadingFrom=2027-02-01&dateLoadingTo=2027-01-01');
  const failure = page.getByRole('alert');
  await expect(failure).toContainText('Data początkowa nie może być późniejsza niż końcowa.');
  await expect(failure.getByRole('button', { name: 'Spróbuj ponownie' })).toHaveCount(0);
  await failure.getByRole('button', { name: 'Wyczyść filtry' }).click();
  await expect(page).toHaveURL(/\/logistics$/);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
});
