import * as wire from '@spichlerz/shared/wire/session';
import { changePassword, changeUser, getProfile } from '@spichlerz/shared/wire/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { call, failureOf } from '../testing/call.ts';
import { createTestUser, STRONG_PASSWORD, TEST_PASSWORD } from '../testing/test-user.ts';
import { hashPassword } from './password-hash.ts';

/* Tests the limits on guessing passwords and codes, and what the responses reveal. */

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

let createdAddresses = 0;
/** Each test uses new client addresses. */
const newAddress = () => `203.0.113.${++createdAddresses}`;

async function post(path: string, payload: object, remoteAddress: string, headers = {}) {
  const startedAt = performance.now();
  const reply = await test.app.inject({
    method: 'POST',
    url: `/api${path}`,
    payload,
    remoteAddress,
    headers,
  });
  const ms = performance.now() - startedAt;
  const { success, result } = reply.json<{ success: boolean; result: { request_id?: string } }>();
  if (typeof result === 'object') delete result.request_id;
  const retryAfter = Number(reply.headers['retry-after'] ?? 0);
  return { status: reply.statusCode, success, result, ms, retryAfter };
}

/** Sends a wrong password for a different account each time. */
const tryWrongPassword = (address: string) =>
  post(wire.signIn.path, { email: `kto${++createdAddresses}@spichlerz.test`, password: 'zgaduje' }, address);

const TOO_MANY = { status: 429, result: { message_code: 'TOO_MANY_REQUESTS' } };

const signIn = (email: string, address: string, password = 'zgaduje') =>
  post(wire.signIn.path, { email, password }, address);
/** Moves the failures of an account into the past. */
const ageFailures = (email: string, minutes: number) =>
  test.pool.query('update sign_in_failure set at = at - make_interval(mins => $2) where account = $1', [
    email,
    minutes,
  ]);
/** Adds failures of the account, each from a different network. */
const insertOtherFailures = (email: string, failures: number) =>
  test.pool.query(
    `insert into sign_in_failure (account, address)
     select $1, 'network ' || n from generate_series(1, $2::int) n`,
    [email, failures],
  );
const sendCode = async (email: string) => {
  await test.pool.query("update reset_code set created_at = created_at - interval '61 seconds'");
  await post(wire.requestPasswordReset.path, { email }, newAddress());
  const { rows } = await test.pool.query<{ subject: string }>(
    'select subject from mail where recipient = $1 order by id desc limit 1',
    [email],
  );
  return /[A-Z2-9]{6}/.exec(rows[0]?.subject ?? '')?.[0] ?? '';
};
const verify = (email: string, code: string, address: string) =>
  post(wire.verifyResetCode.path, { email, code }, address);

const SET_PASSWORD = {
  'a mailed code': async ({ email }: { email: string }) => {
    const body = { email, code: await sendCode(email), password: STRONG_PASSWORD };
    await call(test.app, wire.confirmPasswordReset, { body });
  },
  'an administrator': async ({ email, id }: { email: string; id: number }) => {
    const body = { email, firstName: 'Jan', lastName: 'Nowak', password: STRONG_PASSWORD };
    await (await createTestUser(test, 'ADMIN')).call(changeUser, { params: { id }, body });
  },
};

describe('guessing a password or code', () => {
  it('is blocked after ten wrong passwords per account and network, even when they arrive in parallel', async () => {
    const { email } = await createTestUser(test);
    const address = newAddress();
    const tries = await Promise.all(Array.from({ length: 30 }, () => signIn(email, address)));
    expect(tries.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(10);
    expect(tries.some(({ status }) => status === 429)).toBe(true);
    // A running attempt counts as a failure, so some of the thirty may have been blocked before ten had failed.
    // Ten more attempts reach the limit.
    for (let i = 0; i < 10; i++) await signIn(email, address);
    const right = await signIn(email, address, TEST_PASSWORD);
    expect(right).toMatchObject(TOO_MANY);
    expect(right.retryAfter).toBeGreaterThan(14 * 60);
    expect(right.retryAfter).toBeLessThanOrEqual(15 * 60);
  });

  it('from one network does not block the owner of the account, who signs in from a different network', async () => {
    const { email } = await createTestUser(test, 'ADMIN');
    const address = newAddress();
    for (let i = 0; i < 11; i++) await signIn(email, address);
    expect(await signIn(email, newAddress(), TEST_PASSWORD)).toMatchObject({ status: 200 });
    // the limit still applies to the network of the wrong passwords
    expect(await signIn(email, address, TEST_PASSWORD)).toMatchObject(TOO_MANY);
  });

  it('is blocked after fifty failures over all networks, except in a network where the owner signed in within 30 days', async () => {
    const { email, id } = await createTestUser(test);
    const home = newAddress();
    expect(await signIn(email, home, TEST_PASSWORD)).toMatchObject({ status: 200 });
    await insertOtherFailures(email, 49);
    expect(await signIn(email, newAddress())).toMatchObject({ status: 400 });
    expect(await signIn(email, newAddress(), TEST_PASSWORD)).toMatchObject(TOO_MANY);
    expect(await signIn(email, home, TEST_PASSWORD)).toMatchObject({ status: 200 });
    for (let i = 0; i < 10; i++) expect(await signIn(email, home)).toMatchObject({ status: 400 });
    expect(await signIn(email, home, TEST_PASSWORD)).toMatchObject(TOO_MANY);
    await ageFailures(email, 16);
    await insertOtherFailures(email, 50);
    await test.pool.query(
      "update session set created_at = created_at - interval '31 days' where user_id = $1",
      [id],
    );
    expect(await signIn(email, home, TEST_PASSWORD)).toMatchObject(TOO_MANY);
  });

  it.each(['a mailed code', 'an administrator'] as const)(
    'no longer blocks the account after its password was reset by %s',
    async (by) => {
      const { email, id } = await createTestUser(test);
      const address = newAddress();
      for (let i = 0; i < 10; i++) await signIn(email, address);
      await insertOtherFailures(email, 50);
      const ofNetwork = async () => {
        const { rows } = await test.pool.query('select from sign_in_failure where address = $1', [address]);
        return rows.length;
      };
      await SET_PASSWORD[by]({ email, id });
      expect(await ofNetwork()).toBe(10);
      expect(await signIn(email, address, STRONG_PASSWORD)).toMatchObject({ status: 200 });
      expect(await signIn(email, newAddress(), STRONG_PASSWORD)).toMatchObject({ status: 200 });
      expect(await ofNetwork()).toBe(10);
    },
  );

  it('is blocked by the same limits for an account that does not exist', async () => {
    const email = 'nikt@spichlerz.test';
    const address = newAddress();
    for (let i = 0; i < 10; i++) await signIn(email, address);
    expect(await signIn(email, address)).toMatchObject(TOO_MANY);
    await insertOtherFailures(email, 40);
    expect(await signIn(email, newAddress())).toMatchObject(TOO_MANY);
  });

  it('is possible again 15 minutes after the wrong passwords, even if blocked attempts were sent in between', async () => {
    const { email } = await createTestUser(test);
    const address = newAddress();
    for (let i = 0; i < 10; i++) await signIn(email, address);
    await ageFailures(email, 10);
    for (let i = 0; i < 10; i++) {
      const blocked = await signIn(email, address, TEST_PASSWORD);
      expect(blocked).toMatchObject(TOO_MANY);
      expect(blocked.retryAfter).toBeLessThanOrEqual(5 * 60);
    }
    await ageFailures(email, 6);
    expect(await signIn(email, address, TEST_PASSWORD)).toMatchObject({ status: 200 });
  });

  it('voids a mailed code for one network after five wrong attempts from that network', async () => {
    const { email } = await createTestUser(test);
    const code = await sendCode(email);
    const address = newAddress();
    for (let i = 0; i < 5; i++) expect(await verify(email, 'ZZZZZ2', address)).toMatchObject({ status: 400 });
    expect(await verify(email, code, address)).toMatchObject({ status: 400 });
    expect(await verify(email, code, newAddress())).toMatchObject({ status: 200 });
    // a new code has its own attempts
    expect(await verify(email, await sendCode(email), address)).toMatchObject({ status: 200 });
  });

  it('voids a mailed code for all networks after thirty wrong attempts in total', async () => {
    const { email } = await createTestUser(test);
    const code = await sendCode(email);
    for (let network = 0; network < 6; network++) {
      const address = newAddress();
      await Promise.all(Array.from({ length: 5 }, () => verify(email, 'ZZZZZ2', address)));
      const right = await verify(email, code, newAddress());
      expect(right).toMatchObject({ status: network < 5 ? 200 : 400 });
    }
  });

  it('a newly requested code leaves the earlier codes valid', async () => {
    const { email } = await createTestUser(test);
    const codes = [await sendCode(email), await sendCode(email)];
    for (const code of codes) expect(await verify(email, code, newAddress())).toMatchObject({ status: 200 });
    const reset = { email, code: codes[0], password: STRONG_PASSWORD };
    expect(await post(wire.confirmPasswordReset.path, reset, newAddress())).toMatchObject({ status: 200 });
    // a new password voids all codes
    expect(await verify(email, codes[1] ?? '', newAddress())).toMatchObject({ status: 400 });
  });

  it('is blocked after a hundred failures from one IPv4 address or one IPv6 /64 network', async () => {
    for (const [address, neighbour, otherAddress] of [
      ['198.51.100.1', '::ffff:198.51.100.1', '198.51.100.2'],
      ['2001:db8:1:1::1', '2001:db8:1:1:ffff::2', '2001:db8:1:2::1'],
    ] as const) {
      expect(await tryWrongPassword(address)).toMatchObject({ status: 400 });
      await test.pool.query(
        `insert into sign_in_failure (account, address) select account || n, address
         from (select * from sign_in_failure order by id desc limit 1) as last, generate_series(1, 99) n`,
      );
      for (const same of [address, neighbour]) expect(await tryWrongPassword(same)).toMatchObject(TOO_MANY);
      expect(await tryWrongPassword(otherAddress)).toMatchObject({ status: 400 });
    }
  });

  it('by means of a stolen session is blocked after ten wrong current passwords, even from changing networks', async () => {
    const user = await createTestUser(test);
    const headers = { authorization: `Bearer ${user.token}` };
    const change = async (oldPassword: string) =>
      post(
        changePassword.path,
        { old_password: oldPassword, new_password: STRONG_PASSWORD },
        newAddress(),
        headers,
      );
    const tries = await Promise.all(Array.from({ length: 30 }, () => change('zgaduje')));
    expect(tries.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(10);
    for (let i = 0; i < 10; i++) await change('zgaduje');
    expect(await change(TEST_PASSWORD)).toMatchObject(TOO_MANY);
    // the owner can still sign in
    const signIn = { email: user.email, password: TEST_PASSWORD };
    expect(await post(wire.signIn.path, signIn, newAddress())).toMatchObject({ status: 200 });
    await test.pool.query(`update sign_in_failure set at = at - interval '16 minutes'`);
    expect(await change(TEST_PASSWORD)).toMatchObject({ status: 200 });
  });

  it.each([
    [wire.signIn, { email: 'x@spichlerz.test' }],
    [wire.refreshSession, { refresh_token: 'x'.repeat(43) }],
    [wire.requestPasswordReset, {}],
    [wire.verifyResetCode, {}],
    [wire.confirmPasswordReset, {}],
  ])('is rate-limited per IP address: $path', async ({ path, rateLimitPerMinute = 0 }, payload) => {
    expect(rateLimitPerMinute).toBeGreaterThan(0);
    const address = newAddress();
    const early = [];
    for (let i = 0; i < rateLimitPerMinute; i++) early.push((await post(path, payload, address)).status);
    expect(early).not.toContain(429);
    const rejected = await post(path, payload, address);
    expect(rejected).toMatchObject(TOO_MANY);
    expect(rejected.retryAfter).toBeGreaterThan(0);
  });
});

describe('the existence of an account', () => {
  it('is not revealed by the text or the status of a response', async () => {
    const { email } = await createTestUser(test);
    for (const [path, rest] of [
      [wire.signIn.path, { password: 'zgaduje' }],
      [wire.requestPasswordReset.path, {}],
      [wire.verifyResetCode.path, { code: 'ZZZZZ2' }],
      [wire.confirmPasswordReset.path, { code: 'ZZZZZ2', password: STRONG_PASSWORD }],
    ] as const) {
      const [known, unknown] = [
        await post(path, { email, ...rest }, newAddress()),
        await post(path, { email: 'brak@spichlerz.test', ...rest }, newAddress()),
      ];
      expect({ path, ...known, ms: 0 }).toEqual({ path, ...unknown, ms: 0 });
    }
  });

  it('is not revealed by the response time', async () => {
    // Checking the hash of a test user takes less time than checking that of a real user.
    const realHash = await hashPassword(TEST_PASSWORD);
    for (const [path, rest] of [
      [wire.signIn.path, { password: 'zgaduje' }],
      [wire.requestPasswordReset.path, {}],
      [wire.verifyResetCode.path, { code: 'ZZZZZ2' }],
    ] as const) {
      const known: number[] = [];
      const unknown: number[] = [];
      let ratio = 0;
      const isAlike = () => ratio > 0.5 && ratio < 2;
      // Compares the fastest response of each kind, because load on the machine only slows responses down.
      // Takes more samples while these two differ; a real difference would remain after all samples.
      for (let i = 0; i < 100 && (i < 15 || !isAlike()); i++) {
        // createTestUser would sign the user in, and one address may sign in only sixty times a minute
        const email = `probka${++createdAddresses}@spichlerz.test`;
        await test.pool.query(
          `insert into app_user (email, first_name, last_name, role, password_hash, password_expired)
           values ($1, 'Jan', 'Nowak', 'USER', $2, false)`,
          [email, realHash],
        );
        known.push((await post(path, { email, ...rest }, newAddress())).ms);
        unknown.push((await post(path, { email: `x${email}`, ...rest }, newAddress())).ms);
        ratio = Math.min(...known) / Math.min(...unknown);
      }
      expect({ path, isAlike: isAlike(), ratio }).toMatchObject({ path, isAlike: true });
    }
  });

  it('is not revealed to a USER who requests a profile by user id', async () => {
    const [user, other] = [await createTestUser(test), await createTestUser(test)];
    const failures = [other.id, 999_999].map((id) => failureOf(user.call(getProfile, { params: { id } })));
    const [there, missing] = await Promise.all(failures);
    expect(there).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(missing).toEqual(there);
  });
});
