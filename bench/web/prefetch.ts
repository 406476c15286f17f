import type { Browser } from '@playwright/test';
import type { App } from './app.ts';
import { newPage, untilQuiet } from './browser.ts';
import type { Figure } from './figure.ts';

const isCode = (path: string) => path.startsWith('/assets/');

/** Points at a link, waits, then clicks: what the click itself still has to ask for. */
export async function measurePrefetch(browser: Browser, app: App): Promise<Figure[]> {
  const page = await newPage(browser, app, app.tokens);
  await page.goto('/users');
  const link = page.getByRole('link', { name: 'Kontrakty zakupu', exact: true });
  await link.waitFor();
  await untilQuiet(page);
  await link.hover();
  await untilQuiet(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await link.click();
  await page.locator('tbody tr').nth(1).waitFor();
  await untilQuiet(page);
  await page.context().close();
  return [
    clickFigure('Files of code a click asks for after pointing at its link', asked.filter(isCode)),
    clickFigure(
      'Calls of the API it asks for',
      asked.filter((path) => path.startsWith('/api/')),
    ),
  ];
}

function clickFigure(what: string, asked: readonly string[]): Figure {
  const named = asked.length === 0 ? '0' : `${asked.length} (${[...new Set(asked)].join(', ')})`;
  return { what, value: named, target: '0', isMet: asked.length === 0 };
}
