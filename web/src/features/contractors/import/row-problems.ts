import type { ContractorKind } from '@spichlerz/shared/domain/contractor';
import { hasNipChecksum, hasPeselChecksum, PAYMENT_DAYS_MAX } from '@spichlerz/shared/domain/contractor';
import { repeatedValues } from '@spichlerz/shared/domain/contractor-import';
import type { ErrorCode } from '@spichlerz/shared/domain/domain-error';
import {
  type ContractorField,
  type FirstContractorField,
  fieldName,
  firstOfList,
  isContractorField,
} from '@spichlerz/shared/words/contractor-fields';
import { postCodeProblem } from '../../../components/field/address-values.ts';
import { CELLS } from '../../../components/table-import/table-texts.ts';
import { asSentence } from '../../../words/format.ts';
import { counted, NOUN_FORMS } from '../../../words/plural.ts';
import { type RowValues, valuedFields } from './import-row.ts';

/** A problem that prevents a row from being imported. */
export type RowProblem = {
  readonly field: string;
  readonly code: ErrorCode;
  /**
   * The name of the contractor that already has the duplicated value. If the value is in the file twice, `line`
   * is the first of the two rows.
   */
  readonly holder?: string | undefined;
  readonly line?: number | undefined;
};

/** `1,23457E+09`: a long number that a spreadsheet has shortened and saved as shown. */
const SHORTENED_NUMBER = /^\d([.,]\d+)?E\+?\d+$/i;

/**
 * A cell that was saved as the spreadsheet shows it: `#N/D!` or `#REF!` for the error of a formula, `####`
 * for a value that is wider than its column.
 */
const SHEET_ERROR =
  /^#(#+|N\/D!?|N\/A|ARG!|VALUE!|ADR!|REF!|NAZWA\?|NAME\?|DZIEL\/0!|DIV\/0!|LICZBA!|NUM!|ZERO!|NULL!|ROZLANIE!|SPILL!|OBL!|CALC!)$/i;

/**
 * `12/05/2026`, `12.maj` and `maj.34`: a spreadsheet has converted a value such as 12/5 or 3 maja to a date.
 */
const MONTH =
  '(?:sty|lut|mar|kwi|maj|cze|lip|sie|wrz|paź|lis|gru|jan|feb|apr|may|jun|jul|aug|sep|oct|nov|dec)';
const DATE_PATTERN = new RegExp(
  `^(\\d{1,2}[./-]\\d{1,2}[./-]\\d{4}|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[.-]${MONTH}|${MONTH}[.-]\\d{2})$`,
  'i',
);
/** Fields in which a date is an error. A contractor's code may look like a date. */
const FIELDS_WITHOUT_DATES: readonly FirstContractorField[] = [
  'street',
  'buildingNumber',
  'addressList.0.street',
  'addressList.0.buildingNumber',
];
const isDay = (field: ContractorField, value: string) =>
  DATE_PATTERN.test(value) && FIELDS_WITHOUT_DATES.includes(firstOfList(field));

/** Problems found without the server: values broken by spreadsheets, and the format of Polish post codes. */
export function problemsOfValues(values: RowValues): RowProblem[] {
  const broken = valuedFields(values).filter((field) => {
    const value = values[field] ?? '';
    return SHORTENED_NUMBER.test(value) || SHEET_ERROR.test(value) || isDay(field, value);
  });
  const postCodes = valuedFields(values).filter((field) => {
    if (!field.endsWith('postCode')) return false;
    const country = field.replace('postCode', 'countryCode');
    const countryCode = isContractorField(country) ? values[country] : undefined;
    return postCodeProblem({ postCode: values[field], countryCode }) !== null;
  });
  return [...new Set([...broken, ...postCodes])].map((field) => ({ field, code: 'VALUE_IS_WRONG' }));
}

/** Finds values that occur in several rows of the file. Returns the problems by the index of the row. */
export function duplicateProblems(
  rows: readonly { readonly line: number; readonly values: RowValues }[],
): ReadonlyMap<number, RowProblem[]> {
  const problems = new Map<number, RowProblem[]>();
  for (const { row, field, first } of repeatedValues(rows.map(({ values }) => values))) {
    const problem: RowProblem = { field, code: 'VALUE_IS_DUPLICATED', line: rows[first]?.line };
    problems.set(row, [...(problems.get(row) ?? []), problem]);
  }
  return problems;
}

/** A wrong checksum and a short phone number cause a warning, and the row is imported (customer decisions 6). */
export function warningsOf(kind: ContractorKind, values: RowValues): string[] {
  const { nip = '', pesel = '' } = values;
  return [
    ...(/^\d{10}$/.test(nip) && !hasNipChecksum(nip) ? [checksumWarning('NIP', nip)] : []),
    ...(/^\d{11}$/.test(pesel) && !hasPeselChecksum(pesel) ? [checksumWarning('PESEL', pesel)] : []),
    ...valuedFields(values)
      .filter((field) => field.endsWith('phoneNumber') && digitsIn(values[field]) < PHONE_DIGITS_MIN)
      .map(
        (field) =>
          `${fieldName(kind, field)} „${shorten(values[field] ?? '')}” ma mniej niż ${PHONE_DIGITS_MIN} cyfr. Sprawdź, czy to cały numer.`,
      ),
  ];
}

/** The number of digits of a local number without area code. A shorter number causes a warning. */
const PHONE_DIGITS_MIN = 7;
const digitsIn = (text = ''): number => text.replace(/\D/g, '').length;

/** The sentence about a row with too many or too few cells, whose values cannot be checked. */
export function lengthProblem(cells: number, expected: number): string {
  const found = `Wiersz ma ${counted(cells, CELLS)}, a nagłówek ${counted(expected, CELLS)}, więc nie wiadomo, która wartość jest w której kolumnie.`;
  return cells > expected
    ? `${found} Jeśli w wartości jest znak, który rozdziela kolumny, weź ją w cudzysłów i zapisz plik ponownie.`
    : `${found} Uzupełnij w pliku brakujące komórki, także puste, i zapisz go ponownie.`;
}

const checksumWarning = (name: string, value: string) =>
  `Suma kontrolna numeru ${name} „${value}” się nie zgadza. Sprawdź, czy numer jest poprawny.`;

/** The problems of a row as sentences, without repetitions. */
export function problemSentences(
  kind: ContractorKind,
  values: RowValues,
  problems: readonly RowProblem[],
): string[] {
  return [...new Set(problems.map((problem) => sentence(kind, values, problem)))];
}

function sentence(kind: ContractorKind, values: RowValues, problem: RowProblem): string {
  const { field, holder, line } = problem;
  if (!isContractorField(field)) return `Wiersz ma błąd w polu, którego nie ma w pliku (${field}).`;
  const value = values[field] ?? '';
  const name = fieldName(kind, field);
  if (value === '') return MISSING_SENTENCES[kind](values, field);
  if (holder !== undefined) return asSentence(`${name} „${value}” ma już w systemie ${holder}`);
  if (line !== undefined) return `${name} „${value}” jest już w wierszu ${line} tego pliku.`;
  if (problem.code === 'VALUE_IS_DUPLICATED') return `${name} „${value}” powtarza się w tym pliku.`;
  if (SHORTENED_NUMBER.test(value)) {
    return `${name} „${value}” to liczba skrócona przez arkusz. Ustaw tej kolumnie format „Tekst”, wpisz pełny numer i zapisz plik ponownie.`;
  }
  if (SHEET_ERROR.test(value)) {
    return `${name} „${value}” to błąd arkusza, a nie wartość. Popraw tę komórkę i zapisz plik ponownie.`;
  }
  if (isDay(field, value)) {
    return `${name} „${value}” to data, na którą arkusz zamienił wpisany tekst. Ustaw tej kolumnie format „Tekst”, wpisz tekst jeszcze raz i zapisz plik ponownie.`;
  }
  return (WRONG_SENTENCES[firstOfList(field)] ?? tooLong)(name, value);
}

type SentenceOf = (name: string, value: string) => string;

const tooLong: SentenceOf = (name, value) =>
  `${name} „${shorten(value)}” ma ${counted(value.length, NOUN_FORMS.characters)}, czyli za dużo.`;
const shorten = (value: string) => (value.length > 40 ? `${value.slice(0, 40)}…` : value);
const email: SentenceOf = (name, value) => `${name} „${shorten(value)}” nie jest prawidłowym adresem e-mail.`;
const country: SentenceOf = (name, value) =>
  `${name} „${shorten(value)}” nie jest znany. Wpisz nazwę kraju po polsku albo jego kod, na przykład PL.`;
/** A non-breaking hyphen (U+2011) keeps the format of a post code on one line. */
const NO_BREAK_HYPHEN = '\u2011';
const postCode: SentenceOf = (name, value) => {
  const wrong = `${name} „${shorten(value)}” nie ma postaci 00${NO_BREAK_HYPHEN}000.`;
  // Excel's post code format shows 05-000 but stores 5000. A digit may also be missing, so the advice is
  // conditional.
  if (!/^\d{3,4}$/.test(value)) return wrong;
  return `${wrong} Jeśli arkusz pominął zera na początku, ustaw tej kolumnie format „Tekst”, wpisz cały kod i zapisz plik ponownie.`;
};

const WRONG_SENTENCES: { readonly [Field in FirstContractorField]?: SentenceOf } = {
  nip: (name, value) => `${name} „${shorten(value)}” nie ma dokładnie 10 cyfr.`,
  pesel: (name, value) => `${name} „${shorten(value)}” nie ma dokładnie 11 cyfr.`,
  email,
  'contactList.0.email': email,
  countryCode: country,
  'addressList.0.countryCode': country,
  postCode,
  'addressList.0.postCode': postCode,
  label: (name, value) =>
    `${name} „${shorten(value)}” nie jest znany. Wpisz „Firma” albo „Gospodarstwo rolne”.`,
  paymentDays: (name, value) =>
    `${name} „${shorten(value)}” nie jest liczbą dni. Wpisz liczbę od 0 do ${PAYMENT_DAYS_MAX}.`,
  accountingMethod: (name, value) => `${name} „${shorten(value)}” nie jest znany. Wpisz „VAT” albo „RR”.`,
};

const NUMBERS_MISSING = 'Brakuje numeru NIP albo PESEL. Wystarczy jeden z nich.';
const NAMES_MISSING = 'Brakuje nazwy i kodu kontrahenta.';

/** Sentences about required fields that are empty. */
const MISSING_SENTENCES: Record<ContractorKind, (values: RowValues, field: ContractorField) => string> = {
  purchase: ({ lastName, companyName }, field) => {
    if (isNumber(field)) return NUMBERS_MISSING;
    if (!lastName && !companyName) return NAMES_MISSING;
    if (field === 'companyName') return 'Brakuje kodu kontrahenta. Dostawca musi mieć i nazwę, i kod.';
    if (field === 'lastName') return 'Brakuje nazwy lub nazwiska. Dostawca musi mieć i nazwę, i kod.';
    return missing('purchase', field);
  },
  sales: (_values, field) => {
    if (isNumber(field)) return NUMBERS_MISSING;
    if (field === 'companyName' || field === 'lastName') {
      return 'Brakuje nazwy i kodu kontrahenta. Wystarczy jedno z nich.';
    }
    return missing('sales', field);
  },
  carrier: (_values, field) =>
    field === 'companyName' ? 'Brakuje nazwy przewoźnika.' : missing('carrier', field),
};

const isNumber = (field: ContractorField) => field === 'nip' || field === 'pesel';
const missing = (kind: ContractorKind, field: ContractorField) =>
  `Pole „${fieldName(kind, field)}” jest puste.`;
