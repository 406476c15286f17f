import type { Page, Request } from '@playwright/test';
import { CONNECTION_LOST, collectUnexpectedErrors, FAILURES } from '../fault-injection.ts';
import { allScreens, navigateInApp } from '../navigation.ts';
import { findDemoRecords } from '../records.ts';
import { expect, test } from '../screen.ts';

// Recording a trace of every screen takes longer than the checks.
test.use({ account: 'admin', trace: 'off' });

/** The requests that every screen preloads, although some screens do not need their data. */
const PRELOADED = /\/api\/(?:auth\/me|health|cargo\/tabs|dictionary\/country-list|profile\/option-list)$/;

test('every screen shows an error when a request fails, and loads completely after retries', async ({
  page,
  colleague,
}) => {
  test.setTimeout(240_000);
  const errors = collectUnexpectedErrors(page);
  // Fails the first attempt of each request except the preloaded ones, with each of FAILURES in turn. A screen
  // may send a request only after an earlier one has succeeded. Such a request fails in a later round.
  const requested = new Set<string>();
  /** The failed requests that were not repeated yet, each with the screen that sent it. */
  const missing = new Map<string, string>();
  await page.route('**/api/**', async (route) => {
    const url = route.request().url();
    // The stream of live changes gets no response, so only the retry button repeats requests.
    if (url.endsWith('/api/events')) return;
    const request = `${url} ${route.request().postData() ?? ''}`;
    const failure = FAILURES[requested.size % FAILURES.length];
    if (PRELOADED.test(url) || requested.has(request) || failure === undefined) {
      missing.delete(request);
      await route.continue();
    } else {
      requested.add(request);
      missing.set(request, screenOfRequest(route.request()));
      await failure.respond(route);
    }
  });

  await page.goto('/forbidden');
  const screens = await allScreens(page, await findDemoRecords(colleague));
  for (const screen of screens) {
    await test.step(screen, async () => {
      await navigateInApp(page, screen);
      await expectLoaded(page);
      while (failedRequestsOn(screen, missing).length > 0)
        await retryLoading(page, failedRequestsOn(screen, missing), missing);
      await expect(page.getByRole('button', { name: 'Spróbuj ponownie' })).toBeHidden();
      expect.soft(errors.splice(0), screen).toEqual([]);
    });
  }
  expect(requested.size).toBeGreaterThan(screens.length);
});

/** The screen that was open when the request was sent. */
const screenOfRequest = (request: Request): string => new URL(request.headers()['referer'] ?? '').pathname;

/** The requests of `missing` that this screen has sent. */
const failedRequestsOn = (path: string, missing: ReadonlyMap<string, string>): string[] =>
  [...missing].flatMap(([request, screen]) => (screen === path ? [request] : []));

/** Expects an alert with the Polish sentence of the failure, and presses its retry button. */
async function retryLoading(
  page: Page,
  requests: readonly string[],
  missing: ReadonlyMap<string, unknown>,
): Promise<void> {
  // The retry button of the first alert may repeat only some of the failed requests.
  const sentences = new RegExp(FAILURES.map(({ sentence }) => sentence).join('|'));
  const failure = page.getByRole('alert').filter({ hasText: 'Nie udało się' }).filter({ hasText: sentences });
  await expect(failure.first(), requests.join(', ')).toBeVisible();
  await failure.first().getByRole('button', { name: 'Spróbuj ponownie' }).click();
  await expect
    .poll(() => requests.some((request) => !missing.has(request)), { intervals: [50, 100, 200] })
    .toBe(true);
  await expectLoaded(page);
}

/** Waits until the screen is shown, has sent its requests and has received all responses. */
async function expectLoaded(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 }).or(main.getByRole('alert')).first()).toBeVisible();
  const waiting = page.locator('[aria-busy="true"], .mantine-Skeleton-root');
  await expect(waiting).toHaveCount(0);
  // Elements that have just been rendered send their requests when the browser is idle.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  await expect(waiting).toHaveCount(0);
}

test('a screen that displays preloaded data shows an error when the preload has failed', async ({ page }) => {
  await page.route(/\/api\/(?:cargo\/tabs|dictionary\/country-list)$/, FAILURES[0].respond);
  await page.goto('/data/supplier-list/form');
  const failure = page.getByRole('alert').filter({ hasText: 'Nie udało się wczytać wszystkich danych' });
  await expect(failure).toContainText(FAILURES[0].sentence);
  await page.getByRole('textbox', { name: 'Kod kontrahenta' }).fill('OGIEŃ');
  await page.unroute(/\/api\/(?:cargo\/tabs|dictionary\/country-list)$/);
  await failure.getByRole('button', { name: 'Spróbuj ponownie' }).click();
  await expect(failure).toBeHidden();
  await page.getByRole('region', { name: 'Adres księgowy' }).getByRole('combobox', { name: 'Kraj' }).click();
  await expect(page.getByRole('option', { name: 'Polska' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Kod kontrahenta' })).toHaveValue('OGIEŃ');
});

test('when the signed-in user, the code or new rows fail to load, the page shows an error and loads on retry', async ({
  page,
}) => {
  const again = page.getByRole('button', { name: 'Spróbuj ponownie' });
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 });

  await test.step('the request for the signed-in user fails', async () => {
    await page.route('**/api/auth/me', FAILURES[1].respond);
    await page.goto('/positions');
    await expect(page.getByRole('main').getByRole('alert')).toContainText(FAILURES[1].sentence);
    await page.unroute('**/api/auth/me');
    await again.click();
    await expect(heading('Pozycje')).toBeVisible();
  });

  await test.step('the request for the code of a page fails without a connection, and the page is not reloaded', async () => {
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    const server = /\/api\/|\/assets\/.*\.js$/;
    await page.route(server, (route) => route.abort('connectionrefused'));
    await page.getByRole('link', { name: 'Logistyka' }).click();
    await expect(page.getByRole('alert').filter({ has: again })).toContainText(CONNECTION_LOST.sentence);
    expect(loads).toBe(0);
    await page.unroute(server);
    await again.click();
    await expect(heading('Logistyka')).toBeVisible();
  });

  await test.step('the code of a page is missing on the server, and the page is reloaded once', async () => {
    const code = /\/assets\/logistics-page-.*\.js$/;
    await page.goto('/positions');
    await page.route(code, (route) => route.fulfill({ status: 404 }));
    // Waits for the reload, because the failure may be visible before the reload, too.
    const reload = page.waitForEvent('load');
    await page.getByRole('link', { name: 'Logistyka' }).click();
    await reload;
    await expect(again).toBeVisible();
    await page.unroute(code);
    await again.click();
    await expect(heading('Logistyka')).toBeVisible();
  });

  await test.step('the refresh of a list fails, and the list keeps its rows', async () => {
    await page.getByRole('link', { name: 'Dostawcy' }).click();
    await expect(heading('Dostawcy')).toBeVisible();
    const rows = page.getByRole('table').getByRole('row');
    await expect(rows.nth(1)).not.toBeEmpty();
    await expectLoaded(page);
    const before = await rows.allInnerTexts();
    const message = page.getByRole('alert').filter({ hasText: 'Nie udało się odświeżyć danych' });
    await page.route('**/api/contractor/supplier/list', FAILURES[1].respond);
    await page.getByRole('button', { name: 'Odśwież' }).click();
    await expect(message).toContainText(FAILURES[1].sentence);
    expect(await rows.allInnerTexts()).toEqual(before);
    await page.unroute('**/api/contractor/supplier/list');
    await message.getByRole('button', { name: 'Spróbuj ponownie' }).click();
    await expect(message).toBeHidden();
    await expectLoaded(page);
    expect(await rows.allInnerTexts()).toEqual(before);
  });
});

test('a lazy component that fails to load shows an error in its place and can be retried', async ({
  page,
  colleague,
}) => {
  const again = page.getByRole('button', { name: 'Spróbuj ponownie' });
  const code = /\/assets\/(?:list-cards|filter-panel|contract-filter-fields|grouped-bars)-.*\.js$/;
  const loseCode = () => page.route(code, CONNECTION_LOST.respond);

  await test.step('the cards of a list fail to load on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await loseCode();
    await page.goto('/contract/purchase-list/all');
    await expect(again).toBeVisible();
    await expect(page.getByRole('table')).toBeHidden();
    await page.unroute(code);
    await again.click();
    await expect(page.getByRole('list', { name: 'Kontrakty zakupu' })).toBeVisible();
    await expect(again).toBeHidden();
  });

  await test.step('the filters of a list fail to load', async () => {
    await page.setViewportSize({ width: 1280, height: 600 });
    const filters = page.getByRole('button', { name: 'Filtry', exact: true });
    await loseCode();
    await filters.click();
    await expect(again).toBeVisible();
    await page.unroute(code);
    await again.click();
    // The retry shows the filters. If the browser has cached the failed import, the retry reloads the page
    // instead, and the panel must be opened again.
    await expect(async () => {
      if ((await filters.getAttribute('aria-expanded')) !== 'true') await filters.click();
      await expect(page.getByRole('combobox', { name: 'Warunki dostawy' })).toBeVisible({ timeout: 1_000 });
    }).toPass();
  });

  await test.step('the chart of a raw material fails to load', async () => {
    const { materialId } = await findDemoRecords(colleague);
    await loseCode();
    await navigateInApp(page, `/positions/${materialId}`);
    await expect(page.getByRole('table', { name: /według miesięcy dostawy/ })).toBeVisible();
    await expect(again).toBeVisible();
    await page.unroute(code);
    await again.click();
    await expect(page.getByRole('figure')).toBeVisible();
  });
});
