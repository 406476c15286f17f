import { stripInvisibleCharacters } from '@spichlerz/shared/domain/invisible-characters';
import { z } from 'zod';
import { decimalToWhole } from '../field/decimal.ts';
import { isDay } from '../field/parse-day.ts';
import { parseShortDay, todayInWarsaw } from '../field/short-day.ts';
import { RULE_TEXTS } from './rule-texts.ts';

/*
 * Schemas of field values, from the form's state to the saved value. An empty optional field becomes
 * undefined.
 */

const CHOICE_MISSING = 'Wybierz pozycję z listy.';
const INVALID_DAY = 'Podaj istniejącą datę w formacie DD/MM/RRRR.';
const INVALID_NUMBER = 'Wpisz liczbę.';

/** Maximum length of a single-line text. */
export const TEXT_MAX = 255;
/** Maximum length of comments, details, deductions and reasons. */
export const REMARK_MAX = 2_000;

export const requiredText = (max = TEXT_MAX) =>
  z.string().trim().min(1, RULE_TEXTS.required).max(max, `Wpisz najwyżej ${max} znaków.`);

export const optionalText = (max = TEXT_MAX) =>
  z
    .string()
    .trim()
    .max(max, `Wpisz najwyżej ${max} znaków.`)
    .transform((text) => (text === '' ? undefined : text));

export const optionalRemark = () => optionalText(REMARK_MAX);

const emailSchema = z.email();
/** Ignores the characters that the server removes before it validates the address. */
const isEmail = (text: string) => emailSchema.safeParse(stripInvisibleCharacters(text)).success;

export const requiredEmail = () =>
  z
    .string()
    .trim()
    .min(1, RULE_TEXTS.required)
    .max(TEXT_MAX, `Wpisz najwyżej ${TEXT_MAX} znaków.`)
    .refine((text) => text === '' || isEmail(text), RULE_TEXTS.email);

export const optionalEmail = () =>
  z
    .string()
    .trim()
    .max(TEXT_MAX, `Wpisz najwyżej ${TEXT_MAX} znaków.`)
    .refine((text) => text === '' || isEmail(text), RULE_TEXTS.email)
    .transform((text) => (text === '' ? undefined : text));

/** E-mail addresses. The message names the invalid addresses. */
export const emailAddresses = () =>
  z.array(z.string()).superRefine((list, context) => {
    const wrong = list.filter((email) => !isEmail(email));
    if (wrong.length === 0) return;
    context.addIssue({
      code: 'custom',
      message: `Popraw albo usuń nieprawidłowe adresy e-mail: ${wrong.join(', ')}.`,
    });
  });

/** Completes a date without a year. The field itself completes such a date only on Enter or blur. */
const completedDay = (text: string): string => parseShortDay(text, todayInWarsaw()) ?? text;
const isDayOrEmpty = (text: string): boolean => text === '' || isDay(completedDay(text));

export const requiredDay = () =>
  z.string().min(1, RULE_TEXTS.required).refine(isDayOrEmpty, INVALID_DAY).transform(completedDay);

export const optionalDay = () =>
  z
    .string()
    .refine(isDayOrEmpty, INVALID_DAY)
    .transform((text) => (text === '' ? undefined : completedDay(text)));

/** A required selection; the form's value is null until an option is selected. */
export const requiredChoice = <Value extends string | number | boolean>() =>
  z.custom<Value | null>().transform((value, context): Value => {
    if (value !== null && value !== undefined) return value;
    context.addIssue({ code: 'custom', message: CHOICE_MISSING });
    return z.NEVER;
  });

export const optionalChoice = <Value extends string | number | boolean>() =>
  z.custom<Value | null>().transform((value): Value | undefined => value ?? undefined);

/** Whole units (kilograms, minor units) as in QuantityField and MoneyField: null when empty. */
export const requiredInteger = ({
  min = 1,
  message = 'Wpisz liczbę większą od zera.',
}: {
  min?: number;
  message?: string;
} = {}) =>
  z.custom<number | null>().transform((value, context): number => {
    const problem =
      value === null || value === undefined ? RULE_TEXTS.required : value < min ? message : null;
    if (problem === null && typeof value === 'number') return value;
    context.addIssue({ code: 'custom', message: problem ?? INVALID_NUMBER });
    return z.NEVER;
  });

/** A difference in whole units: any number except zero. */
export const requiredDifference = () =>
  requiredInteger({ min: Number.NEGATIVE_INFINITY }).refine(
    (value) => value !== 0,
    'Wpisz liczbę różną od zera.',
  );

export const optionalInteger = () =>
  z.custom<number | null>().transform((value): number | undefined => value ?? undefined);

/** A decimal number as in NumberField: canonical text. */
export const requiredDecimal = ({ min = 0, decimals = 2 }: { min?: number; decimals?: number } = {}) =>
  z.string().transform((text, context): number => {
    const isNumber = decimalToWhole(text, decimals) !== null;
    const problem =
      text === ''
        ? RULE_TEXTS.required
        : !isNumber
          ? INVALID_NUMBER
          : Number(text) < min
            ? `Wpisz liczbę nie mniejszą niż ${min}.`
            : null;
    if (problem === null) return Number(text);
    context.addIssue({ code: 'custom', message: problem });
    return z.NEVER;
  });

/**
 * Runs cross-field rules even when single fields are invalid, so that the form shows all errors at once. A
 * cross-field rule must not rely on the type of a field, because the field's own rule may have failed.
 */
export const ALL_ERRORS = {
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
};
