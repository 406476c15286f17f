import type { Browser } from '@playwright/test';
import type { App } from './app.ts';
import { newPage, waitForNetworkIdle } from './browser.ts';
import type { Figure } from './figure.ts';

const isCode = (path: string) => path.startsWith('/assets/');

/** Hovers over a link, waits and clicks. Counts the requests that are still sent after the click. */
export async function measurePrefetch(browser: Browser, app: App): Promise<Figure[]> {
  const page = await newPage(browser, app, app.tokens);
  await page.goto('/users');
  const link = page.getByRole('link', { name: 'Kontrakty zakupu', exact: true });
  await link.waitFor();
  await waitForNetworkIdle(page);
  await link.hover();
  await waitForNetworkIdle(page);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await link.click();
  await page.locator('tbody tr').nth(1).waitFor();
  await waitForNetworkIdle(page);
  await page.context().close();
  return [
    clickFigure('Code files requested by a click after pointing at a link', requested.filter(isCode)),
    clickFigure(
      'API calls of such a click',
      requested.filter((path) => path.startsWith('/api/')),
    ),
  ];
}

function clickFigure(what: string, requested: readonly string[]): Figure {
  const named = requested.length === 0 ? '0' : `${requested.length} (${[...new Set(requested)].join(', ')})`;
  return { label: what, value: named, target: '0', isMet: requested.length === 0 };
}
