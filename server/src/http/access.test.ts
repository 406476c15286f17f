import type { Endpoint } from '@spichlerz/shared/wire/endpoint';
import { changeUser } from '@spichlerz/shared/wire/users';
import type { InjectOptions } from 'fastify';
import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { as, type Person } from '../testing/as.ts';
import { until } from '../testing/until.ts';

let test: TestApp;
let user: Person;
let admin: Person;
let expired: Person;

const SECRET = 'the secret of this server, long enough to sign';

beforeAll(async () => {
  test = await startTestApp({ secret: SECRET });
  user = await as(test);
  admin = await as(test, 'ADMIN');
  expired = await as(test, 'USER', true);
});
afterAll(() => test.close());

async function answer(endpoint: Endpoint, id: string, token?: string, body: object = {}) {
  const request: InjectOptions = {
    method: endpoint.method,
    url: `/api${endpoint.path.replace(/:\w+/g, id)}`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(endpoint.body !== undefined && { payload: body }),
  };
  const response = await test.app.inject(request);
  const { success, result } = response.json<{ success: boolean; result: { message_code?: string } }>();
  return { status: response.statusCode, success, code: result.message_code };
}

/** The user's own token, signed again with another secret or with an end of its own. */
function signedAgain({ secret = SECRET, until = '15m' }: { secret?: string; until?: string | Date }) {
  return new SignJWT(decodeJwt(user.token))
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(until)
    .sign(new TextEncoder().encode(secret));
}

async function events(token: string): Promise<object> {
  const headers = { authorization: `Bearer ${token}` };
  return (await test.app.inject({ url: '/api/events', headers })).json<object>();
}

const only = (filter: (endpoint: Endpoint) => boolean) => test.app.endpoints.filter(filter);
const withId = (endpoint: Endpoint) => endpoint.path.includes('/:id');

/** Every call there is, so that a new one cannot be forgotten. */
describe('every endpoint', () => {
  it('is there', () => {
    expect(test.app.endpoints.length).toBeGreaterThan(70);
  });

  it('refuses a call without a token, unless it is public', async () => {
    for (const endpoint of only(({ access }) => access !== 'public')) {
      const reply = await answer(endpoint, '1');
      expect({ call: endpoint.path, ...reply }).toEqual({
        call: endpoint.path,
        status: 401,
        success: false,
        code: 'UNAUTHORIZED',
      });
    }
  });

  it('refuses a token that is not ours, is over, or belongs to somebody disabled', async () => {
    const gone = await as(test);
    const body = { email: gone.email, firstName: 'Jan', lastName: 'Były', active: false };
    await admin.call(changeUser, { params: { id: gone.id }, body });
    const unsigned = `${btoa('{"alg":"none"}').replaceAll('=', '')}.${user.token.split('.')[1]}.AA`;
    const tokens = {
      changed: `${user.token.slice(0, -4)}AAAA`,
      unsigned,
      ofAnotherSecret: await signedAgain({ secret: 'a secret of somebody else, as long as ours' }),
      over: await signedAgain({ until: new Date(Date.now() - 1_000) }),
      ofSomebodyDisabled: gone.token,
    };
    // a token made here is as good as any, so that what is refused above is refused for its one fault
    const me = only(({ path }) => path === '/auth/me')[0];
    expect(me && (await answer(me, '1', await signedAgain({})))).toMatchObject({ status: 200 });
    await until(async () => me !== undefined && (await answer(me, '1', gone.token)).status === 401, 1_000);
    for (const [which, token] of Object.entries(tokens)) {
      for (const endpoint of only(({ access }) => access !== 'public')) {
        expect({ which, call: endpoint.path, ...(await answer(endpoint, '1', token)) }).toEqual({
          which,
          call: endpoint.path,
          status: 401,
          success: false,
          code: 'UNAUTHORIZED',
        });
      }
    }
  });

  it('refuses a USER where an ADMIN is needed, before it looks at anything else', async () => {
    const calls = only(({ access }) => access === 'admin');
    expect(calls.length).toBeGreaterThan(5);
    for (const endpoint of calls) {
      expect({ call: endpoint.path, ...(await answer(endpoint, 'x', user.token)) }).toMatchObject({
        status: 403,
        code: 'FORBIDDEN',
      });
    }
  });

  it('refuses a person whose password is expired, except for getting out of that', async () => {
    for (const endpoint of only(
      ({ access, allowedWithExpiredPassword }) => access !== 'public' && !allowedWithExpiredPassword,
    )) {
      expect({ call: endpoint.path, ...(await answer(endpoint, '1', expired.token)) }).toMatchObject({
        status: 403,
        code: 'ACCESS_DENIED',
      });
    }
  });

  it('refuses an id that is no number, and one that is not there', async () => {
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

  it('names the field of a body it cannot read, and never fails itself', async () => {
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

describe('outside the endpoints', () => {
  it('keeps live changes from whoever is not signed in or must change the password first', async () => {
    expect(await events('a.b.c')).toMatchObject({ result: { message_code: 'UNAUTHORIZED' } });
    expect(await events(expired.token)).toMatchObject({ result: { message_code: 'ACCESS_DENIED' } });
  });

  it('tells that the process is up and the database ready, without a sign-in', async () => {
    expect((await test.app.inject('/api/health')).json()).toEqual({
      success: true,
      result: { status: 'up' },
    });
    expect((await test.app.inject('/api/ready')).json()).toEqual({
      success: true,
      result: { status: 'ready' },
    });
  });

  it('describes every call in OpenAPI 3.1, in the names of the wire', async () => {
    const response = await test.app.inject('/api/openapi.json');
    const document = response.json<{ openapi: string; paths: Record<string, Record<string, unknown>> }>();
    expect(document.openapi).toBe('3.1.0');
    const described = Object.values(document.paths).flatMap((path) => Object.keys(path)).length;
    expect(described).toBe(test.app.endpoints.length);
    expect(JSON.stringify(document)).toContain('"main_cargo_option"');
    expect(JSON.stringify(document)).not.toContain('mainCargoOption');
    expect((await test.app.inject('/api/docs/')).statusCode).toBe(200);
  });

  it('answers an unknown call and an unreadable body in the envelope', async () => {
    expect((await test.app.inject('/api/nothing')).json()).toMatchObject({
      success: false,
      result: { message_code: 'NOT_FOUND' },
    });
    const headers = { 'content-type': 'application/json' };
    const broken = await test.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers,
      payload: '{"email":',
    });
    expect(broken.statusCode).toBe(400);
    expect(broken.json()).toMatchObject({ result: { message_code: 'BAD_REQUEST' } });
    const big = await test.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers,
      payload: JSON.stringify({ email: 'x'.repeat(2_000_000) }),
    });
    expect(big.statusCode).toBe(413);
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    expect(
      (await test.app.inject({ method: 'POST', url: '/api/auth/login', headers, payload: deep })).statusCode,
    ).toBe(400);
  });

  it('sends the headers that keep a page from being abused', async () => {
    const { headers } = await test.app.inject('/api/health');
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(policy.filter((rule) => /script|unsafe-eval|\*/.test(rule))).toEqual([]);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});
