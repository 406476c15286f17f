import { keysToSnake } from '@spichlerz/shared/wire/case';
import { refreshSession } from '@spichlerz/shared/wire/session';
import { ApiError } from './api-error.ts';
import { send } from './send.ts';
import { clearTokens, readTokens, storeTokens, type Tokens } from './tokens.ts';

const LOCK = 'spichlerz-session';

let running: Promise<Tokens> | null = null;
let endSession: () => void = () => undefined;

/** The application says what happens when the session is over: it goes to the sign-in page. */
export function onSessionEnd(callback: () => void): void {
  endSession = callback;
}

/**
 * A pair of tokens newer than the refused one. However many calls are refused at once, in however many tabs, the
 * refresh token is used once: a used one that comes again would end the session.
 */
export function refreshTokens(refused: string): Promise<Tokens> {
  running ??= exclusively(() => refresh(refused)).finally(() => {
    running = null;
  });
  return running;
}

function exclusively<Result>(task: () => Promise<Result>): Promise<Result> {
  // Browsers offer locks to secure origins only.
  const locks = navigator.locks as LockManager | null | undefined;
  return locks ? locks.request(LOCK, task) : task();
}

async function refresh(refused: string): Promise<Tokens> {
  const stored = readTokens();
  if (stored === null) throw ended();
  // Another tab was quicker while this one waited for the lock.
  if (stored.token !== refused) return stored;
  try {
    const reply = await send({
      method: refreshSession.method,
      url: refreshSession.path,
      body: JSON.stringify(keysToSnake({ refreshToken: stored.refreshToken })),
    });
    const tokens = refreshSession.reply.parse(reply);
    storeTokens(tokens);
    return tokens;
  } catch (error) {
    // Without an answer the session may well be alive; only a refusal ends it.
    if (error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.status === 429))
      throw error;
    throw ended(error);
  }
}

function ended(cause?: unknown): ApiError {
  clearTokens();
  endSession();
  return new ApiError(401, 'UNAUTHORIZED', { cause });
}
