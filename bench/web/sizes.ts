import { gzipSync } from 'node:zlib';
import type { Browser, Response } from '@playwright/test';
import type { App, Tokens } from './app.ts';
import { LIST_PATH, newPage, waitForNetworkIdle } from './browser.ts';
import type { Figure } from './figure.ts';

const PAGES = [
  '/positions',
  '/logistics',
  '/allocations',
  '/contract/sale-list/form',
  '/data/supplier-list/form',
];
const MAX_FILES = 20;

/**
 * Measures the code that a first visit loads. Sizes are computed with gzip at the best level; the server may
 * send other sizes.
 */
export async function measureSizes(browser: Browser, app: App): Promise<Figure[]> {
  const signIn = await measureLoad(browser, app, '/login');
  const list = await measureLoad(browser, app, LIST_PATH, app.tokens);
  return [
    sizeFigure('JS and CSS of the sign-in page', signIn, 130),
    sizeFigure('JS and CSS of a list of contracts', list, 260),
    {
      label: 'Chart code loaded by a list',
      value: list.hasChart ? 'some' : 'none',
      target: 'none',
      isMet: !list.hasChart,
    },
    await largestFileCount(browser, app),
  ];
}

/**
 * Counts the code files of each page, because each file costs a request. With eighty small files a page takes
 * 1.5 times as long.
 */
async function largestFileCount(browser: Browser, app: App): Promise<Figure> {
  const counts: number[] = [];
  for (const path of [...PAGES, await findContractPath(app)]) {
    // oxlint-disable-next-line no-await-in-loop -- Parallel measurements would disturb each other.
    counts.push((await measureLoad(browser, app, path, app.tokens)).files);
  }
  const most = Math.max(...counts);
  return {
    label: 'Most files of code that a page loads',
    value: String(most),
    target: String(MAX_FILES),
    isMet: most <= MAX_FILES,
  };
}

async function findContractPath({ address, tokens }: App): Promise<string> {
  const reply = await fetch(`${address}/api/contract/get-sales-list?limit=1&offset=0`, {
    headers: { authorization: `Bearer ${tokens.TOKEN}` },
  });
  const { result } = (await reply.json()) as { result: { list: { id: number }[] } };
  return `/contract/sale-list/dashboard/${result.list[0]?.id}/realization`;
}

type LoadedCode = { readonly bytes: number; readonly files: number; readonly hasChart: boolean };

function sizeFigure(what: string, { bytes, files }: LoadedCode, kilobytes: number): Figure {
  const size = (bytes / 1000).toFixed(1);
  return {
    label: what,
    value: `${size} kB in ${files} files`,
    target: `${kilobytes} kB`,
    isMet: bytes <= kilobytes * 1000,
  };
}

async function measureLoad(browser: Browser, app: App, path: string, tokens?: Tokens): Promise<LoadedCode> {
  const page = await newPage(browser, app, tokens);
  const responses: Response[] = [];
  page.on('response', (response) => {
    if (/\.(js|css)$/.test(new URL(response.url()).pathname)) responses.push(response);
  });
  await page.goto(path);
  await waitForNetworkIdle(page, 1500);
  const bodies = await Promise.all(responses.map((response) => response.body()));
  await page.context().close();
  return {
    bytes: bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0),
    files: bodies.length,
    hasChart: bodies.some((body) => body.includes('recharts-')),
  };
}
