type EarlyResponse = {
  readonly url: string;
  readonly token: string;
  readonly response: Promise<Response>;
};

/** Set by the inline script of index.html. */
const page = globalThis as { earlyResponse?: EarlyResponse | undefined };

/**
 * The response to the request that index.html sends before any code has loaded, for the first call that would
 * send the same one.
 */
export function takeEarlyResponse(url: string, token: string | undefined): Promise<Response> | undefined {
  const early = page.earlyResponse;
  if (early?.url !== url || early.token !== token) return undefined;
  page.earlyResponse = undefined;
  return early.response;
}
