import { ApiError } from '../../api/api-error.ts';

/** Rethrows a call's ApiError with field paths converted to the form's fields. */
export async function setFormErrors<Result>(
  call: Promise<Result>,
  pathOnForm: (path: string) => string,
): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, requestId, cause } = error;
    const fields = error.fields.map((field) => ({ ...field, path: pathOnForm(field.path) }));
    throw new ApiError(status, code, { fields, cause, ...(requestId === undefined ? {} : { requestId }) });
  }
}
