type EarlyResponse = {
  readonly url: string;
  readonly token: string;
  readonly response: Promise<Response>;
};

/** Set by the inline script of index.html. */
const page = globalThis as { earlyResponse?: EarlyResponse | undefined };

/**
 * Returns the response to the request that index.html sent before any code had loaded. Only the first call with
 * the URL and the token of that request gets the response.
 */
export function takeEarlyResponse(url: string, token: string | undefined): Promise<Response> | undefined {
  const early = page.earlyResponse;
  if (early?.url !== url || early.token !== token) return undefined;
  page.earlyResponse = undefined;
  return early.response;
}
