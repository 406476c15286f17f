import type { z } from 'zod';
import { type FieldRefusal, isRefusalCode, type RefusalCode } from '../domain/refusal.ts';

/** Every field a failed validation blames. The input must have been reported: what is missing shows in it only. */
export function fieldsToBlame(error: z.ZodError): FieldRefusal[] {
  return error.issues.flatMap(fieldsOf);
}

/** The code a rule of ours attached to the issue, null for the checks of the schema itself. */
export function ownCode(issue: z.core.$ZodIssue): RefusalCode | null {
  if (issue.code !== 'custom') return null;
  const code: unknown = issue.params?.['code'];
  return typeof code === 'string' && isRefusalCode(code) ? code : null;
}

function fieldsOf(issue: z.core.$ZodIssue): FieldRefusal[] {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), code: 'VALUE_IS_WRONG' }));
  }
  return path === '' ? [] : [{ path, code: ownCode(issue) ?? genericCode(issue) }];
}

function genericCode(issue: z.core.$ZodIssue): RefusalCode {
  if (issue.code === 'invalid_type' || issue.code === 'invalid_union') {
    return issue.input === undefined ? 'VALUE_IS_MISSING' : 'VALUE_IS_WRONG_DATA_TYPE';
  }
  if (issue.code === 'invalid_value' && issue.input === undefined) return 'VALUE_IS_MISSING';
  return 'VALUE_IS_WRONG';
}
