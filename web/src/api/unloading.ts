import {
  applyUnloading,
  changeUnloadingMapping,
  checkUnloading,
  getUnloadingMapping,
  listRecentUnloadings,
  undoUnloading,
} from '@spichlerz/shared/calls/unloading';
import type { BodyInputOf, ReplyOf } from '@spichlerz/shared/wire/endpoint';
import type { UnloadingMapping } from '@spichlerz/shared/wire/unloading';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

export const unloadingMappingQuery = (recipientId: number) =>
  queryOptions({
    queryKey: ['contractor', 'unloading-mapping', recipientId],
    queryFn: ({ signal }) => call(getUnloadingMapping, { params: { id: recipientId }, signal }),
  });

export const changeMapping = (recipientId: number, mapping: UnloadingMapping) =>
  call(changeUnloadingMapping, { params: { id: recipientId }, body: mapping });

type CheckBody = BodyInputOf<typeof checkUnloading>;

/** Checks the rows of a list. A change of a transport repeats the check. */
export const unloadingCheckQuery = (body: CheckBody) =>
  queryOptions({
    queryKey: ['transport', 'unloading-check', body],
    queryFn: ({ signal }) => call(checkUnloading, { body, signal }),
  });

export type ApplyBody = BodyInputOf<typeof applyUnloading>;

export const applyList = (body: ApplyBody) => call(applyUnloading, { body });

/** The result of undoing a list for one transport. */
export type UndoneRow = ReplyOf<typeof undoUnloading>['rows'][number];

/** The lists that the user may undo; a change of a transport refetches them. */
export const recentListsQuery = queryOptions({
  queryKey: ['transport', 'unloading-lists'],
  queryFn: ({ signal }) => call(listRecentUnloadings, { signal }),
});

export const undoList = (listId: number) => call(undoUnloading, { body: { listId } });
