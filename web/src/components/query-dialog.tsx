import type { ComponentProps } from 'react';
import { isNotFound } from '../api/api-error.ts';
import { useFirstDefined } from '../ui/hooks/use-first-defined.ts';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { FailedState } from '../ui/table/list-outcome.tsx';
import { QueryBoundary } from './query-boundary.tsx';

type Props<Data> = ComponentProps<typeof QueryBoundary<Data>> &
  Pick<ComponentProps<typeof Dialog>, 'title' | 'size' | 'onClose'>;

/**
 * A form dialog that opens when its data have loaded. The form keeps the first loaded data and stays mounted
 * when the query runs again, because unmounting the form would lose typed input.
 */
export function QueryDialog<Data>({ query, children, ...dialog }: Props<Data>) {
  const opened = useFirstDefined(query.data);
  if (opened !== undefined) return children(opened);
  return (
    <Dialog {...dialog}>
      {isNotFound(query.error) ? (
        // the page below the dialog still exists
        <FailedState error={query.error} onRetry={query.refetch} />
      ) : (
        <QueryBoundary query={query}>{() => null}</QueryBoundary>
      )}
    </Dialog>
  );
}
