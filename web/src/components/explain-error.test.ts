import { ERROR_STATUS, type ErrorCode, isErrorCode } from '@spichlerz/shared/domain/domain-error';
import { describe, expect, it } from 'vitest';
import { ApiError, type BusyKind, type ConnectionErrorCode } from '../api/api-error.ts';
import { UI_TEXTS } from '../ui/texts.ts';
import { CONNECTION_SENTENCES } from '../words/error-sentences.ts';
import { explainError } from './explain-error.ts';

/** Codes that only occur when an invoice is saved. */
const SAVE_ONLY_CODES: readonly ErrorCode[] = ['CANNOT_SET_INVOICE_ON_THIS_STATUS'];
const LOAD_CODES = Object.keys(ERROR_STATUS)
  .filter(isErrorCode)
  .filter((code) => !SAVE_ONLY_CODES.includes(code));
const CONNECTION_CODES = Object.keys(CONNECTION_SENTENCES) as ConnectionErrorCode[];
const BUSY_KINDS: readonly BusyKind[] = ['export', 'printout', 'import'];
const SAVING = /zapis/i;

describe('the message of a failed load', () => {
  it.each(LOAD_CODES)('the message of the error code %s does not mention saving', (code) => {
    const fields = [{ path: 'priceFrom', code }];
    const { message, fields: fieldMessages } = explainError(
      new ApiError(ERROR_STATUS[code], code, { fields }),
    );
    for (const sentence of [message, ...fieldMessages.map((field) => field.message)])
      expect(sentence).not.toMatch(SAVING);
  });

  it.each(CONNECTION_CODES)('the message of the connection error %s does not mention saving', (code) => {
    expect(explainError(new ApiError(0, code)).message).not.toMatch(SAVING);
  });

  it.each(BUSY_KINDS)(
    'the message about too many requests of the kind "%s" does not mention saving',
    (busyKind) => {
      expect(explainError(new ApiError(429, 'TOO_MANY_REQUESTS', { busyKind })).message).not.toMatch(SAVING);
    },
  );

  it('the titles of failed loads and unexpected errors do not mention saving', () => {
    const { failed, optionsFailed, exportFailed, unexpected } = UI_TEXTS;
    const unknown = explainError(new Error('unknown')).message;
    for (const sentence of [failed, optionsFailed, exportFailed, unexpected, unknown])
      expect(sentence).not.toMatch(SAVING);
  });
});

it('a missing reason has the message "Podaj powód zmiany."', () => {
  const fields = [{ path: 'reason', code: 'VALUE_IS_MISSING' as const }];
  expect(explainError(new ApiError(400, 'VALUE_IS_MISSING', { fields }))).toEqual({
    message: 'Podaj powód zmiany.',
    fields: [{ path: 'reason', message: 'Podaj powód zmiany.' }],
  });
});
