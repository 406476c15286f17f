import { parseDay } from '../../../ui/field/parse-day.ts';

/* Parses cells in the notations that mills, spreadsheets and mails use. */

/** A decimal in Polish or English notation, or null: `24 860`, `24,86`, `24.860,00`, `1.024.860`. */
export function parseDecimal(text: string): number | null {
  const plain = text.replace(/[\s'’]/g, '');
  const [comma, dot] = [plain.lastIndexOf(','), plain.lastIndexOf('.')];
  const isRepeated = (sign: string) => plain.split(sign).length > 2;
  // If a number has commas and points, the last sign is the decimal separator. A sign that occurs several times
  // separates thousands.
  const separator = comma > dot ? ',' : '.';
  const grouping = separator === ',' ? '.' : ',';
  const ungrouped = plain.replaceAll(grouping, '');
  const canonical = isRepeated(separator)
    ? ungrouped.replaceAll(separator, '')
    : ungrouped.replace(separator, '.');
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(canonical) ? Number(canonical) : null;
}

export type WeightUnit = 'kg' | 't';

/** A weight, with its unit if the cell contains one. */
export type Weight = { readonly value: number; readonly unit: WeightUnit | null };

export function parseWeight(text: string): Weight | null {
  const [, figure = text, unit = ''] = /^(.*?)\s*(kg|t|to|ton|tony|mg)\.?$/i.exec(text.trim()) ?? [];
  const value = parseDecimal(figure);
  if (value === null) return null;
  return { value, unit: unit === '' ? null : unit.toLowerCase() === 'kg' ? 'kg' : 't' };
}

/**
 * Suggests the unit of a weight. A value below 100 is in tonnes, because a load weighs more than 100 kg. A
 * value with decimals below 1,000 is in tonnes too. Zero has no unit.
 */
export function suggestedUnit(value: number): WeightUnit | null {
  if (value === 0) return null;
  const size = Math.abs(value);
  return size < 100 || (size < 1_000 && !Number.isInteger(size)) ? 't' : 'kg';
}

export const toKilograms = (value: number, unit: WeightUnit): number =>
  Math.round(unit === 't' ? value * 1_000 : value);

const WORDS: Readonly<Record<string, boolean>> = { tak: true, nie: false };
/** The texts that mills write if a reading was not taken. */
const NOTHING = new Set(['', '-', '–', '—', 'x', 'n/d', 'nd', 'brak']);

/**
 * Parses a reading such as `14,5%`, `78,2 kg/hl` or `tak`. Returns undefined for an empty cell, null for other text.
 */
export function parseReading(text: string): number | boolean | null | undefined {
  const plain = text.trim().toLowerCase();
  if (NOTHING.has(plain)) return undefined;
  const word = WORDS[plain];
  if (word !== undefined) return word;
  const [, figure = ''] = /^([+-]?[\d\s.,]*\d)\s*(?:[%‰°\p{L}][\p{L}\d/%.³]*)?$/u.exec(plain) ?? [];
  return figure === '' ? null : parseDecimal(figure);
}

const TIME = /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?$/;

/** Parses `8:10`, `08.10`, `08:10:30` or the fraction of a day that a spreadsheet stores; null for other text. */
export function parseTime(text: string): string | null {
  const plain = text.trim();
  const [, hour = '', minute = '', second] = TIME.exec(plain) ?? [];
  if (hour !== '') {
    if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return null;
    return `${hour.padStart(2, '0')}:${minute}`;
  }
  const fraction = /^0?[,.]\d+$|^0$/.test(plain) ? parseDecimal(plain) : null;
  return fraction === null ? null : timeOfFraction(fraction);
}

function timeOfFraction(fraction: number): string {
  const minutes = Math.round(fraction * 1_440) % 1_440;
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** A day, with the time if the cell contains one. */
export type Moment = { readonly day: string; readonly time?: string };

/** The serial numbers of spreadsheets that are parsed as days: 36000 to 37999 and 40000 to 72999. */
const SERIAL = /^(3[67]\d{3}|[4-6]\d{4}|7[0-2]\d{3})(?:[.,](\d+))?$/;
/** The serial number of 1 January 1970. */
const SERIAL_OF_1970 = 25_569;
const DAY_MS = 86_400_000;

/**
 * Parses `25.11.26`, `25/11/2026`, `2026-11-25 08:10`, `śr. 25.11.2026`, `25.11` (in the year nearest to today)
 * or the serial number of a spreadsheet. Returns null for other text.
 */
export function parseMoment(text: string, today: string): Moment | null {
  const plain = text.trim().replace(/^\p{L}+\.?,?\s+/u, '');
  const [, serial, fraction] = SERIAL.exec(plain) ?? [];
  if (serial !== undefined) {
    const day = new Date((Number(serial) - SERIAL_OF_1970) * DAY_MS).toISOString().slice(0, 10);
    return fraction === undefined ? { day } : { day, time: timeOfFraction(Number(`0.${fraction}`)) };
  }
  const [, date = plain, clock] =
    /^(\S+)[\sT,]+(\d{1,2}[:.]\d{2}(?:[:.]\d{2})?)$/.exec(splitIso(plain)) ?? [];
  const day = parseDay(date) ?? dayWithoutYear(date, today);
  if (day === null) return null;
  const time = clock === undefined ? null : parseTime(clock);
  return time === null ? { day } : { day, time };
}

/** Replaces the T of `2026-11-25T08:10` by a space, as in the other notations. */
const splitIso = (text: string) => text.replace(/^(\d{4}-\d{2}-\d{2})T/, '$1 ');

/** Adds the year in which the day is nearest to today, because a December list may arrive in January. */
function dayWithoutYear(text: string, today: string): string | null {
  const [, day, month] = /^(\d{1,2})[./-](\d{1,2})\.?$/.exec(text) ?? [];
  if (day === undefined) return null;
  const year = Number(today.slice(0, 4));
  const distance = (one: string) => Math.abs(Date.parse(one) - Date.parse(today));
  const [nearest = null] = [year - 1, year, year + 1]
    .flatMap((one) => parseDay(`${day}.${month}.${one}`) ?? [])
    .toSorted((one, other) => distance(one) - distance(other));
  return nearest;
}
