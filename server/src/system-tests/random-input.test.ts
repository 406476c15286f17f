import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { getMe } from '@spichlerz/shared/wire/session';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { makeAllocation, makeContract, makeMaterial, makeTransport } from '../testing/make.ts';
import { type Random, seededRandom } from '../testing/random-trade.ts';
import { createTestUser, type TestUser } from '../testing/test-user.ts';

/*
 * Requests generated from the OpenAPI document with random invalid values; the reply is never a server error.
 * `BAD_REQUESTS` sets the number of requests, `BAD_SEED` repeats a failing run.
 */

const REQUEST_COUNT = Number(process.env['BAD_REQUESTS'] ?? 4_000);
const SEED = Number(process.env['BAD_SEED'] ?? 42);
/**
 * The number of calls before the first memory measurement. During these calls code is compiled, and pools and
 * caches fill.
 */
const WARM_UP_REQUESTS = Math.min(10_000, REQUEST_COUNT / 2);
/**
 * The growth of memory that is allowed after the warm-up. Over many requests, a leak of 1 kB per request
 * exceeds it.
 */
const MAX_GROWTH_MB = { kept: 24, resident: 96 };
/** Endpoints that would end the test's own session, or that never end. */
const EXCLUDED_PATHS = new Set(['/auth/logout', '/auth/end-session', '/events']);

let test: TestApp;
let admin: TestUser;

beforeAll(async () => {
  test = await startTestApp();
  admin = await createTestUser(test, 'ADMIN');
  // records with ids from 1 upwards exist, so that random ids hit some
  const material = await makeMaterial(admin);
  const purchase = await makeContract(admin, 'purchase', material);
  const sale = await makeContract(admin, 'sales', material);
  await makeAllocation(admin, purchase, sale, 75_000);
  await makeTransport(admin, purchase, sale);
  await makeTransport(admin, purchase, sale, { status: 'DELIVERED' });
});
afterAll(() => test.close());

const property = z.looseObject({ properties: z.record(z.string(), z.unknown()).optional() });
const operation = z.looseObject({
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string() })).optional(),
  requestBody: z
    .looseObject({ content: z.record(z.string(), z.looseObject({ schema: property })) })
    .optional(),
});
const document = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), operation)) });

type Call = { method: string; path: string; query: string[]; body: string[] | null };

async function listCalls(): Promise<Call[]> {
  const { paths } = document.parse((await test.app.inject({ url: '/api/openapi.json' })).json());
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(() => ![...EXCLUDED_PATHS].some((left) => path.endsWith(left)))
      .map(([method, { parameters = [], requestBody }]) => ({
        method: method.toUpperCase(),
        path: path.startsWith('/api') ? path : `/api${path}`,
        query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
        body: requestBody
          ? Object.values(requestBody.content).flatMap(({ schema }) => Object.keys(schema.properties ?? {}))
          : null,
      })),
  );
}

const nestedObject = (depth: number): unknown => (depth === 0 ? [] : { a: nestedObject(depth - 1) });

const VALUES: readonly unknown[] = [
  null,
  true,
  '',
  '   ',
  0,
  1,
  2,
  '1',
  '2',
  -1,
  0.5,
  1e308,
  2 ** 53,
  -(2 ** 63),
  '99999999999999999999',
  'NaN',
  'Infinity',
  '1e400',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e',
  'Zażółć gęślą jaźń 🌾',
  'x'.repeat(300),
  'ż'.repeat(20_000),
  '2026-13-45',
  '0000-00-00',
  '2026-02-30T25:61:61Z',
  '99999-01-01',
  '<script>alert(1)</script>',
  "'; drop table contract; --",
  '%_\\',
  'id DESC',
  'id ASC; select 1',
  'PURCHASE,SALES,,',
  '1,2,,x',
  [],
  [null],
  [[]],
  [1, '2', {}],
  {},
  { a: 1 },
  { constructor: { prototype: { admin: true } } },
  { to_string: 1 },
  [{ to_string: 1, valueOf: 2 }],
  `a${'\u0301'.repeat(40)}`,
  nestedObject(40),
  nestedObject(400),
  'a'.repeat(40).split(''),
];

function randomQuery({ below, pick }: Random, names: readonly string[]): string {
  const query = new URLSearchParams();
  const known = ['limit', 'offset', 'search', 'order_by', ...names, 'unknown', '__proto__'];
  for (let index = below(4); index > 0; index--) {
    const value = pick(VALUES);
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    query.append(pick(known), text.length > 4_000 ? text.slice(0, 4_000) : text);
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

function randomBody({ below, pick }: Random, names: readonly string[]): string {
  const whole = below(12);
  if (whole === 0)
    return pick(['', '{', '[', '"', '{"a":', 'null', '[]', '"text"', '\u0000', '{"__proto__":{"a":1}}']);
  if (whole === 1) return JSON.stringify(pick(VALUES));
  const body: Record<string, unknown> = {};
  for (const name of names) if (below(3) > 0) body[name] = pick(VALUES);
  if (below(5) === 0) body['unknown'] = pick(VALUES);
  return JSON.stringify(body);
}

const CONTENT_TYPES = [
  'application/json',
  'application/json',
  'application/json',
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
];

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);

/** Measures the memory of this process, which includes the server, after a garbage collection. */
function memoryInMegabytes() {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { kept: megabytes(heapUsed + external), resident: megabytes(rss) };
}

const memoryText = ({ kept, resident }: ReturnType<typeof memoryInMegabytes>) =>
  `${kept} kept, ${resident} resident`;

it('a random invalid request is never answered with a server error', {
  timeout: 3_600_000,
}, async () => {
  const calls = await listCalls();
  expect(calls.length).toBeGreaterThan(80);
  const random = seededRandom(SEED);
  const statuses = new Map<number, number>();
  let warm = memoryInMegabytes();
  for (let number = 0; number < REQUEST_COUNT; number++) {
    const call = calls[number % calls.length];
    if (call === undefined) continue;
    if (number === WARM_UP_REQUESTS) warm = memoryInMegabytes();
    // signs in again if the token would expire soon
    if (number % 1_000 === 0) await admin.call(getMe, {});
    const path = call.path.replace(/\{\w+\}/g, () =>
      encodeURIComponent(
        random.pick(['1', '2', '3', '0', '-1', '1.5', 'x', '99999999999999999999', '%00', '1;2']),
      ),
    );
    const body = call.body === null ? undefined : randomBody(random, call.body);
    const reply = await test.app.inject({
      method: call.method as 'GET',
      url: path + randomQuery(random, call.query),
      headers: {
        authorization: `Bearer ${admin.token}`,
        ...(body !== undefined && { 'content-type': random.pick(CONTENT_TYPES) }),
      },
      ...(body !== undefined && { payload: body }),
    });
    const context = `request ${number} of seed ${SEED}: ${call.method} ${path} ${body?.slice(0, 500) ?? ''}`;
    expect({ context, isOurs: reply.statusCode >= 500 }).toEqual({ context, isOurs: false });
    // downloads are returned without the JSON envelope
    const isEnvelope = /json/.test(String(reply.headers['content-type']));
    const isSuccess = reply.statusCode === 200;
    expect({
      context,
      isSuccess: isEnvelope ? reply.json<{ success: boolean }>().success : isSuccess,
    }).toEqual({
      context,
      isSuccess,
    });
    statuses.set(reply.statusCode, (statuses.get(reply.statusCode) ?? 0) + 1);
  }
  const end = memoryInMegabytes();
  const growth = { kept: end.kept - warm.kept, resident: end.resident - warm.resident };
  process.stdout.write(
    `Memory in MB after ${WARM_UP_REQUESTS} requests: ${memoryText(warm)}; after ${REQUEST_COUNT}: ${memoryText(end)}\n`,
  );
  expect(growth.kept).toBeLessThan(MAX_GROWTH_MB.kept);
  expect(growth.resident).toBeLessThan(MAX_GROWTH_MB.resident);
  // Requests that all fail at authorization prove nothing.
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 404]));
  await admin.call(getMe, {});
  const { rows } = await test.pool.query('select * from integrity_problem');
  expect(rows).toEqual([]);
});

const requestHead = (length: number) =>
  `POST /api/dashboard/position HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${admin.token}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;

it('the health check responds while other requests are cut off, malformed or of a wrong length', async () => {
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = test.app.server.address() as AddressInfo;
  const sockets = [
    requestHead(100),
    `${requestHead(50)}{"date_from":`,
    `${requestHead(2)}{}{}{}`,
    'GET /api/cargo/tabs HTTP/9\r\n\r\n',
    '\u0000\u0001',
  ].map((text) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(text);
    return socket;
  });
  const reply = await fetch(`http://127.0.0.1:${port}/api/health`);
  expect(reply.status).toBe(200);
  for (const socket of sockets) socket.destroy();
});
