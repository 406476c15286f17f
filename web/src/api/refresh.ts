import { refreshSession } from '@spichlerz/shared/calls/session';
import { keysToSnake } from '@spichlerz/shared/wire/case';
import { ApiError } from './api-error.ts';
import { send } from './send.ts';
import {
  clearTokens,
  isTokens,
  markSignedOut,
  onTokensElsewhere,
  readTokens,
  storeTokens,
  type Tokens,
} from './tokens.ts';

const LOCK = 'spichlerz-session';

/** After this long the other tab has failed to refresh, and this one tries. */
const STORAGE_DELAY_MS = 1_000;

let running: Promise<Tokens> | null = null;
let endSession: () => void = () => undefined;
let isLeaving = false;

/** The application says what happens when the session is over: the user signs in again. */
export function onSessionEnd(callback: () => void): void {
  endSession = callback;
}

/** What is done while the person signs out: that the session is over is no news to them then. */
export async function shuttingDown(task: () => Promise<void>): Promise<void> {
  isLeaving = true;
  markSignedOut();
  try {
    await task();
  } finally {
    clearTokens();
    isLeaving = false;
  }
}

/**
 * A pair of tokens newer than the refused one. However many calls are refused at once, in however many tabs, the
 * refresh token is used once: a used one that comes again would end the session.
 */
export function refreshTokens(refused: string): Promise<Tokens> {
  running ??= exclusively((waited) => refresh(refused, waited)).finally(() => {
    running = null;
  });
  return running;
}

async function exclusively(task: (waited: boolean) => Promise<Tokens>): Promise<Tokens> {
  // Browsers offer locks to secure origins only.
  const locks = navigator.locks as LockManager | null | undefined;
  if (!locks) return task(false);
  const first = await locks.request(LOCK, { ifAvailable: true }, async (lock) =>
    lock === null ? null : await task(false),
  );
  return first ?? locks.request(LOCK, () => task(true));
}

async function refresh(refused: string, waited: boolean): Promise<Tokens> {
  const stored = waited ? await tokensAfterWaiting(refused) : readTokens();
  // whoever cleared them knows, in this tab or another
  if (stored === null) throw new ApiError(401, 'UNAUTHORIZED');
  // Another tab was quicker while this one waited for the lock.
  if (stored.token !== refused) return stored;
  try {
    const reply = await send({
      method: refreshSession.method,
      url: refreshSession.path,
      body: JSON.stringify(keysToSnake({ refreshToken: stored.refreshToken })),
    });
    if (!isTokens(reply)) throw new Error('The answer holds no tokens');
    storeTokens(reply);
    return reply;
  } catch (error) {
    // Without an answer the session may well be alive; only a refusal ends it.
    if (error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.status === 429))
      throw error;
    throw ended(error);
  }
}

/** The lock may be handed over before the storage of this tab shows what the other one wrote. */
function tokensAfterWaiting(refused: string): Promise<Tokens | null> {
  const stored = readTokens();
  if (stored?.token !== refused) return Promise.resolve(stored);
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve(readTokens());
    };
    const stop = onTokensElsewhere(done);
    const timer = setTimeout(done, STORAGE_DELAY_MS);
  });
}

function ended(cause: unknown): ApiError {
  clearTokens();
  if (!isLeaving) endSession();
  return new ApiError(401, 'UNAUTHORIZED', { cause });
}
