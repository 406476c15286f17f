import { ApiError, type ConnectionCode } from '../api/api-error.ts';
import type { Explanation } from '../ui/explain.ts';
import { CONNECTION_PROBLEMS, REFUSALS } from '../words/refusals.ts';

/** How a failure of any kind reads in Polish. */
export function explainError(error: unknown): Explanation {
  if (!(error instanceof ApiError)) return { message: REFUSALS.INTERNAL_ERROR, fields: [] };
  const message = sentence(error);
  return {
    message:
      error.status >= 500 && error.requestId ? `${message} Numer zgłoszenia: ${error.requestId}.` : message,
    fields: error.fields.map(({ path, code }) => ({ path, message: REFUSALS[code] })),
  };
}

function sentence({ code }: ApiError): string {
  return isConnectionCode(code) ? CONNECTION_PROBLEMS[code] : REFUSALS[code];
}

function isConnectionCode(code: ApiError['code']): code is ConnectionCode {
  return Object.hasOwn(CONNECTION_PROBLEMS, code);
}
