import type { Browser, Page } from '@playwright/test';
import type { App } from './app.ts';
import { FULL_LIST_PATH, newPage, openDevToolsSession, waitForNetworkIdle } from './browser.ts';
import { type Figure, median } from './figure.ts';

/** Slows down the processor to the speed of an old office computer. */
const SLOWDOWN = 4;
const TARGET_MS = 200;
const ROUNDS = 3;

type Interaction = {
  readonly label: string;
  readonly path: string;
  /** Opens what the measured action needs, such as a menu. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  readonly act: (page: Page) => Promise<unknown>;
};

/** Measures the time from each action to the next paint (Interaction to Next Paint) on a slow processor. */
export async function measureInteractions(browser: Browser, app: App): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const interaction of interactions(await findSale(app))) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      // oxlint-disable-next-line no-await-in-loop -- Parallel measurements would disturb each other.
      times.push(await measureInteraction(browser, app, interaction));
    }
    const time = median(times);
    figures.push({
      label: `${interaction.label}, 4 × slower processor`,
      value: `${time} ms`,
      target: `${TARGET_MS} ms`,
      isMet: time <= TARGET_MS,
    });
  }
  return figures;
}

function interactions(saleId: number): readonly Interaction[] {
  const dashboard = `/contract/sale-list/dashboard/${saleId}`;
  const tab = (name: string, from: string): Interaction => ({
    label: `Tab ${name}`,
    path: `${dashboard}/${from}`,
    act: (page) => page.getByRole('tab', { name }).click(),
  });
  const rowAction = (name: string): Interaction => ({
    label: `Row action ${name}`,
    path: '/logistics?size=50',
    prepare: openRowMenu,
    act: (page) => page.getByRole('menuitem', { name, exact: true }).click(),
  });
  return [
    tab('Szczegóły', 'realization'),
    tab('Transport', 'realization'),
    tab('Rozliczenia', 'realization'),
    tab('Historia', 'realization'),
    tab('Realizacja', 'details'),
    { label: 'Row menu of a transport', path: '/logistics?size=50', act: openRowMenu },
    {
      label: 'Status menu of a transport',
      path: '/logistics?size=50',
      act: (page) =>
        page
          .getByRole('button', { name: /^Zmień status/ })
          .first()
          .click(),
    },
    rowAction('Edytuj'),
    rowAction('Badania i waga'),
    {
      label: 'Next page of 50 rows',
      path: '/logistics?size=50&status=',
      act: (page) => page.getByRole('button', { name: 'Następna strona' }).click(),
    },
    {
      label: 'Sort of 50 rows',
      path: FULL_LIST_PATH,
      act: (page) => page.locator('thead th button').first().click(),
    },
    {
      label: 'Row menu of a contract',
      path: FULL_LIST_PATH,
      act: openRowMenu,
    },
    {
      label: 'Filter panel',
      path: FULL_LIST_PATH,
      act: (page) => page.getByRole('button', { name: 'Filtry' }).click(),
    },
    {
      label: 'Typing in the search of everything',
      path: FULL_LIST_PATH,
      prepare: (page) => page.keyboard.press('Control+k'),
      act: (page) =>
        page.getByRole('dialog').getByRole('combobox').pressSequentially('kowalski', { delay: 120 }),
    },
  ];
}

const openRowMenu = (page: Page) =>
  page
    .getByRole('button', { name: /^Akcje: / })
    .first()
    .click();

async function measureInteraction(browser: Browser, app: App, interaction: Interaction): Promise<number> {
  const page = await newPage(browser, app, app.tokens);
  await page.goto(interaction.path);
  await page.locator('main h1').waitFor();
  await waitForNetworkIdle(page);
  const session = await openDevToolsSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await interaction.prepare?.(page);
  await waitForNetworkIdle(page);
  await page.evaluate(() => {
    const durations: number[] = [];
    Object.assign(window, { durations });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[])
        if (entry.interactionId !== 0) durations.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  await interaction.act(page);
  await waitForNetworkIdle(page, 1000);
  const durations = await page.evaluate(() => (window as unknown as { durations: number[] }).durations);
  await page.context().close();
  return Math.max(0, ...durations);
}

/** Returns the id of a running sale that has transports. */
async function findSale({ address, tokens }: App): Promise<number> {
  const reply = await fetch(
    `${address}/api/contract/get-sales-list?limit=50&offset=0&contract_status=ACTIVE`,
    {
      headers: { authorization: `Bearer ${tokens.TOKEN}` },
    },
  );
  const { result } = (await reply.json()) as {
    result: { list: { id: number; delivered: number }[] };
  };
  return result.list.find(({ delivered }) => delivered > 0)?.id ?? result.list[0]?.id ?? 0;
}
