import { EXPORT_TYPES } from '@spichlerz/shared/wire/list';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../testing/app.ts';

/* Tests the properties of the OpenAPI document that a generated client needs. */

const content = z.record(z.string(), z.looseObject({}));
const body = z.looseObject({
  required: z.boolean().optional(),
  content: z.looseObject({ 'application/json': z.looseObject({ schema: z.looseObject({}) }) }),
});
const parameter = z.looseObject({ name: z.string(), schema: z.looseObject({}) });
const operation = z.looseObject({
  parameters: z.array(parameter).default([]),
  requestBody: body.optional(),
  responses: z.looseObject({ 200: z.looseObject({ content }) }),
});
const schema = z.looseObject({
  info: z.object({ description: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
});

let test: TestApp;
let document: z.output<typeof schema>;

beforeAll(async () => {
  test = await startTestApp();
  document = schema.parse((await test.app.inject('/api/openapi.json')).json());
});
afterAll(() => test.close());

function operations() {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, ...operation })),
  );
}

function typesOf(part: RegExp) {
  return operations()
    .filter(({ path }) => part.test(path))
    .map(({ responses }) => Object.keys(responses[200].content));
}

it('the OpenAPI document lists the media type of each file response', () => {
  const printouts = typesOf(/\/print-/);
  expect(printouts).toEqual(printouts.map(() => ['application/pdf']));
  const exports = typesOf(/\/export$/);
  expect(exports).toEqual(exports.map(() => Object.values(EXPORT_TYPES)));
  expect([printouts.length, exports.length]).toEqual([5, 17]);
});

it('the OpenAPI document contains the target of every reference', () => {
  const references = [...new Set(JSON.stringify(document).match(/(?<="\$ref":")[^"]+/g))];
  expect(references).toContain('#/components/schemas/Failure');
  const find = (reference: string) =>
    reference
      .split('/')
      .slice(1)
      .reduce((node: unknown, name) => Object(node)[name], document);
  expect(references.filter((reference) => find(reference) === undefined)).toEqual([]);
});

it('the OpenAPI document marks a request body as required exactly when one of its fields is required', () => {
  const bodies = operations().flatMap(({ requestBody }) => requestBody ?? []);
  const withRequired = bodies.filter(
    ({ content }) => content['application/json'].schema['required'] !== undefined,
  );
  expect(withRequired.length).toBeGreaterThan(40);
  expect(bodies.filter(({ required }) => required)).toEqual(withRequired);
});

it('the OpenAPI document lists the sort orders of each list', () => {
  const order = z.object({ type: z.string(), default: z.string(), enum: z.array(z.string()) });
  const fields = z.object({ properties: z.looseObject({ order_by: order.optional() }).optional() });
  const orders = operations().flatMap(({ parameters, requestBody }) => {
    const inQuery = parameters.find(({ name }) => name === 'order_by');
    if (inQuery !== undefined) return order.parse(inQuery.schema);
    return fields.parse(requestBody?.content['application/json'].schema ?? {}).properties?.order_by ?? [];
  });
  expect(orders.length).toBe(40);
  for (const order of orders) expect(order.enum).toContain(order.default);
  expect(orders[0]).toEqual({
    type: 'string',
    default: 'first_name ASC',
    enum: ['id', 'first_name', 'last_name', 'email', 'role'].flatMap((column) => [
      `${column} ASC`,
      `${column} DESC`,
    ]),
  });
});

it('the OpenAPI document describes the conventions of all endpoints', () => {
  for (const word of ['Bearer', 'kilograms', 'minor units', 'total', 'version', 'Idempotency-Key'])
    expect(document.info.description).toContain(word);
});

it('the OpenAPI document has the patterns and formats of restricted texts', () => {
  const fields = z.looseObject({ properties: z.record(z.string(), z.unknown()) });
  const call = operations().find(({ path }) => path === '/api/contractor/supplier/create');
  expect(call?.parameters).toContainEqual(
    expect.objectContaining({ schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' } }),
  );
  expect(fields.parse(call?.requestBody?.content['application/json'].schema).properties).toMatchObject({
    email: { type: 'string', format: 'email' },
    nip: { type: 'string', pattern: '^\\d{10}$' },
    pesel: { type: 'string', pattern: '^\\d{11}$' },
  });
});

it('the OpenAPI document describes filters and fields whose names are not self-explanatory', () => {
  const list = operations().find(({ path }) => path === '/api/contract/settlement-sales-list');
  expect(list?.parameters).toContainEqual({
    name: 'price_from',
    in: 'query',
    description: 'The freight per tonne.',
    required: false,
    schema: { type: 'integer', minimum: 0, maximum: 2_147_483_647 },
  });
  const update = operations().find(({ path }) => path === '/api/contract/update-sales/{id}');
  expect(update?.requestBody?.content['application/json'].schema['properties']).toMatchObject({
    currency: {
      description: 'When absent, PLN for a new contract and the stored currency for a changed one.',
    },
    contact_list: { description: expect.stringContaining('not listed stay') },
  });
});

it('the OpenAPI document marks dates and times in replies with a format', () => {
  const replies = JSON.stringify(operations().map(({ responses }) => responses[200]));
  // A nullable field is a choice of two schemas.
  const dates = [
    ...replies.matchAll(/"(\w*date|date_\w+|(?!refuse|concluded)\w+_at|at)":\{(?:"anyOf":\[\{)?([^}]+)\}/g),
  ];
  expect(dates.length).toBeGreaterThan(60);
  for (const [, name = '', schema] of dates)
    expect(JSON.parse(`{${schema}}`)).toEqual({
      type: 'string',
      format: name.endsWith('at') ? 'date-time' : 'date',
    });
});
