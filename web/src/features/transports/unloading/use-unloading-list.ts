import { UNLOADING_ROWS_MAX, type UnloadingAction } from '@spichlerz/shared/domain/unloading-list';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { isUncertain } from '../../../api/api-error.ts';
import { parameterNamesQuery } from '../../../api/materials.ts';
import { useInvalidateTopic } from '../../../api/query-keys.ts';
import {
  type ApplyBody,
  applyList,
  changeMapping,
  type UndoneRow,
  undoList,
  unloadingCheckQuery,
  unloadingMappingQuery,
} from '../../../api/unloading.ts';
import { type ChosenFile, readFile } from '../../../components/table-import/read-file.ts';
import type { FileReadOptions } from '../../../components/table-import/read-table.ts';
import {
  FILE_BYTES_MAX,
  FILE_TOO_BIG,
  tableProblemSentence,
} from '../../../components/table-import/table-texts.ts';
import { useExplain, useVisibleFailure } from '../../../ui/errors.ts';
import { notifyError } from '../../../ui/overlay/notify.tsx';
import { today } from '../../../words/format.ts';
import { type ListUnit, readList, repeatedReading, suggestedUnits } from './list-rows.ts';
import {
  applyRequest,
  checkRequests,
  type Decisions,
  isReady,
  type PreviewRow,
  previewRows,
} from './preview-rows.ts';
import { type ColumnMeanings, proposeColumns, toMapping } from './unloading-columns.ts';
import { TABLE_WORDS } from './unloading-texts.ts';
import { type LastList, useLastList } from './use-last-list.ts';

const startWorker = () => new Worker(new URL('./table-worker.ts', import.meta.url), { type: 'module' });

export const PASTED_NAME = 'Wklejona tabela';

/** The recipient of the list, and its only sale where one is chosen. */
export type Scope = {
  readonly recipientId: number | null;
  readonly salesId: number | null;
  /** The day of rows without one, or an empty text. */
  readonly day: string;
};

/** What was applied, with the rows as they were then. */
export type AppliedList = {
  readonly listId: number;
  readonly action: UnloadingAction;
  readonly rows: readonly PreviewRow[];
  /** By line: why the row failed, or null. */
  readonly outcomes: ReadonlyMap<number, AppliedOutcome>;
};
type AppliedOutcome = Awaited<ReturnType<typeof applyList>>['rows'][number]['messageCode'];

/**
 * A request to apply rows. After a lost reply the same request is sent again, and the server answers it as the first one.
 */
type Application = { readonly body: ApplyBody; readonly rows: readonly PreviewRow[] };

type Task = 'reading' | 'applying' | 'undoing';

const NO_DECISIONS: Decisions = { choices: new Map(), acceptedKg: new Map() };

export type UnloadingList = ReturnType<typeof useUnloadingList>;

/** The state of an unloading list: the table, its columns, the preview, and what was applied and undone. */
export function useUnloadingList({ recipientId, salesId, day }: Scope) {
  const explain = useExplain();
  const invalidateTopic = useInvalidateTopic();
  const { remember, forget } = useLastList();
  const [pasted, setPasted] = useState('');
  const [isReplaced, setReplaced] = useState(false);
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [changedMeanings, setChangedMeanings] = useState<ColumnMeanings | null>(null);
  const [chosenUnit, setChosenUnit] = useState<ListUnit | null>(null);
  const [decisions, setDecisions] = useState(NO_DECISIONS);
  const [action, setAction] = useState<UnloadingAction>('DELIVER');
  const [unconfirmed, setUnconfirmed] = useState<Application | null>(null);
  const [applied, setApplied] = useState<AppliedList | null>(null);
  const [undone, setUndone] = useState<readonly UndoneRow[] | null>(null);
  const [task, setTask] = useState<Task | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const reading = useRef(new AbortController());
  useEffect(() => () => reading.current.abort(), []);

  const stored = useQuery({
    ...unloadingMappingQuery(recipientId ?? 0),
    enabled: recipientId !== null && file !== null,
  });
  const parameters = useQuery({ ...parameterNamesQuery, enabled: file !== null }).data;
  const storedColumns = stored.data?.columns;
  const table = file?.table;
  const proposed = useMemo(
    () => (table === undefined ? [] : proposeColumns(table, storedColumns, parameters)),
    [table, storedColumns, parameters],
  );
  const meanings = changedMeanings ?? proposed;
  const units = useMemo(
    () => (table === undefined ? new Set<ListUnit>() : suggestedUnits(table, meanings)),
    [table, meanings],
  );
  const [onlyUnit = 'kg'] = units;
  const unit = chosenUnit ?? (units.size > 1 ? null : onlyUnit);
  const list = useMemo(
    () =>
      table === undefined
        ? null
        : readList(table, { meanings, unit: unit ?? 'each', day: day === '' ? null : day, today: today() }),
    [table, meanings, unit, day],
  );

  const scope = salesId === null ? { recipientId: recipientId ?? 0 } : { salesId };
  const requests = useMemo(() => checkRequests(list?.rows ?? []), [list]);
  const columnProblem =
    file === null
      ? null
      : findColumnProblem({ meanings, unit, rows: list?.rows.length ?? 0, headers: file.table.headers });
  // the columns that were stored for the recipient must be known, or the rows would be read twice
  const isReadable = file !== null && columnProblem === null && recipientId !== null && !stored.isPending;
  const check = useQuery({
    ...unloadingCheckQuery({ ...scope, rows: requests }),
    enabled:
      isReadable && requests.length > 0 && applied === null && unconfirmed === null && task !== 'applying',
    refetchOnWindowFocus: false,
  });
  useVisibleFailure(check.error);
  useVisibleFailure(stored.error);
  const checked = requests.length === 0 ? NO_ROWS : check.data?.rows;
  const rows = useMemo(
    () => (list === null || checked === undefined ? null : previewRows(list.rows, checked, decisions)),
    [list, checked, decisions],
  );

  const forgetList = () => {
    reading.current.abort();
    reading.current = new AbortController();
    setDecisions(NO_DECISIONS);
    setUnconfirmed(null);
    setApplied(null);
    setUndone(null);
    setTask(null);
    setProblem(null);
  };

  const read = async (source: Blob, name: string, as: FileReadOptions) => {
    forgetList();
    if (source.size > FILE_BYTES_MAX) {
      setProblem(FILE_TOO_BIG);
      return;
    }
    const { signal } = reading.current;
    setTask('reading');
    const outcome = await readFile(startWorker, source, as);
    if (signal.aborted) return;
    setTask(null);
    if (outcome.problem !== undefined) {
      setProblem(tableProblemSentence(outcome, TABLE_WORDS));
      return;
    }
    setFile({ ...outcome, source, name });
    setChangedMeanings(null);
    setChosenUnit(null);
  };

  const storeMapping = async (next: ColumnMeanings) => {
    if (file === null || recipientId === null) return;
    try {
      await changeMapping(recipientId, toMapping(file.table.headers, next));
    } catch (error) {
      notifyError(explain(error).message, 'Nie zapamiętano kolumn');
    }
  };

  const apply = async () => {
    const ready = (rows ?? []).filter(isReady);
    if (rows === null || task !== null || (ready.length === 0 && unconfirmed === null)) return;
    const application = unconfirmed ?? {
      body: { ...scope, action, rows: ready.map(applyRequest) },
      rows,
    };
    setProblem(null);
    setTask('applying');
    try {
      const reply = await applyList(application.body);
      setUnconfirmed(null);
      setUndone(null);
      remember({
        listId: reply.listId,
        name: file?.name ?? '',
        appliedAt: Date.now(),
        plates: platesOf(application.rows, reply.rows),
      });
      setApplied({
        listId: reply.listId,
        action: application.body.action,
        rows: application.rows,
        outcomes: new Map(reply.rows.map(({ row, messageCode }) => [row, messageCode])),
      });
      await storeMapping(meanings);
      await invalidateTopic('transport');
    } catch (error) {
      setProblem(explain(error).message);
      setUnconfirmed(isUncertain(error) ? application : null);
    } finally {
      setTask(null);
    }
  };

  /** @throws ApiError; the confirmation shows it */
  const undo = async () => {
    if (applied === null || task !== null) return;
    setTask('undoing');
    try {
      setUndone((await undoList(applied.listId)).rows);
      forget();
      await invalidateTopic('transport');
    } finally {
      setTask(null);
    }
  };

  return {
    /** The pasted text, which can be corrected and read again. */
    pasted,
    setPasted,
    /** Whether another list was read before. */
    isReplaced,
    file,
    meanings,
    isStoredMapping: changedMeanings === null && (storedColumns?.length ?? 0) > 0,
    parameters: parameters ?? NO_NAMES,
    unit,
    units,
    list,
    rows,
    check,
    stored,
    columnProblem,
    action,
    isUnconfirmed: unconfirmed !== null,
    applied,
    undone,
    task,
    problem,
    read: (source: Blob, name: string) => void read(source, name, {}),
    /** Reads the same list with other options. */
    readAs: (as: FileReadOptions) => {
      if (file !== null) void read(file.source, file.name, as);
    },
    /** Looks for the transports again; what the server knows then decides about an unconfirmed application. */
    recheck: () => {
      setUnconfirmed(null);
      setProblem(null);
      void check.refetch();
    },
    setMeanings: (next: ColumnMeanings) => {
      setChangedMeanings(next);
      setChosenUnit(null);
    },
    /** Takes the stored columns of another recipient. */
    forgetMeanings: () => setChangedMeanings(null),
    setUnit: setChosenUnit,
    setAction,
    setDecisions,
    apply,
    undo,
    /** Returns from the result to the preview, which shows what is applied by now. */
    backToPreview: () => {
      setApplied(null);
      setUndone(null);
      setProblem(null);
      setDecisions(NO_DECISIONS);
    },
    /** Asks for another list; the text of a list that is not applied stays, to be corrected. */
    startOver: () => {
      if (applied !== null) setPasted('');
      forgetList();
      setFile(null);
      setReplaced(true);
    },
  };
}

/** The transports of the applied rows with their registration numbers. */
function platesOf(
  rows: readonly PreviewRow[],
  outcomes: readonly { readonly row: number; readonly ok: boolean }[],
): LastList['plates'] {
  const done = new Set(outcomes.flatMap(({ row, ok }) => (ok ? [row] : [])));
  return rows.flatMap(({ id, chosen }) =>
    chosen !== null && done.has(id) ? [[chosen.transportId, chosen.registrationNumber]] : [],
  );
}

const NO_ROWS: readonly never[] = [];
const NO_NAMES: readonly string[] = [];

type Readiness = {
  readonly meanings: ColumnMeanings;
  readonly unit: ListUnit | null;
  readonly rows: number;
  readonly headers: readonly string[];
};

/** What the user must say about the columns before the transports of the rows can be looked for, or null. */
function findColumnProblem({ meanings, unit, rows, headers }: Readiness): string | null {
  const has = (column: string) => meanings.some((meaning) => meaning.column === column);
  if (!has('PLATE')) return 'Wskaż kolumnę z numerem rejestracyjnym.';
  if (!has('NET') && !(has('GROSS') && has('TARE')))
    return 'Wskaż kolumnę z wagą netto albo kolumny z wagą brutto i tarą.';
  const repeated = repeatedReading(headers, meanings);
  if (repeated !== null) return `Parametr „${repeated}” ma dwie kolumny. Jedną z nich pomiń.`;
  if (unit === null) return 'Wskaż, w czym są wagi: w kilogramach czy w tonach.';
  if (rows > UNLOADING_ROWS_MAX)
    return `Lista ma więcej niż ${UNLOADING_ROWS_MAX} wierszy. Podziel ją na mniejsze.`;
  return rows === 0 ? 'Pod nagłówkami nie ma żadnego rozładunku.' : null;
}
