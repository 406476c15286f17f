/** The access and refresh token, which all tabs share. */
export type Tokens = { readonly token: string; readonly refreshToken: string };

export function isTokens(value: unknown): value is Tokens {
  const { token, refreshToken } = Object(value) as Record<string, unknown>;
  return typeof token === 'string' && typeof refreshToken === 'string';
}

const TOKEN = 'TOKEN';
const REFRESH_TOKEN = 'REFRESH-TOKEN';

/** Set at a sign-out until the next sign-in, so that other tabs do not report the session as expired. */
const SIGNED_OUT = 'SIGNED-OUT';

/**
 * Tokens that localStorage rejects because it is blocked or full. They last until the page is closed or
 * reloaded.
 */
const memoryFallback = new Map<string, string>();

function read(name: string): string | null {
  try {
    return memoryFallback.get(name) ?? localStorage.getItem(name);
  } catch {
    return null;
  }
}

function write(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
    memoryFallback.delete(name);
  } catch {
    memoryFallback.set(name, value);
  }
}

function remove(name: string): void {
  memoryFallback.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    // storage is blocked, so there is nothing to remove
  }
}

export function readTokens(): Tokens | null {
  const token = read(TOKEN);
  const refreshToken = read(REFRESH_TOKEN);
  return token === null || refreshToken === null ? null : { token, refreshToken };
}

export function storeTokens({ token, refreshToken }: Tokens): void {
  // other tabs react to the change of TOKEN and must find both tokens by then
  write(REFRESH_TOKEN, refreshToken);
  write(TOKEN, token);
  remove(SIGNED_OUT);
}

export function clearTokens(): void {
  remove(TOKEN);
  remove(REFRESH_TOKEN);
}

/** Marks the session as signed out before the server ends it, so that no tab reports an expired session. */
export function markSignedOut(): void {
  write(SIGNED_OUT, 'true');
}

export type SessionEndReason = 'signedOut' | 'expired';

export function sessionEndReason(): SessionEndReason {
  return read(SIGNED_OUT) === null ? 'expired' : 'signedOut';
}

/** Calls `callback` when another tab stores or removes the tokens. */
export function onTokensChangedElsewhere(callback: (tokens: Tokens | null) => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === TOKEN || event.key === null) callback(readTokens());
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
