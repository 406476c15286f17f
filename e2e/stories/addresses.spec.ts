import { expect, test } from '../screen.ts';

test.describe('an address whose record has no number', () => {
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
    test(`${address} is not found`, async ({ page }) => {
      const asked: string[] = [];
      page.on('response', (response) => {
        if (response.status() === 400) asked.push(response.url());
      });
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1, name: '404 – nie znaleziono' })).toBeVisible();
      await expect(page).toHaveURL(/\/404$/);
      expect(asked).toEqual([]);
    });
  }
});

test('the contracts of all raw materials have no number and are found', async ({ page }) => {
  await page.goto('/contract/purchase-list/all');
  await expect(page.getByRole('tab', { name: 'Wszystkie', selected: true })).toBeVisible();
});
