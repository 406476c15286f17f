import * as wire from '@spichlerz/shared/wire/session';
import { changePassword, getProfile } from '@spichlerz/shared/wire/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { as, TEST_PASSWORD } from '../../testing/as.ts';
import { refusal } from '../../testing/call.ts';

/** What a stranger may try, how often, and what the answers give away. */
let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

let strangers = 0;
/** Each stranger comes from an address of their own. */
const newAddress = () => `203.0.113.${++strangers}`;

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
  return { status: reply.statusCode, success, result, ms };
}

/** A wrong password of another account each time. */
const guess = (address: string) =>
  post(wire.signIn.path, { email: `kto${++strangers}@spichlerz.test`, password: 'zgaduje' }, address);

const TOO_MANY = { status: 429, result: { message_code: 'TOO_MANY_REQUESTS' } };

describe('guessing', () => {
  it('of a password stops at ten for an account, however many tries come at once', async () => {
    const { email } = await as(test);
    const tries = await Promise.all(
      Array.from({ length: 30 }, () => post(wire.signIn.path, { email, password: 'zgaduje' }, newAddress())),
    );
    expect(tries.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(10);
    expect(tries.some(({ status }) => status === 429)).toBe(true);
    // where those that were let in have been answered, none is left
    for (let i = 0; i < 10; i++) await post(wire.signIn.path, { email, password: 'zgaduje' }, newAddress());
    const right = await post(wire.signIn.path, { email, password: TEST_PASSWORD }, newAddress());
    expect(right).toMatchObject(TOO_MANY);
  });

  it('stops for an account that is not there just the same', async () => {
    const email = 'nikt@spichlerz.test';
    for (let i = 0; i < 10; i++) await post(wire.signIn.path, { email, password: 'zgaduje' }, newAddress());
    expect(await post(wire.signIn.path, { email, password: 'zgaduje' }, newAddress())).toMatchObject(
      TOO_MANY,
    );
  });

  it('goes on where refused tries came between, a quarter of an hour after the wrong ones', async () => {
    const { email } = await as(test);
    const signIn = (password: string) => post(wire.signIn.path, { email, password }, newAddress());
    const pass = (minutes: number) =>
      test.pool.query('update sign_in_failure set at = at - make_interval(mins => $2) where account = $1', [
        email,
        minutes,
      ]);
    for (let i = 0; i < 10; i++) await signIn('zgaduje');
    await pass(10);
    for (let i = 0; i < 10; i++) expect(await signIn(TEST_PASSWORD)).toMatchObject(TOO_MANY);
    await pass(6);
    expect(await signIn(TEST_PASSWORD)).toMatchObject({ status: 200 });
  });

  it('of a code stops at five, and begins anew with another code', async () => {
    const { email } = await as(test);
    const codeSent = async () => {
      await post(wire.requestPasswordReset.path, { email }, newAddress());
      const { rows } = await test.pool.query<{ subject: string }>(
        'select subject from mail where recipient = $1 order by id desc limit 1',
        [email],
      );
      return /[A-Z2-9]{6}/.exec(rows[0]?.subject ?? '')?.[0] ?? '';
    };
    const verify = (code: string) => post(wire.verifyResetCode.path, { email, code }, newAddress());
    const first = await codeSent();
    for (let i = 0; i < 5; i++) expect(await verify('ZZZZZ2')).toMatchObject({ status: 400 });
    expect(await verify(first)).toMatchObject({ status: 400 });
    await test.pool.query("update reset_code set created_at = created_at - interval '61 seconds'");
    expect(await verify(await codeSent())).toMatchObject({ status: 200 });
  });

  it('stops at a hundred for an address, or a network of IPv6 that has addresses without end', async () => {
    for (const [address, neighbour, stranger] of [
      ['198.51.100.1', '::ffff:198.51.100.1', '198.51.100.2'],
      ['2001:db8:1:1::1', '2001:db8:1:1:ffff::2', '2001:db8:1:2::1'],
    ] as const) {
      expect(await guess(address)).toMatchObject({ status: 400 });
      await test.pool.query(
        `insert into sign_in_failure (account, address) select account || n, address
         from (select * from sign_in_failure order by id desc limit 1) as last, generate_series(1, 99) n`,
      );
      for (const same of [address, neighbour]) expect(await guess(same)).toMatchObject(TOO_MANY);
      expect(await guess(stranger)).toMatchObject({ status: 400 });
    }
  });

  it('of the old password stops at ten for whoever has taken a session, from wherever they come', async () => {
    const person = await as(test);
    const headers = { authorization: `Bearer ${person.token}` };
    const change = async (oldPassword: string) =>
      post(
        changePassword.path,
        { old_password: oldPassword, new_password: 'Spichlerz2!' },
        newAddress(),
        headers,
      );
    const tries = await Promise.all(Array.from({ length: 30 }, () => change('zgaduje')));
    expect(tries.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(10);
    for (let i = 0; i < 10; i++) await change('zgaduje');
    expect(await change(TEST_PASSWORD)).toMatchObject(TOO_MANY);
    // which keeps nobody from signing in
    const signIn = { email: person.email, password: TEST_PASSWORD };
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
  ])('from one address is limited: $path', async ({ path, triesPerMinute = 0 }, payload) => {
    expect(triesPerMinute).toBeGreaterThan(0);
    const address = newAddress();
    const early = [];
    for (let i = 0; i < triesPerMinute; i++) early.push((await post(path, payload, address)).status);
    expect(early).not.toContain(429);
    expect(await post(path, payload, address)).toMatchObject(TOO_MANY);
  });
});

describe('who has an account', () => {
  it('is told neither by the words nor by the status of an answer', async () => {
    const { email } = await as(test);
    for (const [path, rest] of [
      [wire.signIn.path, { password: 'zgaduje' }],
      [wire.requestPasswordReset.path, {}],
      [wire.verifyResetCode.path, { code: 'ZZZZZ2' }],
      [wire.confirmPasswordReset.path, { code: 'ZZZZZ2', password: 'Spichlerz2!' }],
    ] as const) {
      const [known, unknown] = [
        await post(path, { email, ...rest }, newAddress()),
        await post(path, { email: 'brak@spichlerz.test', ...rest }, newAddress()),
      ];
      expect({ path, ...known, ms: 0 }).toEqual({ path, ...unknown, ms: 0 });
    }
  });

  it('is not told by the time of an answer', async () => {
    for (const [path, rest] of [
      [wire.signIn.path, { password: 'zgaduje' }],
      [wire.requestPasswordReset.path, {}],
      [wire.verifyResetCode.path, { code: 'ZZZZZ2' }],
    ] as const) {
      const known: number[] = [];
      const unknown: number[] = [];
      for (let i = 0; i < 15; i++) {
        const { email } = await as(test);
        known.push((await post(path, { email, ...rest }, newAddress())).ms);
        unknown.push((await post(path, { email: `x${email}`, ...rest }, newAddress())).ms);
      }
      // of the quickest answers: whatever else the machine does can only make one slower
      const ratio = Math.min(...known) / Math.min(...unknown);
      expect({ path, isAlike: ratio > 0.5 && ratio < 2, ratio }).toMatchObject({ path, isAlike: true });
    }
  });

  it('is told to nobody but an ADMIN by id', async () => {
    const [person, other] = [await as(test), await as(test)];
    const strangers = [other.id, 999_999].map((id) => refusal(person.call(getProfile, { params: { id } })));
    const [there, missing] = await Promise.all(strangers);
    expect(there).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(missing).toEqual(there);
  });
});
