import { IMPORT_CHECK_ROWS_MAX, type ImportProblem } from '@spichlerz/shared/calls/contractor-import';
import type { Side } from '@spichlerz/shared/domain/side';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { checkContractorRows, importContractorRows } from '../../../api/contractor-import.ts';
import { countriesQuery } from '../../../api/reference.ts';
import { useMe } from '../../../api/session.ts';
import { NEW_CONTRACTOR } from '../../../components/contractor/contractor-form-values.ts';
import { useInvalidateTopic } from '../../../components/save/use-invalidate-topic.ts';
import { useExplain } from '../../../ui/explain.ts';
import { guessColumns, type Matching } from './column-matching.ts';
import { fieldsOf } from './import-fields.ts';
import type { Defaults } from './import-row.ts';
import { FILE_BYTES_MAX, FILE_TOO_BIG, problemOfTable } from './import-words.ts';
import { isAligned, isGood, type JudgedRow, judgeRows, type ReadRow, readRows } from './judged-rows.ts';
import { readFile } from './read-file.ts';
import type { FileReading, ReadAs, Table } from './read-table.ts';
import { recallMatching, rememberMatching } from './remembered-matching.ts';

/** A file that was read, and how. */
export type ChosenFile = FileReading & {
  readonly source: File;
  readonly name: string;
  readonly table: Table;
};

/** What is going on; `done` counts rows. */
export type Work =
  | { readonly kind: 'reading'; readonly fileName: string }
  | { readonly kind: 'checking'; readonly done: number; readonly total: number }
  | { readonly kind: 'importing'; readonly total: number };

const FIRST_DEFAULTS: Defaults = {
  accountingMethod: NEW_CONTRACTOR.accountingMethod,
  label: NEW_CONTRACTOR.label,
};

export type Import = ReturnType<typeof useImport>;

/** The whole way of a file: read, matched, judged, imported. */
export function useImport(side: Side) {
  const me = useMe();
  const client = useQueryClient();
  const invalidateTopic = useInvalidateTopic();
  const explain = useExplain();
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [matching, setMatching] = useState<Matching>({});
  const [isRecalled, setRecalled] = useState(false);
  const [defaults, setDefaults] = useState(FIRST_DEFAULTS);
  const [judged, setJudged] = useState<readonly JudgedRow[] | null>(null);
  const [imported, setImported] = useState<number | null>(null);
  const [work, setWork] = useState<Work | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef(new AbortController());
  useEffect(() => () => running.current.abort(), []);

  const forget = () => {
    running.current.abort();
    running.current = new AbortController();
    setJudged(null);
    setImported(null);
    setWork(null);
    setProblem(null);
  };

  const choose = async (chosen: File, as: ReadAs = {}) => {
    forget();
    if (file?.source !== chosen) setFile(null);
    if (chosen.size > FILE_BYTES_MAX) {
      setProblem(FILE_TOO_BIG);
      return;
    }
    const { signal } = running.current;
    setWork({ kind: 'reading', fileName: chosen.name });
    const outcome = await readFile(chosen, as);
    if (signal.aborted) return;
    setWork(null);
    if (outcome.problem !== undefined) {
      setProblem(problemOfTable(outcome));
      return;
    }
    const { headers } = outcome.table;
    setFile({ ...outcome, source: chosen, name: chosen.name });
    // read in another way, a file keeps the columns chosen by hand
    if (file?.source === chosen && file.table.headers.join('\n') === headers.join('\n')) return;
    const recalled = recallMatching(me.id, headers, fieldsOf(side));
    setRecalled(recalled !== null);
    setMatching(recalled ?? guessOf(side, outcome.table));
  };

  const check = async () => {
    if (file === null) return;
    forget();
    rememberMatching(me.id, file.table.headers, fieldsOf(side), matching);
    const { signal } = running.current;
    const total = file.table.rows.length;
    setWork({ kind: 'checking', done: 0, total });
    try {
      const countries = await client.ensureQueryData(countriesQuery);
      if (signal.aborted) return;
      const rows = readRows(file.table, { side, matching, defaults, countries });
      const problems = await askServer(side, rows, signal, (done) =>
        setWork({ kind: 'checking', done, total }),
      );
      setJudged(judgeRows(side, rows, problems));
      setWork(null);
    } catch (error) {
      if (signal.aborted) return;
      setWork(null);
      setProblem(explain(error).message);
    }
  };

  const run = async () => {
    const good = (judged ?? []).filter(isGood);
    if (good.length === 0 || work !== null) return;
    setProblem(null);
    setWork({ kind: 'importing', total: good.length });
    try {
      const { ids } = await importContractorRows[side](good.map(({ request }) => request));
      setImported(ids.length);
      await invalidateTopic('contractor');
    } catch (error) {
      setProblem(explain(error).message);
    } finally {
      setWork(null);
    }
  };

  return {
    file,
    matching,
    isRecalled,
    defaults,
    judged,
    imported,
    work,
    problem,
    choose,
    /** The same file, read in another way. */
    readAs: (as: ReadAs) => {
      if (file !== null) void choose(file.source, as);
    },
    check,
    run,
    match: (next: Matching) => {
      forget();
      setMatching(next);
    },
    guessAgain: () => {
      if (file === null) return;
      forget();
      setRecalled(false);
      setMatching(guessOf(side, file.table));
    },
    setDefaults: (next: Defaults) => {
      forget();
      setDefaults(next);
    },
    startOver: () => {
      forget();
      setFile(null);
    },
  };
}

/** Rows that show what is in a column. */
const SAMPLE_ROWS = 200;

function guessOf(side: Side, { headers, groups = [], rows }: Table): Matching {
  const sample = rows.filter(isAligned).slice(0, SAMPLE_ROWS);
  return guessColumns(headers, fieldsOf(side), { groups, rows: sample.map(({ cells }) => cells) });
}

/** One part after another, so that what is told to be done is done. */
async function askServer(
  side: Side,
  rows: readonly ReadRow[],
  signal: AbortSignal,
  onDone: (rows: number) => void,
): Promise<ImportProblem[]> {
  const problems: ImportProblem[] = [];
  const asked = rows.flatMap((row, index) => (isAligned(row) ? [{ request: row.request, index }] : []));
  for (let start = 0; start < asked.length; start += IMPORT_CHECK_ROWS_MAX) {
    const part = asked.slice(start, start + IMPORT_CHECK_ROWS_MAX);
    onDone(part[0]?.index ?? start);
    const requests = part.map(({ request }) => request);
    for (const one of await checkContractorRows(side, requests, signal))
      problems.push({ ...one, row: part[one.row]?.index ?? one.row });
  }
  return problems;
}
