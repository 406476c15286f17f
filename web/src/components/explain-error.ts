import { ApiError, type ConnectionCode, type FieldError } from '../api/api-error.ts';
import type { Explanation } from '../ui/errors.ts';
import {
  BUSY_SENTENCES,
  CONNECTION_SENTENCES,
  ERROR_SENTENCES,
  PASSWORD_ERROR_SENTENCES,
} from '../words/error-sentences.ts';

/** Converts any error to a Polish message. */
export function explainError(error: unknown): Explanation {
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
  if (isConnectionCode(code)) return CONNECTION_SENTENCES[code];
  const explained = fields.find(({ reason }) => reason !== undefined);
  return explained === undefined ? ERROR_SENTENCES[code] : fieldSentence(explained);
}

function fieldSentence({ code, reason }: FieldError): string {
  return reason === undefined ? ERROR_SENTENCES[code] : PASSWORD_ERROR_SENTENCES[reason];
}

function isConnectionCode(code: ApiError['code']): code is ConnectionCode {
  return Object.hasOwn(CONNECTION_SENTENCES, code);
}
