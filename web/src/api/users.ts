import type { CallInput } from '@spichlerz/shared/wire/endpoint';
import { listOwnSessions } from '@spichlerz/shared/wire/session';
import { getUser, getUserAddress, listUsers } from '@spichlerz/shared/wire/users';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

export const userListQuery = (body: NonNullable<CallInput<typeof listUsers>['body']>) =>
  queryOptions({
    queryKey: ['user', 'list', body],
    queryFn: ({ signal }) => call(listUsers, { body, signal }),
    placeholderData: keepPreviousData,
  });

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

/** Where one is signed in now. */
export const ownSessionsQuery = queryOptions({
  queryKey: ['user', 'sessions'],
  queryFn: ({ signal }) => call(listOwnSessions, { signal }),
});
