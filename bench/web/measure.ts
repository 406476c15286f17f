import type { Browser } from '@playwright/test';
import { type App, startApp } from './app.ts';
import { openBrowser } from './browser.ts';
import { measureCpu } from './cpu.ts';
import { type Figure, formatTable } from './figure.ts';
import { measureHeaders } from './headers.ts';
import { measureInteractions } from './interactions.ts';
import { measureMemory } from './memory.ts';
import { measurePaint } from './paint.ts';
import { measurePrefetch } from './prefetch.ts';
import { measureSizes } from './sizes.ts';
import { measureTyping } from './typing.ts';

/*
 * npm run bench:web [-- sizes paint cpu typing interactions memory headers prefetch] measures what the built
 * application loads and how it performs in the browser. Fails when a target is missed.
 */

const MEASURES: Readonly<Record<string, (browser: Browser, app: App) => Promise<Figure[]>>> = {
  sizes: measureSizes,
  paint: measurePaint,
  cpu: measureCpu,
  typing: measureTyping,
  interactions: measureInteractions,
  memory: measureMemory,
  headers: measureHeaders,
  prefetch: measurePrefetch,
};

const chosen = process.argv.slice(2);
// The browser opens before the server starts, because the server would keep running if the browser failed to
// open. The browser always ends with this process.
const browser = await openBrowser();
const app = await startApp();
try {
  const figures: Figure[] = [];
  for (const [name, measure] of Object.entries(MEASURES)) {
    // oxlint-disable-next-line no-await-in-loop -- Parallel measurements would disturb each other.
    if (chosen.length === 0 || chosen.includes(name)) figures.push(...(await measure(browser, app)));
  }
  process.stdout.write(`${formatTable(figures)}\n`);
  process.exitCode = figures.every(({ isMet }) => isMet) ? 0 : 1;
} finally {
  await browser.close();
  await app.stop();
}
