import type { ErrorCode } from '@spichlerz/shared/domain/domain-error';
import { UNLOADING_ROWS_MAX, type UnloadingColumn } from '@spichlerz/shared/domain/unloading-list';
import type { UnloadingCandidateReply, UnloadingWarning } from '@spichlerz/shared/wire/unloading';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import { TRANSPORT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { CELLS, fileHint, type TableWords } from '../../../components/table-import/table-texts.ts';
import { ERROR_SENTENCES } from '../../../words/error-sentences.ts';
import { formatShortDate } from '../../../words/format.ts';
import { counted, formatCount } from '../../../words/plural.ts';
import {
  areUnitsStated,
  type ListTotal,
  type ListUnit,
  type RowNote,
  type RowProblem,
  type WeightUnits,
} from './list-rows.ts';
import type { OpenReason, RowGroup } from './preview-rows.ts';

export const TABLE_WORDS: TableWords = { rowsMax: UNLOADING_ROWS_MAX, content: 'listą rozładunków' };
export const LIST_HINT = fileHint(UNLOADING_ROWS_MAX);

export const COLUMN_LABELS: Record<UnloadingColumn, string> = {
  PLATE: 'Nr rejestracyjny',
  TRAILER: 'Nr naczepy',
  DAY: 'Dzień rozładunku',
  TIME: 'Godzina',
  NET: 'Waga netto',
  GROSS: 'Waga brutto',
  TARE: 'Tara',
  TICKET_NUMBER: 'Nr kwitu',
  DOCUMENT_NUMBER: 'Nr kontraktu',
  READING: 'Wynik badania',
  IGNORED: 'Nie wczytuj',
};

export const GROUP_LABELS: Record<RowGroup, string> = {
  CERTAIN: 'Pewne',
  CHOOSE: 'Do wyboru',
  NONE: 'Bez transportu',
};

type UnitState = {
  readonly unit: ListUnit | null;
  readonly isUnitChosen: boolean;
  readonly units: WeightUnits;
};

/** States in which unit the weights are read, and why. */
export function unitSentence({ unit, isUnitChosen, units }: UnitState): string {
  const { suggested, stated } = units;
  if (suggested.size > 1)
    return 'Część wag wygląda na kilogramy, a część na tony (mniej niż 100 albo z ułamkiem). W czym są?';
  if (areUnitsStated(units))
    return stated.size > 1
      ? 'Każdą wagę czytamy w jednostce z jej komórki.'
      : `Wagi czytamy jako ${stated.has('t') ? 'tony' : 'kilogramy'}, bo taka jednostka jest w komórkach.`;
  const weights = stated.size > 0 ? 'Wagi bez jednostki' : 'Wagi';
  const reason = isUnitChosen
    ? ', zgodnie z wyborem'
    : unit === 't'
      ? ', bo są mniejsze niż 100 albo mają ułamki'
      : '';
  return `${weights} czytamy jako ${unit === 't' ? 'tony' : 'kilogramy'}${reason}.`;
}

const FIELD_PROBLEMS = {
  plate: 'Brakuje numeru rejestracyjnego.',
  day: 'Brakuje dnia rozładunku.',
  net: 'Brakuje wagi.',
} as const;

export function problemSentence(problem: RowProblem): string {
  if (problem.kind === 'LENGTH')
    return `Wiersz ma ${counted(problem.cells, CELLS)}, a nagłówek ${counted(problem.expected, CELLS)}, więc nie wiadomo, co jest w której kolumnie.`;
  if (problem.kind === 'MISSING') return FIELD_PROBLEMS[problem.field];
  if (problem.kind === 'NO_WEIGHT') return 'Waga musi być większa od zera.';
  return problem.field === 'day' ? `„${problem.text}” nie jest datą.` : `„${problem.text}” nie jest wagą.`;
}

export function noteSentence(note: RowNote): string {
  if (note.kind === 'TIME_LEFT_OUT') return `„${note.text}” nie jest godziną, więc ją pomijamy.`;
  if (note.kind === 'NET_DIFFERS')
    return `Netto nie zgadza się z brutto i tarą: wychodzi ${formatTonnes(note.grossLessTare)}.`;
  return `„${note.text}” w kolumnie „${note.header}” nie jest wynikiem, więc go pomijamy.`;
}

/** The index of the reading that a warning refers to. */
const readingIndex = ({ field }: UnloadingWarning): number | null => {
  const [, index] = /^readings\.(\d+)\./.exec(field) ?? [];
  return index === undefined ? null : Number(index);
};

/**
 * Whether the warning is about an unknown parameter. Such a warning is shown once per column and not in each
 * row.
 */
export const isUnknownParameter = ({ code }: UnloadingWarning): boolean => code === 'UNKNOWN_PARAMETER';

export const readingName = (
  readings: readonly { readonly name?: string | undefined }[] | undefined,
  warning: UnloadingWarning,
): string => readings?.[readingIndex(warning) ?? -1]?.name ?? '';

export function warningSentence(
  warning: UnloadingWarning,
  readings: readonly { readonly name?: string | undefined }[] | undefined,
): string {
  if (readingIndex(warning) !== null) {
    const name = readingName(readings, warning);
    if (warning.code === 'VALUE_IS_DUPLICATED')
      return `Parametr „${name}” ma dwie kolumny, bierzemy pierwszą.`;
    return `Wynik „${name}” nie pasuje do typu parametru, więc go pomijamy.`;
  }
  if (warning.code === 'VALUE_IS_DUPLICATED') return 'Ten sam kwit jest w innym wierszu tej listy.';
  return ERROR_SENTENCES[warning.code];
}

export const OPEN_REASONS: Record<OpenReason, string> = {
  APPLIED: 'Wczytany wcześniej.',
  LEFT_OUT: 'Pominięty.',
  PROBLEM: 'Wiersz ma problem.',
  NO_TRANSPORT: 'Brak transportu.',
  UNDECIDED: 'Nie wybrano transportu.',
  TAKEN: 'Ten transport wybrano w innym wierszu.',
  HEAVY: 'Nie potwierdzono wagi ponad 60 t.',
};

const APPLY_SENTENCES: { readonly [Code in ErrorCode]?: string } = {
  CONFLICT: 'Ktoś zmienił ten transport w międzyczasie. Wróć do podglądu, który jest już aktualny.',
  WRONG_STATUS: 'Transport ma już status, w którym nie można go rozładować.',
  VALUE_IS_DUPLICATED:
    'Ten transport ma już inny kwit: z innego wiersza, z innej listy albo wpisany ręcznie.',
  VALUE_IS_MISSING: 'W wierszu brakuje numeru rejestracyjnego, dnia albo wagi.',
  VALUE_IS_WRONG: 'Waga, dzień albo godzina są nieprawidłowe.',
  CONTRACT_IS_NOT_COMPATIBLE: 'Ten transport jedzie do innego odbiorcy.',
};

export const applySentence = (code: ErrorCode): string => APPLY_SENTENCES[code] ?? ERROR_SENTENCES[code];

const UNDO_SENTENCES: { readonly [Code in ErrorCode]?: string } = {
  CONFLICT: 'Transport albo jego rozliczenie zmieniły się po wczytaniu listy.',
  TRANSPORT_QUANTITY_IS_TO_BIG:
    'Kilogramy, których brakowało przy rozładunku, zaplanowano od tego czasu na inny transport, a kontrakty nie mają już miejsca.',
};

export const undoSentence = (code: ErrorCode): string => UNDO_SENTENCES[code] ?? ERROR_SENTENCES[code];

/** Genitive after "z": 1 transportu, 5 transportów. */
const TRANSPORTS_OF = { one: 'transportu', few: 'transportów', many: 'transportów', other: 'transportu' };

export function undoneSentence(undone: readonly { readonly ok: boolean }[]): string {
  const back = undone.filter(({ ok }) => ok).length;
  const sentence = `Cofnięto ${formatCount(back)} z ${counted(undone.length, TRANSPORTS_OF)}.`;
  return back === undone.length ? sentence : `${sentence} Pozostałe zostają, jak są, z podanych powodów.`;
}

/**
 * Formats `25/11/26 · 25,000 t · W drodze · S/2026/0001 · PO 12345`. The registration number is omitted if the
 * row has the same number.
 */
export function candidateLabel(candidate: UnloadingCandidateReply, withRegistrationNumber: boolean): string {
  const { dateUnloading, quantityKg, status, sale, registrationNumber, trailerNumber } = candidate;
  return [
    formatShortDate(dateUnloading),
    formatTonnes(quantityKg),
    TRANSPORT_STATUS_LABELS[status],
    contractNumber(sale),
    ...(withRegistrationNumber ? [registrationNumber, trailerNumber].filter((text) => text !== '') : []),
  ].join(' · ');
}

export function totalSentence({ line, statedKg, sumKg }: ListTotal): string {
  if (statedKg === null)
    return `W wierszu ${line} jest suma, ale nie wiadomo, która liczba to waga, więc jej nie porównaliśmy.`;
  return statedKg === sumKg
    ? `Suma z wiersza ${line} (${formatTonnes(statedKg)}) zgadza się z wierszami.`
    : `Suma z wiersza ${line} to ${formatTonnes(statedKg)}, a wiersze dają ${formatTonnes(sumKg)}. Sprawdź, czy lista jest cała.`;
}
