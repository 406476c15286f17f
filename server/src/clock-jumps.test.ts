import { refreshSession } from '@spichlerz/shared/wire/session';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from './testing/app.ts';
import { as } from './testing/as.ts';
import { until } from './testing/until.ts';

/** A clock that ran ahead is put right: what was noted by it lies in the future then. */
let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
afterEach(() => {
  vi.restoreAllMocks();
});

const HOURS = 2;
/** This server's clock goes back; nothing but the reading of it changes. */
function putBack() {
  const read = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => read() - HOURS * 3_600_000);
}

describe('a server whose clock is put back', () => {
  it('shuts out who was disabled just the same, within a second', async () => {
    const person = await as(test);
    const isIn = async () => {
      const headers = { authorization: `Bearer ${person.token}` };
      return (await test.app.inject({ url: '/api/auth/me', headers })).statusCode === 200;
    };
    expect(await isIn()).toBe(true);
    putBack();
    await test.pool.query('update app_user set active = false where id = $1', [person.id]);
    await until(async () => !(await isIn()), 2_000);
  });

  it('lets an office in again after a minute', async () => {
    const { path, triesPerMinute = 0 } = refreshSession;
    const refresh = async () => {
      const payload = { refresh_token: 'x'.repeat(43) };
      return (await test.app.inject({ method: 'POST', url: `/api${path}`, payload })).statusCode;
    };
    for (let i = 0; i < triesPerMinute; i++) expect(await refresh()).toBe(401);
    expect(await refresh()).toBe(429);
    putBack();
    const passed = performance.now() + 60_001;
    vi.spyOn(performance, 'now').mockImplementation(() => passed);
    expect(await refresh()).toBe(401);
  });
});
