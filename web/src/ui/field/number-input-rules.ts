import { NUMBER_TEXTS } from './number-texts.ts';

/*
 * How a number field handles a key or pasted text. No digit, sign or separator is dropped silently, because
 * the remaining text would be a different number.
 */

export type NumberRules = {
  readonly decimals: number;
  readonly allowNegative: boolean;
  /** The unit shown in the field: `t`. */
  readonly unit?: string | undefined;
};

/** The text and selection of the field before the key. */
export type InputState = { readonly text: string; readonly start: number; readonly end: number };

export type InputResult =
  /** The key is inserted. */
  | { readonly kind: 'accepted' }
  /** The value is replaced by this canonical text. */
  | { readonly kind: 'replaced'; readonly value: string; readonly note: string | null }
  /** The value stays, and a message gives the reason. */
  | { readonly kind: 'rejected'; readonly note: string };

const ACCEPTED: InputResult = { kind: 'accepted' };
const SPACES = /[\s\u00a0\u202f]/g;

/** Accepts a typed character, or rejects it with a message. */
export function checkKey(
  key: string,
  { text, start, end }: InputState,
  { decimals, allowNegative }: NumberRules,
): InputResult {
  const rest = text.slice(0, start) + text.slice(end);
  const comma = rest.indexOf(',');
  if (/^\d$/.test(key)) {
    const isFull = start === end && comma >= 0 && start > comma && rest.length - comma - 1 >= decimals;
    return isFull ? { kind: 'rejected', note: NUMBER_TEXTS.decimalsCut(decimals) } : ACCEPTED;
  }
  if (key === ' ' || key === '\u00a0') return ACCEPTED;
  if (key === '-' && allowNegative && !rest.includes('-')) return ACCEPTED;
  if (key === ',' || key === '.') {
    if (decimals > 0 && comma < 0) return ACCEPTED;
  }
  return { kind: 'rejected', note: NUMBER_TEXTS.keyRejected(key) };
}

const GROUPED_DECIMAL = /^-?[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*(?!\1)[.,]\d$/;

/**
 * Parses all keys of a number that was typed with grouped thousands, such as `1.250,5`. The field has used the
 * first separator as the decimal separator and rejected the later keys. Returns undefined for any other text.
 */
export const parseGrouped = (typed: string, rules: NumberRules): InputResult | undefined =>
  GROUPED_DECIMAL.test(typed.replace(SPACES, '')) ? parsePaste(typed, rules) : undefined;

/** Several cells or lines of a spreadsheet, which are not one number. */
export const SEVERAL_VALUES = /\S\s*[\t\r\n]\s*\S/;

const NUMBER_PATTERN = /^([+-]?)(\d*)(?:\.(\d+))?(?:e([+-]?\d{1,2}))?$/i;

const THOUSANDTHS_DIGITS = 3;

const KILOGRAM_SUFFIX = /\s*kg\.?\s*$/i;

/** Parses pasted text, which may contain spaces, a unit, either separator or an exponent. */
export function parsePaste(pasted: string, { decimals, allowNegative, unit }: NumberRules): InputResult {
  if (SEVERAL_VALUES.test(pasted)) return { kind: 'rejected', note: NUMBER_TEXTS.pasteRejected };
  const figure = pasted.replace(KILOGRAM_SUFFIX, '');
  const isKilograms = figure !== pasted;
  const [, sign = '', integer = '', fraction = '', exponent = '0'] =
    NUMBER_PATTERN.exec(plainNumber(figure)) ?? [];
  const isNegative = sign === '-';
  // `25.500 kg` and `1.250 zł` are ambiguous: the separator may be for decimals or for thousands
  const hasThousandths = !isKilograms && (decimals >= THOUSANDTHS_DIGITS || unit === '%');
  if (!hasThousandths && fraction.length === THOUSANDTHS_DIGITS && /^[1-9]\d{0,2}$/.test(integer))
    return { kind: 'rejected', note: NUMBER_TEXTS.pasteUnclear };
  const isOtherWeight = isKilograms && (unit !== 't' || fraction !== '');
  if (integer + fraction === '' || (isNegative && !allowNegative) || isOtherWeight)
    return { kind: 'rejected', note: NUMBER_TEXTS.pasteRejected };
  const moved = moveComma(integer, fraction, Number(exponent) - (isKilograms ? 3 : 0));
  const kept = moved.fraction.slice(0, decimals);
  const isCut = /[1-9]/.test(moved.fraction.slice(decimals));
  return {
    kind: 'replaced',
    value: `${isNegative ? '-' : ''}${moved.integer}${kept === '' ? '' : `.${kept}`}`,
    note: isCut ? NUMBER_TEXTS.decimalsCut(decimals) : null,
  };
}

const THOUSANDS = /^[+-]?\d{1,3}(?:[.,]\d{3})+$/;

/**
 * Converts `1.234,50 zł` to `1234.50`. The last separator is the decimal separator, unless it occurs several
 * times. All other separators must group thousands.
 */
function plainNumber(pasted: string): string {
  const figure = pasted
    .replace(SPACES, '')
    .replace(/(?:ton(?:a|y)?|t|zł|zl|pln|eur|usd|€|\$|%)?(?:\/t)?[.,]?$/i, '')
    .replace(/\u2212/g, '-');
  const [last] = figure.match(/[.,](?=[^.,]*$)/) ?? [];
  if (last === undefined) return figure;
  const isRepeated = figure.split(last).length > 2;
  const comma = isRepeated ? figure.length : figure.lastIndexOf(last);
  const integer = figure.slice(0, comma);
  if (/[.,]/.test(integer) && !THOUSANDS.test(integer)) return '';
  return `${integer.replace(/[.,]/g, '')}${figure.slice(comma).replace(last, '.')}`;
}

function moveComma(integer: string, fraction: string, places: number): { integer: string; fraction: string } {
  const missing = Math.max(0, places - fraction.length);
  const digits = '0'.repeat(Math.max(0, -places)) + integer + fraction + '0'.repeat(missing);
  const at = Math.max(0, -places) + integer.length + places;
  return { integer: digits.slice(0, at).replace(/^0+(?=\d)/, '') || '0', fraction: digits.slice(at) };
}
