import { counted, type PluralForms } from '../../words/plural.ts';
import type { Encoding } from './decode-text.ts';
import type { TableOutcome, TableProblem } from './read-table.ts';
import { UNPACKED_MEGABYTES_MAX } from './workbook-parts.ts';

const FILE_MEGABYTES = 10;
export const FILE_BYTES_MAX = FILE_MEGABYTES * 1024 * 1024;

export const ROWS: PluralForms = { one: 'wiersz', few: 'wiersze', many: 'wierszy', other: 'wiersza' };

/** Genitive after "z": 1 wiersza, 5 wierszy. */
export const ROWS_OF: PluralForms = { one: 'wiersza', few: 'wierszy', many: 'wierszy', other: 'wiersza' };

export const CELLS: PluralForms = { one: 'komórkę', few: 'komórki', many: 'komórek', other: 'komórki' };

export const SAVE_FAILED = 'Nie udało się przygotować pliku. Spróbuj ponownie.';

export const fileHint = (rowsMax: number) =>
  `XLSX albo CSV z nagłówkami kolumn, do ${FILE_MEGABYTES} MB i ${counted(rowsMax, ROWS)}.`;
export const FILE_TOO_BIG = `Ten plik ma więcej niż ${FILE_MEGABYTES} MB. Podziel go na mniejsze.`;

/** The texts that differ between kinds of tables. */
export type TableWords = {
  readonly rowsMax: number;
  /** The expected content of the file, in the instrumental case: "listą kontrahentów". */
  readonly content: string;
};

const tableProblems = ({ rowsMax, content }: TableWords): Record<TableProblem, string> => ({
  EMPTY: 'Ten plik jest pusty.',
  NO_ROWS: 'W tym pliku są same nagłówki. Dodaj pod nimi wiersze z danymi.',
  TOO_MANY_ROWS: `Ten plik ma więcej niż ${counted(rowsMax, ROWS)}. Podziel go na mniejsze.`,
  TOO_MUCH_INSIDE: `Ten plik ma po rozpakowaniu ponad ${UNPACKED_MEGABYTES_MAX} MB. Usuń z niego to, co nie jest ${content}, albo podziel go na mniejsze.`,
  OLD_EXCEL:
    'To plik starego Excela (.xls) albo plik z hasłem. Otwórz go w Excelu i zapisz jako „Skoroszyt programu Excel (.xlsx)” bez hasła.',
  UNREADABLE:
    'Nie udało się odczytać tego pliku. Zapisz go ponownie jako XLSX albo CSV i wybierz jeszcze raz.',
});

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
export function tableProblemSentence(
  outcome: Exclude<TableOutcome, { table: unknown }>,
  words: TableWords,
): string {
  if (outcome.problem !== 'OPEN_QUOTE') return tableProblems(words)[outcome.problem];
  const { from, to } = outcome.lines;
  return `Cudzysłów otwarty w linii ${from} tego pliku zamyka się dopiero w linii ${to}, więc nie wiadomo, czy to jeden wiersz, czy kilka. Popraw cudzysłowy w tych liniach albo zapisz plik jako XLSX i wybierz go jeszcze raz.`;
}
