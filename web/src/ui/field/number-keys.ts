import { UI_TEXTS } from '../texts.ts';

/*
 * What a number field does with a key or a pasted text. Nothing is left out silently: a figure that loses a digit, a
 * sign or a separator is another figure.
 */

export type Accepts = {
  readonly decimals: number;
  readonly allowNegative: boolean;
  /** Of the field, as it is shown: `t`. */
  readonly unit?: string | undefined;
};

/** The text of the field with its selection, as it stands before the key. */
export type Typed = { readonly text: string; readonly start: number; readonly end: number };

export type Judged =
  /** The field takes it, after it has become this canonical text if one is given. */
  | { readonly kind: 'taken'; readonly after?: string }
  /** The field becomes this canonical text. */
  | { readonly kind: 'becomes'; readonly value: string; readonly note: string | null }
  /** The field stays as it is, and says why. */
  | { readonly kind: 'left'; readonly note: string };

const TAKEN: Judged = { kind: 'taken' };
const SPACES = /[\s\u00a0\u202f]/g;

/** A key that would write one character. */
export function judgeKey(
  key: string,
  { text, start, end }: Typed,
  { decimals, allowNegative }: Accepts,
): Judged {
  const rest = text.slice(0, start) + text.slice(end);
  const comma = rest.indexOf(',');
  if (/^\d$/.test(key)) {
    const isFull = start === end && comma >= 0 && start > comma && rest.length - comma - 1 >= decimals;
    return isFull ? { kind: 'left', note: UI_TEXTS.decimalsCut(decimals) } : TAKEN;
  }
  if (key === ' ' || key === '\u00a0') return TAKEN;
  if (key === '-' && allowNegative && !rest.includes('-')) return TAKEN;
  if (key === ',' || key === '.') {
    if (decimals > 0 && comma < 0) return TAKEN;
    // `1.250,` is the second separator of one thousand two hundred and fifty
    const isGroup = decimals > 0 && start === rest.length && /^-?[1-9][\d\s]*$/.test(rest.slice(0, comma));
    if (isGroup && rest.length - comma - 1 === 3)
      return { kind: 'taken', after: rest.replace(SPACES, '').replace(',', '') };
  }
  return { kind: 'left', note: UI_TEXTS.keyLeft(key) };
}

/** Cells of a spreadsheet, or lines: together their figures are none. */
export const SEVERAL = /\S\s*[\t\r\n]\s*\S/;

const FIGURE = /^([+-]?)(\d*)(?:\.(\d+))?(?:e([+-]?\d{1,2}))?$/i;

const THOUSANDTHS = 3;

const KILOGRAMS = /\s*kg\.?\s*$/i;

/** A text from elsewhere: with spaces, a unit, separators of either kind, or an exponent. */
export function judgePaste(pasted: string, { decimals, allowNegative, unit }: Accepts): Judged {
  if (SEVERAL.test(pasted)) return { kind: 'left', note: UI_TEXTS.pasteLeft };
  const figure = pasted.replace(KILOGRAMS, '');
  const isKilograms = figure !== pasted;
  const [, sign = '', integer = '', fraction = '', exponent = '0'] = FIGURE.exec(plainFigure(figure)) ?? [];
  const isNegative = sign === '-';
  // `25.500 kg` and `1.250 zł` may have a comma or a separator of thousands: neither has thousandths
  const hasThousandths = !isKilograms && (decimals >= THOUSANDTHS || unit === '%');
  if (!hasThousandths && fraction.length === THOUSANDTHS && /^[1-9]\d{0,2}$/.test(integer))
    return { kind: 'left', note: UI_TEXTS.pasteUnclear };
  const isOtherWeight = isKilograms && (unit !== 't' || fraction !== '');
  if (integer + fraction === '' || (isNegative && !allowNegative) || isOtherWeight)
    return { kind: 'left', note: UI_TEXTS.pasteLeft };
  const moved = moveComma(integer, fraction, Number(exponent) - (isKilograms ? 3 : 0));
  const kept = moved.fraction.slice(0, decimals);
  const isCut = /[1-9]/.test(moved.fraction.slice(decimals));
  return {
    kind: 'becomes',
    value: `${isNegative ? '-' : ''}${moved.integer}${kept === '' ? '' : `.${kept}`}`,
    note: isCut ? UI_TEXTS.decimalsCut(decimals) : null,
  };
}

const THOUSANDS = /^[+-]?\d{1,3}(?:[.,]\d{3})+$/;

/**
 * `1.234,50 zł` is `1234.50`: of two kinds of separators the last one is the comma, and so is one that stands alone.
 * The others separate thousands, or it is no figure.
 */
function plainFigure(pasted: string): string {
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
