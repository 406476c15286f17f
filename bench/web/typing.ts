import type { Browser } from '@playwright/test';
import type { App } from './app.ts';
import { FULL_LIST_PATH, newPage, waitForNetworkIdle } from './browser.ts';
import type { Figure } from './figure.ts';

const LONG_TASK_MS = 50;

/** Measures the longest task that blocks the page while the user types a search. */
export async function measureTyping(browser: Browser, app: App): Promise<Figure[]> {
  const page = await newPage(browser, app, app.tokens);
  await page.goto(FULL_LIST_PATH);
  await page.locator('tbody tr:nth-child(50)').waitFor();
  await waitForNetworkIdle(page);
  await page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(window, { longTasks: tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: 'longtask' });
  });
  await page.getByRole('searchbox').pressSequentially('kowalski poznań 2026', { delay: 60 });
  await page.waitForTimeout(400);
  const tasks = await page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks);
  await page.context().close();
  const longest = Math.max(0, ...tasks);
  return [
    {
      label: 'Longest task while typing a search',
      value: longest === 0 ? `under ${LONG_TASK_MS} ms` : `${longest.toFixed(0)} ms`,
      target: `${LONG_TASK_MS} ms`,
      isMet: longest <= LONG_TASK_MS,
    },
  ];
}
