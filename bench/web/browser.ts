import { existsSync } from 'node:fs';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import type { App, Tokens } from './app.ts';

const CHROMIUM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium-headless-shell',
];

export function openBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? CHROMIUM_PATHS.find((place) => existsSync(place));
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
}

/** Opens a page in a new browser context without cache, signed in when tokens are given. */
export async function newPage(browser: Browser, { address }: App, tokens?: Tokens): Promise<Page> {
  const context = await browser.newContext({
    baseURL: address,
    locale: 'pl-PL',
    timezoneId: 'Europe/Warsaw',
    viewport: { width: 1440, height: 900 },
  });
  if (tokens !== undefined) {
    await context.addInitScript((stored) => {
      for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value);
    }, tokens);
  }
  return context.newPage();
}

/** Returns the browser's performance metrics: seconds of work, sizes and object counts. */
export async function readMetrics(session: CDPSession): Promise<Readonly<Record<string, number>>> {
  const { metrics } = await session.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

export async function openDevToolsSession(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  // threadTicks measures processor time. Elapsed time would depend on other load.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return session;
}

/**
 * Waits until the page has sent no request for a while. The stream of live changes never ends, so its
 * response is not awaited.
 */
export async function waitForNetworkIdle(page: Page, ms = 700): Promise<void> {
  let last = Date.now();
  const noteWork = () => {
    last = Date.now();
  };
  page.on('response', noteWork);
  page.on('request', noteWork);
  while (Date.now() - last < ms) {
    // oxlint-disable-next-line no-await-in-loop -- Polls until the network is idle.
    await page.waitForTimeout(100);
  }
  page.off('response', noteWork);
  page.off('request', noteWork);
}

export const LIST_PATH = '/contract/purchase-list/all';
/** The list of all contracts with 50 rows per page. */
export const FULL_LIST_PATH = `${LIST_PATH}?size=50&contractStatus=`;
