import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { build } from 'vite';
import type { App } from './app.ts';
import { countersOf, newPage, sessionOf, untilQuiet, WIDE_LIST } from './browser.ts';
import { type Figure, median } from './figure.ts';

const ROUNDS = 5;
const COLUMNS = 14;
const CELLS = `tbody tr:nth-child(50) td`;

type Work = { readonly load: number; readonly sort: number };

/** The list beside a bare table of the same answer, in turn, so that both meet the same moods of the machine. */
export async function measureCpu(browser: Browser, app: App): Promise<Figure[]> {
  const bare = await buildBare();
  try {
    const ours: Work[] = [];
    const bares: Work[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      // oxlint-disable no-await-in-loop -- in turn is the point
      bares.push(await workOf(browser, app, bareAddress(app), (page) => serveBare(page, bare)));
      ours.push(await workOf(browser, app, WIDE_LIST, showColumns));
      // oxlint-enable no-await-in-loop
    }
    const ratio = (name: keyof Work) =>
      median(ours.map((work) => work[name])) / median(bares.map((work) => work[name]));
    return [
      ratioFigure('CPU of opening a list of 50 rows', ratio('load')),
      ratioFigure('CPU of sorting it', ratio('sort')),
    ];
  } finally {
    rmSync(bare, { recursive: true, force: true });
  }
}

function ratioFigure(what: string, ratio: number): Figure {
  return { what, value: `${ratio.toFixed(1)} × a bare table`, target: '2 ×', isMet: ratio <= 2 };
}

/** Seconds of the main thread until the last row stands, and until it stands in another order. */
async function workOf(
  browser: Browser,
  app: App,
  address: string,
  prepare: (page: Page) => Promise<void>,
): Promise<Work> {
  const page = await newPage(browser, app, app.tokens);
  await prepare(page);
  // what is downloaded and compiled is a matter of sizes: both come warm from the cache of the browser
  await page.goto(address);
  await page.locator(CELLS).first().waitFor();
  await untilQuiet(page);
  const session = await sessionOf(page);
  const start = await taskSeconds();
  await page.reload();
  await page.locator(CELLS).first().waitFor();
  await untilQuiet(page);
  const loaded = await taskSeconds();
  const sorted = page.waitForResponse((response) => response.url().includes('order_by=id'));
  await page.locator('thead th button').first().click();
  await sorted;
  await untilQuiet(page);
  const done = await taskSeconds();
  await page.context().close();
  // a reload starts the counters anew
  return { load: loaded < start ? loaded : loaded - start, sort: done - loaded };

  async function taskSeconds(): Promise<number> {
    return (await countersOf(session))['TaskDuration'] ?? Number.NaN;
  }
}

/** As many columns as the bare table has, by the person's own choice of columns. */
async function showColumns(page: Page): Promise<void> {
  await page.addInitScript((key) => {
    const hidden = ['isGmp', 'isCert', 'isFor'];
    localStorage.setItem(key, JSON.stringify({ order: [], hidden }));
  }, 'columns:1:contracts:purchase');
}

function bareAddress({ address }: App): string {
  const query = new URLSearchParams({
    columns: String(COLUMNS),
    list: '/api/contract/get-purchase-list',
    query: 'limit=50&offset=0',
  });
  return `${address}/bare/index.html?${query.toString()}`;
}

async function buildBare(): Promise<string> {
  const outDir = mkdtempSync(path.join(tmpdir(), 'spichlerz-bare-'));
  const root = path.join(import.meta.dirname, 'bare');
  await build({ root, base: '/bare/', logLevel: 'error', configFile: false, build: { outDir } });
  return outDir;
}

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

/** Beside the application, so that it may ask the same API. */
async function serveBare(page: Page, folder: string): Promise<void> {
  await page.route('**/bare/**', (route) => {
    const file = new URL(route.request().url()).pathname.replace(/^\/bare\//, '');
    return route.fulfill({
      body: readFileSync(path.join(folder, file)),
      contentType: TYPES[path.extname(file)] ?? 'application/octet-stream',
    });
  });
}
