import type { ListView } from '@spichlerz/shared/wire/list-views';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { listViewQuery } from '../../api/list-views.ts';
import { VIEW_PARAM } from '../../ui/table/list-params.ts';
import { ShownViewProvider } from '../../ui/table/shown-view.ts';

/** The saved view of the URL, once it is loaded. */
export function useListView(): ListView | undefined {
  const id = useSearch({ strict: false, select: (search) => Number(search[VIEW_PARAM]) });
  const isId = Number.isSafeInteger(id) && id > 0;
  return useQuery({ ...listViewQuery(id), enabled: isId }).data;
}

/** Provides the columns and the row height of the saved view in the URL to the lists in `children`. */
export function ListViewProvider({ children }: { children: ReactNode }) {
  const view = useListView();
  const shown = useMemo(
    () =>
      view === undefined
        ? null
        : {
            id: view.id,
            columns: { order: view.columnOrder, hidden: view.hiddenColumns },
            isDense: view.isDense,
          },
    [view],
  );
  return <ShownViewProvider value={shown}>{children}</ShownViewProvider>;
}
