import { Text } from '@mantine/core';
import type { ErrorCode } from '@spichlerz/shared/domain/domain-error';
import { ERROR_SENTENCES } from '../words/error-sentences.ts';
import { counted, NOUN_FORMS } from '../words/plural.ts';
import { INVOICE_IS_PAID } from './paid-invoice.ts';
import { Warning } from './warning.tsx';

/*
 * Shared by the dialogs of joint invoices. Each transport has its own result, and failed transports stay in the
 * dialog.
 */

/** The error code of each failed transport, by transport id. */
export type FailureReasons = ReadonlyMap<number, ErrorCode>;

type Result = { readonly transportId: number; readonly messageCode: ErrorCode | null };

export const failureReasonsOf = (results: readonly Result[]): FailureReasons =>
  new Map(
    results.flatMap(({ transportId, messageCode }) =>
      messageCode === null ? [] : [[transportId, messageCode] as const],
    ),
  );

/**
 * Whether the transport is still to be saved: every transport at first, only the failed transports after a
 * failure.
 */
export const isUnsaved = (reasons: FailureReasons, transportId: number): boolean =>
  reasons.size === 0 || reasons.has(transportId);

/** `count` is the number of all transports in the dialog. */
export function UnsavedTransports({ reasons, count }: { reasons: FailureReasons; count: number }) {
  return reasons.size === 0 ? null : (
    <Warning>{`Na fakturze nie ma jeszcze: ${counted(reasons.size, NOUN_FORMS.transports)}.${reasons.size < count ? ' Pozostałe transporty zostały zapisane.' : ''}`}</Warning>
  );
}

const SENTENCES: Partial<Record<ErrorCode, string>> = {
  // the usual sentence suggests a reload, but this dialog already shows the stored data
  CONFLICT: 'Ktoś zmienił ten transport w międzyczasie. Sprawdź go i zapisz jeszcze raz.',
  // the request has the versions of the transports, so their status cannot be the cause
  WRONG_STATUS: INVOICE_IS_PAID,
};

export function FailureReason({ code }: { code: ErrorCode | undefined }) {
  return code === undefined ? null : (
    <Text fz="xs" c="var(--mantine-color-error)">
      {SENTENCES[code] ?? ERROR_SENTENCES[code]}
    </Text>
  );
}

/** The value that all rows have, or an empty text when they differ. */
export const commonText = (values: readonly (string | null)[]): string =>
  values.every((value) => value === values[0]) ? (values[0] ?? '') : '';
