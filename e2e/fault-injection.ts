import type { Page, Route } from '@playwright/test';

export type Failure = {
  /** The Polish sentence shown to the user. */
  readonly sentence: string;
  readonly respond: (route: Route) => Promise<void>;
};

const errorResponse = (status: number, code: string) => ({
  status,
  json: { success: false, result: { message_code: code, request_id: 'r-1' } },
});

const TOO_MANY_REQUESTS = {
  sentence: 'Zbyt wiele prób w krótkim czasie.',
  respond: (route) =>
    route.fulfill({ ...errorResponse(429, 'TOO_MANY_REQUESTS'), headers: { 'retry-after': '30' } }),
} as const satisfies Failure;

/** Failures in which the browser receives a response. */
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
  TOO_MANY_REQUESTS,
] as const satisfies readonly Failure[];

/** The connection breaks before a response. */
export const CONNECTION_LOST = {
  sentence: 'Brak połączenia z serwerem.',
  respond: (route) => route.abort('connectionreset'),
} as const satisfies Failure;

/** The server executes the request, but its response is lost. */
export async function dropResponse(route: Route): Promise<void> {
  await route.fetch();
  await route.abort('connectionreset');
}

/** A lost response, which the user sees as a lost connection. */
export const LOST_RESPONSE: Failure = { sentence: CONNECTION_LOST.sentence, respond: dropResponse };

/** Failures after which nothing is stored, because the request does not reach the server. */
export const ALL_FAILURES: readonly Failure[] = [...FAILURES, CONNECTION_LOST];

/** The response 429 of a busy server. `sentence` is the message that the screen shows for the rejected call. */
export const busyServer = (sentence: string): Failure => ({ ...TOO_MANY_REQUESTS, sentence });

/**
 * Makes every setInterval() of the page ten times as fast, such as the health checks during a lost connection.
 */
export async function shortenConnectionChecks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const repeat = globalThis.setInterval;
    globalThis.setInterval = ((task: () => void, milliseconds: number) =>
      repeat(task, milliseconds / 10)) as typeof setInterval;
  });
}

/** Defers matching requests until release(), so that a test can change the order of responses. */
export async function deferRequests(page: Page, matches: (url: URL, body: string) => boolean) {
  const deferred: Route[] = [];
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    if (matches(new URL(request.url()), request.postData() ?? '')) deferred.push(route);
    else await route.fallback();
  });
  return {
    count: () => deferred.length,
    /** Continues or answers the deferred requests. Ignores errors, because the page may have aborted some. */
    release: (answer = (route: Route): Promise<void> => route.continue()) =>
      Promise.allSettled(deferred.splice(0).map(answer)),
  };
}

/**
 * Collects console and page errors from now on, except failed requests, because the test itself makes requests
 * fail.
 */
export function collectUnexpectedErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) errors.push(text);
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}
