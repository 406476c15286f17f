import { existsSync } from 'node:fs';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import type { App, Tokens } from './app.ts';

const CHROMIUM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export function openBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? CHROMIUM_PATHS.find((place) => existsSync(place));
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
}

/** A page of a browser that has never been here, signed in when given tokens. */
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

/** Counters of the browser itself: seconds of work, sizes, numbers of things. */
export async function readMetrics(session: CDPSession): Promise<Readonly<Record<string, number>>> {
  const { metrics } = await session.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

export async function openDevToolsSession(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  // processor time: a task lasts longer when others work
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return session;
}

/** Until the page has asked for nothing for a while; the stream of live changes never ends, so it does not count. */
export async function waitForNetworkIdle(page: Page, ms = 700): Promise<void> {
  let last = Date.now();
  const noteWork = () => {
    last = Date.now();
  };
  page.on('response', noteWork);
  page.on('request', noteWork);
  while (Date.now() - last < ms) {
    // oxlint-disable-next-line no-await-in-loop -- looks again until it is quiet
    await page.waitForTimeout(100);
  }
  page.off('response', noteWork);
  page.off('request', noteWork);
}

export const LIST_PATH = '/contract/purchase-list/all';
/** Every contract, 50 rows a page. */
export const FULL_LIST_PATH = `${LIST_PATH}?size=50&contractStatus=`;
