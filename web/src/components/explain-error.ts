import { ApiError, type ConnectionErrorCode, type FieldError } from '../api/api-error.ts';
import type { Explanation } from '../ui/errors.ts';
import {
  BUSY_SENTENCES,
  CONNECTION_SENTENCES,
  ERROR_SENTENCES,
  FOREIGN_PARAMETER,
  PASSWORD_ERROR_SENTENCES,
  REASON_MISSING,
} from '../words/error-sentences.ts';

/** An error that the screen itself detected. Its message is a Polish sentence. */
export class SentenceError extends Error {
  override readonly name = 'SentenceError';
}

/** Converts any error to a Polish message. */
export function explainError(error: unknown): Explanation {
  if (error instanceof SentenceError) return { message: error.message, fields: [] };
  if (!(error instanceof ApiError)) return { message: ERROR_SENTENCES.INTERNAL_ERROR, fields: [] };
  const message = sentence(error);
  return {
    message:
      error.status >= 500 && error.requestId ? `${message} Numer zgłoszenia: ${error.requestId}.` : message,
    fields: error.fields.map((field) => ({ path: field.path, message: fieldSentence(field) })),
  };
}

function sentence({ code, fields, busyKind }: ApiError): string {
  if (busyKind !== undefined) return BUSY_SENTENCES[busyKind];
  if (isConnectionErrorCode(code)) return CONNECTION_SENTENCES[code];
  const explained = fields.find(
    (field) => field.reason !== undefined || field.sentence !== undefined || isMissingReason(field),
  );
  return explained === undefined ? ERROR_SENTENCES[code] : fieldSentence(explained);
}

const isMissingReason = ({ path, code }: FieldError) => path === 'reason' && code === 'VALUE_IS_MISSING';

function fieldSentence(field: FieldError): string {
  const { path, code, reason, sentence } = field;
  if (sentence !== undefined) return sentence;
  if (reason !== undefined) return PASSWORD_ERROR_SENTENCES[reason];
  // Some forms show the field of the reason only after this error, so the message must be clear without the
  // field.
  if (isMissingReason(field)) return REASON_MISSING;
  // For a parameter id, the code means a parameter of another raw material and not a value of the wrong type.
  if (code === 'RAW_MATERIAL_WRONG_DATA_TYPE' && path.endsWith('parameterId')) return FOREIGN_PARAMETER;
  return ERROR_SENTENCES[code];
}

function isConnectionErrorCode(code: ApiError['code']): code is ConnectionErrorCode {
  return Object.hasOwn(CONNECTION_SENTENCES, code);
}
