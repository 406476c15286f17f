import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contractorImport } from '@spichlerz/shared/wire/contractor-import';
import { contractors } from '@spichlerz/shared/wire/contractors';
import { printContract } from '@spichlerz/shared/wire/printouts';
import { listCountries } from '@spichlerz/shared/wire/reference';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { as, type Person } from '../testing/as.ts';
import { makeContract, makeMaterial } from '../testing/make.ts';
import { until } from '../testing/until.ts';

/* What one user may have under way at once, and that the others go on beside it. */

let test: TestApp;
let port: number;
let greedy: Person;
let other: Person;
let third: Person;

beforeAll(async () => {
  test = await startTestApp({ poolSize: 16 });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = test.app.server.address() as AddressInfo);
  [greedy, other, third] = [await as(test), await as(test), await as(test)];
});
afterAll(() => test.close());

const IMPORT = contractorImport.purchase.run.path;
const MEGABYTE = 1024 * 1024;

type Answer = { readonly status: number | undefined; readonly retryAfter: number };
type Sent = { readonly call: ClientRequest; readonly answer: Promise<Answer> };

/** Begins a call over a connection of its own; nobody reads its answer beyond what has come. */
function begin(
  person: Person,
  path: string,
  { size, ...options }: RequestOptions & { readonly size?: number } = {},
): Sent {
  const call = request({
    port,
    path: `/api${path}`,
    agent: false,
    headers: {
      authorization: `Bearer ${person.token}`,
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
  // a call that the test breaks off
  answer.catch(() => undefined);
  return { call, answer };
}

function send(person: Person, path: string, body?: string): Sent {
  const sent = begin(person, path, { method: body === undefined ? 'GET' : 'POST' });
  sent.call.end(body);
  return sent;
}

/** An import of two megabytes whose rest is long in coming. */
function beginImport(person: Person, path = IMPORT): Sent {
  const sent = begin(person, path, { method: 'POST', size: 2 * MEGABYTE });
  sent.call.write('{"rows":[');
  return sent;
}

/** A body that is refused as soon as it is read. */
const TOO_LARGE = 'x'.repeat(2 * MEGABYTE);
const REFUSED = { status: 429, retryAfter: expect.toSatisfy((seconds: number) => seconds > 0) as number };

/** Another user works on: many small calls at once, of which none is refused. */
async function othersGoOn(person = other): Promise<void> {
  const calls = Array.from({ length: 100 }, () => person.call(listCountries, {}));
  expect(await Promise.all(calls)).toHaveLength(100);
}

it('a user has one large body under way, and all users together two', async () => {
  const first = beginImport(greedy);
  await until(async () => (await send(greedy, IMPORT, TOO_LARGE).answer).status === 429);
  for (const { check, run } of Object.values(contractorImport))
    for (const { path } of [check, run]) expect(await send(greedy, path, TOO_LARGE).answer).toEqual(REFUSED);

  const second = beginImport(other);
  await until(async () => (await send(third, IMPORT, TOO_LARGE).answer).status === 429);
  await othersGoOn(third);

  first.call.destroy();
  await until(async () => (await send(third, IMPORT, TOO_LARGE).answer).status === 413);
  second.call.destroy();
});

it('a small import needs no place among the large bodies', async () => {
  beginImport(greedy);
  await until(async () => (await send(greedy, IMPORT, TOO_LARGE).answer).status === 429);
  const row = {
    accountingMethod: 'VAT' as const,
    label: 'FIRMA' as const,
    companyName: 'MAŁY IMPORT',
    lastName: 'Mały',
    nip: '2000000001',
  };
  const body = { rows: [row] };
  expect(await greedy.call(contractorImport.purchase.check, { body })).toEqual({ problems: [] });
  const { ids } = await greedy.call(contractorImport.purchase.run, { body });
  expect(ids).toHaveLength(1);
});

/** Keys that no schema knows. */
const keys = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => `"k${from + n}":1`).join();

it('megabytes of keys are refused without being parsed, and nobody else is', async () => {
  const junk = `{"rows":[{${keys(0, 500_000)}}]}`;
  const attack = Array.from({ length: 6 }, () => send(greedy, IMPORT, junk).answer);
  await othersGoOn();
  for (const { status } of await Promise.all(attack)) expect([413, 429]).toContain(status);

  // in an ordinary body as well, of which there may be any number
  const ordinary = Array.from({ length: 50 }, () => {
    return send(greedy, contractors.purchase.create.path, `{${keys(0, 15_000)}}`).answer;
  });
  await othersGoOn();
  expect(new Set((await Promise.all(ordinary)).map(({ status }) => status))).toEqual(new Set([413]));
});

it('a user prints four documents at once', async () => {
  const material = await makeMaterial(await as(test, 'ADMIN'));
  const id = await makeContract(greedy, 'purchase', material);
  const print = (person: Person) => send(person, printContract.purchase.path.replace(':id', String(id)));
  const asked = Array.from({ length: 6 }, () => print(greedy));
  const others = print(other);
  await othersGoOn();
  const answers = await Promise.all(asked.map(({ answer }) => answer));
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(4);
  expect(answers.find(({ status }) => status === 429)).toEqual(REFUSED);
  expect((await others.answer).status).toBe(200);
  // those that are done leave room
  expect((await print(greedy).answer).status).toBe(200);
});

const follow = (person: Person) => send(person, '/events');

it('a user follows live changes in ten windows, whatever the number of sessions', async () => {
  const streams = Array.from({ length: 10 }, () => follow(greedy));
  for (const { answer } of streams) expect((await answer).status).toBe(200);
  expect(await follow(greedy).answer).toEqual(REFUSED);
  expect((await follow(other).answer).status).toBe(200);
  await othersGoOn();
  streams[0]?.call.destroy();
  await until(async () => (await follow(greedy).answer).status === 200);
});
