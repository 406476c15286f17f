import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ButtonWithReason } from '../button-with-reason.tsx';
import { useExplain } from '../errors.ts';
import { UI_TEXTS } from '../texts.ts';
import classes from './bulk-dialog.module.css';
import { Dialog } from './dialog.tsx';
import { notifyError } from './notify.tsx';

type Props<Row extends { id: number }> = {
  title: string;
  rows: readonly Row[];
  rowName: (row: Row) => string;
  /** The effect of the change, with the number of records. */
  message: ReactNode;
  /** Fields for the new value. */
  children?: ReactNode;
  confirmLabel: string;
  /** Replaces "Anuluj" where this word could be read as the action itself. */
  cancelLabel?: string;
  danger?: boolean;
  disabledReason?: string | null;
  /** Changes one row. Each row has its own transaction, so that one failure does not affect the others. */
  change: (row: Row) => Promise<unknown>;
  /** Called after the last row with the ids of the rows that failed. */
  onFinished: (failedIds: ReadonlySet<number>) => Promise<void>;
  /** Called when all rows have succeeded, just before the dialog closes. */
  onAllDone: () => void;
  onClose: () => void;
};

type Result = { readonly id: number; readonly problem: string | null };

const BULK_TEXTS = {
  runs: (done: number, all: number) => `Zapisano ${done} z ${all}…`,
  outcome: (done: number, failed: number) => `Zmieniono: ${done}, odrzucono: ${failed}.`,
  failedStaySelected: 'Odrzucone pozostają zaznaczone, jeśli są jeszcze na liście.',
  first: (name: string, problem: string) => `Pierwsze odrzucone to ${name}: ${problem}`,
  results: 'Wynik zmiany',
  done: 'Zmieniono',
  waits: 'Czeka',
};

/** Confirms a bulk change, changes the rows one after another and shows the result of each. */
export function BulkDialog<Row extends { id: number }>({
  title,
  rows: chosen,
  rowName,
  message,
  children,
  confirmLabel,
  cancelLabel = UI_TEXTS.cancel,
  danger = false,
  disabledReason = null,
  change,
  onFinished,
  onAllDone,
  onClose,
}: Props<Row>) {
  const explain = useExplain();
  // the list may refresh while the dialog is open, but the user confirms the rows with which the dialog opened
  const [rows] = useState(chosen);
  const [results, setResults] = useState<readonly Result[]>([]);
  const [state, setState] = useState<'asking' | 'running' | 'finished'>('asking');
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const run = async () => {
    setState('running');
    const outcomes: Result[] = [];
    for (const row of rows) {
      // Rows are changed one after another, because they may share contracts that the server locks.
      // oxlint-disable-next-line no-await-in-loop
      outcomes.push({ id: row.id, problem: await problemOf(change(row)) });
      setResults([...outcomes]);
    }
    const problems = outcomes.filter(({ problem }) => problem !== null);
    await onFinished(new Set(problems.map(({ id }) => id)));
    if (problems.length > 0) return isShown.current ? setState('finished') : notifyAfterUnmount(problems);
    onAllDone();
    return onClose();
  };
  /** Shows the failures in a notification when the user has left the page of the dialog. */
  const notifyAfterUnmount = (problems: readonly Result[]) => {
    const [first] = problems;
    const row = rows.find(({ id }) => id === first?.id);
    const outcome = BULK_TEXTS.outcome(rows.length - problems.length, problems.length);
    if (row !== undefined)
      notifyError(`${outcome} ${BULK_TEXTS.first(rowName(row), first?.problem ?? '')}`, BULK_TEXTS.results);
  };
  const problemOf = async (changing: Promise<unknown>) => {
    try {
      await changing;
      return null;
    } catch (error) {
      return explain(error).message;
    }
  };

  return (
    <Dialog
      title={state === 'finished' ? BULK_TEXTS.results : title}
      size="md"
      closeOnClickOutside={false}
      onClose={() => (state === 'running' ? undefined : onClose())}
    >
      <Stack gap="md">
        {state === 'asking' ? (
          <>
            {typeof message === 'string' ? <Text>{message}</Text> : message}
            {children}
          </>
        ) : (
          <Results rows={rows} rowName={rowName} results={results} isRunning={state === 'running'} />
        )}
        <Group justify="flex-end" gap="xs">
          {state === 'finished' ? (
            <CloseButton onClose={onClose} />
          ) : (
            <>
              <Button
                variant="default"
                onClick={onClose}
                disabled={state === 'running'}
                data-autofocus={danger || undefined}
              >
                {cancelLabel}
              </Button>
              <ButtonWithReason
                color={danger ? 'red' : undefined}
                disabledReason={disabledReason}
                onClick={() => void run()}
                loading={state === 'running'}
                data-autofocus={danger ? undefined : true}
              >
                {confirmLabel}
              </ButtonWithReason>
            </>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Replaces the confirm button and takes its focus. */
function CloseButton({ onClose }: { onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button ref={button} onClick={onClose}>
      {UI_TEXTS.close}
    </Button>
  );
}

type ResultsProps<Row> = {
  rows: readonly Row[];
  rowName: (row: Row) => string;
  results: readonly Result[];
  isRunning: boolean;
};

function Results<Row extends { id: number }>({ rows, rowName, results, isRunning }: ResultsProps<Row>) {
  const done = results.filter(({ problem }) => problem === null).length;
  return (
    <>
      <Text component="output">
        {isRunning
          ? BULK_TEXTS.runs(results.length, rows.length)
          : `${BULK_TEXTS.outcome(done, rows.length - done)} ${BULK_TEXTS.failedStaySelected}`}
      </Text>
      {isRunning ? (
        <Progress value={(results.length / rows.length) * 100} aria-label={UI_TEXTS.saving} />
      ) : null}
      <ul className={classes.results} aria-label={BULK_TEXTS.results}>
        {rows.map((row, index) => (
          <ResultLine key={row.id} name={rowName(row)} result={results[index]} />
        ))}
      </ul>
    </>
  );
}

function ResultLine({ name, result }: { name: string; result: Result | undefined }) {
  const problem = result?.problem ?? null;
  return (
    <li className={classes.result}>
      {result === undefined ? (
        <span className={classes.icon} />
      ) : problem === null ? (
        <IconCheck className={classes.icon} size={18} color="var(--app-long)" aria-hidden />
      ) : (
        <IconX className={classes.icon} size={18} color="var(--mantine-color-error)" aria-hidden />
      )}
      <div>
        <Text fz="sm" fw={500}>
          {name}
        </Text>
        <Text fz="sm" c={problem === null ? 'dimmed' : 'var(--mantine-color-error)'}>
          {result === undefined ? BULK_TEXTS.waits : (problem ?? BULK_TEXTS.done)}
        </Text>
      </div>
    </li>
  );
}
