import type { Browser } from '@playwright/test';
import type { App } from './app.ts';
import { countersOf, newPage, sessionOf } from './browser.ts';
import type { Figure } from './figure.ts';

const CHANGES = 300;
const STEP = 60;
const PLACES = ['Pozycje', 'Kontrakty zakupu', 'Kontrakty sprzedaży', 'Logistyka', 'Dostawcy'];
/** Flat is what grows less than this from the 120th change on; caches fill until then. */
const GROWTH = 1.1;

type Sample = { readonly heap: number; readonly nodes: number; readonly listeners: number };

/** Walks the menu, and looks at what stays after each round of garbage collection. */
export async function measureMemory(browser: Browser, app: App): Promise<Figure[]> {
  const page = await newPage(browser, app, app.tokens);
  await page.goto('/positions');
  const session = await sessionOf(page);
  const samples: Sample[] = [];
  for (let change = 1; change <= CHANGES; change += 1) {
    const place = PLACES[change % PLACES.length] ?? '';
    // oxlint-disable no-await-in-loop -- one screen after another
    await page.getByRole('link', { name: place, exact: true }).click();
    await page.getByRole('heading', { name: place, level: 1 }).waitFor();
    if (change % STEP === 0) {
      await session.send('HeapProfiler.collectGarbage');
      const counters = await countersOf(session);
      samples.push({
        heap: counters['JSHeapUsedSize'] ?? 0,
        nodes: counters['Nodes'] ?? 0,
        listeners: counters['JSEventListeners'] ?? 0,
      });
    }
    // oxlint-enable no-await-in-loop
  }
  await page.context().close();
  const course = (value: (sample: Sample) => string) => samples.map(value).join(' → ');
  return [
    flatFigure(
      'Heap, MB',
      samples,
      'heap',
      course(({ heap }) => (heap / 1e6).toFixed(1)),
    ),
    flatFigure(
      'DOM nodes',
      samples,
      'nodes',
      course(({ nodes }) => String(nodes)),
    ),
    flatFigure(
      'Event listeners',
      samples,
      'listeners',
      course(({ listeners }) => String(listeners)),
    ),
  ];
}

function flatFigure(what: string, samples: readonly Sample[], key: keyof Sample, value: string): Figure {
  const growth = (samples.at(-1)?.[key] ?? 0) / (samples[1]?.[key] ?? 1);
  return { what: `${what}, at 60, 120 … 300 screens`, value, target: 'flat', isMet: growth <= GROWTH };
}
