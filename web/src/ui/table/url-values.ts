import { isDay } from '../field/parse-day.ts';

/*
 * Parsers of the list parameters in the URL. Each has its own fallback, so that an invalid parameter does not
 * affect the others.
 */

/** A parameter in the URL: missing, once or several times. */
export type RawValue = string | readonly string[] | undefined;
/** Parses a parameter; never throws. */
export type UrlValue<Value> = (raw: RawValue) => Value;

/** Maximum length of a search text, in the search box and in the URL. */
export const SEARCH_MAX = 255;
const PAGE_MAX = 10_000_000;

const first = (raw: RawValue): string => (typeof raw === 'string' ? raw : raw?.[0]) ?? '';
const all = (raw: RawValue): string[] =>
  (typeof raw === 'string' ? [raw] : [...(raw ?? [])]).filter((item) => item !== '');

export const urlText = (): UrlValue<string> => (raw) => first(raw).slice(0, SEARCH_MAX);

/** One of a fixed set of values, or null. */
export const urlOne =
  <const Value extends string>(values: readonly Value[]): UrlValue<Value | null> =>
  (raw) =>
    values.find((value) => value === first(raw)) ?? null;

/**
 * Several of a fixed set of values. Unknown ones are ignored. A missing parameter, or one with unknown values
 * only, gives the fallback; an empty parameter gives no values.
 */
export const urlMany =
  <const Value extends string>(
    values: readonly Value[],
    fallback: readonly Value[] = [],
  ): UrlValue<Value[]> =>
  (raw) => {
    const named = all(raw);
    const known = named.flatMap((item) => values.find((value) => value === item) ?? []);
    const isMeant = known.length > 0 || (raw !== undefined && named.length === 0);
    return isMeant ? known : [...fallback];
  };

export const urlIds = (): UrlValue<number[]> => (raw) => all(raw).map(Number).filter(isId);

/** The id of a record, or null. */
export const urlId = (): UrlValue<number | null> => (raw) => {
  const id = Number(first(raw));
  return id > 0 && isId(id) ? id : null;
};

/** A yes/no filter, or null for both. */
export const urlFlag = (): UrlValue<boolean | null> => (raw) =>
  first(raw) === 'true' ? true : first(raw) === 'false' ? false : null;

/** A date, or an empty string. */
export const urlDay = (): UrlValue<string> => (raw) => (isDay(first(raw)) ? first(raw) : '');

/** Whole units (kilograms, minor units), or null. */
export const urlWhole = (): UrlValue<number | null> => (raw) =>
  /^-?\d{1,15}$/.test(first(raw)) ? Number(first(raw)) : null;

export const urlPage = (): UrlValue<number> => (raw) => {
  const page = Number(first(raw));
  return Number.isInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1;
};

// Zero is the id of options without a record, such as contractual qualities.
function isId(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
