import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useExplain } from '../explain.ts';
import { notifyError } from '../notify.tsx';
import { ButtonWithReason } from '../refusable-button.tsx';
import { UI_TEXTS } from '../texts.ts';
import classes from './bulk-dialog.module.css';
import { Dialog } from './dialog.tsx';

type Props<Row extends { id: number }> = {
  title: string;
  rows: readonly Row[];
  rowName: (row: Row) => string;
  /** What will happen, in numbers. */
  message: ReactNode;
  /** What has to be chosen first. */
  children?: ReactNode;
  confirmLabel: string;
  /** Where „Anuluj” could be taken for the action itself. */
  cancelLabel?: string;
  danger?: boolean;
  /** Why it cannot be confirmed yet, null when it can. */
  refused?: string | null;
  /** Changes one row. Each is a transaction of its own, so one that is refused does not hold up the others. */
  change: (row: Row) => Promise<unknown>;
  /** After the last row, with the ids of those that were refused. */
  onFinished: (refused: ReadonlySet<number>) => Promise<void>;
  /** All rows are through: the dialog has nothing more to tell and is about to close. */
  onAllDone: () => void;
  onClose: () => void;
};

type Result = { readonly id: number; readonly problem: string | null };

/** Asks once, changes row after row, and tells what became of each. */
export function BulkDialog<Row extends { id: number }>({
  title,
  rows: chosen,
  rowName,
  message,
  children,
  confirmLabel,
  cancelLabel = UI_TEXTS.cancel,
  danger = false,
  refused = null,
  change,
  onFinished,
  onAllDone,
  onClose,
}: Props<Row>) {
  const explain = useExplain();
  // the list behind may refresh meanwhile; the person agreed to these
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
    const told: Result[] = [];
    for (const row of rows) {
      // One after another: they may share contracts, which the server locks in turn.
      // oxlint-disable-next-line no-await-in-loop
      told.push({ id: row.id, problem: await problemOf(change(row)) });
      setResults([...told]);
    }
    const problems = told.filter(({ problem }) => problem !== null);
    await onFinished(new Set(problems.map(({ id }) => id)));
    if (problems.length > 0) return isShown.current ? setState('finished') : tellElsewhere(problems);
    onAllDone();
    return onClose();
  };
  /** The back button has led away from the page of the dialog meanwhile. */
  const tellElsewhere = (problems: readonly Result[]) => {
    const [first] = problems;
    const row = rows.find(({ id }) => id === first?.id);
    const outcome = UI_TEXTS.bulkOutcome(rows.length - problems.length, problems.length);
    if (row !== undefined)
      notifyError(
        `${outcome} ${UI_TEXTS.bulkFirst(rowName(row), first?.problem ?? '')}`,
        UI_TEXTS.bulkResults,
      );
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
      title={state === 'finished' ? UI_TEXTS.bulkResults : title}
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
                refused={refused}
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

/** Takes over the focus of the button that is gone. */
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
          ? UI_TEXTS.bulkRuns(results.length, rows.length)
          : `${UI_TEXTS.bulkOutcome(done, rows.length - done)} ${UI_TEXTS.bulkStaysChosen}`}
      </Text>
      {isRunning ? (
        <Progress value={(results.length / rows.length) * 100} aria-label={UI_TEXTS.saving} />
      ) : null}
      <ul className={classes.results} aria-label={UI_TEXTS.bulkResults}>
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
          {result === undefined ? UI_TEXTS.bulkWaits : (problem ?? UI_TEXTS.bulkDone)}
        </Text>
      </div>
    </li>
  );
}
