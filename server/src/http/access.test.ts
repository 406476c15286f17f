import { Agent, request as httpRequest, type RequestOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contractorImport } from '@spichlerz/shared/wire/contractor-import';
import type { Endpoint } from '@spichlerz/shared/wire/endpoint';
import { getMe } from '@spichlerz/shared/wire/session';
import { changeUser } from '@spichlerz/shared/wire/users';
import type { InjectOptions } from 'fastify';
import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessTokens } from '../auth/access-token.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { createTestUser, type TestUser } from '../testing/test-user.ts';
import { until } from '../testing/until.ts';

const SECRET = 'the secret of this server, long enough to sign';

let test: TestApp;
let user: TestUser;
let admin: TestUser;
let expiredUser: TestUser;
let expiredAdmin: TestUser;
let disabled: TestUser;

beforeAll(async () => {
  test = await startTestApp({ secret: SECRET, metricsToken: 'so that its route is there' });
  user = await createTestUser(test);
  admin = await createTestUser(test, 'ADMIN');
  expiredUser = await createTestUser(test, 'USER', true);
  expiredAdmin = await createTestUser(test, 'ADMIN', true);
  disabled = await createTestUser(test, 'ADMIN');
  await test.pool.query('update app_user set active = false where id = $1', [disabled.id]);
});
afterAll(() => test.close());

let addresses = 0;

/** A body that no endpoint can parse, with its headers. */
type Unreadable = { payload: string; headers: Record<string, string> };

async function answer(
  endpoint: Endpoint,
  id: string,
  token?: string,
  body: object = {},
  unreadable: Partial<Unreadable> = {},
) {
  const request: InjectOptions = {
    method: endpoint.method,
    url: `/api${endpoint.path.replace(/:\w+/g, id)}`,
    // rate limits count per IP address
    remoteAddress: `10.0.${Math.floor(++addresses / 250)}.${addresses % 250}`,
    headers: {
      ...unreadable.headers,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(endpoint.body !== undefined && { payload: unreadable.payload ?? body }),
  };
  const response = await test.app.inject(request);
  const isFile = !String(response.headers['content-type']).includes('json');
  const code = isFile
    ? undefined
    : response.json<{ result: { message_code?: string } }>().result.message_code;
  return { status: response.statusCode, code };
}

const NOBODY = '00000000-0000-4000-8000-000000000000';

/** Returns the token of a new session, so that a call that ends its session affects no other call. */
async function tokenOf(user: TestUser): Promise<string> {
  const { rows } = await test.pool.query<{ id: string }>(
    'insert into session (user_id) values ($1) returning id',
    [user.id],
  );
  return accessTokens(SECRET).issue({ userId: user.id, sessionId: rows[0]?.id ?? NOBODY });
}

/** The token of a new ADMIN session, signed again; by default it is valid. */
async function signedAgain({ secret = SECRET, end = '15m' }: { secret?: string; end?: string | Date }) {
  return new SignJWT(decodeJwt(await tokenOf(admin)))
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(end)
    .sign(new TextEncoder().encode(secret));
}

async function unsigned(): Promise<string> {
  const [, claims] = (await tokenOf(admin)).split('.');
  return `${btoa('{"alg":"none"}').replaceAll('=', '')}.${claims}.AA`;
}

const UNAUTHORIZED = '401 UNAUTHORIZED';
type Verdict = 'allowed' | typeof UNAUTHORIZED | '403 FORBIDDEN' | '403 ACCESS_DENIED';
type Caller = { token: () => Promise<string | undefined>; verdict: (endpoint: Endpoint) => Verdict };

/** Every kind of caller, and the expected result for an endpoint that is not public. */
const CALLERS: Readonly<Record<string, Caller>> = {
  anonymous: { token: async () => undefined, verdict: () => UNAUTHORIZED },
  USER: {
    token: () => tokenOf(user),
    verdict: ({ access }) => (access === 'admin' ? '403 FORBIDDEN' : 'allowed'),
  },
  ADMIN: { token: () => tokenOf(admin), verdict: () => 'allowed' },
  // Accepted, which proves that the tokens below are not rejected merely because they were signed again.
  'ADMIN, signed again': { token: () => signedAgain({}), verdict: () => 'allowed' },
  'disabled user': { token: () => tokenOf(disabled), verdict: () => UNAUTHORIZED },
  'expired token': {
    token: () => signedAgain({ end: new Date(Date.now() - 1_000) }),
    verdict: () => UNAUTHORIZED,
  },
  'token of another secret': {
    token: () => signedAgain({ secret: 'a secret of another server, as long as ours' }),
    verdict: () => UNAUTHORIZED,
  },
  'token of a session that does not exist': {
    token: () => accessTokens(SECRET).issue({ userId: admin.id, sessionId: NOBODY }),
    verdict: () => UNAUTHORIZED,
  },
  'unsigned token': { token: unsigned, verdict: () => UNAUTHORIZED },
  'USER with an expired password': {
    token: () => tokenOf(expiredUser),
    verdict: ({ access, allowedWithExpiredPassword }) => {
      if (!allowedWithExpiredPassword) return '403 ACCESS_DENIED';
      return access === 'admin' ? '403 FORBIDDEN' : 'allowed';
    },
  },
  'ADMIN with an expired password': {
    token: () => tokenOf(expiredAdmin),
    verdict: ({ allowedWithExpiredPassword }) =>
      allowedWithExpiredPassword ? 'allowed' : '403 ACCESS_DENIED',
  },
};

/**
 * Tests authorization only. The request is invalid, so a validation error means that the caller was authorized.
 * The id is that of the USER, because some endpoints accept the caller's own id only.
 */
async function verdictOf(endpoint: Endpoint, token: string | undefined): Promise<string> {
  const { status, code } = await answer(endpoint, String(user.id), token);
  return [200, 400, 404, 409].includes(status) ? 'allowed' : `${status} ${code}`;
}

const only = (filter: (endpoint: Endpoint) => boolean) => test.app.endpoints.filter(filter);
const withId = (endpoint: Endpoint) => endpoint.path.includes('/:id');
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** The path of every registered route, parsed from Fastify's printed route tree. */
function routePaths(): string[] {
  const above: string[] = [];
  return test.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = ''] = /^([│ ]*)[├└]── (\S+) \(/.exec(line) ?? [];
      if (part === '') return [];
      const depth = indent.length / 4;
      above.splice(depth, above.length, part);
      return [above.join('')];
    });
}

/** The tests loop over all endpoints, so that a new endpoint is always tested. */
describe('every endpoint', () => {
  it('every route is an endpoint object, except for the API documentation, live changes, metrics and health checks', () => {
    const declared = new Set(test.app.endpoints.map(({ path }) => `/api${path}`));
    const others = routePaths().filter((path) => !declared.has(path) && !path.startsWith('/api/docs'));
    expect(others.toSorted()).toEqual([
      '/api/events',
      '/api/health',
      '/api/metrics',
      '/api/openapi.json',
      '/api/ready',
    ]);
    expect(declared.size).toBeGreaterThan(70);
  });

  it.each(Object.entries(CALLERS))(
    'allows or rejects a caller by its declared access: %s',
    async (_, caller) => {
      const declared: Record<string, string> = {};
      const seen: Record<string, string> = {};
      for (const endpoint of test.app.endpoints) {
        declared[nameOf(endpoint)] = endpoint.access === 'public' ? 'allowed' : caller.verdict(endpoint);
        seen[nameOf(endpoint)] = await verdictOf(endpoint, await caller.token());
      }
      expect(seen).toEqual(declared);
    },
  );

  it('authorizes the caller before it validates the path', async () => {
    for (const endpoint of only(({ access }) => access === 'admin')) {
      expect({ call: endpoint.path, ...(await answer(endpoint, 'x', user.token)) }).toMatchObject({
        status: 403,
        code: 'FORBIDDEN',
      });
    }
  });

  it.each<[string, Unreadable]>([
    ['broken JSON', { payload: '{"name":', headers: { 'content-type': 'application/json' } }],
    ['a body of an unsupported media type', { payload: '<a/>', headers: { 'content-type': 'text/xml' } }],
    ['a form without fields', { payload: '--', headers: { 'content-type': 'multipart/form-data' } }],
    [
      'a body larger than any limit',
      { payload: '{}', headers: { 'content-type': 'application/json', 'content-length': '999999999' } },
    ],
  ])('authorizes the caller before it reads a body: %s', async (_, unreadable) => {
    const declared: Record<string, (string | undefined)[]> = {};
    const seen: typeof declared = {};
    for (const endpoint of only(({ access, body }) => access !== 'public' && body !== undefined)) {
      const isForAdmin = endpoint.access === 'admin';
      declared[nameOf(endpoint)] = ['UNAUTHORIZED', isForAdmin ? 'FORBIDDEN' : 'BAD_REQUEST', 'BAD_REQUEST'];
      const codeTo = async (token?: string) => (await answer(endpoint, 'x', token, {}, unreadable)).code;
      seen[nameOf(endpoint)] = [await codeTo(), await codeTo(user.token), await codeTo(admin.token)];
    }
    expect(seen).toEqual(declared);
  });

  it('the import returns 401 to an unauthenticated request of 8 MB and keeps the connection open', async () => {
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = test.app.server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = (options: RequestOptions, body?: Buffer) =>
      new Promise<{ status: number | undefined; from: number | undefined }>((resolve, reject) => {
        const sent = httpRequest({ port, agent, ...options }, (reply) => {
          const from = reply.socket.localPort;
          reply.on('end', () => resolve({ status: reply.statusCode, from })).resume();
        });
        sent.on('error', reject).end(body);
      });
    const path = `/api${contractorImport.purchase.run.path}`;
    const headers = { 'content-type': 'application/json' };
    const large = await send({ method: 'POST', path, headers }, Buffer.alloc(8_000_000, 'x'));
    const next = await send({ path: '/api/health' });
    expect([large.status, next.status]).toEqual([401, 200]);
    expect(next.from).toBe(large.from);
    agent.destroy();
  });

  it.each([
    ['Bearer', 200],
    ['bearer', 200],
    ['BEARER', 200],
    ['Bearer ', 200],
    ['Basic', 401],
  ])('accepts or rejects a token by its scheme: "%s" returns %i', async (scheme, statusCode) => {
    const headers = { authorization: `${scheme} ${await tokenOf(admin)}` };
    expect(await test.app.inject({ url: '/api/auth/me', headers })).toMatchObject({ statusCode });
  });

  it('rejects a disabled user within a second', async () => {
    const gone = await createTestUser(test);
    const isIn = async () => (await answer(getMe, '1', gone.token)).status === 200;
    expect(await isIn()).toBe(true);
    const body = { email: gone.email, firstName: 'Jan', lastName: 'Były', active: false };
    await admin.call(changeUser, { params: { id: gone.id }, body });
    await until(async () => !(await isIn()), 1_000);
  });

  it('rejects an id that is not a number, and an unknown id', async () => {
    for (const endpoint of only(withId)) {
      expect({ call: endpoint.path, ...(await answer(endpoint, 'abc', admin.token)) }).toMatchObject({
        status: 400,
        code: 'ID_IS_NOT_A_NUMBER',
      });
    }
    for (const endpoint of only((candidate) => withId(candidate) && candidate.body === undefined)) {
      const reply = await answer(endpoint, '999999999', admin.token);
      expect({ call: endpoint.path, ...reply }).toMatchObject({ status: 404 });
      expect(reply.code).toMatch(/NOT_FOUND$/);
    }
  });

  it('never returns status 500 for an invalid body', async () => {
    for (const endpoint of only(({ body, access }) => body !== undefined && access !== 'public')) {
      for (const body of [
        { limit: 'x', id: {} },
        { name: 5, status: 'NO', purchase_id: -1 },
      ]) {
        const { status } = await answer(endpoint, '1', admin.token, body);
        expect({ call: endpoint.path, isOurFault: status >= 500 }).toEqual({
          call: endpoint.path,
          isOurFault: false,
        });
      }
    }
  });
});
