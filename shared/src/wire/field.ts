import { z } from 'zod';
import { collapseWhitespace } from '../domain/collapse-whitespace.ts';
import type { ErrorCode } from '../domain/domain-error.ts';
import { stripInvisibleCharacters } from '../domain/invisible-characters.ts';
import { normalisePhone } from '../domain/phone.ts';
import { INTEGER_MAX, TRANSPORT_MAX_KG } from '../domain/units.ts';

/*
 * The kinds of fields requests are made of. Empty values are dropped before validation (case.ts), so a field is
 * either required or `.optional()`; limits are those of specification section 5.
 */

/** Attaches the refusal code a failed check answers with. */
export function withCode(code: ErrorCode, path?: string): { params: { code: ErrorCode }; path?: string[] } {
  return path === undefined ? { params: { code } } : { params: { code }, path: path.split('.') };
}

/** PostgreSQL can store neither a NUL byte nor, in the JSON of the history, a lone surrogate. */
const isStorable = (text: string) => !text.includes('\u0000') && !/\p{Surrogate}/u.test(text);

const visibleText = () => z.string().overwrite(stripInvisibleCharacters).trim();

/** Each letter in one form (NFC), however it was typed, so that texts that look the same are equal. */
const normalizedText = () => visibleText().normalize('NFC');

/** One line of text: every run of blanks, non-breaking ones too, becomes the one blank that screens show. */
const singleLine = () => normalizedText().overwrite(collapseWhitespace);

export const text = (max = 255) =>
  singleLine().min(1).max(max).refine(isStorable, withCode('VALUE_IS_WRONG'));

/** A line of text that may be left out; white space alone counts as left out. */
export const optionalText = (max = 255) => optional(singleLine(), max);

/** A longer text that keeps its line breaks: comments, details, deductions. */
export const optionalRemark = () => optional(normalizedText(), 2_000);

/*
 * Fields of calls that change a part of a record: left out, they keep what is stored; null and an empty text empty them
 * (api.md, Conventions). Nulls reach only schemas that accept them (validate.ts).
 */

/** A line of text that keeps its value when left out. */
export const textToPatch = (max = 255) => toPatch(singleLine(), max);

/** A longer text that keeps its value when left out. */
export const remarkToPatch = () => toPatch(normalizedText(), 2_000);

/** A day that keeps its value when left out. */
export const dayToPatch = () => day().nullable().optional();

const toPatch = (kind: z.ZodString, max: number) =>
  kind
    .max(max)
    .refine(isStorable, withCode('VALUE_IS_WRONG'))
    .nullable()
    .optional()
    .transform((value) => (value === '' ? null : value));

const optional = (kind: z.ZodString, max: number) =>
  kind
    .max(max)
    .refine(isStorable, withCode('VALUE_IS_WRONG'))
    .optional()
    .transform((value) => (value === '' ? undefined : value));

/** As typed, never trimmed. How strong it must be is the domain's rule; its length is bounded because it is hashed. */
export const password = () => z.string().min(1).max(255);

export const email = () => visibleText().max(255).pipe(z.email()).meta({ format: 'email' });
export const optionalEmail = () => email().optional();

/** Two letters in any case. Whether they are a country is checked against the database. */
export const optionalCountryCode = () =>
  visibleText()
    .regex(/^[A-Za-z]{2}$/)
    .toUpperCase()
    .optional();

/** The address of a person, a contractor or a contract. The schema requires no part of it. */
export const addressFields = {
  city: optionalText(),
  street: optionalText(),
  buildingNumber: optionalText(),
  postCode: optionalText(),
  countryCode: optionalCountryCode(),
};

/** The same in a reply. */
export const addressReplyFields = {
  city: z.string().nullable(),
  street: z.string().nullable(),
  buildingNumber: z.string().nullable(),
  postCode: z.string().nullable(),
  countryCode: z.string().nullable(),
};

export const id = () => z.int().positive().max(Number.MAX_SAFE_INTEGER);

/** A positive whole number of kilograms. */
export const positiveKilograms = () => z.int().positive().max(INTEGER_MAX);
/** The kilograms of one transport, planned or weighed (decisions 2). */
export const transportKilograms = () => z.int().positive().max(TRANSPORT_MAX_KG);
export const kilogramsOrZero = () => z.int().nonnegative().max(INTEGER_MAX);
/** A positive price or amount in minor units. */
export const positiveMoney = () => z.int().positive().max(INTEGER_MAX);

/** A calendar day. Years are bounded so that every accepted day is one the database can hold. */
export const day = () =>
  z.iso.date().refine((value) => value >= '1900-01-01' && value < '2200-01-01', withCode('VALUE_IS_WRONG'));

/** A day and a moment in a reply: not checked, as they come from the database, but described in the OpenAPI document. */
export const dayReply = () => z.string().meta({ format: 'date' });
export const momentReply = () => z.string().meta({ format: 'date-time' });

/** A phone number, brought to the one form it is stored in (normalisePhone). */
export const optionalPhone = () =>
  optionalText().transform((value) => (value === undefined ? undefined : normalisePhone(value)));

/** A flag that is off when absent. Forms sent as multipart carry text. */
export const flag = () => preprocess(toFlag, z.boolean().default(false));
export const optionalFlag = () => preprocess(toFlag, z.boolean().optional());

/** A number of the path or of a query arrives as text. */
export const numberFromText = <S extends z.ZodType>(schema: S) => preprocess(toNumber, schema);

/** Several values: a list in JSON, joined by commas in a query, or just one. */
export const listOf = <S extends z.ZodType>(item: S) => preprocess(toList, z.array(item).max(200));

/** Describes the lists of a form in the OpenAPI document; ids to delete are sent in a list of their own. */
export const LIST_UPDATE_DESCRIPTION =
  'What stands there and is not named stays, unless it is named to be deleted.';

/** Several ids. */
export const ids = () => listOf(numberFromText(id()));

/** Any whole number: 0 and negative ones have no record either, and are answered with 404 like any id without one. */
export const pathId = () => z.object({ id: numberFromText(z.int()) });

function toFlag(value: unknown): unknown {
  if (value === 'true' || value === '1' || value === 1) return true;
  if (value === 'false' || value === '0' || value === 0) return false;
  return value;
}

function toNumber(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d{1,16}(\.\d{1,6})?$/.test(value) ? Number(value) : value;
}

function toList(value: unknown): unknown {
  if (value === undefined || Array.isArray(value)) return value;
  if (typeof value === 'string')
    return value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  return [value];
}

/**
 * `z.preprocess` types its input as unknown; callers of ours always send the schema's own type, and the
 * looser shapes exist only in text (queries, multipart), so the input is typed as the schema's.
 */
function preprocess<S extends z.ZodType>(prepare: (value: unknown) => unknown, schema: S): S {
  return z.preprocess(prepare, schema) as unknown as S;
}

type AddError = (path: string, code: ErrorCode) => void;

/**
 * Rules between fields. They run even when single fields are wrong, so that a form shows everything at once;
 * a rule must therefore not trust the type of a field that has a schema of its own.
 */
export function withRules<S extends z.ZodType>(
  schema: S,
  rules: (value: z.output<S>, addError: AddError) => void,
): S {
  return schema.superRefine(
    (value, context) =>
      rules(value, (path, code) =>
        context.addIssue({
          code: 'custom',
          params: { code },
          path: path.split('.').map(parseSegment),
          input: value,
        }),
      ),
    { when: (payload) => typeof payload.value === 'object' && payload.value !== null },
  );
}

function parseSegment(part: string): string | number {
  return /^\d+$/.test(part) ? Number(part) : part;
}

/**
 * Of two values that bound a range, `…From` may not be above `…To`: DATE_FROM_CANNOT_BE_AFTER_TO for days, VALUE_IS_WRONG
 * for numbers (api.md, Lists).
 */
export function checkRangeOrder(bounds: object, addError: AddError): void {
  const values = new Map<string, unknown>(Object.entries(bounds));
  for (const [name, to] of values) {
    const from = name.replace(/To$/, 'From');
    if (from === name) continue;
    const start = values.get(from);
    if (isBefore(to, start)) addError(from, 'DATE_FROM_CANNOT_BE_AFTER_TO');
    if (typeof to === 'number' && typeof start === 'number' && to < start) addError(from, 'VALUE_IS_WRONG');
  }
}

/** `to` before `from`; days in ISO order compare as text. */
export function isBefore(to: unknown, from: unknown): boolean {
  return typeof to === 'string' && typeof from === 'string' && to < from;
}
