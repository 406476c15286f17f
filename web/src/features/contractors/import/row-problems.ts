import { hasNipChecksum, hasPeselChecksum } from '@spichlerz/shared/domain/contractor';
import { repeatedValues } from '@spichlerz/shared/domain/contractor-import';
import type { ErrorCode } from '@spichlerz/shared/domain/domain-error';
import { type BySide, type Side } from '@spichlerz/shared/domain/side';
import {
  type ContractorField,
  type FirstContractorField,
  fieldName,
  firstOfList,
  isContractorField,
} from '@spichlerz/shared/words/contractor-fields';
import { postCodeProblem } from '../../../components/field/address-values.ts';
import { asSentence } from '../../../words/as-sentence.ts';
import { COUNTED, counted } from '../../../words/plural.ts';
import { type Values, valuedFields } from './import-row.ts';
import { CELLS } from './import-words.ts';

/** Something that keeps a row from being imported. */
export type RowProblem = {
  readonly field: string;
  readonly code: ErrorCode;
  /** Who has the value: another contractor, by name, or another row of the file, by its number. */
  readonly holder?: string | undefined;
  readonly line?: number | undefined;
};

/** `1,23457E+09`: a spreadsheet showed a long number short, and saved what it showed. */
const SHORTENED = /^\d([.,]\d+)?E\+?\d+$/i;

/** `#N/D!`, `#REF!`: a formula that found nothing; `####`: a column too narrow for what was in it. Saved as shown. */
const SHEET_ERROR =
  /^#(#+|N\/D!?|N\/A|ARG!|VALUE!|ADR!|REF!|NAZWA\?|NAME\?|DZIEL\/0!|DIV\/0!|LICZBA!|NUM!|ZERO!|NULL!|ROZLANIE!|SPILL!|OBL!|CALC!)$/i;

/** `12/05/2026`, `12.maj`, `maj.34`: a spreadsheet took 12/5 or 3 maja for a day. */
const MONTH =
  '(?:sty|lut|mar|kwi|maj|cze|lip|sie|wrz|paź|lis|gru|jan|feb|apr|may|jun|jul|aug|sep|oct|nov|dec)';
const DAY = new RegExp(
  `^(\\d{1,2}[./-]\\d{1,2}[./-]\\d{4}|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[.-]${MONTH}|${MONTH}[.-]\\d{2})$`,
  'i',
);
/** No street and no house is called like that; a code of a contractor may be. */
const NEVER_DAYS: readonly FirstContractorField[] = [
  'street',
  'buildingNumber',
  'addressList.0.street',
  'addressList.0.buildingNumber',
];
const isDay = (field: ContractorField, value: string) =>
  DAY.test(value) && NEVER_DAYS.includes(firstOfList(field));

/** What can be seen without asking the server: what spreadsheets break, and the shape of a Polish post code. */
export function problemsOfValues(values: Values): RowProblem[] {
  const broken = valuedFields(values).filter((field) => {
    const value = values[field] ?? '';
    return SHORTENED.test(value) || SHEET_ERROR.test(value) || isDay(field, value);
  });
  const postCodes = valuedFields(values).filter((field) => {
    if (!field.endsWith('postCode')) return false;
    const country = field.replace('postCode', 'countryCode');
    const countryCode = isContractorField(country) ? values[country] : undefined;
    return postCodeProblem({ postCode: values[field], countryCode }) !== null;
  });
  return [...new Set([...broken, ...postCodes])].map((field) => ({ field, code: 'VALUE_IS_WRONG' }));
}

/** What rows of the whole file repeat among themselves, by the position of the row. */
export function problemsBetween(
  rows: readonly { readonly line: number; readonly values: Values }[],
): ReadonlyMap<number, RowProblem[]> {
  const problems = new Map<number, RowProblem[]>();
  for (const { row, field, first } of repeatedValues(rows.map(({ values }) => values))) {
    const found: RowProblem = { field, code: 'VALUE_IS_DUPLICATED', line: rows[first]?.line };
    problems.set(row, [...(problems.get(row) ?? []), found]);
  }
  return problems;
}

/** A wrong checksum and a short phone number are warned about and imported all the same (decisions 6). */
export function warningsOf(side: Side, values: Values): string[] {
  const { nip = '', pesel = '' } = values;
  return [
    ...(/^\d{10}$/.test(nip) && !hasNipChecksum(nip) ? [checksumWarning('NIP', nip)] : []),
    ...(/^\d{11}$/.test(pesel) && !hasPeselChecksum(pesel) ? [checksumWarning('PESEL', pesel)] : []),
    ...valuedFields(values)
      .filter((field) => field.endsWith('phoneNumber') && digitsIn(values[field]) < PHONE_DIGITS_MIN)
      .map(
        (field) =>
          `${fieldName(side, field)} „${cut(values[field] ?? '')}” ma mniej niż ${PHONE_DIGITS_MIN} cyfr. Sprawdź, czy to cały numer.`,
      ),
  ];
}

/** A local number without its area code. */
const PHONE_DIGITS_MIN = 7;
const digitsIn = (text = ''): number => text.replace(/\D/g, '').length;

/** Says why a row of another length cannot be read; nothing else of it can be judged. */
export function lengthProblem(cells: number, expected: number): string {
  const found = `Wiersz ma ${counted(cells, CELLS)}, a nagłówek ${counted(expected, CELLS)}, więc nie wiadomo, która wartość jest w której kolumnie.`;
  return cells > expected
    ? `${found} Jeśli w wartości jest znak, który rozdziela kolumny, weź ją w cudzysłów i zapisz plik ponownie.`
    : `${found} Uzupełnij w pliku brakujące komórki, także puste, i zapisz go ponownie.`;
}

const checksumWarning = (name: string, value: string) =>
  `Suma kontrolna numeru ${name} „${value}” się nie zgadza. Sprawdź, czy numer jest poprawny.`;

/** Every problem of a row once, each as a whole sentence. */
export function problemSentences(side: Side, values: Values, problems: readonly RowProblem[]): string[] {
  return [...new Set(problems.map((problem) => sentence(side, values, problem)))];
}

function sentence(side: Side, values: Values, problem: RowProblem): string {
  const { field, holder, line } = problem;
  if (!isContractorField(field)) return `Wiersz ma błąd w polu, którego nie ma w pliku (${field}).`;
  const value = values[field] ?? '';
  const name = fieldName(side, field);
  if (value === '') return MISSING[side](values, field);
  if (holder !== undefined) return asSentence(`${name} „${value}” ma już w systemie ${holder}`);
  if (line !== undefined) return `${name} „${value}” jest już w wierszu ${line} tego pliku.`;
  if (problem.code === 'VALUE_IS_DUPLICATED') return `${name} „${value}” powtarza się w tym pliku.`;
  if (SHORTENED.test(value)) {
    return `${name} „${value}” to liczba skrócona przez arkusz. Ustaw tej kolumnie format „Tekst”, wpisz pełny numer i zapisz plik ponownie.`;
  }
  if (SHEET_ERROR.test(value)) {
    return `${name} „${value}” to błąd arkusza, a nie wartość. Popraw tę komórkę i zapisz plik ponownie.`;
  }
  if (isDay(field, value)) {
    return `${name} „${value}” to data, na którą arkusz zamienił wpisany tekst. Ustaw tej kolumnie format „Tekst”, wpisz tekst jeszcze raz i zapisz plik ponownie.`;
  }
  return (WRONG[firstOfList(field)] ?? tooLong)(name, value);
}

type Say = (name: string, value: string) => string;

const tooLong: Say = (name, value) =>
  `${name} „${cut(value)}” ma ${counted(value.length, COUNTED.characters)}, czyli za dużo.`;
const cut = (value: string) => (value.length > 40 ? `${value.slice(0, 40)}…` : value);
const email: Say = (name, value) => `${name} „${cut(value)}” nie jest prawidłowym adresem e-mail.`;
const country: Say = (name, value) =>
  `${name} „${cut(value)}” nie jest znany. Wpisz nazwę kraju po polsku albo jego kod, na przykład PL.`;
/** U+2011, so that the shape of a post code stays on one line. */
const HYPHEN = '\u2011';
const postCode: Say = (name, value) => {
  const wrong = `${name} „${cut(value)}” nie ma postaci 00${HYPHEN}000.`;
  // Excel's own format of post codes shows 05-000 and keeps 5000; one digit may be missing as well
  if (!/^\d{3,4}$/.test(value)) return wrong;
  return `${wrong} Jeśli arkusz pominął zera na początku, ustaw tej kolumnie format „Tekst”, wpisz cały kod i zapisz plik ponownie.`;
};

const WRONG: { readonly [Field in FirstContractorField]?: Say } = {
  nip: (name, value) => `${name} „${cut(value)}” nie ma dokładnie 10 cyfr.`,
  pesel: (name, value) => `${name} „${cut(value)}” nie ma dokładnie 11 cyfr.`,
  email,
  'contactList.0.email': email,
  countryCode: country,
  'addressList.0.countryCode': country,
  postCode,
  'addressList.0.postCode': postCode,
  label: (name, value) => `${name} „${cut(value)}” nie jest znany. Wpisz „Firma” albo „Gospodarstwo rolne”.`,
  accountingMethod: (name, value) => `${name} „${cut(value)}” nie jest znany. Wpisz „VAT” albo „RR”.`,
};

const NUMBERS_MISSING = 'Brakuje numeru NIP albo PESEL. Wystarczy jeden z nich.';
const NAMES_MISSING = 'Brakuje nazwy i kodu kontrahenta.';

/** What is empty and must not be. */
const MISSING: BySide<(values: Values, field: ContractorField) => string> = {
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
};

const isNumber = (field: ContractorField) => field === 'nip' || field === 'pesel';
const missing = (side: Side, field: ContractorField) => `Pole „${fieldName(side, field)}” jest puste.`;
