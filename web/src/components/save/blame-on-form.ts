import { ApiError } from '../../api/api-error.ts';

/** Waits for a call and, when it is refused, names the fields to blame as the form has them. */
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
