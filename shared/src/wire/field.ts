import { z } from 'zod';
import { collapseWhitespace } from '../domain/collapse-whitespace.ts';
import { duplicateIndexes, PAYMENT_DAYS_MAX } from '../domain/contractor.ts';
import { type ErrorCode, isErrorCode } from '../domain/domain-error.ts';
import { stripInvisibleCharacters } from '../domain/invisible-characters.ts';
import { ksefNumberOf } from '../domain/ksef-number.ts';
import { normalisePhone } from '../domain/phone.ts';
import { INTEGER_MAX, TRANSPORT_MAX_KG } from '../domain/units.ts';

/*
 * Schemas of request fields. Empty values are dropped before validation (case.ts), so a field is either
 * required or `.optional()`. The limits come from specification 5.
 */

/** Attaches an error code, and optionally a path, to a failed zod check. */
export function withCode(code: ErrorCode, path?: string): { params: { code: ErrorCode }; path?: string[] } {
  return path === undefined ? { params: { code } } : { params: { code }, path: path.split('.') };
}

/** More combining marks in a row than any language has (Unicode Standard Annex 15, Stream-Safe Text Format). */
const MANY_MARKS = /\p{M}{31}/u;

/**
 * PostgreSQL cannot store a NUL byte, nor a lone surrogate in the JSON of the audit log. No language writes a
 * long run of combining marks.
 */
const isStorable = (text: string) =>
  !text.includes('\u0000') && !/\p{Surrogate}/u.test(text) && !MANY_MARKS.test(text);

const visibleText = () => z.string().overwrite(stripInvisibleCharacters).trim();

/**
 * Normalizes Unicode to NFC, so that texts that look the same are equal. Skips a text with a long run of
 * combining marks: normalizing it takes seconds, because the time grows with the square of the run's length.
 */
const normalizedText = () =>
  visibleText().overwrite((text) => (MANY_MARKS.test(text) ? text : text.normalize('NFC')));

/** One line of text. Every run of white space, including non-breaking spaces, becomes one space. */
const singleLine = () => normalizedText().overwrite(collapseWhitespace);

export const text = (max = 255) =>
  singleLine().min(1).max(max).refine(isStorable, withCode('VALUE_IS_WRONG'));

/** An optional line of text. White space alone counts as absent. */
export const optionalText = (max = 255) => optional(singleLine(), max);

/** An optional text of several lines: comments, details, deductions. */
export const optionalRemark = () => optional(normalizedText(), 2_000);

/*
 * Fields of partial updates. An absent field keeps the stored value, null and an empty text clear it (customer
 * api.md, Conventions). The server passes null only to a schema that accepts null (validate.ts).
 */

/** A line of text. An absent field keeps the stored value. */
export const textToPatch = (max = 255) => toPatch(singleLine(), max);

/** A text of several lines. An absent field keeps the stored value. */
export const remarkToPatch = () => toPatch(normalizedText(), 2_000);

/** A KSeF number or marker. An absent field keeps the stored value. */
export const ksefNumberToPatch = () =>
  textToPatch(64)
    .refine((value) => typeof value !== 'string' || ksefNumberOf(value) !== null, withCode('VALUE_IS_WRONG'))
    .transform((value) => (typeof value === 'string' ? ksefNumberOf(value) : value));

/** A day. An absent field keeps the stored value. */
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

/**
 * Never trimmed. The domain checks the strength. The length is limited, because hashing a very long text is
 * slow.
 */
export const password = () => z.string().min(1).max(255);

export const email = () => visibleText().max(255).pipe(z.email()).meta({ format: 'email' });
export const optionalEmail = () => email().optional();

/** Two letters in upper or lower case. The server checks in the database that the country exists. */
export const optionalCountryCode = () =>
  visibleText()
    .regex(/^[A-Za-z]{2}$/)
    .toUpperCase()
    .optional();

/** The address of a user, a contractor or a contract. All parts are optional. */
export const addressFields = {
  city: optionalText(),
  street: optionalText(),
  buildingNumber: optionalText(),
  postCode: optionalText(),
  countryCode: optionalCountryCode(),
};

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
/** The planned or real quantity of one transport in kilograms (customer decisions 2). */
export const transportKilograms = () => z.int().positive().max(TRANSPORT_MAX_KG);
export const kilogramsOrZero = () => z.int().nonnegative().max(INTEGER_MAX);
/** A positive price or amount in minor units. */
export const positiveMoney = () => z.int().positive().max(INTEGER_MAX);
/** The amount by which a correction changes an invoice. A correction by 0 is invalid. */
export const moneyDifference = () =>
  z
    .int()
    .min(-INTEGER_MAX)
    .max(INTEGER_MAX)
    .refine((amount) => amount !== 0, withCode('VALUE_IS_WRONG'));
/** The required reason of a change. */
export const requiredReason = () =>
  normalizedText().min(1).max(2_000).refine(isStorable, withCode('VALUE_IS_WRONG'));

/** A payment term in days after the invoice. */
export const paymentDays = () => z.int().min(0).max(PAYMENT_DAYS_MAX).optional();
/** A payment term. An absent field keeps the stored value. */
export const paymentDaysToPatch = () => paymentDays().nullable();

/** A calendar day. The years are limited to days that the database can store. */
export const day = () =>
  z.iso.date().refine((value) => value >= '1900-01-01' && value < '2200-01-01', withCode('VALUE_IS_WRONG'));

/**
 * A day and a timestamp in a reply. The format is only documentation for OpenAPI, because values from the
 * database need no validation.
 */
export const dayReply = () => z.string().meta({ format: 'date' });
export const momentReply = () => z.string().meta({ format: 'date-time' });

/** A phone number, converted to its stored form (normalisePhone). */
export const optionalPhone = () =>
  optionalText().transform((value) => (value === undefined ? undefined : normalisePhone(value)));

/** A flag, false when absent. Multipart forms send flags as text. */
export const flag = () => preprocess(toFlag, z.boolean().default(false));
export const optionalFlag = () => preprocess(toFlag, z.boolean().optional());

/** Parses a number from a path or query, where values are text. */
export const numberFromText = <S extends z.ZodType>(schema: S) => preprocess(toNumber, schema);

/**
 * A list of values: an array in JSON, or values separated by commas in a query. A single value is accepted
 * too.
 */
export const listOf = <S extends z.ZodType>(item: S) => preprocess(toList, z.array(item).max(200));

/** Describes the lists of a form in the OpenAPI document. Ids to delete are sent in a separate list. */
export const LIST_UPDATE_DESCRIPTION =
  'Stored entries that are not listed stay, unless their ids are listed for deletion.';

/**
 * A list whose entries have different keys. The later of two entries with the same key is rejected (customer
 * decisions 9).
 */
export function distinct<Item extends z.ZodType>(
  list: z.ZodArray<Item>,
  keyOf: (item: z.output<Item>) => string | number,
  field?: string,
): z.ZodArray<Item> {
  return list.superRefine((items, context) => {
    for (const index of duplicateIndexes(items.map((item) => String(keyOf(item)))))
      context.addIssue({
        code: 'custom',
        ...withCode('VALUE_IS_DUPLICATED'),
        path: field === undefined ? [index] : [index, field],
        input: items,
      });
  });
}

export const ids = () => listOf(numberFromText(id()));

/** The error code of one part of a call, for example of one row. */
export const errorCode = () => z.custom<ErrorCode>((code) => typeof code === 'string' && isErrorCode(code));

/** Any integer. Ids that are zero or negative have no record and return 404 like any unknown id. */
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
 * Applies `z.preprocess`, but keeps the input type of the schema, because clients in this repository send
 * values of that type. Only queries and multipart bodies contain text instead.
 */
function preprocess<S extends z.ZodType>(prepare: (value: unknown) => unknown, schema: S): S {
  return z.preprocess(prepare, schema) as unknown as S;
}

type AddError = (path: string, code: ErrorCode) => void;

/**
 * Adds cross-field rules. They run even when single fields are invalid, so that a form shows all errors at
 * once. A rule therefore must not rely on the type of any field.
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
 * Checks that `…From` is not above `…To` of the same range. Adds DATE_FROM_CANNOT_BE_AFTER_TO for days and
 * VALUE_IS_WRONG for numbers (customer api.md, Lists).
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

/** Whether the day `to` is before `from`. ISO days can be compared as text. */
export function isBefore(to: unknown, from: unknown): boolean {
  return typeof to === 'string' && typeof from === 'string' && to < from;
}
