import { expect, type JSHandle, type Page, type Route } from '@playwright/test';
import type { DemoRecords } from './records.ts';

export type Failure = {
  /** What the person reads. */
  readonly sentence: string;
  readonly respond: (route: Route) => Promise<void>;
};

const errorResponse = (status: number, code: string) => ({
  status,
  json: { success: false, result: { message_code: code, request_id: 'r-1' } },
});

const TOO_MANY_REQUESTS = 'Zbyt wiele prób w krótkim czasie.';

/** Ways for a call to fail, in which an answer comes at once. */
export const FAILURES = [
  {
    sentence: 'Serwer odpowiedział w niezrozumiały sposób.',
    respond: (route) => route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Error</h1>' }),
  },
  {
    sentence: 'Baza danych jest chwilowo niedostępna.',
    respond: (route) => route.fulfill(errorResponse(503, 'MISSING_DATABASE')),
  },
  {
    sentence: 'Serwer odpowiedział w niezrozumiały sposób.',
    respond: (route) =>
      route.fulfill({ status: 200, contentType: 'application/json', body: '{"success":true,"resu' }),
  },
  {
    sentence: TOO_MANY_REQUESTS,
    respond: (route) =>
      route.fulfill({ ...errorResponse(429, 'TOO_MANY_REQUESTS'), headers: { 'retry-after': '30' } }),
  },
] as const satisfies readonly Failure[];

/** The connection is gone before an answer comes. */
export const CONNECTION_LOST = {
  sentence: 'Brak połączenia z serwerem.',
  respond: (route) => route.abort('connectionreset'),
} as const satisfies Failure;

/** The server does what it is asked for, and its answer never arrives. */
export async function dropResponse(route: Route): Promise<void> {
  await route.fetch();
  await route.abort('connectionreset');
}

/** To the person the same as no connection. */
export const LOST_RESPONSE: Failure = { sentence: CONNECTION_LOST.sentence, respond: dropResponse };

/** Ways for a call to fail that leave nothing written. */
export const ALL_FAILURES: readonly Failure[] = [...FAILURES, CONNECTION_LOST];

/** As ALL_FAILURES, for a call that is limited per user; the message names what the server is busy with. */
export function failuresOfLimitedCall(sentence: string): readonly Failure[] {
  return ALL_FAILURES.map((failure) =>
    failure.sentence === TOO_MANY_REQUESTS ? { ...failure, sentence } : failure,
  );
}

/** One way after another, so that calls that are tried in turn fail in all of them. */
export function failureAt(index: number): Failure {
  return ALL_FAILURES[index % ALL_FAILURES.length] ?? CONNECTION_LOST;
}

/** Every wait of the browser for an answer lasts a tenth. */
export async function shortenTimeouts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (milliseconds) => timeout(milliseconds / 10);
  });
}

/** Holds the calls that match until they are let go, to answer out of order. */
export async function deferRequests(page: Page, matches: (url: URL, body: string) => boolean) {
  const held: Route[] = [];
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    if (matches(new URL(request.url()), request.postData() ?? '')) held.push(route);
    else await route.fallback();
  });
  return {
    count: () => held.length,
    /** An answer that nobody waits for any more has nowhere to go. */
    release: (answer = (route: Route): Promise<void> => route.continue()) =>
      Promise.allSettled(held.splice(0).map(answer)),
  };
}

/** What the browser complains about from now on, but for the calls that fail on purpose. */
export function collectUnexpectedErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) errors.push(text);
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

const DASHBOARD_TABS = ['realization', 'details', 'transport', 'settlement', 'history'];

/** The record each address with a number leads to. A new address is added here, or the stories fail. */
const RECORD_ID_OF: Readonly<Record<string, (records: DemoRecords) => number>> = {
  '/positions/$id': ({ materialId }) => materialId,
  '/contract/purchase-list/$id': ({ materialId }) => materialId,
  '/contract/purchase-list/dashboard/$id/$tab': ({ purchaseId }) => purchaseId,
  '/contract/sale-list/$id': ({ materialId }) => materialId,
  '/contract/sale-list/allocation/$id': ({ saleId }) => saleId,
  '/contract/sale-list/dashboard/$id/$tab': ({ saleId }) => saleId,
  '/data/supplier-list/form/$id': ({ supplierId }) => supplierId,
  '/data/recipient-list/form/$id': ({ recipientId }) => recipientId,
  '/data/raw-material-list/form/$id': ({ materialId }) => materialId,
  '/users/form/$id': ({ userId }) => userId,
};

type Router = {
  routesById: Record<string, { fullPath: string; options: { path?: string; component?: unknown } }>;
  navigate: (to: { href: string }) => Promise<void>;
  subscribe: (event: 'onRendered', listener: () => void) => () => void;
};

/** The router of the running application, which comes a moment after the page. */
async function routerOf(page: Page): Promise<JSHandle<Router>> {
  await expect.poll(() => page.evaluate(() => '__TSR_ROUTER__' in globalThis)).toBe(true);
  // oxlint-disable-next-line no-underscore-dangle -- the name the router goes by
  return page.evaluateHandle(() => (globalThis as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__);
}

/** Goes to another screen as a link does, without loading the application anew. */
export async function navigateInApp(page: Page, path: string, endsAt = path): Promise<void> {
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

/** The address of every screen behind the sign-in, as the router of the running application has them. */
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
    if (record === undefined) throw new Error(`Nobody knows which record ${path} may show: see RECORD_OF`);
    const one = path.replace('$id', String(record(records)));
    return one.includes('$tab') ? DASHBOARD_TABS.map((tab) => one.replace('$tab', tab)) : [one];
  });
}
