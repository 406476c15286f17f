import type { Page, Request } from '@playwright/test';
import {
  allScreens,
  CONNECTION_LOST,
  collectUnexpectedErrors,
  FAILURES,
  navigateInApp,
  shortenTimeouts,
} from '../fault-injection.ts';
import { findDemoRecords } from '../records.ts';
import { expect, test } from '../screen.ts';

// a recording of every look at every screen takes longer than the looks
test.use({ account: 'admin', trace: 'off' });

/** Loaded beforehand for all screens, some of which never need it. */
const PRELOADED = /\/api\/(?:auth\/me|health|cargo\/tabs|dictionary\/country-list|profile\/option-list)$/;

test('every screen of the router tells of each call that fails, and is whole when it is tried again', async ({
  page,
  colleague,
}) => {
  test.setTimeout(240_000);
  const errors = collectUnexpectedErrors(page);
  // each question fails once, so that those which wait for another one fail in their turn, each in another way
  const requested = new Set<string>();
  const missing = new Map<string, FailedRequest>();
  await page.route('**/api/**', async (route) => {
    const url = route.request().url();
    // no news from others: nothing is asked for again but by the button
    if (url.endsWith('/api/events')) return;
    const question = `${url} ${route.request().postData() ?? ''}`;
    const failure = FAILURES[requested.size % FAILURES.length];
    if (PRELOADED.test(url) || requested.has(question) || failure === undefined) {
      missing.delete(question);
      await route.continue();
    } else {
      requested.add(question);
      missing.set(question, { sentence: failure.sentence, screen: screenOfRequest(route.request()) });
      await failure.respond(route);
    }
  });

  await page.goto('/forbidden');
  const screens = await allScreens(page, await findDemoRecords(colleague));
  for (const screen of screens) {
    await test.step(screen, async () => {
      await navigateInApp(page, screen);
      await expectLoaded(page);
      for (
        let failed = failedRequestsOn(screen, missing);
        failed.size > 0;
        failed = failedRequestsOn(screen, missing)
      )
        await retryLoading(page, failed, missing);
      await expect(page.getByRole('button', { name: 'Spróbuj ponownie' })).toBeHidden();
      expect.soft(errors.splice(0), screen).toEqual([]);
    });
  }
  expect(requested.size).toBeGreaterThan(screens.length);
});

type FailedRequest = { readonly sentence: string; readonly screen: string };

/** Where the person was when it was asked. */
const screenOfRequest = (request: Request): string => new URL(request.headers()['referer'] ?? '').pathname;

/** The questions of this screen that failed, with what is told; those of one that was left do not matter any more. */
function failedRequestsOn(path: string, missing: ReadonlyMap<string, FailedRequest>): Map<string, string> {
  const failed = [...missing].filter(([, { screen }]) => screen === path);
  return new Map(failed.map(([question, { sentence }]) => [question, sentence]));
}

/** What is missing is told in a whole sentence, beside the button that asks for it again. */
async function retryLoading(
  page: Page,
  failed: ReadonlyMap<string, string>,
  missing: ReadonlyMap<string, unknown>,
): Promise<void> {
  const questions = [...failed.keys()];
  const sentences = new RegExp([...new Set(failed.values())].join('|'));
  const failure = page.getByRole('alert').filter({ hasText: 'Nie udało się' }).filter({ hasText: sentences });
  await expect(failure.first(), questions.join(', ')).toBeVisible();
  await failure.first().getByRole('button', { name: 'Spróbuj ponownie' }).click();
  await expect
    .poll(() => questions.some((question) => !missing.has(question)), { intervals: [50, 100, 200] })
    .toBe(true);
  await expectLoaded(page);
}

/** The screen is there, has asked for what it needs, and nothing on it waits for an answer. */
async function expectLoaded(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 }).or(main.getByRole('alert')).first()).toBeVisible();
  const waiting = page.locator('[aria-busy="true"], .mantine-Skeleton-root');
  await expect(waiting).toHaveCount(0);
  // what was drawn just now asks as soon as the browser has nothing better to do
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  await expect(waiting).toHaveCount(0);
}

test('what every screen needs beforehand is told by those that show it', async ({ page }) => {
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

test('a list that cannot be refreshed keeps its rows, tells why, and takes it back when it can', async ({
  page,
}) => {
  await shortenTimeouts(page);
  await page.goto('/data/supplier-list');
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows.nth(1)).not.toBeEmpty();
  await expectLoaded(page);
  const before = await rows.allInnerTexts();
  const message = page.getByRole('alert').filter({ hasText: 'Nie udało się odświeżyć danych' });
  const silence = {
    sentence: 'Serwer nie odpowiedział w ciągu 20 sekund.',
    respond: () => Promise.resolve(),
  };
  for (const { sentence, respond } of [...FAILURES, CONNECTION_LOST, silence]) {
    await page.route('**/api/contractor/supplier/list', respond);
    await page.getByRole('button', { name: 'Odśwież' }).click();
    await expect(message).toContainText(sentence);
    expect(await rows.allInnerTexts()).toEqual(before);
    await page.unroute('**/api/contractor/supplier/list');
    await message.getByRole('button', { name: 'Spróbuj ponownie' }).click();
    await expect(message).toBeHidden();
    await expectLoaded(page);
  }
});

test('without the signed-in person and without the code of a page there is a way to try again', async ({
  page,
}) => {
  const again = page.getByRole('button', { name: 'Spróbuj ponownie' });
  await page.route('**/api/auth/me', FAILURES[1].respond);
  await page.goto('/positions');
  await expect(page.getByRole('main').getByRole('alert')).toContainText(FAILURES[1].sentence);
  await page.unroute('**/api/auth/me');
  await again.click();
  await expect(page.getByRole('heading', { name: 'Pozycje', level: 1 })).toBeVisible();

  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  const server = /\/api\/|\/assets\/.*\.js$/;
  await page.route(server, (route) => route.abort('connectionrefused'));
  await page.getByRole('link', { name: 'Logistyka' }).click();
  await expect(page.getByRole('alert').filter({ has: again })).toContainText(CONNECTION_LOST.sentence);
  // as long as no server answers, the page is not loaded anew: that would leave an empty window
  expect(loads).toBe(0);
  await page.unroute(server);
  await again.click();
  await expect(page.getByRole('heading', { name: 'Logistyka', level: 1 })).toBeVisible();
});

test('a page whose code the server does not have is loaded anew, and can be tried again', async ({
  page,
}) => {
  const code = /\/assets\/logistics-page-.*\.js$/;
  await page.goto('/positions');
  await page.route(code, (route) => route.fulfill({ status: 404 }));
  // the failure may be seen for a moment before the page is loaded anew
  const loadedAnew = page.waitForEvent('load');
  await page.getByRole('link', { name: 'Logistyka' }).click();
  await loadedAnew;
  const again = page.getByRole('button', { name: 'Spróbuj ponownie' });
  await expect(again).toBeVisible();
  await page.unroute(code);
  await again.click();
  await expect(page.getByRole('heading', { name: 'Logistyka', level: 1 })).toBeVisible();
});

test('the cards of a phone whose code could not be loaded are told of, and show when tried again', async ({
  page,
}) => {
  const code = /\/assets\/list-cards-.*\.js$/;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route(code, CONNECTION_LOST.respond);
  await page.goto('/contract/purchase-list/all');
  const again = page.getByRole('button', { name: 'Spróbuj ponownie' });
  await expect(again).toBeVisible();
  await expect(page.getByRole('table')).toBeHidden();
  await page.unroute(code);
  await again.click();
  await expect(page.getByRole('list', { name: 'Kontrakty zakupu' })).toBeVisible();
  await expect(again).toBeHidden();
});

test('a part whose code could not be loaded is told in its place, and shows when tried again', async ({
  page,
  colleague,
}) => {
  const again = page.getByRole('button', { name: 'Spróbuj ponownie' });
  const code = /\/assets\/(?:filter-panel|contract-filter-fields|paired-bars)-.*\.js$/;
  await page.route(code, CONNECTION_LOST.respond);
  await page.goto('/contract/purchase-list/all');
  const filters = page.getByRole('button', { name: 'Filtry', exact: true });
  await filters.click();
  await expect(again).toBeVisible();
  await page.unroute(code);
  await again.click();
  // in place, or after the page was loaded anew, where the browser keeps to its first failure
  await expect(async () => {
    if ((await filters.getAttribute('aria-expanded')) !== 'true') await filters.click();
    await expect(page.getByRole('combobox', { name: 'Warunki dostawy' })).toBeVisible({ timeout: 1_000 });
  }).toPass();

  const { materialId } = await findDemoRecords(colleague);
  await page.route(code, CONNECTION_LOST.respond);
  await page.goto(`/positions/${materialId}`);
  await expect(page.getByRole('table', { name: /według miesięcy dostawy/ })).toBeVisible();
  await expect(again).toBeVisible();
  await page.unroute(code);
  await again.click();
  await expect(page.getByRole('figure')).toBeVisible();
});
