import * as importCalls from '@spichlerz/shared/calls/contractor-import';
import * as calls from '@spichlerz/shared/calls/contracts';
import * as wireImport from '@spichlerz/shared/wire/contractor-import';
import * as wire from '@spichlerz/shared/wire/contracts';
import { expect, test } from 'vitest';

/* Tests the browser's version of the endpoints, which web/build/calls.ts generates without schemas. */

test('a generated call has the method, path and access of its endpoint, but no schema', () => {
  const { method, path, access, creates } = wire.contracts.sales.create;
  expect(calls.contracts.sales.create).toEqual({ method, path, access, creates });
});

test('the call that loads a list contains the call that exports the list', () => {
  const { path, export: whole } = wire.contracts.purchase.list;
  expect(calls.contracts.purchase.list).toEqual({
    method: 'GET',
    path,
    access: 'user',
    export: { method: 'GET', path: whole.path, access: 'user' },
  });
});

test('the generated calls export the constants of the wire module, but no schemas', () => {
  expect(calls.CONTRACT_SORT).toEqual(wire.CONTRACT_SORT);
  expect(importCalls.IMPORT_CHECK_ROWS_MAX).toBe(wireImport.IMPORT_CHECK_ROWS_MAX);
  expect('contractRow' in calls).toBe(false);
});
