import { CURRENCIES } from '@spichlerz/shared/domain/contract';

/** A record of labels as options of a select, in the record's order. */
export function labelOptions<Value extends string>(
  labels: Readonly<Record<Value, string>>,
): { value: Value; label: string }[] {
  return (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }));
}

/** Labels of the color schemes; `auto` follows the system. */
export const SCHEME_LABELS = { auto: 'Systemowy', light: 'Jasny', dark: 'Ciemny' } as const;

export const CURRENCY_OPTIONS = CURRENCIES.map((value) => ({ value, label: value }));

export const YES_NO = [
  { value: true, label: 'Tak' },
  { value: false, label: 'Nie' },
];

/** The options of a yes-or-no field whose value is a string; '' means no answer. */
export const YES_NO_TEXT = [
  { value: 'true', label: 'Tak' },
  { value: 'false', label: 'Nie' },
];
