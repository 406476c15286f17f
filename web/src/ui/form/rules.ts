import { z } from 'zod';
import { decimalToWhole } from '../field/decimal.ts';
import { isDay } from '../field/parse-day.ts';
import { parseShortDay, todayInWarsaw } from '../field/short-day.ts';
import { RULE_WORDS } from './rule-words.ts';

/*
 * What the values of fields must be, as schemas from the form's state to the value that is saved. An empty field
 * that may stay empty is saved as undefined.
 */

const CHOOSE = 'Wybierz pozycję z listy.';
const DAY = 'Podaj istniejącą datę w formacie DD/MM/RRRR.';
const NUMBER = 'Wpisz liczbę.';

/** Of a text of one line. */
export const TEXT_MAX = 255;
/** Of a longer one: comments, details, deductions, a reason. */
export const REMARK_MAX = 2_000;

export const requiredText = (max = TEXT_MAX) =>
  z.string().trim().min(1, RULE_WORDS.required).max(max, `Wpisz najwyżej ${max} znaków.`);

export const optionalText = (max = TEXT_MAX) =>
  z
    .string()
    .trim()
    .max(max, `Wpisz najwyżej ${max} znaków.`)
    .transform((text) => (text === '' ? undefined : text));

export const optionalRemark = () => optionalText(REMARK_MAX);

const EMAIL = z.email();
/** Copied along from mails and contacts, seen by nobody, and left out by the server. */
const INVISIBLE_CHARACTERS = /\p{Cf}/gu;
const isEmail = (text: string) => EMAIL.safeParse(text.replaceAll(INVISIBLE_CHARACTERS, '')).success;

export const requiredEmail = () =>
  z
    .string()
    .trim()
    .min(1, RULE_WORDS.required)
    .max(TEXT_MAX, `Wpisz najwyżej ${TEXT_MAX} znaków.`)
    .refine((text) => text === '' || isEmail(text), RULE_WORDS.email);

export const optionalEmail = () =>
  z
    .string()
    .trim()
    .max(TEXT_MAX, `Wpisz najwyżej ${TEXT_MAX} znaków.`)
    .refine((text) => text === '' || isEmail(text), RULE_WORDS.email)
    .transform((text) => (text === '' ? undefined : text));

/** What a field makes of a day without its year when it is left is complete before that. */
const finished = (text: string): string => parseShortDay(text, todayInWarsaw()) ?? text;
const isDayOrEmpty = (text: string): boolean => text === '' || isDay(finished(text));

export const requiredDay = () =>
  z.string().min(1, RULE_WORDS.required).refine(isDayOrEmpty, DAY).transform(finished);

export const optionalDay = () =>
  z
    .string()
    .refine(isDayOrEmpty, DAY)
    .transform((text) => (text === '' ? undefined : finished(text)));

/** A choice the form starts without: null until something is picked. */
export const requiredChoice = <Value extends string | number | boolean>() =>
  z.custom<Value | null>().transform((value, context): Value => {
    if (value !== null && value !== undefined) return value;
    context.addIssue({ code: 'custom', message: CHOOSE });
    return z.NEVER;
  });

export const optionalChoice = <Value extends string | number | boolean>() =>
  z.custom<Value | null>().transform((value): Value | undefined => value ?? undefined);

/** Whole units (kilograms, minor units) as QuantityField and MoneyField keep them: null when empty. */
export const requiredWhole = ({
  min = 1,
  message = 'Wpisz liczbę większą od zera.',
}: {
  min?: number;
  message?: string;
} = {}) =>
  z.custom<number | null>().transform((value, context): number => {
    const problem =
      value === null || value === undefined ? RULE_WORDS.required : value < min ? message : null;
    if (problem === null && typeof value === 'number') return value;
    context.addIssue({ code: 'custom', message: problem ?? NUMBER });
    return z.NEVER;
  });

export const optionalWhole = () =>
  z.custom<number | null>().transform((value): number | undefined => value ?? undefined);

/** A plain number with decimals, as NumberField keeps it: canonical text. */
export const requiredDecimal = ({ min = 0, decimals = 2 }: { min?: number; decimals?: number } = {}) =>
  z.string().transform((text, context): number => {
    const isNumber = decimalToWhole(text, decimals) !== null;
    const problem =
      text === ''
        ? RULE_WORDS.required
        : !isNumber
          ? NUMBER
          : Number(text) < min
            ? `Wpisz liczbę nie mniejszą niż ${min}.`
            : null;
    if (problem === null) return Number(text);
    context.addIssue({ code: 'custom', message: problem });
    return z.NEVER;
  });
