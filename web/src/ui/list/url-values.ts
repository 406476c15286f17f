import { isDay } from '../field/parse-day.ts';

/*
 * What the values of a list's URL may be. Every one of them has a value of its own to fall back to, so one bad
 * parameter never throws away the others.
 */

/** A parameter as it stands in the URL: absent, once, or several times. */
export type RawValue = string | readonly string[] | undefined;
/** Reads a parameter; never fails. */
export type UrlValue<Value> = (raw: RawValue) => Value;

/** Of a search, in its box as in the address. */
export const SEARCH_MAX = 255;
const PAGE_MAX = 10_000_000;

const first = (raw: RawValue): string => (typeof raw === 'string' ? raw : raw?.[0]) ?? '';
const all = (raw: RawValue): string[] =>
  (typeof raw === 'string' ? [raw] : [...(raw ?? [])]).filter((item) => item !== '');

export const urlText = (): UrlValue<string> => (raw) => first(raw).slice(0, SEARCH_MAX);

/** One of a closed set, null when none is chosen. */
export const urlOne =
  <const Value extends string>(values: readonly Value[]): UrlValue<Value | null> =>
  (raw) =>
    values.find((value) => value === first(raw)) ?? null;

/**
 * Several of a closed set. Unknown ones are left out, and where all are, as in an absent parameter, the default is
 * meant. An empty parameter means none.
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

/** The id of one record, null when none is chosen. */
export const urlId = (): UrlValue<number | null> => (raw) => {
  const id = Number(first(raw));
  return id > 0 && isId(id) ? id : null;
};

/** A yes-or-no filter: null when it does not matter. */
export const urlFlag = (): UrlValue<boolean | null> => (raw) =>
  first(raw) === 'true' ? true : first(raw) === 'false' ? false : null;

/** A calendar day, empty when unset. */
export const urlDay = (): UrlValue<string> => (raw) => (isDay(first(raw)) ? first(raw) : '');

/** Whole units (kilograms, minor units), null when unset. */
export const urlWhole = (): UrlValue<number | null> => (raw) =>
  /^-?\d{1,15}$/.test(first(raw)) ? Number(first(raw)) : null;

export const urlPage = (): UrlValue<number> => (raw) => {
  const page = Number(first(raw));
  return Number.isInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1;
};

// Zero stands for what has no record of its own, such as contractual qualities.
function isId(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
