/*
 * Canonical decimal text such as `-1234.5`: the value of number fields, so that no number passes through
 * binary floating point between the keyboard and the wire.
 */

const CANONICAL_DECIMAL = /^-?\d+(\.\d+)?$/;

/**
 * Converts unfinished input to canonical text: `012.` becomes `12`. Text that is not a number becomes empty.
 */
export function normalizeDecimal(text: string): string {
  const trimmed = text
    .replace(/\.$/, '')
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/^(-?)\./, '$10.');
  return CANONICAL_DECIMAL.test(trimmed) ? trimmed : '';
}

/**
 * `12.5` with 3 places is 12500. Null for text that is not a number, needs more decimal places or is too
 * large.
 */
export function decimalToWhole(text: string, places: number): number | null {
  const settled = normalizeDecimal(text);
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

/** Rounds to at most `places` decimals, halves away from zero: `5.125` with 2 places is `5.13`. */
export function roundDecimal(text: string, places: number): string {
  const settled = normalizeDecimal(text);
  const [integer = '', fraction = ''] = settled.split('.');
  if (fraction.length <= places) return settled;
  const cut = decimalToWhole(`${integer}.${fraction.slice(0, places)}`, places);
  if (cut === null) return settled;
  const away = Number(fraction.charAt(places)) >= 5 ? 1 : 0;
  return wholeToDecimal(settled.startsWith('-') ? cut - away : cut + away, places);
}

/** Appends zeros up to `places` decimals: `12.5` with 3 places is `12.500`. */
export function padDecimal(text: string, places: number): string {
  const [integer = '', fraction = ''] = text.split('.');
  return integer === '' || places === 0 ? text : `${integer}.${fraction.padEnd(places, '0')}`;
}

/** Removes zeros at the end of the decimals: `12.500` becomes `12.5`. */
export function trimDecimal(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** Canonical text in Polish notation: `1 234,5`. */
export function showDecimal(text: string): string {
  const [integer = '', fraction] = text.split('.');
  const grouped = integer.replace(/\B(?=(\d{3})+$)/g, '\u00a0');
  return fraction === undefined ? grouped : `${grouped},${fraction}`;
}

export type Clamped = { value: string; moved: 'raised' | 'lowered' | null };

/** Limits a normalized value and reports in which direction it changed. */
export function clampDecimal(value: string, min: number | undefined, max: number | undefined): Clamped {
  if (value === '') return { value, moved: null };
  const number = Number(value);
  if (min !== undefined && number < min) return { value: String(min), moved: 'raised' };
  if (max !== undefined && number > max) return { value: String(max), moved: 'lowered' };
  return { value, moved: null };
}
