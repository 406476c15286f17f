import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { createTestUser, TEST_PASSWORD } from '../testing/test-user.ts';

/** Routes that the OpenAPI document describes although they are no endpoints. */
const OUTSIDE = ['/api/health', '/api/ready', '/api/events'];

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

async function events(token: string): Promise<object> {
  const headers = { authorization: `Bearer ${token}` };
  return (await test.app.inject({ url: '/api/events', headers })).json<object>();
}

describe('routes outside the endpoints', () => {
  it('the stream of live changes rejects a user who is not signed in or must change the password first', async () => {
    const expired = await createTestUser(test, 'USER', true);
    expect(await events('a.b.c')).toMatchObject({ result: { message_code: 'UNAUTHORIZED' } });
    expect(await events(expired.token)).toMatchObject({ result: { message_code: 'ACCESS_DENIED' } });
  });

  it('the health checks answer without a sign-in', async () => {
    expect((await test.app.inject('/api/health')).json()).toEqual({
      success: true,
      result: { status: 'up' },
    });
    expect((await test.app.inject('/api/ready')).json()).toEqual({
      success: true,
      result: { status: 'ready' },
    });
  });

  it('the OpenAPI 3.1 document describes every endpoint, with field names in snake_case', async () => {
    const response = await test.app.inject('/api/openapi.json');
    const document = response.json<{ openapi: string; paths: Record<string, Record<string, unknown>> }>();
    expect(document.openapi).toBe('3.1.0');
    const described = Object.values(document.paths).flatMap((path) => Object.keys(path)).length;
    expect(described).toBe(test.app.endpoints.length + OUTSIDE.length);
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(OUTSIDE));
    expect(JSON.stringify(document)).toContain('"main_cargo_option"');
    expect(JSON.stringify(document)).not.toContain('mainCargoOption');
    expect((await test.app.inject('/api/docs/')).statusCode).toBe(200);
  });

  it('an unknown route and an unreadable body return a JSON error', async () => {
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
      payload: JSON.stringify({ email: 'x'.repeat(20_000) }),
    });
    expect(big.statusCode).toBe(413);
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    expect(
      (await test.app.inject({ method: 'POST', url: '/api/auth/login', headers, payload: deep })).statusCode,
    ).toBe(400);
  });

  it('replies with personal data forbid caching', async () => {
    const user = await createTestUser(test);
    const headers = { authorization: `Bearer ${user.token}` };
    const signIn = { email: user.email, password: TEST_PASSWORD };
    const answers = [
      await test.app.inject({ url: '/api/auth/me', headers }),
      await test.app.inject({ url: '/api/contract/get-sales-list', headers }),
      await test.app.inject({ url: '/api/contract/get-sales-list/export?format=csv', headers }),
      await test.app.inject({ url: '/api/contract/get-sales-dashboard/999999', headers }),
      await test.app.inject({ method: 'POST', url: '/api/auth/login', payload: signIn }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 404, 200]);
    expect(new Set(answers.map((answer) => answer.headers['cache-control']))).toEqual(new Set(['no-store']));
  });

  it('every reply has security headers', async () => {
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
    const docs = await test.app.inject('/api/docs/');
    expect(docs.headers['content-security-policy']).toBe(headers['content-security-policy']);
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});
