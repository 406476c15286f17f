import { ERROR_STATUS, type ErrorCode, isErrorCode } from '@spichlerz/shared/domain/domain-error';
import { describe, expect, it } from 'vitest';
import { ApiError, type BusyKind, type ConnectionCode } from '../api/api-error.ts';
import { UI_WORDS } from '../ui/words.ts';
import { CONNECTION_PROBLEMS } from '../words/refusals.ts';
import { explainError } from './explain-error.ts';

/** Refuses an invoice, which is written and never loaded. */
const ONLY_WRITTEN: readonly ErrorCode[] = ['CANNOT_SET_INVOICE_ON_THIS_STATUS'];
const LOADED = Object.keys(ERROR_STATUS)
  .filter(isErrorCode)
  .filter((code) => !ONLY_WRITTEN.includes(code));
const CONNECTION = Object.keys(CONNECTION_PROBLEMS) as ConnectionCode[];
const BUSY: readonly BusyKind[] = ['export', 'printout', 'import'];
const SAVING = /zapis/i;

describe('the sentence of a failed load', () => {
  it.each(LOADED)('speaks of no saving after %s', (code) => {
    const fields = [{ path: 'priceFrom', code }];
    const { message, fields: told } = explainError(new ApiError(ERROR_STATUS[code], code, { fields }));
    for (const sentence of [message, ...told.map((field) => field.message)])
      expect(sentence).not.toMatch(SAVING);
  });

  it.each(CONNECTION)('speaks of no saving after %s', (code) => {
    expect(explainError(new ApiError(0, code)).message).not.toMatch(SAVING);
  });

  it.each(BUSY)('speaks of no saving when the server is busy with an %s', (busyKind) => {
    expect(explainError(new ApiError(429, 'TOO_MANY_REQUESTS', { busyKind })).message).not.toMatch(SAVING);
  });

  it('speaks of no saving above, below or instead of it', () => {
    const { failed, optionsFailed, exportFailed, unexpected } = UI_WORDS;
    const unknown = explainError(new Error('unknown')).message;
    for (const sentence of [failed, optionsFailed, exportFailed, unexpected, unknown])
      expect(sentence).not.toMatch(SAVING);
  });
});
