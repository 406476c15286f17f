import { Refusal } from '@spichlerz/shared/domain/refusal';
import { dropEmpty, keysToCamel } from '@spichlerz/shared/wire/case';
import type { Endpoint } from '@spichlerz/shared/wire/endpoint';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { validationRefusal } from './refusal-reply.ts';

export type Validated = { params: unknown; query: unknown; body: unknown };

/** Reads path, query and body as the endpoint describes them. */
export function validate(endpoint: Endpoint, request: FastifyRequest): Validated {
  return {
    params: endpoint.params && parseParams(endpoint.params, request.params),
    query: endpoint.query && parse(endpoint.query, dropEmpty(keysToCamel(request.query))),
    body: endpoint.body && parse(endpoint.body, parseable(request.body)),
  };
}

function parseable(body: unknown): unknown {
  if (body === undefined || body === null || body === '') return {};
  return dropEmpty(keysToCamel(body));
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value, { reportInput: true });
  if (!result.success) throw validationRefusal(result.error);
  return result.data;
}

/** Paths carry ids only. */
function parseParams(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (!result.success) throw new Refusal('ID_IS_NOT_A_NUMBER');
  return result.data;
}
