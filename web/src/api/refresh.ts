import { refreshSession } from '@spichlerz/shared/calls/session';
import { keysToSnake } from '@spichlerz/shared/wire/case';
import { ApiError } from './api-error.ts';
import { send } from './send.ts';
import {
  clearTokens,
  isTokens,
  markSignedOut,
  onTokensChangedElsewhere,
  readTokens,
  storeTokens,
  type Tokens,
} from './tokens.ts';

const LOCK = 'spichlerz-session';

/**
 * If no new tokens arrive within this time, the refresh of another tab counts as failed, and this tab sends its
 * own refresh request.
 */
const STORAGE_DELAY_MS = 1_000;

let refreshInProgress: Promise<Tokens> | null = null;
let sessionEndListener: () => void = () => undefined;
let isSigningOut = false;

/** Sets the handler of the end of the session; the application opens the sign-in page. */
export function onSessionEnd(callback: () => void): void {
  sessionEndListener = callback;
}

/** Runs a sign-out. Calls that are rejected during the sign-out must not report the end of the session. */
export async function whileSigningOut(task: () => Promise<void>): Promise<void> {
  isSigningOut = true;
  markSignedOut();
  try {
    await task();
  } finally {
    clearTokens();
    isSigningOut = false;
  }
}

/**
 * Returns tokens newer than the rejected one. The server ends the session when a refresh token is used twice,
 * so calls that are rejected together share one refresh, even across tabs.
 */
export function refreshTokens(rejectedToken: string): Promise<Tokens> {
  refreshInProgress ??= withSessionLock((waited) => refresh(rejectedToken, waited)).finally(() => {
    refreshInProgress = null;
  });
  return refreshInProgress;
}

async function withSessionLock(task: (waited: boolean) => Promise<Tokens>): Promise<Tokens> {
  // Browsers provide locks in secure contexts only.
  const locks = navigator.locks as LockManager | null | undefined;
  if (!locks) return task(false);
  const first = await locks.request(LOCK, { ifAvailable: true }, async (lock) =>
    lock === null ? null : await task(false),
  );
  return first ?? locks.request(LOCK, () => task(true));
}

async function refresh(rejectedToken: string, waited: boolean): Promise<Tokens> {
  const stored = waited ? await waitForStoredTokens(rejectedToken) : readTokens();
  // the session was ended, in this tab or in another tab
  if (stored === null) throw new ApiError(401, 'UNAUTHORIZED');
  // The tokens were refreshed after the rejected call was sent, by another tab or by an earlier refresh of
  // this tab.
  if (stored.token !== rejectedToken) return stored;
  try {
    const reply = await send({
      method: refreshSession.method,
      url: refreshSession.path,
      body: JSON.stringify(keysToSnake({ refreshToken: stored.refreshToken })),
    });
    if (!isTokens(reply)) throw new Error('The reply has no tokens');
    storeTokens(reply);
    return reply;
  } catch (error) {
    // The session may still be valid after a missing response, a server error or too many requests. Any other
    // failure ends the session.
    if (error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.status === 429))
      throw error;
    throw endSession(error);
  }
}

/** This tab may get the lock before its localStorage contains the tokens that another tab has stored. */
function waitForStoredTokens(rejectedToken: string): Promise<Tokens | null> {
  const stored = readTokens();
  if (stored?.token !== rejectedToken) return Promise.resolve(stored);
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve(readTokens());
    };
    const stop = onTokensChangedElsewhere(done);
    const timer = setTimeout(done, STORAGE_DELAY_MS);
  });
}

function endSession(cause: unknown): ApiError {
  clearTokens();
  if (!isSigningOut) sessionEndListener();
  return new ApiError(401, 'UNAUTHORIZED', { cause });
}
