import type { Browser, Response } from '@playwright/test';
import type { App } from './app.ts';
import { LIST_PATH, newPage, waitForNetworkIdle } from './browser.ts';
import type { Figure } from './figure.ts';

/** Larger responses must be compressed. */
const COMPRESSION_MIN_BYTES = 2_048;
const IMMUTABLE_CACHE = 'public, max-age=31536000, immutable';

/**
 * Checks the headers of all responses of a list: hashed files must be cached permanently, and large responses
 * compressed.
 */
export async function measureHeaders(browser: Browser, app: App): Promise<Figure[]> {
  const page = await newPage(browser, app, app.tokens);
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  await page.goto(LIST_PATH);
  await waitForNetworkIdle(page, 1500);
  const hashed = responses.filter((response) => response.url().includes('/assets/'));
  const notKept = hashed.filter((response) => response.headers()['cache-control'] !== IMMUTABLE_CACHE);
  const plain = await Promise.all(responses.map(isUncompressed));
  await page.context().close();
  return [
    countFigure('Hashed files that are not cached for ever', notKept.length, hashed.length),
    countFigure('Answers over 2 kB that are not compressed', plain.filter(Boolean).length, responses.length),
  ];
}

function countFigure(what: string, count: number, all: number): Figure {
  return { label: what, value: `${count} of ${all}`, target: '0', isMet: count === 0 };
}

/**
 * Whether a response should be compressed but is not. Fonts are compressed already, and the stream of live
 * changes never ends.
 */
async function isUncompressed(response: Response): Promise<boolean> {
  const headers = response.headers();
  const type = headers['content-type'] ?? '';
  if (type.startsWith('font/') || type.startsWith('text/event-stream')) return false;
  if (headers['content-encoding'] !== undefined) return false;
  return (await response.body()).length > COMPRESSION_MIN_BYTES;
}
