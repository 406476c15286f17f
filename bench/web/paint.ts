import type { Browser } from '@playwright/test';
import type { App } from './app.ts';
import { serveBarePage } from './bare-page.ts';
import { FULL_LIST_PATH, newPage, openDevToolsSession, waitForNetworkIdle } from './browser.ts';
import { type Figure, median } from './figure.ts';

const ROUNDS = 5;
const FIRST_ROW = 'tbody tr:not([aria-hidden]) td';

type Conditions = { readonly isCold?: boolean; readonly slowdown?: number; readonly latency?: number };
/** The first paint and the first rows, in milliseconds from the start of the navigation. */
type Times = { readonly paint: number; readonly rows: number };

/** Measures when the list and, in turn, the bare page are first painted and show rows. */
export async function measurePaint(browser: Browser, app: App): Promise<Figure[]> {
  const bare = await serveBarePage(app);
  try {
    const inTurn = async (conditions: Conditions) => {
      const ours: Times[] = [];
      const bares: Times[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        // oxlint-disable no-await-in-loop -- The pages must be measured in turn.
        bares.push(await measureTimes(browser, app, bare.address, conditions));
        ours.push(await measureTimes(browser, app, FULL_LIST_PATH, conditions));
        // oxlint-enable no-await-in-loop
      }
      return { ours: medianTimes(ours), bare: medianTimes(bares) };
    };
    const warm = await inTurn({});
    const cold = await inTurn({ isCold: true });
    const slow = await inTurn({ slowdown: 4 });
    const slowCold = await inTurn({ isCold: true, slowdown: 4 });
    const far = await inTurn({ isCold: true, latency: 40 });
    return [
      ratioFigure('First paint, warm, to that of a bare page', warm.ours.paint, warm.bare.paint, 1.3),
      ratioFigure('First paint, cold, to that of a bare page', cold.ours.paint, cold.bare.paint, 1.3),
      ratioFigure('Rows, cold, to those of a bare page', cold.ours.rows, cold.bare.rows, 1.9),
      ratioFigure(
        'First paint, warm, 4 × slower processor, to its rows',
        slow.ours.paint,
        slow.ours.rows,
        0.6,
      ),
      ratioFigure(
        'First paint, cold, 4 × slower processor, to its rows',
        slowCold.ours.paint,
        slowCold.ours.rows,
        0.6,
      ),
      ratioFigure('Rows, cold, 40 ms latency, to those of a bare page', far.ours.rows, far.bare.rows, 1.9),
    ];
  } finally {
    await bare.stop();
  }
}

function ratioFigure(label: string, value: number, base: number, target: number): Figure {
  const ratio = value / base;
  return {
    label,
    value: `${ratio.toFixed(2)} (${value.toFixed(0)} / ${base.toFixed(0)} ms)`,
    target: String(target),
    isMet: ratio <= target,
  };
}

function medianTimes(times: readonly Times[]): Times {
  return { paint: median(times.map(({ paint }) => paint)), rows: median(times.map(({ rows }) => rows)) };
}

/**
 * Measures the page in a new browser context. If `isCold` is false, two visits precede the measured one,
 * because V8 caches compiled code at the second visit.
 */
async function measureTimes(
  browser: Browser,
  app: App,
  address: string,
  { isCold = false, slowdown = 1, latency = 0 }: Conditions,
): Promise<Times> {
  const page = await newPage(browser, app, app.tokens);
  await page.addInitScript((row) => {
    new MutationObserver((_, observer) => {
      if (document.querySelector(row) === null) return;
      observer.disconnect();
      // The timeout runs after the frame that paints the rows.
      requestAnimationFrame(() => setTimeout(() => performance.mark('rows')));
    }).observe(document, { childList: true, subtree: true });
  }, FIRST_ROW);
  if (!isCold) {
    await page.goto(address);
    await waitForNetworkIdle(page);
    await page.reload();
    await waitForNetworkIdle(page);
  }
  const session = await openDevToolsSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  if (latency > 0) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  }
  await (isCold ? page.goto(address) : page.reload());
  const times = await page.waitForFunction(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const [rows] = performance.getEntriesByName('rows');
    return paint && rows && { paint: paint.startTime, rows: rows.startTime };
  });
  const measured = (await times.jsonValue()) as Times;
  await page.context().close();
  return measured;
}
