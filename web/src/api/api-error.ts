import type { ErrorCode, FieldErrorCode } from '@spichlerz/shared/domain/domain-error';

/** What goes wrong on the way, before any refusal of the server. */
export type ConnectionCode = 'NETWORK_ERROR' | 'TIMEOUT' | 'ABORTED' | 'BAD_RESPONSE';

/** `path` names the field as the code does, in camelCase. */
export type FieldError = FieldErrorCode;

/** What a server that has no free place for a call is busy with. */
export type BusyKind = 'export' | 'printout' | 'import';

type Details = {
  readonly fields?: readonly FieldError[];
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly busyKind?: BusyKind;
  readonly cause?: unknown;
};

/** A call that did not succeed. `status` is 0 when no answer came. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | ConnectionCode;
  readonly fields: readonly FieldError[];
  readonly requestId: string | undefined;
  /** When the server asks for the same call again. */
  readonly retryAfterSeconds: number | undefined;
  readonly busyKind: BusyKind | undefined;

  constructor(
    status: number,
    code: ErrorCode | ConnectionCode,
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

/** Whether what was asked for does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Whether the call found no server, or a gateway with none behind it. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'NETWORK_ERROR';
}

/** Whether the server may have acted all the same: no answer, or none that could be read. */
export function isUncertain(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.code === 'BAD_RESPONSE')
  );
}
