import { listOwnSessions } from '@spichlerz/shared/calls/session';
import { getUser, getUserAddress, listUsers } from '@spichlerz/shared/calls/users';
import type { CallInput } from '@spichlerz/shared/wire/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { listExport } from './list-export.ts';

type ListBody = NonNullable<CallInput<typeof listUsers>['body']>;

export const userListQuery = (body: ListBody) =>
  queryOptions({
    queryKey: ['user', 'list', body],
    queryFn: ({ signal }) => call(listUsers, { body, signal }),
    placeholderData: keepPreviousData,
  });

export const userExport = (body: ListBody) => listExport(listUsers, { body });

export const userQuery = (id: number) =>
  queryOptions({
    queryKey: ['user', 'record', id],
    queryFn: ({ signal }) => call(getUser, { params: { id }, signal }),
  });

export const userAddressQuery = (id: number) =>
  queryOptions({
    queryKey: ['user', 'address', id],
    queryFn: ({ signal }) => call(getUserAddress, { params: { id }, signal }),
  });

export const ownSessionsQuery = queryOptions({
  queryKey: ['session', 'own'],
  queryFn: ({ signal }) => call(listOwnSessions, { signal }),
});
