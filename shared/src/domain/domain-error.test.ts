import { describe, expect, test } from 'vitest';
import {
  assertAllowed,
  assertVersion,
  DomainError,
  ERROR_STATUS,
  fieldError,
  isErrorCode,
  notFoundInPath,
} from './domain-error.ts';

describe('the HTTP status of an error code', () => {
  test.each([
    [401, ['UNAUTHORIZED']],
    [403, ['ACCESS_DENIED', 'FORBIDDEN', 'MISSING_ACCESS_PERMISSIONS', 'USER_DISABLED']],
    [404, ['NOT_FOUND']],
    [
      409,
      [
        'ALLOCATE_QUANTITY_IS_TO_BIG',
        'ALLOCATION_IS_MISSING',
        'CANNOT_PRINT_ON_THIS_STATUS',
        'CANNOT_SET_INVOICE_ON_THIS_STATUS',
        'CONFLICT',
        'CONTRACT_IS_NOT_COMPATIBLE',
        'DOCUMENT_NUMBER_IS_DUPLICATED',
        'NAME_IS_DUPLICATED',
        'NIP_IS_DUPLICATED',
        'NOT_EDITABLE_TRANSPORT',
        'NOT_REALLOCATABLE_TRANSPORT',
        'PESEL_IS_DUPLICATED',
        'PURCHASE_CONTRACT_IS_IN_TRANSPORT',
        'SALE_CONTRACT_IS_IN_TRANSPORT',
        'TRANSPORT_ALREADY_HAVE_SETTLEMENT',
        'TRANSPORT_CANNOT_BE_REMOVED',
        'TRANSPORT_QUANTITY_IS_TO_BIG',
        'USER_ALREADY_EXISTS',
        'WRONG_STATUS',
      ],
    ],
    [429, ['TOO_MANY_REQUESTS']],
    [500, ['INTERNAL_ERROR', 'SQL_ERROR']],
    [503, ['MISSING_DATABASE']],
  ])('exactly the expected error codes have the HTTP status %i', (status, codes) => {
    const having = Object.entries(ERROR_STATUS).filter(([, value]) => value === status);
    expect(having.map(([code]) => code).sort()).toEqual(codes);
  });

  test('a missing record has the status 404 when its id is in the path, and 400 when its id is in the body', () => {
    expect(notFoundInPath('CONTRACT_NOT_FOUND')).toMatchObject({ code: 'CONTRACT_NOT_FOUND', status: 404 });
    expect(new DomainError('CONTRACT_NOT_FOUND').status).toBe(400);
  });
});

test('assertVersion throws CONFLICT when the version that the client has read is not the stored version', () => {
  expect(() => assertVersion(2, 2)).not.toThrow();
  expect(() => assertVersion(undefined, 2)).not.toThrow();
  expect(() => assertVersion(1, 2)).toThrow('CONFLICT');
});

test('an unknown text is not an error code', () => {
  expect(isErrorCode('CONFLICT')).toBe(true);
  expect(isErrorCode('conflict')).toBe(false);
  expect(isErrorCode('toString')).toBe(false);
});

describe('assertAllowed', () => {
  test('a null code throws nothing', () => {
    expect(() => assertAllowed(null, 'quantityKg')).not.toThrow();
  });

  test('a code is thrown as a DomainError, with the path of the field when the path is given', () => {
    expect(() => assertAllowed('WRONG_STATUS')).toThrow(
      expect.objectContaining({ code: 'WRONG_STATUS', status: 409, fields: [] }),
    );
    expect(() => assertAllowed('VALUE_IS_MISSING', 'nip')).toThrow(
      expect.objectContaining({ fields: [{ path: 'nip', code: 'VALUE_IS_MISSING' }] }),
    );
    expect(fieldError('nip', 'VALUE_IS_WRONG', 'FST_ERR_VALIDATION')).toMatchObject({
      code: 'FST_ERR_VALIDATION',
      fields: [{ path: 'nip', code: 'VALUE_IS_WRONG' }],
    });
  });
});
