import type { z } from 'zod';
import { type ErrorCode, type FieldErrorCode, isErrorCode } from '../domain/domain-error.ts';
import { isEmpty } from './case.ts';

/**
 * Returns the first error of each invalid field. Validate with `reportInput`, because only the input
 * distinguishes a missing field from a field of the wrong type.
 */
export function fieldErrors(error: z.ZodError): FieldErrorCode[] {
  const fields = new Map<string, FieldErrorCode>();
  for (const field of error.issues.flatMap(fieldsOf)) {
    if (!fields.has(field.path)) fields.set(field.path, field);
  }
  return [...fields.values()];
}

/** The error code that withCode or withRules attached to the issue, or null for a built-in check of zod. */
export function customErrorCode(issue: z.core.$ZodIssue): ErrorCode | null {
  if (issue.code !== 'custom') return null;
  const code: unknown = issue.params?.['code'];
  return typeof code === 'string' && isErrorCode(code) ? code : null;
}

function fieldsOf(issue: z.core.$ZodIssue): FieldErrorCode[] {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), code: 'VALUE_IS_WRONG' }));
  }
  return path === '' ? [] : [{ path, code: customErrorCode(issue) ?? zodErrorCode(issue) }];
}

function zodErrorCode(issue: z.core.$ZodIssue): ErrorCode {
  const isOfType = issue.code !== 'invalid_type' && issue.code !== 'invalid_union';
  if (isOfType && issue.code !== 'invalid_value') return 'VALUE_IS_WRONG';
  if (issue.input === undefined) return 'VALUE_IS_MISSING';
  if (issue.input === null) return 'VALUE_IS_NULL';
  return isOfType ? 'VALUE_IS_WRONG' : 'VALUE_IS_WRONG_DATA_TYPE';
}

/**
 * Marks the issues of fields that were sent as null, because null has its own error code (customer decisions
 * 9). The issues do not show it: empty values, including null, are dropped before the validation.
 * @param sent the body before empty values were dropped
 */
export function markSentNulls(issues: readonly z.core.$ZodIssue[], sent: unknown): z.core.$ZodIssue[] {
  return issues.map((issue) => {
    const isOwn = customErrorCode(issue) === 'VALUE_IS_MISSING';
    if ((!isOwn && issue.input !== undefined) || valueAt(sent, issue.path) !== null) return issue;
    // The cast is needed, because the issue types of zod do not allow null as input.
    return { ...issue, ...(isOwn ? { params: { code: 'VALUE_IS_NULL' } } : { input: null }) } as typeof issue;
  });
}

/**
 * Returns the sent value at a path of the validated body. Empty list entries were dropped before the
 * validation, so the indexes of the path do not count them.
 */
function valueAt(sent: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce((value: unknown, name) => {
    if (Array.isArray(value)) return value.filter((item) => !isEmpty(item))[Number(name)];
    return typeof value === 'object' && value !== null ? Object(value)[name] : undefined;
  }, sent);
}
