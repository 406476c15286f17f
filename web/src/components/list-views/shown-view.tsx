import type { ListView } from '@spichlerz/shared/wire/list-views';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo } from 'react';
import { isNotFound } from '../../api/api-error.ts';
import { listViewQuery } from '../../api/list-views.ts';
import { notifyWarning } from '../../ui/overlay/notify.tsx';
import { VIEW_PARAM } from '../../ui/table/list-params.ts';
import { ShownViewProvider } from '../../ui/table/shown-view.ts';

function useListViewQuery() {
  const id = useSearch({ strict: false, select: (search) => Number(search[VIEW_PARAM]) });
  const isId = Number.isSafeInteger(id) && id > 0;
  return useQuery({ ...listViewQuery(id), enabled: isId });
}

/** The saved view of the URL, once it is loaded. */
export const useListView = (): ListView | undefined => useListViewQuery().data;

/** The server returns the same error for a deleted view and for a view that is no longer shared. */
export const VIEW_IS_MISSING =
  'Tego widoku już nie ma: usunięto go albo przestano go udostępniać. Lista ma nadal filtry z adresu.';

/** Provides the columns and the row height of the saved view in the URL to the lists in `children`. */
export function ListViewProvider({ children }: { children: ReactNode }) {
  const { data: view, error } = useListViewQuery();
  const navigate = useNavigate();
  const isMissing = isNotFound(error);
  // the URL has every filter of the view, so a link to a missing view still opens the filtered list
  useEffect(() => {
    if (!isMissing) return;
    notifyWarning(VIEW_IS_MISSING, 'Nie ma widoku');
    void navigate({
      to: '.',
      search: ({ [VIEW_PARAM]: _view, ...search }: object & { view?: unknown }) => search,
      replace: true,
      // the list stays open, so the unsaved changes of a dialog are not lost
      ignoreBlocker: true,
    });
  }, [isMissing, navigate]);
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
