import { Button, EmptyState, Paper } from '@mantine/core';
import { IconAlertTriangle, IconMoodEmpty, IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useExplain } from '../explain.ts';
import { focusList } from '../list-beside.ts';
import { useVisibleFailure } from '../shown-failures.ts';
import { UI_TEXTS } from '../texts.ts';
import type { BaseParams } from './list-params.ts';
import type { ListQuery } from './list-query.ts';
import type { ListState } from './use-list-params.ts';

/** What a list without any records says: why, and the next step. */
export type ListEmpty = {
  title: string;
  hint?: string;
  action?: ReactNode;
  /** Where what was searched for in vain may still be. */
  elsewhere?: ReactNode;
};

type Props<Params extends BaseParams> = {
  query: ListQuery<unknown>;
  list: ListState<Params>;
  empty: ListEmpty;
};

/** In place of rows, read out by the table: nothing yet, nothing that matches, or a failure. */
export function ListOutcome<Params extends BaseParams>({ query, list, empty }: Props<Params>) {
  if (query.data === undefined) {
    return <FailedState error={query.error} onRetry={() => query.refetch()} onClear={list.clear} />;
  }
  if (list.isFiltered && query.data.total !== 0) {
    return (
      <Paper withBorder p="xl">
        <EmptyState
          icon={<IconSearchOff size={36} stroke={1.5} />}
          title={UI_TEXTS.nothingMatches}
          description={UI_TEXTS.nothingMatchesHint}
        >
          <EmptyState.Actions>
            {empty.elsewhere}
            <Button
              variant="default"
              onClick={(event) => {
                focusList(event);
                list.clear();
              }}
            >
              {UI_TEXTS.clearFilters}
            </Button>
          </EmptyState.Actions>
        </EmptyState>
      </Paper>
    );
  }
  return (
    <Paper withBorder p="xl">
      <EmptyState
        icon={<IconMoodEmpty size={36} stroke={1.5} />}
        title={empty.title}
        description={empty.hint}
      >
        {empty.action ? <EmptyState.Actions>{empty.action}</EmptyState.Actions> : null}
      </EmptyState>
    </Paper>
  );
}

type FailedProps = {
  error: unknown;
  onRetry: () => unknown;
  /** Clears what was asked for, where the filters themselves are refused and asking again cannot help. */
  onClear?: () => void;
};

/** A failed load of any kind of content. */
export function FailedState({ error, onRetry, onClear }: FailedProps) {
  const { message, fields } = useExplain()(error);
  useVisibleFailure(error);
  const isRefused = fields.length > 0 && onClear !== undefined;
  return (
    <Paper withBorder p="xl" role="alert">
      <EmptyState
        icon={<IconAlertTriangle size={36} stroke={1.5} />}
        title={UI_TEXTS.failed}
        description={message}
      >
        <EmptyState.Actions>
          <Button variant="default" onClick={() => (isRefused ? onClear() : onRetry())}>
            {isRefused ? UI_TEXTS.clearFilters : UI_TEXTS.tryAgain}
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </Paper>
  );
}
