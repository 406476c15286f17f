import { COLOUR_RULES, findViolations } from '../axe.ts';
import { makeAllocatedContracts, materialAt } from '../records.ts';
import { expect, test } from '../screen.ts';
import { chooseFromUserMenu, heading, openUserMenu } from '../sign-in.ts';

test.describe('the application shell', () => {
  test('the shell has a skip link, a user menu that does not scroll the page, and a main menu that opens as a drawer on a tablet', async ({
    page,
  }) => {
    await page.goto('/positions');
    await expect(page).toHaveTitle('Pozycje – Spichlerz');

    await test.step('the first Tab focuses the skip link', async () => {
      await page.keyboard.press('Tab');
      const skip = page.getByRole('link', { name: 'Przejdź do treści' });
      await expect(skip).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
    });

    await test.step('the open user menu does not scroll the page', async () => {
      const canScroll = () => page.evaluate(() => document.documentElement.scrollHeight > window.innerHeight);
      await expect.poll(canScroll).toBe(true);
      await openUserMenu(page);
      await page.keyboard.press('End');
      await expect(page.getByRole('menuitem', { name: 'Wyloguj' })).toBeFocused();
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menuitem')).toHaveCount(0);
    });

    await test.step('the main menu stays collapsed after a reload', async () => {
      const narrow = page.getByRole('button', { name: 'Zwiń menu' });
      const button = await narrow.elementHandle();
      await narrow.hover();
      await expect(page.getByRole('tooltip', { name: 'Zwiń menu' })).toBeVisible();
      // The tooltip must not replace the button, because a click is lost when its target changes between press
      // and release.
      expect(await button?.evaluate(({ isConnected }) => isConnected)).toBe(true);
      await narrow.click();
      await page.reload();
      await expect(page.getByRole('button', { name: 'Rozwiń menu' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Logistyka' })).toBeVisible();
    });

    await test.step('the main menu of a tablet is a drawer; Escape closes the user menu before the drawer', async () => {
      await page.setViewportSize({ width: 1023, height: 800 });
      await expect(page.getByRole('link', { name: 'Logistyka' })).toBeHidden();
      const open = page.getByRole('button', { name: 'Otwórz menu' });
      await open.click();
      const menu = page.getByRole('dialog');
      await openUserMenu(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menuitem')).toHaveCount(0);
      await expect(menu.getByRole('link', { name: 'Logistyka' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
      await expect(open).toBeFocused();
      await open.click();
      for (const entry of ['Pozycje', 'Kontrakty sprzedaży', 'Kontrakty zakupu', 'Dostawcy', 'Odbiorcy']) {
        await expect(menu.getByRole('link', { name: entry })).toBeVisible();
      }
      await menu.getByRole('link', { name: 'Logistyka' }).click();
      await expect(heading(page, 'Logistyka')).toBeVisible();
      await expect(menu).toBeHidden();
    });
  });

  test('the shell reports a lost connection, an unavailable server and a new version', async ({
    page,
    context,
  }) => {
    await page.goto('/positions');
    await expect(heading(page, 'Pozycje')).toBeVisible();
    const bar = page.getByText('Brak połączenia ze Spichlerzem.');
    await context.setOffline(true);
    await expect(bar).toBeVisible();
    // A confirmation can open without a connection.
    await chooseFromUserMenu(page, 'Wyloguj');
    await expect(page.getByRole('dialog', { name: 'Wylogować się?' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await context.setOffline(false);
    await expect(bar).toBeHidden();

    await page.route('**/api/**', (route) => route.abort('connectionrefused'));
    await page.getByRole('link', { name: 'Logistyka' }).click();
    await expect(bar).toBeVisible();
    // The bar mentions saving only when input is unsaved, and this page has no input.
    await expect(bar).not.toContainText(/zapis/i);
    await page.unroute('**/api/**');
    await expect(bar).toBeHidden();
    await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();

    await test.step('a button reloads the page when a new version is available', async () => {
      await page.route('**/index.html', (route) =>
        route.fulfill({ body: '<script type="module" crossorigin src="/assets/index-newer.js"></script>' }),
      );
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await expect(page.getByText('Jest nowa wersja Spichlerza.')).toBeVisible();
      await page.getByRole('button', { name: 'Odśwież teraz' }).click();
      await expect(page.getByText('Jest nowa wersja Spichlerza.')).toBeHidden();
      await expect(heading(page, 'Logistyka')).toBeVisible();
    });
  });
});

test('every component of the sandbox passes the axe rules in both colour schemes', async ({ page }) => {
  await page.goto('/sandbox');
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveCount(5);
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    const rules = scheme === 'dark' ? { rules: COLOUR_RULES } : {};
    for (const [index, tab] of (await tabs.all()).entries()) {
      // Only the first check includes the shell, because every tab has the same shell.
      const isWholePage = index === 0 && scheme === 'light';
      await test.step(`${await tab.innerText()}, ${scheme}`, async () => {
        await tab.click();
        await expect(tab).toHaveAttribute('aria-selected', 'true');
        await page
          .getByRole('tabpanel')
          .locator('button:visible, table:visible, label:visible')
          .first()
          .waitFor();
        // Waits for colour transitions to finish, but not for the endless animation of a loading indicator.
        await page.evaluate(() =>
          Promise.allSettled(
            document
              .getAnimations()
              .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
              .map(({ finished }) => finished),
          ),
        );
        const panel = `[id="${await page.getByRole('tabpanel').getAttribute('id')}"]`;
        const checks = isWholePage ? {} : { within: [panel], ...rules };
        // Retries the check, because a colour transition may start after the wait.
        await expect(async () => {
          expect(await findViolations(page, checks)).toEqual([]);
        }).toPass({ timeout: 20_000 });
      });
    }
  }
});

test('each page and each tab of a contract has its own title; the breadcrumb of a contract leads to the list of its raw material', async ({
  page,
  colleague,
}) => {
  const material = await materialAt(colleague, 1);
  const { sale } = await makeAllocatedContracts(colleague, { material });
  // A URL without a tab redirects to the first tab.
  await page.goto(`/contract/sale-list/dashboard/${sale.id}`);
  await expect(page).toHaveURL(/\/realization$/);
  await expect(page).toHaveTitle(`Realizacja · ${sale.number} – Spichlerz`);
  await page.getByRole('tab', { name: 'Rozliczenia' }).click();
  await expect(page).toHaveTitle(`Rozliczenia · ${sale.number} – Spichlerz`);
  await page.goBack();
  await expect(page).toHaveTitle(`Realizacja · ${sale.number} – Spichlerz`);
  await page
    .getByRole('navigation', { name: 'Ścieżka' })
    .getByRole('link', { name: 'Kontrakty sprzedaży' })
    .click();
  await expect(page.getByRole('tab', { name: material.name, selected: true })).toBeVisible();

  // A navigation announces the title of the page.
  await page.getByRole('link', { name: 'Logistyka' }).press('Enter');
  await expect(page).toHaveTitle('Logistyka – Spichlerz');
  await expect(page.locator('[aria-live="polite"]').filter({ hasText: 'Logistyka – Spichlerz' })).toHaveCount(
    1,
  );
});
