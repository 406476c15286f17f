import { EMPTY, formatDate, orEmpty } from './figures.ts';

/** A payment term, such as `14 dni od daty wystawienia faktury`. */
export function formatPaymentDays(days: number | null): string {
  return days === null ? EMPTY : `${days} ${days === 1 ? 'dzień' : 'dni'} od daty wystawienia faktury`;
}

/** The day and the place of the conclusion, such as `05/11/2026, Poznań`. */
export function formatConclusion({
  concludedOn,
  concludedAt,
}: {
  readonly concludedOn: string | null;
  readonly concludedAt: string | null;
}): string {
  const day = concludedOn === null ? null : formatDate(concludedOn);
  return orEmpty([day, concludedAt].filter((part) => part !== null).join(', '));
}
