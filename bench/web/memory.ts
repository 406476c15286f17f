import type { Browser } from '@playwright/test';
import type { App } from './app.ts';
import { newPage, openDevToolsSession, readMetrics } from './browser.ts';
import type { Figure } from './figure.ts';

const SCREEN_CHANGES = 300;
const SAMPLE_EVERY = 60;
const MENU_ENTRIES = ['Pozycje', 'Kontrakty zakupu', 'Kontrakty sprzedaży', 'Logistyka', 'Dostawcy'];
/** The largest allowed growth factor from the 120th to the last screen change. Caches fill before the 120th. */
const MAX_GROWTH = 1.1;

type Sample = { readonly heap: number; readonly nodes: number; readonly listeners: number };

/** Opens the menu entries in turn. Measures the memory at intervals, each time after a garbage collection. */
export async function measureMemory(browser: Browser, app: App): Promise<Figure[]> {
  const page = await newPage(browser, app, app.tokens);
  await page.goto('/positions');
  const session = await openDevToolsSession(page);
  const samples: Sample[] = [];
  for (let change = 1; change <= SCREEN_CHANGES; change += 1) {
    const place = MENU_ENTRIES[change % MENU_ENTRIES.length] ?? '';
    // oxlint-disable no-await-in-loop -- The screens must be opened in sequence.
    await page.getByRole('link', { name: place, exact: true }).click();
    await page.getByRole('heading', { name: place, level: 1 }).waitFor();
    if (change % SAMPLE_EVERY === 0) {
      await session.send('HeapProfiler.collectGarbage');
      const counters = await readMetrics(session);
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
  return { label: `${what}, at 60, 120 … 300 screens`, value, target: 'flat', isMet: growth <= MAX_GROWTH };
}
