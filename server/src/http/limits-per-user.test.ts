import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { contractorImport } from '@spichlerz/shared/wire/contractor-import';
import { contractors } from '@spichlerz/shared/wire/contractors';
import { printContract } from '@spichlerz/shared/wire/printouts';
import { listCountries } from '@spichlerz/shared/wire/reference';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { repositoryRoot } from '../repository-root.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { makeContract, makeMaterial, setContractStatus } from '../testing/make.ts';
import { createTestUser, type TestUser } from '../testing/test-user.ts';
import { until } from '../testing/until.ts';
import { untilWaiting } from '../testing/while-locked.ts';

/* Tests the limits of one user's concurrent requests, and their effect on other users. */

let test: TestApp;
let port: number;
let heavyUser: TestUser;
let otherUser: TestUser;
let thirdUser: TestUser;

beforeAll(async () => {
  test = await startTestApp({ poolSize: 16 });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = test.app.server.address() as AddressInfo);
  [heavyUser, otherUser, thirdUser] = [
    await createTestUser(test),
    await createTestUser(test),
    await createTestUser(test),
  ];
});
afterAll(() => test.close());

const IMPORT = contractorImport.purchase.run.path;
const MEGABYTE = 1024 * 1024;

type ResponseSummary = { readonly status: number | undefined; readonly retryAfter: number };
type StartedRequest = { readonly call: ClientRequest; readonly answer: Promise<ResponseSummary> };

/** Starts a request on a new connection; the test reads only the beginning of the reply. */
function startRequest(
  user: TestUser,
  path: string,
  { size, ...options }: RequestOptions & { readonly size?: number } = {},
): StartedRequest {
  const call = request({
    port,
    path: `/api${path}`,
    agent: false,
    headers: {
      authorization: `Bearer ${user.token}`,
      'content-type': 'application/json',
      ...(size !== undefined && { 'content-length': size }),
    },
    ...options,
  });
  call.on('error', () => undefined);
  onTestFinished(() => void call.destroy());
  const answer = once(call, 'response').then(([reply]) => {
    const { statusCode, headers: replied } = reply as IncomingMessage;
    return { status: statusCode, retryAfter: Number(replied['retry-after'] ?? 0) };
  });
  // The test may abort the request, which is no failure.
  answer.catch(() => undefined);
  return { call, answer };
}

function send(user: TestUser, path: string, body?: string): StartedRequest {
  const sent = startRequest(user, path, { method: body === undefined ? 'GET' : 'POST' });
  sent.call.end(body);
  return sent;
}

/** An import of two megabytes whose end is not sent. */
function startImport(user: TestUser, path = IMPORT): StartedRequest {
  const sent = startRequest(user, path, { method: 'POST', size: 2 * MEGABYTE });
  sent.call.write('{"rows":[');
  return sent;
}

/** A body that is rejected as soon as it is read. */
const TOO_LARGE_BODY = 'x'.repeat(2 * MEGABYTE);
const TOO_MANY_REQUESTS = {
  status: 429,
  retryAfter: expect.toSatisfy((seconds: number) => seconds > 0) as number,
};

/** Expects that many small requests of another user succeed at once. */
async function otherUserIsServed(user = otherUser): Promise<void> {
  const calls = Array.from({ length: 100 }, () => user.call(listCountries, {}));
  expect(await Promise.all(calls)).toHaveLength(100);
}

it('a user may send one large body at a time, and all users together two', async () => {
  const first = startImport(heavyUser);
  await until(async () => (await send(heavyUser, IMPORT, TOO_LARGE_BODY).answer).status === 429);
  for (const { check, run } of Object.values(contractorImport))
    for (const { path } of [check, run])
      expect(await send(heavyUser, path, TOO_LARGE_BODY).answer).toEqual(TOO_MANY_REQUESTS);

  const second = startImport(otherUser);
  await until(async () => (await send(thirdUser, IMPORT, TOO_LARGE_BODY).answer).status === 429);
  await otherUserIsServed(thirdUser);

  first.call.destroy();
  await until(async () => (await send(thirdUser, IMPORT, TOO_LARGE_BODY).answer).status === 413);
  second.call.destroy();
});

it('a small import does not count towards the limit of large bodies', async () => {
  startImport(heavyUser);
  await until(async () => (await send(heavyUser, IMPORT, TOO_LARGE_BODY).answer).status === 429);
  const row = {
    accountingMethod: 'VAT' as const,
    label: 'FIRMA' as const,
    companyName: 'MAŁY IMPORT',
    lastName: 'Mały',
    nip: '2000000001',
  };
  const body = { rows: [row] };
  expect(await heavyUser.call(contractorImport.purchase.check, { body })).toEqual({ problems: [] });
  const { ids } = await heavyUser.call(contractorImport.purchase.run, { body });
  expect(ids).toHaveLength(1);
});

/** Keys that no schema contains. */
const keys = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => `"k${from + n}":1`).join();

it('a body with thousands of unknown keys is rejected while other users are served', async () => {
  const junk = `{"rows":[{${keys(0, 500_000)}}]}`;
  const attack = Array.from({ length: 6 }, () => send(heavyUser, IMPORT, junk).answer);
  await otherUserIsServed();
  for (const { status } of await Promise.all(attack)) expect([413, 429]).toContain(status);

  // Sends keys that no schema contains in small bodies. The number of small bodies is not limited.
  const ordinary = Array.from({ length: 50 }, () => {
    return send(heavyUser, contractors.purchase.create.path, `{${keys(0, 15_000)}}`).answer;
  });
  await otherUserIsServed();
  expect(new Set((await Promise.all(ordinary)).map(({ status }) => status))).toEqual(new Set([413]));
});

it('slow calls of one user leave connections for other users', async () => {
  const material = await makeMaterial(await createTestUser(test, 'ADMIN'));
  const id = await makeContract(heavyUser, 'purchase', material);
  const lock = await test.pool.connect();
  await lock.query('begin');
  await lock.query('select from contract where id = $1 for update', [id]);
  const slow = Array.from({ length: 20 }, () => setContractStatus(heavyUser, 'purchase', id, 'CLOSED'));
  const outcomes = Promise.allSettled(slow);
  await untilWaiting(test.pool, 8);
  await otherUserIsServed();
  await lock.query('rollback');
  lock.release();
  // the waiting calls of the user run afterwards
  expect((await outcomes).map(({ status }) => status)).toContain('fulfilled');
});

it('a user may print four documents at once', async () => {
  const material = await makeMaterial(await createTestUser(test, 'ADMIN'));
  const id = await makeContract(heavyUser, 'purchase', material);
  const print = (user: TestUser) => send(user, printContract.purchase.path.replace(':id', String(id)));
  const printing = Array.from({ length: 6 }, () => print(heavyUser));
  const others = print(otherUser);
  await otherUserIsServed();
  const answers = await Promise.all(printing.map(({ answer }) => answer));
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(4);
  expect(answers.find(({ status }) => status === 429)).toEqual(TOO_MANY_REQUESTS);
  expect((await others.answer).status).toBe(200);
  // Finished printouts no longer count towards the limit.
  expect((await print(heavyUser).answer).status).toBe(200);
});

const openStream = (user: TestUser) => send(user, '/events');

it('a user may open ten streams of live changes at once', async () => {
  const streams = Array.from({ length: 10 }, () => openStream(heavyUser));
  for (const { answer } of streams) expect((await answer).status).toBe(200);
  expect(await openStream(heavyUser).answer).toEqual(TOO_MANY_REQUESTS);
  expect((await openStream(otherUser).answer).status).toBe(200);
  await otherUserIsServed();
  streams[0]?.call.destroy();
  await until(async () => (await openStream(heavyUser).answer).status === 200);
});

it('the proxy lets through each body that the server accepts', async () => {
  const template = readFileSync(path.join(repositoryRoot, 'deploy/nginx.conf.template'), 'utf8');
  const allowed = [...template.matchAll(/location ~ (\S+) \{\s*client_max_body_size (\d+)m/g)]
    .filter(([, , megabytes]) => Number(megabytes) > 16)
    .map(([, pattern = '']) => new RegExp(pattern));
  const payload = JSON.stringify({
    rows: Array.from({ length: 250 }, () => ({ comment: 'x'.repeat(9_000) })),
  });
  const admin = await createTestUser(test, 'ADMIN');
  const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' };
  const accepted: string[] = [];
  for (const { method, path: route, body } of test.app.endpoints) {
    if (body === undefined) continue;
    const url = `/api${route.replaceAll(/:\w+/g, '1')}`;
    const { statusCode } = await test.app.inject({ method, url, headers, payload });
    if (statusCode !== 413) accepted.push(url);
  }
  expect(accepted).toContain(`/api${IMPORT}`);
  expect(accepted.filter((url) => !allowed.some((pattern) => pattern.test(url)))).toEqual([]);
});
