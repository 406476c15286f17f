import { ApiError } from '../api/api-error.ts';
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
  switch (code) {
    case 'NETWORK_ERROR':
    case 'TIMEOUT':
    case 'ABORTED':
    case 'BAD_RESPONSE':
      return CONNECTION_PROBLEMS[code];
    default:
      return REFUSALS[code];
  }
}
