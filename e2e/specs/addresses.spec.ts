import { navigateInApp } from '../navigation.ts';
import { expect, test } from '../screen.ts';

test.describe('signed in as an administrator', () => {
  test.use({ account: 'admin' });

  test('a URL with an invalid or unknown record id shows the 404 page', async ({ page }) => {
    const rejected: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 400) rejected.push(response.url());
    });
    const notFound = page.getByRole('heading', { level: 1, name: '404 – nie znaleziono' });
    await page.goto('/positions/abc');
    await expect(notFound).toBeVisible();
    await expect(page).toHaveURL('/404');
    for (const address of [
      '/contract/purchase-list/dashboard/abc/realization',
      '/contract/sale-list/dashboard/1e3/details',
      '/contract/sale-list/dashboard/987654321/realization',
      '/contract/purchase-list/form/abc',
      '/contract/sale-list/allocation/abc',
      '/contract/sale-list/abc',
      '/data/supplier-list/form/-1',
      '/data/raw-material-list/form/all',
      '/users/form/99999999999999999999',
    ]) {
      await test.step(address, async () => {
        // Leaves /404 first, because every tested address redirects to /404, and the URL would not change.
        await navigateInApp(page, '/forbidden');
        await navigateInApp(page, address, '/404');
        await expect(notFound).toBeVisible();
      });
    }
    // The web app sends no request with an invalid id, because the server would reject it.
    expect(rejected).toEqual([]);

    await test.step('after a 404 page for an unknown raw material, the menu opens the list of contracts', async () => {
      await navigateInApp(page, '/positions');
      await navigateInApp(page, '/contract/purchase-list/999999', '/404');
      await page.getByRole('button', { name: 'Wróć' }).click();
      await page.getByRole('link', { name: 'Kontrakty zakupu' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Kontrakty zakupu' })).toBeVisible();
      await expect(page).toHaveURL(/\/contract\/purchase-list\/\d+$/);
    });
  });
});
