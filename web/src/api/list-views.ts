import {
  changeListView,
  createListView,
  deleteListView,
  getListView,
  getStartView,
  listViews,
  setStartView,
} from '@spichlerz/shared/calls/list-views';
import type { BodyInputOf } from '@spichlerz/shared/wire/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/* Saved views have no live changes. The menu therefore loads the views each time it opens. */

export const listViewsQuery = (list: string) =>
  queryOptions({
    queryKey: ['list-view', 'list', list],
    queryFn: ({ signal }) => call(listViews, { query: { list }, signal }),
    staleTime: 0,
  });

export const listViewQuery = (id: number) =>
  queryOptions({
    queryKey: ['list-view', 'record', id],
    queryFn: ({ signal }) => call(getListView, { params: { id }, signal, mayBeMissing: true }),
  });

export const startViewQuery = queryOptions({
  queryKey: ['list-view', 'start'],
  queryFn: ({ signal }) => call(getStartView, { signal }),
});

export type ListViewRequest = BodyInputOf<typeof createListView>;

export const saveNewListView = (body: ListViewRequest) => call(createListView, { body });

/**
 * Replaces a saved view. If the view was deleted in the meantime, the call fails, but the not-found page does
 * not open, so that the user keeps the list with its filters.
 */
export const saveListView = (id: number, body: ListViewRequest) =>
  call(changeListView, { params: { id }, body, mayBeMissing: true });

export const removeListView = (id: number) => call(deleteListView, { params: { id } });

export const startWithView = (viewId: number | null) => call(setStartView, { body: { viewId } });
