import type { ErrorCode, FieldErrorCode } from '@spichlerz/shared/domain/domain-error';

/** Failures of the connection, as opposed to errors that the server returns. */
export type ConnectionErrorCode = 'NETWORK_ERROR' | 'TIMEOUT' | 'ABORTED' | 'BAD_RESPONSE';

/**
 * `path` names the field in camelCase. A form sets `sentence` where the default sentence of the error code does
 * not fit the label of the field.
 */
export type FieldError = FieldErrorCode & { readonly sentence?: string };

/** The kind of work for which the server has no free capacity. */
export type BusyKind = 'export' | 'printout' | 'import';

type Details = {
  readonly fields?: readonly FieldError[];
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly busyKind?: BusyKind;
  readonly cause?: unknown;
};

/** A failed call. `status` is 0 when no response arrived. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | ConnectionErrorCode;
  readonly fields: readonly FieldError[];
  readonly requestId: string | undefined;
  /** Seconds after which the server allows a retry. */
  readonly retryAfterSeconds: number | undefined;
  readonly busyKind: BusyKind | undefined;

  constructor(
    status: number,
    code: ErrorCode | ConnectionErrorCode,
    { fields = [], requestId, retryAfterSeconds, busyKind, cause }: Details = {},
  ) {
    super(code, { cause });
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.busyKind = busyKind;
  }
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Returns null if the record of a failed read does not exist. Throws any other error. */
export function nullIfMissing(error: unknown): null {
  if (isNotFound(error)) return null;
  throw error;
}

/** Whether the call conflicts with the stored data, for example with a change by another user. */
export function isConflict(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'CONFLICT';
}

/**
 * Whether another user has saved the record in the meantime. A CONFLICT that names fields is about these fields
 * and not about the version.
 */
export function isVersionConflict(error: unknown): error is ApiError {
  return isConflict(error) && error.fields.length === 0;
}

/** Whether the server could not be reached. An error of a gateway in front of a stopped server counts, too. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'NETWORK_ERROR';
}

/**
 * Whether the server may have executed the call: after no response, a server error (5xx) or an unreadable
 * response.
 */
export function isUncertain(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.code === 'BAD_RESPONSE')
  );
}
