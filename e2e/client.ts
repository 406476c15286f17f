import { keysToCamel, keysToSnake } from '@spichlerz/shared/wire/case';
import type { CallInput, Endpoint, ReplyOf } from '@spichlerz/shared/wire/endpoint';
import { signIn } from '@spichlerz/shared/wire/session';

/** Users of the demo company. */
export const ACCOUNTS = {
  trader: 'handlowiec@spichlerz.test',
  admin: 'admin@spichlerz.test',
} as const;
export type Account = keyof typeof ACCOUNTS;
export const PASSWORD = 'Spichlerz1!';

export type Tokens = { readonly token: string; readonly refreshToken: string };
export type Client = <E extends Endpoint>(endpoint: E, input: CallInput<E>) => Promise<ReplyOf<E>>;

const SESSION_REUSE_MS = 5 * 60_000;

/**
 * Sessions are reused, because sign-ins are rate-limited. A refresh token works only once, so a session is
 * reused only while its access token is valid.
 */
const sessions = new Map<Account, { readonly startedAt: number; readonly tokens: Promise<Tokens> }>();

export function signInTokens(address: string, account: Account): Promise<Tokens> {
  const known = sessions.get(account);
  if (known !== undefined && Date.now() - known.startedAt < SESSION_REUSE_MS) return known.tokens;
  const body = { email: ACCOUNTS[account], password: PASSWORD };
  const tokens = createClientWithToken(address)(signIn, { body });
  sessions.set(account, { startedAt: Date.now(), tokens });
  return tokens;
}

/** Creates an API client that is signed in with an account, without a browser. */
export async function createClient(address: string, account: Account): Promise<Client> {
  return createClientWithToken(address, (await signInTokens(address, account)).token);
}

type RequestParts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

function createClientWithToken(address: string, token?: string): Client {
  return async <E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ReplyOf<E>> => {
    const { params, query = {}, body } = input as RequestParts;
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(params?.[name]));
    const url = new URL(`/api${path}`, address);
    for (const [name, value] of Object.entries(keysToSnake(query) as object)) {
      url.searchParams.set(name, String(value));
    }
    const response = await fetch(url, {
      method: endpoint.method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(keysToSnake(body)) }),
    });
    const { success, result } = (await response.json()) as { success: boolean; result: unknown };
    if (!success) throw new Error(`${endpoint.method} ${path}: ${response.status} ${JSON.stringify(result)}`);
    return keysToCamel(result) as ReplyOf<E>;
  };
}
