/** The pair of tokens, shared by all tabs. */
export type Tokens = { readonly token: string; readonly refreshToken: string };

export function isTokens(value: unknown): value is Tokens {
  const { token, refreshToken } = Object(value) as Record<string, unknown>;
  return typeof token === 'string' && typeof refreshToken === 'string';
}

const TOKEN = 'TOKEN';
const REFRESH_TOKEN = 'REFRESH-TOKEN';

/** Kept while nobody is signed in, for the other tabs: a user signed out, so the session did not expire. */
const SIGNED_OUT = 'SIGNED-OUT';

/** What a browser does not keep, because its storage is forbidden or full: it lasts as long as this page. */
const unkept = new Map<string, string>();

function read(name: string): string | null {
  try {
    return unkept.get(name) ?? localStorage.getItem(name);
  } catch {
    return null;
  }
}

function write(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
    unkept.delete(name);
  } catch {
    unkept.set(name, value);
  }
}

function remove(name: string): void {
  unkept.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    // it was not kept there
  }
}

export function readTokens(): Tokens | null {
  const token = read(TOKEN);
  const refreshToken = read(REFRESH_TOKEN);
  return token === null || refreshToken === null ? null : { token, refreshToken };
}

export function storeTokens({ token, refreshToken }: Tokens): void {
  // other tabs hear of the token, and must find both by then
  write(REFRESH_TOKEN, refreshToken);
  write(TOKEN, token);
  remove(SIGNED_OUT);
}

export function clearTokens(): void {
  remove(TOKEN);
  remove(REFRESH_TOKEN);
}

/** Before the server ends the session, so that no tab takes it for an expired one. */
export function markSignedOut(): void {
  write(SIGNED_OUT, 'true');
}

export type SessionEndReason = 'signedOut' | 'expired';

export function sessionEndReason(): SessionEndReason {
  return read(SIGNED_OUT) === null ? 'expired' : 'signedOut';
}

/** Calls back when another tab signs in or out. */
export function onTokensElsewhere(callback: (tokens: Tokens | null) => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === TOKEN || event.key === null) callback(readTokens());
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
