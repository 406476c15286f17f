import { Text } from '@mantine/core';
import type { ErrorCode } from '@spichlerz/shared/domain/domain-error';
import dayjs from 'dayjs';
import { ERROR_SENTENCES } from '../words/error-sentences.ts';
import { COUNTED, counted } from '../words/plural.ts';
import { Warning } from './warning.tsx';

/* What the dialogs of joint invoices share: each transport has its own result, and the refused ones stay. */

/** The reason by the transport's id. */
export type Refusals = ReadonlyMap<number, ErrorCode>;

type Result = { readonly transportId: number; readonly messageCode: ErrorCode | null };

export const refusalsOf = (results: readonly Result[]): Refusals =>
  new Map(
    results.flatMap(({ transportId, messageCode }) =>
      messageCode === null ? [] : [[transportId, messageCode] as const],
    ),
  );

/** After a refusal only the refused transports are left to save. */
export const isLeft = (refused: Refusals, transportId: number): boolean =>
  refused.size === 0 || refused.has(transportId);

export function LeftOut({ refused }: { refused: Refusals }) {
  return refused.size === 0 ? null : (
    <Warning>{`Na fakturze nie ma jeszcze: ${counted(refused.size, COUNTED.transports)}. Pozostałe transporty zostały zapisane.`}</Warning>
  );
}

/** The dialog already shows what is stored, so there is nothing to reload. */
const CHANGED = 'Ktoś zmienił ten transport w międzyczasie. Sprawdź go i zapisz jeszcze raz.';

export function Refusal({ code }: { code: ErrorCode | undefined }) {
  return code === undefined ? null : (
    <Text fz="xs" c="var(--mantine-color-error)">
      {code === 'CONFLICT' ? CHANGED : ERROR_SENTENCES[code]}
    </Text>
  );
}

/** The value that all rows have, or an empty text when they differ. */
export const commonText = (values: readonly (string | null)[]): string =>
  values.every((value) => value === values[0]) ? (values[0] ?? '') : '';

export const latestDay = (days: readonly (string | null)[]): string =>
  days.reduce<string>((latest, day) => (day !== null && day > latest ? day : latest), '');

/** The day of payment by a term in days. */
export const dueDay = (from: string, paymentDays: number): string =>
  dayjs(from).add(paymentDays, 'day').format('YYYY-MM-DD');
