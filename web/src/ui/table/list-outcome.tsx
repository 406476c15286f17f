import { Button, EmptyState, Paper } from '@mantine/core';
import { IconAlertTriangle, IconMoodEmpty, IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useExplain, useVisibleFailure } from '../errors.ts';
import { focusList } from '../list-focus.ts';
import { UI_TEXTS } from '../texts.ts';
import { type BaseParams, isSame, type ListState } from './list-params.ts';

type Message = { title: string; hint?: string; action?: ReactNode };

/** The message of a list without records, and the next step. */
export type ListEmpty = Message & {
  /** The message when the default filters leave out every record. */
  byDefault?: Message;
  /** A link to other lists where the search may have a result. */
  elsewhere?: ReactNode;
};

type Props<Params extends BaseParams> = {
  query: ListQuery<unknown>;
  list: ListState<Params>;
  empty: ListEmpty;
};

/** Replaces the rows: no records, no match or a failure. The live region of the table announces the message. */
export function ListOutcome<Params extends BaseParams>({ query, list, empty }: Props<Params>) {
  if (query.data === undefined) {
    return <FailedState error={query.error} onRetry={() => query.refetch()} onClear={list.clear} />;
  }
  const isEmpty = query.data.total === 0;
  // after the filters are cleared, the placeholder rows are still filtered until the response arrives
  const isNarrow =
    query.isPlaceholderData || !isSame({ ...list.unfiltered, page: list.params.page }, list.params);
  if (!isEmpty && isNarrow && (list.isFiltered || empty.byDefault === undefined)) {
    return (
      <Paper withBorder p="xl">
        <EmptyState
          icon={<IconSearchOff size={36} stroke={1.5} />}
          title={UI_TEXTS.nothingMatches}
          description={UI_TEXTS.nothingMatchesHint}
        >
          <EmptyState.Actions>
            {empty.elsewhere === undefined ? <WithoutFiltersButton list={list} /> : empty.elsewhere}
            <ListButton label={UI_TEXTS.clearFilters} onPress={list.clearAll} />
          </EmptyState.Actions>
        </EmptyState>
      </Paper>
    );
  }
  const { title, hint, action } = isEmpty || !isNarrow ? empty : (empty.byDefault ?? empty);
  return (
    <Paper withBorder p="xl">
      <EmptyState icon={<IconMoodEmpty size={36} stroke={1.5} />} title={title} description={hint}>
        {action ? <EmptyState.Actions>{action}</EmptyState.Actions> : null}
      </EmptyState>
    </Paper>
  );
}

/** Repeats the search without filters, because the default filters may leave out matching rows. */
function WithoutFiltersButton<Params extends BaseParams>({ list }: { list: ListState<Params> }) {
  const { search, page } = list.params;
  const everywhere = { ...list.unfiltered, search, page };
  if (search === '' || isSame(everywhere, list.params)) return null;
  return <ListButton label={UI_TEXTS.searchWithoutFilters} onPress={() => list.change(everywhere)} />;
}

/** A button of a list without rows. The button disappears with the message, so the focus moves to the list. */
export function ListButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <Button
      variant="default"
      onClick={(event) => {
        focusList(event);
        onPress();
      }}
    >
      {label}
    </Button>
  );
}

type FailedProps = {
  error: unknown;
  onRetry: () => unknown;
  /** Clears the filters when the server rejects them, because a retry would fail again. */
  onClear?: () => void;
};

/** A failed load of any content. */
export function FailedState({ error, onRetry, onClear }: FailedProps) {
  const { message, fields } = useExplain()(error);
  useVisibleFailure(error);
  const areFiltersInvalid = fields.length > 0 && onClear !== undefined;
  return (
    <Paper withBorder p="xl" role="alert">
      <EmptyState
        icon={<IconAlertTriangle size={36} stroke={1.5} />}
        title={UI_TEXTS.failed}
        description={message}
      >
        <EmptyState.Actions>
          <Button variant="default" onClick={() => (areFiltersInvalid ? onClear() : onRetry())}>
            {areFiltersInvalid ? UI_TEXTS.clearFilters : UI_TEXTS.tryAgain}
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </Paper>
  );
}

/** The part of a TanStack Query result that lists need. */
export type ListQuery<Row> = {
  readonly data:
    | {
        readonly list: readonly Row[];
        readonly filtered: number;
        readonly total: number;
        /** Present when a search matches more rows than are counted. */
        readonly filteredIsExact?: false | undefined;
      }
    | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly isPlaceholderData: boolean;
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
};
