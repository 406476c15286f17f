import type { PasswordReason } from './password.ts';

/**
 * Every error code of the API with its HTTP status (customer decisions 9). The web has a Polish sentence for
 * every code; a code without a sentence does not compile.
 */
export const ERROR_STATUS = {
  ACCESS_DENIED: 403,
  ADDRESS_IS_EMPTY: 400,
  ALLOCATION_IS_MISSING: 409,
  ALLOCATE_QUANTITY_IS_TO_BIG: 409,
  BAD_REQUEST: 400,
  CANNOT_PRINT_ON_THIS_STATUS: 409,
  CANNOT_SET_INVOICE_ON_THIS_STATUS: 409,
  CARRIER_NOT_FOUND: 400,
  CONFLICT: 409,
  CONTRACT_IS_NOT_COMPATIBLE: 409,
  CONTRACT_NOT_FOUND: 400,
  DATE_FROM_CANNOT_BE_AFTER_TO: 400,
  DATE_TO_CANNOT_BE_BEFORE_FROM: 400,
  DOCUMENT_NUMBER_IS_DUPLICATED: 409,
  FORBIDDEN: 403,
  FST_ERR_VALIDATION: 400,
  ID_IS_NOT_A_NUMBER: 400,
  INTERNAL_ERROR: 500,
  INVALID_SORT_PARAMS: 400,
  INVOICE_DATA_INCOMPLETE: 400,
  MISSING_ACCESS_PERMISSIONS: 403,
  MISSING_DATABASE: 503,
  NAME_IS_DUPLICATED: 409,
  NIP_IS_DUPLICATED: 409,
  NOT_EDITABLE_TRANSPORT: 409,
  NOT_FOUND: 404,
  NOT_REALLOCATABLE_TRANSPORT: 409,
  OLD_PASSWORD_IS_INVALID: 400,
  PESEL_IS_DUPLICATED: 409,
  PURCHASE_CONTRACT_IS_IN_TRANSPORT: 409,
  PURCHASE_SUPPLIER_NOT_FOUND: 400,
  RAW_MATERIAL_NOT_FOUND: 400,
  RAW_MATERIAL_QUALITY_RELATION_NOT_FOUND: 400,
  RAW_MATERIAL_WRONG_DATA_TYPE: 400,
  RECIPIENT_NOT_FOUND: 400,
  REQUIRED_DATA_NOT_FOUND: 400,
  SALE_CONTRACT_IS_IN_TRANSPORT: 409,
  SALES_SUPPLIER_NOT_FOUND: 400,
  SETTLEMENT_NOT_FOUND: 400,
  SQL_ERROR: 500,
  SUPPLIER_NOT_FOUND: 400,
  TOO_MANY_REQUESTS: 429,
  TRANSPORT_ALREADY_HAVE_SETTLEMENT: 409,
  TRANSPORT_CANNOT_BE_REMOVED: 409,
  TRANSPORT_NOT_FOUND: 400,
  TRANSPORT_QUANTITY_IS_TO_BIG: 409,
  UNAUTHORIZED: 401,
  UNKNOWN_PARAMETER: 400,
  USER_ALREADY_EXISTS: 409,
  USER_DISABLED: 403,
  USER_NOT_FOUND: 400,
  VALUE_IS_DUPLICATED: 400,
  VALUE_IS_MISSING: 400,
  VALUE_IS_NULL: 400,
  VALUE_IS_WRONG: 400,
  VALUE_IS_WRONG_DATA_TYPE: 400,
  WRONG_ACTIVATION_CODE: 400,
  WRONG_CREDENTIALS: 400,
  WRONG_STATUS: 409,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERROR_STATUS;

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code);
}

/** An invalid field, identified by its path in the request (camelCase in code, snake_case on the wire). */
export type FieldErrorCode = {
  readonly path: string;
  readonly code: ErrorCode;
  /** Why a new password is rejected; set only for password fields. */
  readonly reason?: PasswordReason;
};

type DomainErrorOptions = { status?: number; fields?: readonly FieldErrorCode[]; retryAfterSeconds?: number };

/** The default Retry-After of errors that are temporary. */
const DEFAULT_RETRY_AFTER_SECONDS: Partial<Record<ErrorCode, number>> = {
  MISSING_DATABASE: 2,
  TOO_MANY_REQUESTS: 5,
};

/**
 * The error that commands and queries throw when a call is not allowed. ERROR_STATUS gives the HTTP status of
 * the code, unless `status` replaces it, for example with 404 when the id in the path has no record.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: readonly FieldErrorCode[];
  /** The number of seconds after which the same call may succeed. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: DomainErrorOptions = {}) {
    super(code);
    this.code = code;
    this.status = options.status ?? ERROR_STATUS[code];
    this.fields = options.fields ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds ?? DEFAULT_RETRY_AFTER_SECONDS[code];
  }
}

/** Creates the 404 error for a record whose id is in the path. */
export function notFoundInPath(code: ErrorCode): DomainError {
  return new DomainError(code, { status: 404 });
}

/** Creates an error that names one invalid field. */
export function fieldError(path: string, code: ErrorCode, errorCode: ErrorCode = code): DomainError {
  return new DomainError(errorCode, { fields: [{ path, code }] });
}

/**
 * Optimistic locking: rejects a save when the record changed after the client read it. A client that sends no
 * version overwrites any version.
 * @throws DomainError CONFLICT
 */
export function assertVersion(expected: number | undefined, stored: number): void {
  if (expected !== undefined && expected !== stored) throw new DomainError('CONFLICT');
}

/**
 * Throws the error code that a rule returned. Rules return null when the call is allowed.
 * @throws DomainError
 */
export function assertAllowed(code: ErrorCode | null, fieldPath?: string): void {
  if (code === null) return;
  throw fieldPath === undefined ? new DomainError(code) : fieldError(fieldPath, code);
}
