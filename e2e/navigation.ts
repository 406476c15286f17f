import { expect, type JSHandle, type Page } from '@playwright/test';
import type { DemoRecords } from './records.ts';

const DASHBOARD_TABS = ['realization', 'details', 'transport', 'settlement', 'history'];

/** The id of the record that allScreens() opens for each route with an id. Every such route needs an entry. */
const RECORD_ID_OF: Readonly<Record<string, (records: DemoRecords) => number>> = {
  '/positions/$id': ({ materialId }) => materialId,
  '/contract/purchase-list/$id': ({ materialId }) => materialId,
  '/contract/purchase-list/dashboard/$id/$tab': ({ purchaseId }) => purchaseId,
  '/contract/sale-list/$id': ({ materialId }) => materialId,
  '/contract/sale-list/allocation/$id': ({ saleId }) => saleId,
  '/contract/sale-list/dashboard/$id/$tab': ({ saleId }) => saleId,
  '/data/supplier-list/form/$id': ({ supplierId }) => supplierId,
  '/data/recipient-list/form/$id': ({ recipientId }) => recipientId,
  '/data/carrier-list/form/$id': ({ carrierId }) => carrierId,
  '/data/raw-material-list/form/$id': ({ materialId }) => materialId,
  '/data/raw-material-list/form/$id/discount-tables': ({ materialId }) => materialId,
  // In the demo company the raw material with id 1 has the discount table with id 1.
  '/data/raw-material-list/form/$id/discount-tables/form': () => 1,
  '/data/raw-material-list/form/$id/discount-tables/form/$tableId': () => 1,
  '/users/form/$id': ({ userId }) => userId,
};

type Router = {
  routesById: Record<string, { fullPath: string; options: { path?: string; component?: unknown } }>;
  navigate: (to: { href: string }) => Promise<void>;
  subscribe: (event: 'onRendered', listener: () => void) => () => void;
};

/** Returns the router of the running application. It is available shortly after the page has loaded. */
async function routerOf(page: Page): Promise<JSHandle<Router>> {
  await expect.poll(() => page.evaluate(() => '__TSR_ROUTER__' in globalThis)).toBe(true);
  // oxlint-disable-next-line no-underscore-dangle -- TanStack Router exposes itself under this name.
  return page.evaluateHandle(() => (globalThis as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__);
}

/** Navigates within the application, like a link, without reloading the page. */
export async function navigateInApp(page: Page, path: string, endsAt: string | RegExp = path): Promise<void> {
  const router = await routerOf(page);
  await router.evaluate(async ({ subscribe, navigate }, href) => {
    await new Promise<void>((rendered) => {
      const stop = subscribe('onRendered', () => {
        stop();
        rendered();
      });
      void navigate({ href });
    });
  }, path);
  await expect(page).toHaveURL(endsAt);
}

/** Returns the paths of all screens that need a sign-in, from the routes of the running application. */
export async function allScreens(page: Page, records: DemoRecords): Promise<string[]> {
  const router = await routerOf(page);
  const paths = await router.evaluate(({ routesById }) => {
    return Object.entries(routesById)
      .filter(([id, { options }]) => id.startsWith('/app/') && options.path && options.component)
      .map(([, { fullPath }]) => fullPath);
  });
  return paths.flatMap((path) => {
    if (!path.includes('$')) return [path];
    const record = RECORD_ID_OF[path];
    if (record === undefined) throw new Error(`RECORD_ID_OF has no entry for the route ${path}`);
    const one = path.replace('$id', String(record(records))).replace('$tableId', '1');
    return one.includes('$tab') ? DASHBOARD_TABS.map((tab) => one.replace('$tab', tab)) : [one];
  });
}
