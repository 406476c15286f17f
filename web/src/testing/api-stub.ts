import { vi } from 'vitest';

/** The fields of an endpoint that a test does not depend on. */
export const TEST_ENDPOINT = { access: 'user', summary: '', tag: '' } as const;

export type SentRequest = {
  readonly method: string;
  /** Path below /api, with the query. */
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
};

type Respond = (request: SentRequest) => Response | Promise<Response>;

/**
 * Stubs `fetch` with these responses, so that all of our code between a click and the network runs. Returns the
 * requests in their order.
 */
export function stubApi(respond: Respond): readonly SentRequest[] {
  const sent: SentRequest[] = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const request = {
      method: init.method ?? 'GET',
      url: url.replace(/^\/api/, ''),
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : null,
    };
    sent.push(request);
    // `respond` is called before `aborted` is created. Otherwise, if `respond` threw, a timeout of the call
    // would reject `aborted`, which has no handler then.
    const response = respond(request);
    const aborted = new Promise<never>((_, reject) => {
      const { signal } = init;
      const abort = () => reject(new DOMException('aborted', 'AbortError'));
      if (signal?.aborted) abort();
      else signal?.addEventListener('abort', abort, { once: true });
    });
    return Promise.race([aborted, response]);
  });
  return sent;
}

export const successReply = (result: unknown) => Response.json({ success: true, result });

export const errorReply = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json({ success: false, result: { message_code: code, request_id: 'r-1' } }, { status, headers });

/** The connection breaks: before the server has received the request, or before its response arrives. */
export const connectionLost = (): Promise<never> => Promise.reject(new TypeError('Failed to fetch'));

/** The server never responds. The call ends only in a test that calls `endTimeouts`. */
export const noResponse = (): Promise<never> => new Promise(() => undefined);

/** A response that a test sends later by `send`. */
export function deferResponse() {
  const resolvers: ((response: Response) => void)[] = [];
  return {
    respond: () => new Promise<Response>((resolve) => void resolvers.push(resolve)),
    send: (response: Response) => {
      for (const resolve of resolvers) resolve(response);
    },
  };
}

/** Every way in which a call can fail, with the sentence that the user sees. */
export const FAILURES: readonly (readonly [sentence: string, respond: () => Response | Promise<Response>])[] =
  [
    ['Serwer odpowiedział w niezrozumiały sposób.', () => new Response('<h1>Error</h1>', { status: 500 })],
    ['Baza danych jest chwilowo niedostępna.', () => errorReply(503, 'MISSING_DATABASE')],
    ['Serwer odpowiedział w niezrozumiały sposób.', () => new Response('{"success":true,"resu')],
    [
      'Zbyt wiele prób w krótkim czasie.',
      () => errorReply(429, 'TOO_MANY_REQUESTS', { 'retry-after': '30' }),
    ],
    ['Brak połączenia z serwerem.', connectionLost],
  ];

export const NO_RESPONSE = 'Serwer nie odpowiedział w ciągu 20 sekund.';

/** Makes the timeouts of all calls expire at once. */
export function endTimeouts(): void {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort());
}
