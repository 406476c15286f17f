import { AxeBuilder } from '@axe-core/playwright';
import { makeAllocatedContracts, materialAt } from '../records.ts';
import { expect, test } from '../screen.ts';
import { chooseFromUserMenu, heading, openUserMenu } from '../sign-in.ts';

test.describe('the shell', () => {
  test('has a skip link, a menu that stays collapsed, and slides in on a tablet', async ({ page }) => {
    await page.goto('/positions');
    await expect(page).toHaveTitle('Pozycje – Spichlerz');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Przejdź do treści' });
    await expect(skip).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();

    const narrow = page.getByRole('button', { name: 'Zwiń menu' });
    const button = await narrow.elementHandle();
    await narrow.hover();
    await expect(page.getByRole('tooltip', { name: 'Zwiń menu' })).toBeVisible();
    // the tooltip keeps the element: a click whose button is replaced between press and release is lost
    expect(await button?.evaluate(({ isConnected }) => isConnected)).toBe(true);
    await narrow.click();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Rozwiń menu' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Logistyka' })).toBeVisible();

    await page.setViewportSize({ width: 1023, height: 800 });
    await expect(page.getByRole('link', { name: 'Logistyka' })).toBeHidden();
    const open = page.getByRole('button', { name: 'Otwórz menu' });
    await open.click();
    const menu = page.getByRole('dialog');
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(open).toBeFocused();
    await open.click();
    for (const entry of ['Pozycje', 'Kontrakty sprzedaży', 'Kontrakty zakupu', 'Dostawcy', 'Odbiorcy']) {
      await expect(menu.getByRole('link', { name: entry })).toBeVisible();
    }
    await menu.getByRole('link', { name: 'Logistyka' }).click();
    await expect(heading(page, 'Logistyka')).toBeVisible();
    await expect(menu).toBeHidden();
  });

  test('closes the menu of the person by Escape, and leaves the menu it lies on', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto('/positions');
    await page.getByRole('button', { name: 'Otwórz menu' }).click();
    await openUserMenu(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menuitem')).toHaveCount(0);
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Logistyka' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  test('keeps the page where it is while the keys go through the menu of the person', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 600 });
    await page.goto('/positions');
    await expect(heading(page, 'Pozycje')).toBeVisible();
    const canScroll = () => page.evaluate(() => document.documentElement.scrollHeight > window.innerHeight);
    await expect.poll(canScroll).toBe(true);
    await openUserMenu(page);
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: 'Wyloguj' })).toBeFocused();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  test('tells that the connection is gone until it is back', async ({ page, context }) => {
    await page.goto('/positions');
    await expect(heading(page, 'Pozycje')).toBeVisible();
    const bar = page.getByText('Brak połączenia ze Spichlerzem.');
    await context.setOffline(true);
    await expect(bar).toBeVisible();
    // what is asked before something happens is asked without it too
    await chooseFromUserMenu(page, 'Wyloguj');
    await expect(page.getByRole('dialog', { name: 'Wylogować się?' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await context.setOffline(false);
    await expect(bar).toBeHidden();
  });

  test('tells that the server cannot be reached until it can', async ({ page }) => {
    await page.goto('/positions');
    await expect(heading(page, 'Pozycje')).toBeVisible();
    await page.route('**/api/**', (route) => route.abort('connectionrefused'));
    await page.getByRole('link', { name: 'Logistyka' }).click();
    const bar = page.getByText('Brak połączenia ze Spichlerzem.');
    await expect(bar).toBeVisible();
    // nothing was typed, and a list that fails to load is nothing to save
    await expect(bar).not.toContainText(/zapis/i);
    await page.unroute('**/api/**');
    await expect(bar).toBeHidden();
    await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();
  });

  test('offers to reload when a new version waits', async ({ page }) => {
    await page.goto('/positions');
    await expect(heading(page, 'Pozycje')).toBeVisible();
    await page.route('**/index.html', (route) =>
      route.fulfill({ body: '<script type="module" crossorigin src="/assets/index-newer.js"></script>' }),
    );
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(page.getByText('Jest nowa wersja Spichlerza.')).toBeVisible();
    await page.getByRole('button', { name: 'Odśwież teraz' }).click();
    await expect(page.getByText('Jest nowa wersja Spichlerza.')).toBeHidden();
    await expect(heading(page, 'Pozycje')).toBeVisible();
  });
});
for (const scheme of ['light', 'dark'] as const) {
  test(`every part of the interface can be used by everybody, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto('/sandbox');
    const tabs = page.getByRole('tab');
    await expect(tabs).toHaveCount(5);
    for (const tab of await tabs.all()) {
      await tab.click();
      await expect(tab).toHaveAttribute('aria-selected', 'true');
      await page
        .getByRole('tabpanel')
        .locator('button:visible, table:visible, label:visible')
        .first()
        .waitFor();
      // colours on their way from one to the other are nobody's choice; the tab's own example of loading never ends
      await page.evaluate(() =>
        Promise.allSettled(
          document
            .getAnimations()
            .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
            .map(({ finished }) => finished),
        ),
      );
      // a colour that sets out only now is looked at again when it has arrived
      await expect(async () => {
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(
          violations.map(({ id, nodes }) => [
            id,
            nodes.map(({ target, html }) => `${target.join(' ')}: ${html}`),
          ]),
        ).toEqual([]);
      }).toPass({ timeout: 20_000 });
    }
  });
}

test('a page that takes the place of another tells its title', async ({ page }) => {
  await page.goto('/positions');
  await expect(page.getByRole('heading', { name: 'Pozycje', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Logistyka' }).press('Enter');
  await expect(page).toHaveTitle('Logistyka – Spichlerz');
  await expect(page.locator('[aria-live="polite"]').filter({ hasText: 'Logistyka – Spichlerz' })).toHaveCount(
    1,
  );
});

test('each part of a contract has a title of its own', async ({ page, colleague }) => {
  const { sale } = await makeAllocatedContracts(colleague);
  // an address without a part leads to the first one
  await page.goto(`/contract/sale-list/dashboard/${sale.id}`);
  await expect(page).toHaveURL(/\/realization$/);
  await expect(page).toHaveTitle(`Realizacja · ${sale.number} – Spichlerz`);
  await page.getByRole('tab', { name: 'Rozliczenia' }).click();
  await expect(page).toHaveTitle(`Rozliczenia · ${sale.number} – Spichlerz`);
  await page.goBack();
  await expect(page).toHaveTitle(`Realizacja · ${sale.number} – Spichlerz`);
});

test('the breadcrumb of a contract opened by link leads to the list of its raw material', async ({
  page,
  colleague,
}) => {
  const material = await materialAt(colleague, 1);
  const { purchase } = await makeAllocatedContracts(colleague, { material });
  await page.goto(`/contract/purchase-list/dashboard/${purchase.id}/realization`);
  await expect(page.getByRole('heading', { name: purchase.number, level: 1 })).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Ścieżka' })
    .getByRole('link', { name: 'Kontrakty zakupu' })
    .click();
  await expect(page.getByRole('tab', { name: material.name, selected: true })).toBeVisible();
});
