import type { ContractorKind } from '@spichlerz/shared/domain/contractor';
import { IMPORT_ROWS_MAX } from '@spichlerz/shared/domain/contractor-import';
import { fileHint, type TableWords } from '../../../components/table-import/table-texts.ts';
import { counted, type PluralForms } from '../../../words/plural.ts';

/** Genitive after "z": 1 kolumny, 5 kolumn. */
export const COLUMNS_OF: PluralForms = { one: 'kolumny', few: 'kolumn', many: 'kolumn', other: 'kolumny' };

/** The end of a sentence that begins with the number of rows that were not imported. */
export const ROWS_NOT_IMPORTED: PluralForms = {
  one: 'wiersz ma problem i nie został zaimportowany.',
  few: 'wiersze mają problemy i nie zostały zaimportowane.',
  many: 'wierszy ma problemy i nie zostało zaimportowanych.',
  other: 'wiersza ma problemy i nie zostało zaimportowane.',
};

const SUPPLIERS: PluralForms = { one: 'dostawcę', few: 'dostawców', many: 'dostawców', other: 'dostawcy' };
const CARRIERS: PluralForms = {
  one: 'przewoźnika',
  few: 'przewoźników',
  many: 'przewoźników',
  other: 'przewoźnika',
};
const RECIPIENTS: PluralForms = { one: 'odbiorcę', few: 'odbiorców', many: 'odbiorców', other: 'odbiorcy' };

type ImportTexts = {
  title: string;
  /** For example "Importuj 12 dostawców". */
  run: (count: number) => string;
  running: (count: number) => string;
  done: (count: number) => string;
  toList: string;
  /** The prefix of the names of downloaded files. */
  fileName: string;
};

export const IMPORT_TEXTS: Record<ContractorKind, ImportTexts> = {
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
  carrier: {
    title: 'Import przewoźników',
    run: (count) => `Importuj ${counted(count, CARRIERS)}`,
    running: (count) =>
      `Zapisujemy ${counted(count, CARRIERS)}. Zapiszą się wszyscy albo nikt, więc nie zamykaj tej karty.`,
    done: (count) => `Zaimportowano ${counted(count, CARRIERS)}.`,
    toList: 'Przejdź do listy przewoźników',
    fileName: 'przewoznicy',
  },
};

export const FILE_HINT = fileHint(IMPORT_ROWS_MAX);

export const TABLE_WORDS: TableWords = { rowsMax: IMPORT_ROWS_MAX, content: 'listą kontrahentów' };
