import type { ErrorCode } from '@spichlerz/shared/domain/domain-error';
import { ApiError } from '../../api/api-error.ts';

type WithId = { readonly id: number | null };

/** The ids of stored items that are no longer in the form. The request sends them as deleted. */
export function removedIds(before: readonly WithId[], now: readonly WithId[]): number[] {
  const kept = new Set(now.map(({ id }) => id));
  return before.flatMap(({ id }) => (id === null || kept.has(id) ? [] : [id]));
}

/**
 * Rethrows a call's ApiError with the paths of its fields converted to the form's fields. `sentences` replaces
 * the sentence of an error code that does not fit the labels of the form.
 */
export async function setFormErrors<Result>(
  call: Promise<Result>,
  pathOnForm: (path: string) => string,
  sentences: Partial<Record<ErrorCode, string>> = {},
): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, requestId, cause } = error;
    const fields = error.fields.map((field) => {
      const sentence = sentences[field.code];
      return { ...field, path: pathOnForm(field.path), ...(sentence === undefined ? {} : { sentence }) };
    });
    throw new ApiError(status, code, { fields, cause, ...(requestId === undefined ? {} : { requestId }) });
  }
}
