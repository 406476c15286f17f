import { IMPORT_CHECK_ROWS_MAX, type ImportProblem } from '@spichlerz/shared/calls/contractor-import';
import type { ContractorKind } from '@spichlerz/shared/domain/contractor';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { checkContractorRows, importContractorRows } from '../../../api/contractor-import.ts';
import { useInvalidateTopic } from '../../../api/query-keys.ts';
import { countriesQuery } from '../../../api/reference.ts';
import { useMe } from '../../../api/session.ts';
import { type ChosenFile, readFile } from '../../../components/table-import/read-file.ts';
import type { FileReadOptions, Table } from '../../../components/table-import/read-table.ts';
import {
  FILE_BYTES_MAX,
  FILE_TOO_BIG,
  tableProblemSentence,
} from '../../../components/table-import/table-texts.ts';
import { useExplain } from '../../../ui/errors.ts';
import { NEW_CONTRACTOR } from '../contractor-form-values.ts';
import {
  type CheckedRow,
  checkRows,
  isAligned,
  isImportable,
  type ReadRow,
  readRows,
} from './checked-rows.ts';
import { guessColumns, type Matching } from './column-matching.ts';
import { fieldsOf } from './import-fields.ts';
import type { Defaults } from './import-row.ts';
import { TABLE_WORDS } from './import-texts.ts';
import { findStoredMatching, storeMatching } from './stored-matching.ts';

const startWorker = () => new Worker(new URL('./table-worker.ts', import.meta.url), { type: 'module' });

/** The running task; `done` counts rows. */
export type ImportTask =
  | { readonly kind: 'reading'; readonly fileName: string }
  | { readonly kind: 'checking'; readonly done: number; readonly total: number }
  | { readonly kind: 'importing'; readonly total: number };

const INITIAL_DEFAULTS: Defaults = {
  accountingMethod: NEW_CONTRACTOR.accountingMethod,
  label: NEW_CONTRACTOR.label,
};

export type Import = ReturnType<typeof useImport>;

/** The state of an import: file, matching of columns, checked rows and result. */
export function useImport(kind: ContractorKind) {
  const me = useMe();
  const client = useQueryClient();
  const invalidateTopic = useInvalidateTopic();
  const explain = useExplain();
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [matching, setMatching] = useState<Matching>({});
  const [isStoredMatching, setStoredMatching] = useState(false);
  const [defaults, setDefaults] = useState(INITIAL_DEFAULTS);
  const [checkedRows, setCheckedRows] = useState<readonly CheckedRow[] | null>(null);
  const [imported, setImported] = useState<number | null>(null);
  const [task, setTask] = useState<ImportTask | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef(new AbortController());
  useEffect(() => () => running.current.abort(), []);

  const resetCheck = () => {
    running.current.abort();
    running.current = new AbortController();
    setCheckedRows(null);
    setImported(null);
    setTask(null);
    setProblem(null);
  };

  const choose = (chosen: File) => read(chosen, chosen.name, {});

  const read = async (chosen: Blob, name: string, as: FileReadOptions) => {
    resetCheck();
    if (file?.source !== chosen) setFile(null);
    if (chosen.size > FILE_BYTES_MAX) {
      setProblem(FILE_TOO_BIG);
      return;
    }
    const { signal } = running.current;
    setTask({ kind: 'reading', fileName: name });
    const outcome = await readFile(startWorker, chosen, as);
    if (signal.aborted) return;
    setTask(null);
    if (outcome.problem !== undefined) {
      setProblem(tableProblemSentence(outcome, TABLE_WORDS));
      return;
    }
    const { headers } = outcome.table;
    setFile({ ...outcome, source: chosen, name });
    // If the same file is read again with other options and has the same headers, the columns that the user has
    // selected stay.
    if (file?.source === chosen && file.table.headers.join('\n') === headers.join('\n')) return;
    const stored = findStoredMatching(me.id, headers, fieldsOf(kind));
    setStoredMatching(stored !== null);
    setMatching(stored ?? guessMatching(kind, outcome.table));
  };

  const check = async () => {
    if (file === null) return;
    resetCheck();
    storeMatching(me.id, file.table.headers, fieldsOf(kind), matching);
    const { signal } = running.current;
    const total = file.table.rows.length;
    setTask({ kind: 'checking', done: 0, total });
    try {
      const countries = await client.ensureQueryData(countriesQuery);
      if (signal.aborted) return;
      const rows = readRows(file.table, { kind, matching, defaults, countries });
      const problems = await checkOnServer(kind, rows, signal, (done) =>
        setTask({ kind: 'checking', done, total }),
      );
      setCheckedRows(checkRows(kind, rows, problems));
      setTask(null);
    } catch (error) {
      if (signal.aborted) return;
      setTask(null);
      setProblem(explain(error).message);
    }
  };

  const run = async () => {
    const good = (checkedRows ?? []).filter(isImportable);
    if (good.length === 0 || task !== null) return;
    setProblem(null);
    setTask({ kind: 'importing', total: good.length });
    try {
      const { ids } = await importContractorRows[kind](good.map(({ request }) => request));
      setImported(ids.length);
      await invalidateTopic('contractor');
    } catch (error) {
      setProblem(explain(error).message);
    } finally {
      setTask(null);
    }
  };

  return {
    file,
    matching,
    isStoredMatching,
    defaults,
    checkedRows,
    imported,
    task,
    problem,
    choose,
    /** Reads the file again with these options. */
    readAs: (as: FileReadOptions) => {
      if (file !== null) void read(file.source, file.name, as);
    },
    check,
    run,
    match: (next: Matching) => {
      resetCheck();
      setMatching(next);
    },
    guessAgain: () => {
      if (file === null) return;
      resetCheck();
      setStoredMatching(false);
      setMatching(guessMatching(kind, file.table));
    },
    setDefaults: (next: Defaults) => {
      resetCheck();
      setDefaults(next);
    },
    startOver: () => {
      resetCheck();
      setFile(null);
    },
  };
}

/** The number of rows whose values help to guess the columns. */
const SAMPLE_ROWS = 200;

function guessMatching(kind: ContractorKind, { headers, groups = [], rows }: Table): Matching {
  const sample = rows.filter(isAligned).slice(0, SAMPLE_ROWS);
  return guessColumns(headers, fieldsOf(kind), { groups, rows: sample.map(({ cells }) => cells) });
}

/** Checks the rows in chunks, one after another, so that the progress is exact. */
async function checkOnServer(
  kind: ContractorKind,
  rows: readonly ReadRow[],
  signal: AbortSignal,
  onDone: (rows: number) => void,
): Promise<ImportProblem[]> {
  const problems: ImportProblem[] = [];
  const alignedRows = rows.flatMap((row, index) => (isAligned(row) ? [{ request: row.request, index }] : []));
  for (let start = 0; start < alignedRows.length; start += IMPORT_CHECK_ROWS_MAX) {
    const chunk = alignedRows.slice(start, start + IMPORT_CHECK_ROWS_MAX);
    onDone(chunk[0]?.index ?? start);
    const requests = chunk.map(({ request }) => request);
    for (const one of await checkContractorRows(kind, requests, signal))
      problems.push({ ...one, row: chunk[one.row]?.index ?? one.row });
  }
  return problems;
}
