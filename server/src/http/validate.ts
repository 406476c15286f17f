import { DomainError } from '@spichlerz/shared/domain/domain-error';
import { dropEmpty, isEmpty, requestKeysToCamel } from '@spichlerz/shared/wire/case';
import type { Endpoint, StreamedList } from '@spichlerz/shared/wire/endpoint';
import { markSentNulls } from '@spichlerz/shared/wire/field-errors';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { validationError } from './error-reply.ts';

type RawRequest = Pick<FastifyRequest, 'params' | 'query' | 'body'>;

export type Validated = { params: unknown; query: unknown; body: unknown };

/**
 * Validates path, query and body by the endpoint's schemas.
 * @throws DomainError ID_IS_NOT_A_NUMBER, or FST_ERR_VALIDATION (or a custom rule's code) with the invalid
 * fields
 */
export function validate(endpoint: Endpoint, request: RawRequest): Validated {
  return {
    params: endpoint.params && parseParams(endpoint.params, request.params),
    query: endpoint.query && parse(endpoint.query, dropEmpty(requestKeysToCamel(request.query))),
    body: endpoint.body && parseBody(endpoint.body, request.body),
  };
}

/** Validation of a long list stops after this many errors, because no user corrects more at once. */
const MAX_ISSUES = 1_000;

/**
 * Validates a body with one long list, and keeps only fields of the schema. Reading stops one item beyond the
 * maximum length, or after MAX_ISSUES errors.
 * @param body yields the items, then returns the object around them (readJsonList)
 */
export async function validateLongList(
  endpoint: Endpoint,
  body: AsyncGenerator<unknown, unknown>,
  { name, max, itemSchema: item, bodySchema: whole }: StreamedList,
): Promise<Validated> {
  const items: unknown[] = [];
  const issues: z.core.$ZodIssue[] = [];
  const isFull = () => items.length > max || issues.length >= MAX_ISSUES;
  const add = (value: unknown) => {
    if (isEmpty(value) || isFull()) return;
    const sent = requestKeysToCamel(value);
    const full = dropEmpty(sent);
    const result = item.safeParse(full, { reportInput: true });
    for (const issue of markSentNulls(result.error?.issues ?? [], sent))
      issues.push({ ...issue, path: [name, items.length, ...issue.path] });
    items.push(result.success ? result.data : full);
  };
  let next = await body.next();
  for (; next.done !== true && !isFull(); next = await body.next()) add(next.value);
  let others: object = {};
  if (next.done === true) {
    const around: unknown = Object(next.value)[name];
    if (!Array.isArray(around))
      return validate(endpoint, { params: {}, query: {}, body: withoutList(next.value, name) });
    for (const value of around) add(value);
    others = Object(dropEmpty(requestKeysToCamel({ ...Object(next.value), [name]: undefined })));
  } else {
    // Discards the unread rest.
    await body.return(undefined);
  }
  if (items.length > max) issues.length = 0;
  const result = whole.safeParse({ ...others, [name]: items }, { reportInput: true });
  // reading stops before the end of a list that is too long; the fields after it are unknown, so only errors of
  // the list are reported
  const isKnown = ({ path }: z.core.$ZodIssue) => next.done === true || path[0] === name;
  for (const issue of result.error?.issues ?? []) if (isKnown(issue)) issues.push(issue);
  if (issues.length > 0) throw validationError(new z.ZodError(issues));
  return { params: undefined, query: undefined, body: result.data };
}

/**
 * Replaces an invalid list by an empty value of the same type, because the validation error depends only on the
 * type.
 */
function withoutList(body: unknown, name: string): unknown {
  if (typeof body !== 'object' || body === null) return body;
  if (Array.isArray(body)) return [];
  const sent: unknown = Object(body)[name];
  return { ...body, [name]: typeof sent === 'object' && sent !== null ? {} : sent };
}

function parseBody(schema: z.ZodType, body: unknown): unknown {
  const sent = isEmpty(body) ? {} : requestKeysToCamel(body);
  return parse(schema, withClearedFields(schema, sent, dropEmpty(sent)), sent);
}

/**
 * Sets a field that was sent as null or '' to null if the schema accepts null. The command then clears the
 * stored value.
 */
function withClearedFields(schema: z.ZodType, sent: unknown, kept: unknown): unknown {
  const names = nullableFields(schema).filter((name) => isSentAsEmpty(sent, name));
  if (names.length === 0 || typeof kept !== 'object') return kept;
  return { ...kept, ...Object.fromEntries(names.map((name) => [name, null])) };
}

function isSentAsEmpty(sent: unknown, name: string): boolean {
  return (
    typeof sent === 'object' && sent !== null && Object.hasOwn(sent, name) && isEmpty(Object(sent)[name])
  );
}

const nullableFieldsCache = new WeakMap<z.ZodType, readonly string[]>();

function nullableFields(schema: z.ZodType): readonly string[] {
  const known = nullableFieldsCache.get(schema);
  if (known !== undefined) return known;
  // a body with a transform is a pipe that begins with its object
  const object = schema instanceof z.ZodPipe ? schema.in : schema;
  const fields = object instanceof z.ZodObject ? Object.entries<z.ZodType>(object.shape) : [];
  const names = fields.flatMap(([name, field]) => (field.safeParse(null).success ? [name] : []));
  nullableFieldsCache.set(schema, names);
  return names;
}

function parse(schema: z.ZodType, value: unknown, sent?: unknown): unknown {
  const result = schema.safeParse(value, { reportInput: true });
  if (!result.success) throw validationError(new z.ZodError(markSentNulls(result.error.issues, sent)));
  return result.data;
}

/** Path parameters are always ids. */
function parseParams(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (!result.success) throw new DomainError('ID_IS_NOT_A_NUMBER');
  return result.data;
}
