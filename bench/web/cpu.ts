import type { Browser, Locator, Page } from '@playwright/test';
import type { App } from './app.ts';
import { serveBarePage } from './bare-page.ts';
import { FULL_LIST_PATH, newPage, openDevToolsSession, readMetrics, waitForNetworkIdle } from './browser.ts';
import { type Figure, median } from './figure.ts';

const ROUNDS = 5;
const LAST_ROW = 'tbody tr:nth-child(50)';
/** The time in which the browser draws the hover style of the header. It is not measured. */
const HOVER_DELAY_MS = 500;

type Work = { readonly load: number; readonly sort: number; readonly text: string };

/** Measures the list and the bare page in turn, so that other load on the machine affects both. */
export async function measureCpu(browser: Browser, app: App): Promise<Figure[]> {
  const bare = await serveBarePage(app);
  try {
    const ours: Work[] = [];
    const bares: Work[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      // oxlint-disable no-await-in-loop -- The pages must be measured in turn.
      bares.push(await measureWork(await newPage(browser, app, app.tokens), bare.address));
      ours.push(await measureWork(await newPage(browser, app, app.tokens), FULL_LIST_PATH));
      // oxlint-enable no-await-in-loop
    }
    if (bares[0]?.text !== ours[0]?.text) throw new Error('The bare table and the list show different text');
    const ratio = (name: 'load' | 'sort') =>
      median(ours.map((work) => work[name])) / median(bares.map((work) => work[name]));
    return [
      ratioFigure('CPU of opening a list of 50 rows', ratio('load')),
      ratioFigure('CPU of sorting it', ratio('sort')),
    ];
  } finally {
    await bare.stop();
  }
}

function ratioFigure(what: string, ratio: number): Figure {
  return { label: what, value: `${ratio.toFixed(1)} × a bare page`, target: '2 ×', isMet: ratio <= 2 };
}

/**
 * Measures the main thread's seconds for loading the list and for sorting it. No locator is used during a
 * measurement, because locating an element uses the same thread.
 */
async function measureWork(page: Page, address: string): Promise<Work> {
  // The first two visits are not measured. They download and compile the code, and V8 caches the result at the
  // second visit.
  await page.goto(address);
  await waitForNetworkIdle(page);
  await page.reload();
  await waitForNetworkIdle(page);
  // When a navigation starts, the browser may draw the old page once more, because the platform's colors count as
  // changed. The old page is emptied, so that this frame costs nothing.
  await page.evaluate(async () => {
    document.body.replaceChildren();
    await new Promise((resolve) => {
      requestAnimationFrame(() => setTimeout(resolve));
    });
  });
  const session = await openDevToolsSession(page);
  const start = await taskSeconds();
  await page.reload();
  await waitForNetworkIdle(page);
  const loaded = await taskSeconds();

  await page.locator(LAST_ROW).waitFor();
  const { x, y } = await centerOf(page.locator('thead th button').first());
  await page.mouse.move(x, y);
  await page.waitForTimeout(HOVER_DELAY_MS);
  const before = await taskSeconds();
  const sorted = page.waitForResponse((response) => response.url().includes('order_by=document_number'));
  await page.mouse.click(x, y);
  await sorted;
  await waitForNetworkIdle(page);
  const done = await taskSeconds();
  const text = JSON.stringify(await page.locator('tbody :is(th, td)').allTextContents());
  await page.context().close();
  // If the reload has reset the counter, `loaded` alone is the time of the load.
  return { load: loaded < start ? loaded : loaded - start, sort: done - before, text };

  async function taskSeconds(): Promise<number> {
    return (await readMetrics(session))['TaskDuration'] ?? Number.NaN;
  }
}

async function centerOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('The element to click is not visible');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
