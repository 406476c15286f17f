import { ERROR_STATUS } from '@spichlerz/shared/domain/domain-error';
import { PASSWORD_REASONS } from '@spichlerz/shared/domain/password';
import { toSnake } from '@spichlerz/shared/wire/case';
import type { Endpoint } from '@spichlerz/shared/wire/endpoint';
import { EXPORT_TYPES } from '@spichlerz/shared/wire/list';
import { z } from 'zod';
import { IDEMPOTENCY_KEY } from './idempotency.ts';

type Json = Record<string, unknown>;

/** The introduction of the document: the conventions of all endpoints. */
const CONVENTIONS = `Back office of a grain and raw-material trading company.

- Send the token of \`POST /api/auth/login\` as \`Authorization: Bearer …\`. After a 401 exchange the refresh token and repeat the call.
- A reply in JSON is \`{"success": true, "result": …}\`, or, with another status than 200, a Failure: \`message_code\` gives the reason, \`fields\` the wrong fields of the request.
- In a request null and an empty text are no value, as if the field were left out.
- Quantities are whole kilograms. Prices and amounts are whole minor units (grosze), prices per tonne. Days are \`YYYY-MM-DD\`, moments ISO 8601 in UTC.
- In the reply of a list \`filtered\` counts the rows that match, \`total\` all rows of its scope. Every word of \`search\` is a part of a word, whatever its case and diacritics. Several values of a filter in a query are joined by commas.
- A record that is sent with the \`version\` it was read with is rejected with 409 \`CONFLICT\` if another user has changed it since. A request without a version is not compared.
- A JSON body has at most 256 KB and 1,000 keys; calls for administrators may send more, and an import has these limits for each row only. A larger body is rejected with 413 \`BAD_REQUEST\`.
- A user has one import above 256 KB, two exports, four printouts and ten live streams under way at once. Beyond that, and when the server is at its own limit, the reply is 429 \`TOO_MANY_REQUESTS\`; every 429 has \`Retry-After\` in seconds. Other calls of a signed-in user are not rejected; they run on at most half of the server's database connections at once, and further ones wait.
- Of several creates with one \`Idempotency-Key\` within 24 hours only the first one creates; the others get its reply, or 409 \`CONFLICT\` if their body differs.`;

/**
 * The OpenAPI 3.1 document of all registered endpoints, generated from the schemas that validate requests. The
 * paths are generated when they are first read, because generating them takes longer than the rest of building
 * the app.
 */
export function openApi(endpoints: readonly Endpoint[], version: string): Json {
  let paths: Json | undefined;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Spichlerz',
      version,
      description: CONVENTIONS,
    },
    servers: [{ url: '/' }],
    get paths() {
      paths ??= { ...pathsOf(endpoints), ...outsideEndpoints };
      return paths;
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Failure: failure },
    },
  };
}

function pathsOf(endpoints: readonly Endpoint[]): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return paths;
}

const failure: Json = {
  type: 'object',
  required: ['success', 'result'],
  properties: {
    success: { const: false },
    result: {
      type: 'object',
      required: ['message_code', 'request_id'],
      properties: {
        message_code: { enum: Object.keys(ERROR_STATUS) },
        fields: {
          type: 'array',
          items: {
            type: 'object',
            required: ['path', 'code'],
            properties: {
              path: { type: 'string' },
              code: { enum: Object.keys(ERROR_STATUS) },
              reason: { enum: PASSWORD_REASONS },
            },
          },
        },
        request_id: { type: 'string' },
      },
    },
  },
};

/** Routes that are not endpoint objects: health checks (health.ts) and live changes (events.ts). */
const outsideEndpoints: Json = {
  '/api/health': {
    get: {
      summary: 'The process is up.',
      tags: ['Service'],
      operationId: 'getHealth',
      responses: responses(enveloped(z.object({ status: z.literal('up') }))),
    },
  },
  '/api/ready': {
    get: {
      summary: 'The database answers and is migrated, and the server is not about to stop.',
      tags: ['Service'],
      operationId: 'getReady',
      responses: {
        ...responses(enveloped(z.object({ status: z.literal('ready') }))),
        503: { description: 'The database is unavailable, or the server is about to stop' },
      },
    },
  },
  '/api/events': {
    get: {
      summary:
        'Live changes as server-sent events: `change` names the `topic` that changed, `reload` means that any topic may have changed, `over` that the session ended.',
      tags: ['Live changes'],
      operationId: 'getEvents',
      security: [{ bearer: [] }],
      responses: responses({ 'text/event-stream': { schema: { type: 'string' } } }),
    },
  },
};

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
};

function operation(endpoint: Endpoint): Json {
  const body = endpoint.body && wireSchema(endpoint.body, 'input');
  return {
    summary: endpoint.summary,
    tags: [endpoint.tag],
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replace(/[/:_-]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    ...(endpoint.access !== 'public' && { security: [{ bearer: [] }] }),
    ...(endpoint.access === 'admin' && { description: 'Needs the role ADMIN.' }),
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...(endpoint.creates ? [idempotencyKey] : []),
    ],
    ...(body !== undefined && {
      requestBody: {
        // The server treats a missing body like an empty object.
        required: Array.isArray(body['required']) && body['required'].length > 0,
        content: {
          'application/json': { schema: body },
          ...(endpoint.multipart && { 'multipart/form-data': { schema: body } }),
        },
      },
    }),
    responses: responses(
      endpoint.reply instanceof z.ZodFile ? files(endpoint.reply) : enveloped(endpoint.reply),
    ),
  };
}

function responses(content: Json): Json {
  return {
    200: { description: 'Success', content },
    default: {
      description: 'Failure',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    },
  };
}

/** The content types of a file: the type that the schema names, or those of a list's export. */
function files(reply: z.ZodFile): Json {
  const { contentMediaType } = z.toJSONSchema(reply);
  const types = contentMediaType === undefined ? Object.values(EXPORT_TYPES) : [contentMediaType];
  return Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));
}

function enveloped(reply: z.ZodType): Json {
  const schema = {
    type: 'object',
    required: ['success', 'result'],
    properties: { success: { const: true }, result: wireSchema(reply, 'output') },
  };
  return { 'application/json': { schema } };
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (schema === undefined) return [];
  const object = wireSchema(schema, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(object.properties ?? {}).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    ...(description !== undefined && { description }),
    required: place === 'path' || (object.required?.includes(name) ?? false),
    schema: property,
    ...(property['type'] === 'array' && { style: 'form', explode: false }),
  }));
}

function wireSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Json;
  delete json['$schema'];
  return renameProperties(json) as Json;
}

/** Renames fields from camelCase to the wire's snake_case. */
function renameProperties(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(renameProperties);
  if (node === null || typeof node !== 'object') return node;
  const renamed: Json = {};
  for (const [key, value] of Object.entries(node)) {
    if (key === 'properties') {
      const properties = Object.entries(value as Json).map(([name, property]) => [
        toSnake(name),
        renameProperties(property),
      ]);
      renamed[key] = Object.fromEntries(properties);
    } else if (key === 'required' && Array.isArray(value)) {
      renamed[key] = value.map((name) => toSnake(String(name)));
    } else {
      renamed[key] = renameProperties(value);
    }
  }
  return renamed;
}
