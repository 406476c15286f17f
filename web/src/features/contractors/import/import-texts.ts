import { IMPORT_ROWS_MAX } from '@spichlerz/shared/domain/contractor-import';
import type { BySide } from '@spichlerz/shared/domain/side';
import { counted, type PluralForms } from '../../../words/plural.ts';
import type { Encoding } from './decode-text.ts';
import type { TableOutcome, TableProblem } from './read-table.ts';
import { UNPACKED_MEGABYTES_MAX } from './workbook-parts.ts';

const FILE_MEGABYTES = 10;
export const FILE_BYTES_MAX = FILE_MEGABYTES * 1024 * 1024;

export const ROWS: PluralForms = { one: 'wiersz', few: 'wiersze', many: 'wierszy', other: 'wiersza' };

export const CELLS: PluralForms = { one: 'komórkę', few: 'komórki', many: 'komórek', other: 'komórki' };

/** Genitive after "z": 1 kolumny, 5 kolumn. */
export const COLUMNS_OF: PluralForms = { one: 'kolumny', few: 'kolumn', many: 'kolumn', other: 'kolumny' };

/** A sentence about the rows that were not imported. */
export const ROWS_NOT_IMPORTED: PluralForms = {
  one: 'wiersz ma problem i nie został zaimportowany.',
  few: 'wiersze mają problemy i nie zostały zaimportowane.',
  many: 'wierszy ma problemy i nie zostało zaimportowanych.',
  other: 'wiersza ma problemy i nie zostało zaimportowane.',
};

export const SAVE_FAILED = 'Nie udało się przygotować pliku. Spróbuj ponownie.';

const SUPPLIERS: PluralForms = { one: 'dostawcę', few: 'dostawców', many: 'dostawców', other: 'dostawcy' };
const RECIPIENTS: PluralForms = { one: 'odbiorcę', few: 'odbiorców', many: 'odbiorców', other: 'odbiorcy' };

type ImportTexts = {
  title: string;
  /** "Importuj 12 dostawców" */
  run: (count: number) => string;
  running: (count: number) => string;
  done: (count: number) => string;
  toList: string;
  /** The prefix of the names of downloaded files. */
  fileName: string;
};

export const IMPORT_TEXTS: BySide<ImportTexts> = {
  purchase: {
    title: 'Import dostawców',
    run: (count) => `Importuj ${counted(count, SUPPLIERS)}`,
    running: (count) =>
      `Zapisujemy ${counted(count, SUPPLIERS)}. Zapiszą się wszyscy albo nikt, więc nie zamykaj tej karty.`,
    done: (count) => `Zaimportowano ${counted(count, SUPPLIERS)}.`,
    toList: 'Przejdź do listy dostawców',
    fileName: 'dostawcy',
  },
  sales: {
    title: 'Import odbiorców',
    run: (count) => `Importuj ${counted(count, RECIPIENTS)}`,
    running: (count) =>
      `Zapisujemy ${counted(count, RECIPIENTS)}. Zapiszą się wszyscy albo nikt, więc nie zamykaj tej karty.`,
    done: (count) => `Zaimportowano ${counted(count, RECIPIENTS)}.`,
    toList: 'Przejdź do listy odbiorców',
    fileName: 'odbiorcy',
  },
};

export const FILE_HINT = `XLSX albo CSV z nagłówkami kolumn, do ${FILE_MEGABYTES} MB i ${counted(IMPORT_ROWS_MAX, ROWS)}.`;
export const FILE_TOO_BIG = `Ten plik ma więcej niż ${FILE_MEGABYTES} MB. Podziel go na mniejsze.`;

const TABLE_PROBLEMS: Record<TableProblem, string> = {
  EMPTY: 'Ten plik jest pusty.',
  NO_ROWS: 'W tym pliku są same nagłówki. Dodaj pod nimi wiersze z danymi.',
  TOO_MANY_ROWS: `Ten plik ma więcej niż ${counted(IMPORT_ROWS_MAX, ROWS)}. Podziel go na mniejsze.`,
  TOO_MUCH_INSIDE: `Ten plik ma po rozpakowaniu ponad ${UNPACKED_MEGABYTES_MAX} MB. Usuń z niego to, co nie jest listą kontrahentów, albo podziel go na mniejsze.`,
  OLD_EXCEL:
    'To plik starego Excela (.xls) albo plik z hasłem. Otwórz go w Excelu i zapisz jako „Skoroszyt programu Excel (.xlsx)” bez hasła.',
  UNREADABLE:
    'Nie udało się odczytać tego pliku. Zapisz go ponownie jako XLSX albo CSV i wybierz jeszcze raz.',
};

/** Labels of the encodings, by the programs that use them. */
export const ENCODING_LABELS: Record<Encoding, string> = {
  'utf-8': 'Nowsze programy (UTF-8)',
  'windows-1250': 'Excel i Windows (Windows-1250)',
  'iso-8859-2': 'Starsze programy i Linux (ISO-8859-2)',
  cp852: 'Programy z DOS-u (CP852)',
  'utf-16le': 'Tekst Unicode z Excela (UTF-16)',
  'utf-16be': 'Tekst Unicode (UTF-16)',
};

/** Why a file cannot be imported, and how to fix it. */
export function tableProblemSentence(outcome: Exclude<TableOutcome, { table: unknown }>): string {
  if (outcome.problem !== 'OPEN_QUOTE') return TABLE_PROBLEMS[outcome.problem];
  const { from, to } = outcome.lines;
  return `Cudzysłów otwarty w linii ${from} tego pliku zamyka się dopiero w linii ${to}, więc nie wiadomo, czy to jeden wiersz, czy kilka. Popraw cudzysłowy w tych liniach albo zapisz plik jako XLSX i wybierz go jeszcze raz.`;
}
