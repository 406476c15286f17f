import { z } from 'zod';
import { isDay } from '../field/parse-day.ts';

/*
 * What the values of a list's URL may be. Every one of them has a value of its own to fall back to, so one bad
 * parameter never throws away the others.
 */

type Raw = string | readonly string[] | undefined;

const raw = (read: (value: Raw) => unknown) => (value: unknown) => read(value as Raw);
const first = (value: Raw): string | undefined => (typeof value === 'string' ? value : value?.[0]);
const all = (value: Raw): string[] =>
  (typeof value === 'string' ? [value] : [...(value ?? [])]).filter((item) => item !== '');

export const urlText = () => z.preprocess(raw(first), z.string().max(255)).catch('');

/** One of a closed set, null when none is chosen. */
export const urlOne = <const Value extends string>(values: readonly Value[]) =>
  z.preprocess(raw(first), z.enum(values).nullable()).catch(null);

/** Several of a closed set. Unknown ones are left out. An empty parameter means none, an absent one the default. */
export const urlMany = <const Value extends string>(
  values: readonly Value[],
  fallback: readonly Value[] = [],
) =>
  z
    .preprocess(
      raw((value) =>
        value === undefined ? fallback : all(value).filter((item) => values.includes(item as Value)),
      ),
      z.array(z.enum(values)),
    )
    .catch([...fallback]);

export const urlIds = () =>
  z
    .preprocess(
      raw((value) => all(value).map(Number).filter(isId)),
      z.array(z.number()),
    )
    .catch([]);

/** The id of one record, null when none is chosen. */
export const urlId = () =>
  z
    .preprocess(
      raw((value) => Number(first(value)) || null),
      z.int().min(1).nullable(),
    )
    .catch(null);

/** A yes-or-no filter: null when it does not matter. */
export const urlFlag = () =>
  z
    .preprocess(
      raw((value) => ({ true: true, false: false })[first(value) ?? ''] ?? null),
      z.boolean().nullable(),
    )
    .catch(null);

/** A calendar day, empty when unset. */
export const urlDay = () =>
  z
    .preprocess(
      raw((value) => (isDay(first(value) ?? '') ? first(value) : '')),
      z.string(),
    )
    .catch('');

/** Whole units (kilograms, minor units), null when unset. */
export const urlWhole = () =>
  z
    .preprocess(
      raw((value) => (/^-?\d{1,15}$/.test(first(value) ?? '') ? Number(first(value)) : null)),
      z.number().nullable(),
    )
    .catch(null);

export const urlPage = () =>
  z
    .preprocess(
      raw((value) => Number(first(value))),
      z.int().min(1).max(10_000_000),
    )
    .catch(1);

// Zero stands for what has no record of its own, such as contractual qualities.
function isId(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
