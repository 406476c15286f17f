import { Button, EmptyState, Paper } from '@mantine/core';
import { IconAlertTriangle, IconMoodEmpty, IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useExplain } from '../explain.ts';
import { useShownFailure } from '../shown-failures.ts';
import { UI_WORDS } from '../words.ts';
import type { BaseParams } from './list-params.ts';
import type { ListQuery } from './list-query.ts';
import type { ListState } from './use-list-params.ts';

/** What a list without any records says: why, and the next step. */
export type ListEmpty = { title: string; hint?: string; action?: ReactNode };

type Props<Params extends BaseParams> = {
  query: ListQuery<unknown>;
  list: ListState<Params>;
  empty: ListEmpty;
};

/** In place of rows: nothing yet, nothing that matches, or a failure. */
export function ListOutcome<Params extends BaseParams>({ query, list, empty }: Props<Params>) {
  if (query.data === undefined) return <FailedState error={query.error} onRetry={() => query.refetch()} />;
  if (list.isFiltered && query.data.total !== 0) {
    return (
      <Paper withBorder p="xl" component="output" display="block">
        <EmptyState
          icon={<IconSearchOff size={36} stroke={1.5} />}
          title={UI_WORDS.nothingMatches}
          description={UI_WORDS.nothingMatchesHint}
        >
          <EmptyState.Actions>
            <Button variant="default" onClick={list.clear}>
              {UI_WORDS.clearFilters}
            </Button>
          </EmptyState.Actions>
        </EmptyState>
      </Paper>
    );
  }
  return (
    <Paper withBorder p="xl" component="output" display="block">
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

/** A failed load of any kind of content. */
export function FailedState({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const explain = useExplain();
  useShownFailure(error);
  return (
    <Paper withBorder p="xl" role="alert">
      <EmptyState
        icon={<IconAlertTriangle size={36} stroke={1.5} />}
        title={UI_WORDS.failed}
        description={explain(error).message}
      >
        <EmptyState.Actions>
          <Button variant="default" onClick={() => onRetry()}>
            {UI_WORDS.tryAgain}
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </Paper>
  );
}
