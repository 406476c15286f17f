/** The pair of tokens, shared by all tabs. */
export type Tokens = { readonly token: string; readonly refreshToken: string };

export function isTokens(value: unknown): value is Tokens {
  const { token, refreshToken } = Object(value) as Record<string, unknown>;
  return typeof token === 'string' && typeof refreshToken === 'string';
}

const TOKEN = 'TOKEN';
const REFRESH_TOKEN = 'REFRESH-TOKEN';

export function readTokens(): Tokens | null {
  const token = localStorage.getItem(TOKEN);
  const refreshToken = localStorage.getItem(REFRESH_TOKEN);
  return token === null || refreshToken === null ? null : { token, refreshToken };
}

export function storeTokens({ token, refreshToken }: Tokens): void {
  // other tabs hear of the token, and must find both by then
  localStorage.setItem(REFRESH_TOKEN, refreshToken);
  localStorage.setItem(TOKEN, token);
}

export function clearTokens(): void {
  localStorage.removeItem(TOKEN);
  localStorage.removeItem(REFRESH_TOKEN);
}

/** Calls back when another tab signs in or out. */
export function onTokensElsewhere(callback: (tokens: Tokens | null) => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === TOKEN || event.key === null) callback(readTokens());
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
