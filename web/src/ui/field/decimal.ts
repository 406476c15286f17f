/*
 * Canonical decimal text, `-1234.5`: what number fields keep, so that no figure passes through binary floating
 * point on its way from the keyboard to the wire.
 */

const CANONICAL = /^-?\d+(\.\d+)?$/;

/** Text a person may leave behind when they stop typing, as canonical text: `012.` becomes `12`. */
export function settleDecimal(text: string): string {
  const trimmed = text
    .replace(/\.$/, '')
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/^(-?)\./, '$10.');
  return CANONICAL.test(trimmed) ? trimmed : '';
}

/** `12.5` with 3 places is 12500. Null when the text is no number, or has more places than the unit. */
export function decimalToWhole(text: string, places: number): number | null {
  const settled = settleDecimal(text);
  if (settled === '') return null;
  const negative = settled.startsWith('-');
  const [integer = '0', fraction = ''] = settled.replace('-', '').split('.');
  if (fraction.length > places && /[1-9]/.test(fraction.slice(places))) return null;
  const whole = Number(integer + fraction.slice(0, places).padEnd(places, '0'));
  if (!Number.isSafeInteger(whole)) return null;
  return negative && whole !== 0 ? -whole : whole;
}

/** 12500 with 3 places is `12.5`. */
export function wholeToDecimal(whole: number | null | undefined, places: number): string {
  if (whole === null || whole === undefined) return '';
  const digits = String(Math.abs(whole)).padStart(places + 1, '0');
  const split = digits.length - places;
  const fraction = digits.slice(split).replace(/0+$/, '');
  return `${whole < 0 ? '-' : ''}${digits.slice(0, split)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** The nearest text with at most so many places, halves away from zero: `5.125` with 2 places is `5.13`. */
export function roundDecimal(text: string, places: number): string {
  const settled = settleDecimal(text);
  const [integer = '', fraction = ''] = settled.split('.');
  if (fraction.length <= places) return settled;
  const cut = decimalToWhole(`${integer}.${fraction.slice(0, places)}`, places);
  if (cut === null) return settled;
  const away = Number(fraction.charAt(places)) >= 5 ? 1 : 0;
  return wholeToDecimal(settled.startsWith('-') ? cut - away : cut + away, places);
}

/** Canonical text as people read it: `1 234,5`. */
export function showDecimal(text: string): string {
  const [integer = '', fraction] = text.split('.');
  const grouped = integer.replace(/\B(?=(\d{3})+$)/g, '\u00a0');
  return fraction === undefined ? grouped : `${grouped},${fraction}`;
}

export type Clamped = { value: string; moved: 'raised' | 'lowered' | null };

/** Keeps a settled value within its bounds and tells whether it had to move. */
export function clampDecimal(value: string, min: number | undefined, max: number | undefined): Clamped {
  if (value === '') return { value, moved: null };
  const number = Number(value);
  if (min !== undefined && number < min) return { value: String(min), moved: 'raised' };
  if (max !== undefined && number > max) return { value: String(max), moved: 'lowered' };
  return { value, moved: null };
}
