import { keysToCamel, keysToSnake, toSnake } from '@spichlerz/shared/wire/case';
import type { CallInput, Endpoint, ReplyOf } from '@spichlerz/shared/wire/endpoint';
import type { FastifyInstance, InjectOptions } from 'fastify';

export type Failure = {
  status: number;
  code: string;
  fields: { path: string; code: string; reason?: string }[];
};

export type CallOptions = { token?: string | undefined; headers?: Record<string, string> };

/**
 * Calls an endpoint over HTTP and returns its result.
 * @throws CallError on failure
 */
export async function call<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  const response = await app.inject(injectOptions(endpoint, input, options));
  const envelope = response.json<{ success: boolean; result: unknown }>();
  if (response.statusCode === 200) return keysToCamel(envelope.result) as ReplyOf<E>;
  throw new CallError(response.statusCode, envelope.result as never);
}

/** Calls an endpoint that replies with a file. */
export async function download<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  input: CallInput<E>,
  token: string,
): Promise<{ body: Buffer; type: string; disposition: string }> {
  const response = await app.inject(injectOptions(endpoint, input, { token }));
  if (response.statusCode !== 200)
    throw new CallError(response.statusCode, response.json<{ result: never }>().result);
  const { 'content-type': type, 'content-disposition': disposition } = response.headers;
  return { body: response.rawPayload, type: String(type), disposition: String(disposition) };
}

function injectOptions<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { token, headers }: CallOptions,
): InjectOptions {
  const { params, query, body } = input as {
    params?: Record<string, unknown>;
    query?: object;
    body?: unknown;
  };
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(params?.[name]));
  return {
    method: endpoint.method,
    url: `/api${path}`,
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
    ...(query !== undefined && { query: queryText(query) }),
    ...(body !== undefined && { payload: keysToSnake(body) as object }),
  };
}

export class CallError extends Error {
  override readonly name = 'CallError';
  readonly failure: Failure;

  constructor(status: number, result: { message_code: string; fields?: Failure['fields'] }) {
    super(`${status} ${result.message_code} ${JSON.stringify(result.fields ?? [])}`);
    this.failure = { status, code: result.message_code, fields: result.fields ?? [] };
  }
}

/** Returns the error of a failed call, for `expect(await failureOf(...)).toMatchObject(...)`. */
export async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof CallError) return error.failure;
    throw error;
  }
  throw new Error('The call was expected to fail');
}

function queryText(query: object): Record<string, string> {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    entries.map(([key, value]) => [toSnake(key), Array.isArray(value) ? value.join(',') : String(value)]),
  );
}
