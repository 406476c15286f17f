import type { Locator, Page } from '@playwright/test';
import { navigateInApp } from '../navigation.ts';
import { makeAllocatedContracts } from '../records.ts';
import { expect, test } from '../screen.ts';

test('a position has a chart with a legend and quantities that link to contracts; a phone shows whether the position is long or short', async ({
  page,
  colleague,
}) => {
  const { purchase } = await makeAllocatedContracts(colleague);
  await page.goto('/positions/1');
  const title = /zakup i sprzedaż według miesięcy dostawy$/;
  const chart = page.getByRole('figure', { name: title });

  await test.step('the legend of the chart has visible colour swatches', async () => {
    await expect(page.getByRole('table', { name: title }).getByRole('row').nth(1)).toContainText('Razem');
    await expect(chart).toBeVisible();
    const swatches = chart.locator('.mantine-ColorSwatch-colorOverlay');
    await expect(swatches).toHaveCount(2);
    for (const swatch of await swatches.all()) {
      await expect(swatch).toHaveCSS('width', '12px');
      await expect(swatch).toHaveCSS('height', '12px');
    }
  });

  await test.step('the purchased quantity links to the purchase contracts', async () => {
    await page
      .getByRole('table', { name: /^Pozycja: / })
      .getByRole('link', { name: /^Kontrakty zakupu, Razem/ })
      .click();
    await expect(page.getByRole('heading', { name: 'Kontrakty zakupu' })).toBeVisible();
    await expect(page.getByRole('row', { name: new RegExp(purchase.number) })).toBeVisible();
  });

  await test.step('on a phone the chart labels each month, and each card shows whether the position is long or short', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await navigateInApp(page, '/positions/1');
    await expect(chart.getByText('Następny sezon')).toBeVisible();
    const names = await page
      .getByRole('list', { name: title })
      .getByText(/^\d\d\/\d{4}$/)
      .allTextContents();
    expect(names.length).toBeGreaterThan(1);
    for (const name of names) await expect(chart.getByText(name, { exact: true })).toBeVisible();

    const cards = page.getByRole('list', { name: /^Pozycja: / }).getByRole('listitem');
    for (const card of [cards.first(), cards.last()]) {
      await card.scrollIntoViewIfNeeded();
      await expect(card.getByText(/^(Długa|Krótka|Zamknięta)$/)).toBeInViewport({ ratio: 1 });
    }
    await cards
      .first()
      .getByRole('link', { name: /^Kontrakty sprzedaży, Razem/ })
      .click();
    await expect(page.getByRole('heading', { name: 'Kontrakty sprzedaży' })).toBeVisible();
  });
});

const from = (page: Page) => page.getByLabel('Termin od');
const to = (page: Page) => page.getByLabel('Termin do');

test('only complete days of a typed date range change the URL; a new URL changes the dates in the fields', async ({
  page,
}) => {
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).search));
  await page.goto('/positions');

  await test.step('while the user types a date range, only complete days change the URL', async () => {
    await from(page).focus();
    await page.keyboard.type('01/02/2027');
    await expect(from(page)).toBeFocused();
    await expect(page).toHaveURL(/\?dateFrom=2027-02-01$/);
    await page.keyboard.press('Tab');
    await expect(to(page)).toBeFocused();
    await page.keyboard.type('28.2.2027');
    await expect(to(page)).toBeFocused();
    await expect(page).toHaveURL(/\?dateFrom=2027-02-01&dateTo=2027-02-28$/);

    // Replaces the typed start day.
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('15012027');
    await expect(page).toHaveURL(/\?dateFrom=2027-01-15&dateTo=2027-02-28$/);
    await page.keyboard.press('Tab');
    await expect(from(page)).toHaveValue('15/01/2027');
    expect([...new Set(visited)]).toEqual([
      '',
      '?dateFrom=2027-02-01',
      '?dateFrom=2027-02-01&dateTo=2027-02-28',
      '?dateFrom=2027-01-15&dateTo=2027-02-28',
    ]);
  });

  await test.step('an incomplete date stays in its field and shows an error on blur', async () => {
    await navigateInApp(page, '/positions?dateFrom=2027-02-01');
    await from(page).focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('31/02/2027');
    await expect(from(page)).toHaveAccessibleDescription('');
    await page.keyboard.press('Tab');
    await expect(from(page)).toHaveValue('31/02/2027');
    await expect(from(page)).toHaveAccessibleDescription('Podaj istniejącą datę w formacie DD/MM/RRRR.');
    await expect(page).toHaveURL(/\?dateFrom=2027-02-01$/);
  });

  await test.step('Enter completes a two-digit year', async () => {
    await to(page).fill('28.2.27');
    await expect(page).toHaveURL(/\?dateFrom=2027-02-01$/);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/dateTo=2027-02-28$/);
    await expect(to(page)).toHaveValue('28/02/2027');
    await expect(to(page)).toBeFocused();
  });

  await test.step('the back and forward buttons and the clear button change the fields', async () => {
    await navigateInApp(page, '/positions');
    await from(page).focus();
    await page.keyboard.type('01/02/2027');
    await expect(page).toHaveURL(/dateFrom=2027-02-01$/);
    await page.goBack();
    await expect(from(page)).toHaveValue('');
    await expect(from(page)).toBeFocused();
    await page.goForward();
    await expect(from(page)).toHaveValue('01/02/2027');
    await page.getByRole('button', { name: 'Wyczyść' }).click();
    await expect(page).toHaveURL(/\/positions$/);
    await expect(from(page)).toHaveValue('');
  });
});

test('the date range is restored when the user returns to the positions; a company without raw materials gets a link to add one', async ({
  page,
}) => {
  await page.goto('/positions?dateFrom=2026-02-01&dateTo=2027-02-28');
  const material = page.getByRole('main').locator('a[href^="/positions/"]').first();
  await material.click();
  await expect(page).toHaveURL(/\/positions\/\d+\?dateFrom=2026-02-01&dateTo=2027-02-28$/);
  await page.getByRole('navigation', { name: 'Ścieżka' }).getByRole('link', { name: 'Pozycje' }).click();
  await expect(page).toHaveURL(/\/positions\?dateFrom=2026-02-01&dateTo=2027-02-28$/);
  await expect(from(page)).toHaveValue('01/02/2026');

  const menu = page.getByRole('navigation', { name: 'Menu główne' });
  await menu.getByRole('link', { name: 'Logistyka' }).click();
  await expect(page.getByRole('heading', { name: 'Logistyka' })).toBeVisible();
  await menu.getByRole('link', { name: 'Pozycje' }).click();
  await expect(page).toHaveURL(/\/positions\?dateFrom=2026-02-01&dateTo=2027-02-28$/);
  await menu.getByRole('link', { name: 'Pozycje' }).click();
  await expect(page).toHaveURL(/\/positions$/);
  await expect(from(page)).toHaveValue('');

  await test.step('a company without raw materials gets a link to the list of raw materials', async () => {
    await page.route('**/api/dashboard/position', (route) =>
      route.fulfill({ json: { success: true, result: [] } }),
    );
    await page.getByRole('button', { name: 'Odśwież' }).click();
    await expect(page.getByText('Nie ma jeszcze surowców')).toBeVisible();
    await page.getByRole('link', { name: 'Przejdź do surowców' }).click();
    await expect(page).toHaveURL(/\/data\/raw-material-list$/);
  });
});

const RANGE_ORDER_ERROR = 'Data „do” nie może być wcześniejsza niż „od”.';

test('a link with a range that ends before its start shows an error and sends no request', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (/dashboard\/position/.test(request.url())) requested.push(request.postData() ?? '');
  });
  await page.goto('/sandbox');
  for (const path of ['/positions', '/positions/1']) {
    await test.step(path, async () => {
      requested.length = 0;
      await navigateInApp(page, `${path}?dateFrom=2027-02-01&dateTo=2027-01-01`);
      await expect(page.getByRole('status').filter({ hasText: RANGE_ORDER_ERROR })).toBeVisible();
      await expect(to(page)).toHaveAccessibleDescription(RANGE_ORDER_ERROR);
      await expect(page.getByRole('button', { name: 'Spróbuj ponownie' })).toHaveCount(0);
      await page.getByRole('button', { name: 'Odśwież' }).click();
      expect(requested).toEqual([]);

      await to(page).focus();
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type('28/02/2027');
      await expect(page.getByText('Pszenica').first()).toBeVisible();
      await expect(to(page)).toBeFocused();
      await expect(to(page)).toHaveAccessibleDescription('');
      expect(requested).not.toEqual([]);
      expect(requested.filter((body) => !body.includes('2027-02-28'))).toEqual([]);
    });
  }
});

const box = (place: Locator) =>
  place.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);

test('the fields of the date range stay on one line with the refresh button when the clear button appears', async ({
  page,
}) => {
  // Fixes the time on the screen, because a change of its digits could move the elements by a pixel.
  await page.clock.setFixedTime(new Date());
  await page.goto('/positions');
  await expect(to(page)).toBeVisible();
  await expect(page.getByText(/^Ostatnia aktualizacja/)).toBeVisible();
  // Waits for the font, because the fallback font has other widths.
  const fontStates = () =>
    page.evaluate(() => [
      ...new Set(
        [...document.fonts]
          .filter(({ family, status }) => family.includes('Inter Variable') && status !== 'unloaded')
          .map(({ status }) => status),
      ),
    ]);
  await expect.poll(fontStates).toEqual(['loaded']);
  // The browser draws text in a loaded font from the next frame on.
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise(requestAnimationFrame);
  });
  const before = await box(to(page));
  await from(page).fill('01/02/2027');
  await expect(page.getByRole('button', { name: 'Wyczyść' })).toBeVisible();
  expect(await box(to(page))).toEqual(before);
  expect((await box(from(page))).width).toBe(before.width);
  const refresh = await box(page.getByRole('button', { name: 'Odśwież' }));
  expect(refresh.y).toBeCloseTo(before.y, 0);
  expect(refresh.height).toBe(before.height);
});
