import type { UnloadingAction } from '@spichlerz/shared/domain/unloading-list';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { isUncertain } from '../../../api/api-error.ts';
import { useInvalidateTopic } from '../../../api/query-keys.ts';
import {
  type ApplyBody,
  applyList,
  type UndoneRow,
  undoList,
  unloadingCheckQuery,
} from '../../../api/unloading.ts';
import { type ChosenFile, readFile } from '../../../components/table-import/read-file.ts';
import type { FileReadOptions } from '../../../components/table-import/read-table.ts';
import {
  FILE_BYTES_MAX,
  FILE_TOO_BIG,
  tableProblemSentence,
} from '../../../components/table-import/table-texts.ts';
import { useExplain, useVisibleFailure } from '../../../ui/errors.ts';
import {
  applyRequest,
  checkRequests,
  type Decisions,
  isReady,
  type PreviewRow,
  previewRows,
} from './preview-rows.ts';
import { TABLE_WORDS } from './unloading-texts.ts';
import { useListColumns } from './use-list-columns.ts';

const startWorker = () => new Worker(new URL('./table-worker.ts', import.meta.url), { type: 'module' });

export const PASTED_NAME = 'Wklejona tabela';

/** The recipient of the list, and the sale if the list covers only one sale. */
export type Scope = {
  readonly recipientId: number | null;
  readonly salesId: number | null;
  /** The day for rows without a day; '' if not set. */
  readonly day: string;
};

/** An applied list, with its rows at the time of applying. */
export type AppliedList = {
  readonly listId: number;
  readonly action: UnloadingAction;
  readonly rows: readonly PreviewRow[];
  /** The outcome of each row by its line: the error code of a failed row, or null. */
  readonly outcomes: ReadonlyMap<number, AppliedOutcome>;
};
type AppliedOutcome = Awaited<ReturnType<typeof applyList>>['rows'][number]['messageCode'];

/**
 * A request to apply rows. After a lost response the same request is sent again, and the server recognizes the
 * repetition.
 */
type Application = { readonly body: ApplyBody; readonly rows: readonly PreviewRow[] };

type Task = 'reading' | 'applying' | 'undoing';

const NO_DECISIONS: Decisions = { choices: new Map(), acceptedKg: new Map() };

export type UnloadingList = ReturnType<typeof useUnloadingList>;

/** The state of the unloading page: the table, its columns, the preview, and the results of applying and undoing. */
export function useUnloadingList({ recipientId, salesId, day }: Scope) {
  const explain = useExplain();
  const invalidateTopic = useInvalidateTopic();
  const [pasted, setPasted] = useState('');
  const [isReplaced, setReplaced] = useState(false);
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [decisions, setDecisions] = useState(NO_DECISIONS);
  const [action, setAction] = useState<UnloadingAction>('DELIVER');
  const [unconfirmed, setUnconfirmed] = useState<Application | null>(null);
  const [applied, setApplied] = useState<AppliedList | null>(null);
  const [undone, setUndone] = useState<readonly UndoneRow[] | null>(null);
  const [task, setTask] = useState<Task | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const reading = useRef(new AbortController());
  useEffect(() => () => reading.current.abort(), []);

  const { meanings, list, columnProblem, isPending, storeMapping, ...columns } = useListColumns({
    table: file?.table,
    recipientId,
    day,
  });
  const scope = salesId === null ? { recipientId: recipientId ?? 0 } : { salesId };
  const requests = useMemo(() => checkRequests(list?.rows ?? []), [list]);
  const isReadable = file !== null && columnProblem === null && recipientId !== null && !isPending;
  const check = useQuery({
    ...unloadingCheckQuery({ ...scope, rows: requests }),
    enabled:
      isReadable && requests.length > 0 && applied === null && unconfirmed === null && task !== 'applying',
    refetchOnWindowFocus: false,
  });
  useVisibleFailure(check.error);
  // a list without readable rows needs no check
  const replies = requests.length === 0 ? NO_ROWS : check.data?.rows;
  const checked = isReadable ? replies : undefined;
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
    columns.reset();
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
      setApplied({
        listId: reply.listId,
        action: application.body.action,
        rows: application.rows,
        outcomes: new Map(reply.rows.map(({ row, messageCode }) => [row, messageCode])),
      });
      await storeMapping();
      await invalidateTopic('transport');
    } catch (error) {
      setProblem(explain(error).message);
      setUnconfirmed(isUncertain(error) ? application : null);
    } finally {
      setTask(null);
    }
  };

  /** @throws ApiError, which the confirmation dialog shows */
  const undo = async () => {
    if (applied === null) return;
    setTask('undoing');
    try {
      setUndone((await undoList(applied.listId)).rows);
      await invalidateTopic('transport');
    } finally {
      setTask(null);
    }
  };

  return {
    /** The pasted text. The user can correct it and read it again. */
    pasted,
    setPasted,
    /** Whether a list was read before this one. */
    isReplaced,
    file,
    ...columns,
    meanings,
    list,
    columnProblem,
    rows,
    check,
    action,
    isUnconfirmed: unconfirmed !== null,
    applied,
    undone,
    task,
    problem,
    read: (source: Blob, name: string) => void read(source, name, {}),
    /** Reads the list again with these options. */
    readAs: (as: FileReadOptions) => {
      if (file !== null) void read(file.source, file.name, as);
    },
    /** Repeats the check. After a lost response, the checked rows show whether the list was applied. */
    recheck: () => {
      setUnconfirmed(null);
      setProblem(null);
      void check.refetch();
    },
    setAction,
    setDecisions,
    apply,
    undo,
    /**
     * Returns from the result to the preview. The preview marks the applied rows and keeps the decisions on all
     * other rows.
     */
    backToPreview: () => {
      setApplied(null);
      setUndone(null);
      setProblem(null);
    },
    /**
     * Returns to the selection of a list. A pasted text that was not applied stays, so that
     * the user can correct it.
     */
    startOver: () => {
      if (applied !== null) setPasted('');
      forgetList();
      setFile(null);
      setReplaced(true);
    },
  };
}

const NO_ROWS: readonly never[] = [];
