import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fieldsOf } from './import-fields.ts';
import { findStoredMatching, storeMatching } from './stored-matching.ts';

const ME = 1;
const HEADERS = ['Kto', 'NIP', 'Drugie'];
const SUPPLIER = { lastName: 0, nip: 1, middleName: 2 };
const findStored = (side: 'purchase' | 'sales', headers = HEADERS) =>
  findStoredMatching(ME, headers, fieldsOf(side));

beforeEach(() => localStorage.clear());

describe('the stored matching of columns', () => {
  it('a stored matching is found for the same user and the same headers in any order', () => {
    storeMatching(ME, HEADERS, fieldsOf('purchase'), SUPPLIER);
    expect(findStored('purchase')).toEqual(SUPPLIER);
    expect(findStored('purchase', HEADERS.toReversed())).toEqual({ lastName: 2, nip: 1, middleName: 0 });
    expect(findStored('purchase', ['Kto', 'NIP'])).toBeNull();
    expect(findStoredMatching(2, HEADERS, fieldsOf('purchase'))).toBeNull();
  });

  it('imports of suppliers and recipients share a stored matching for their common fields', () => {
    storeMatching(ME, HEADERS, fieldsOf('purchase'), SUPPLIER);
    expect(findStored('sales')).toEqual({ lastName: 0, nip: 1 });
    storeMatching(ME, HEADERS, fieldsOf('sales'), { companyName: 0, nip: 1 });
    expect(findStored('purchase')).toEqual({ companyName: 0, nip: 1, middleName: 2 });
  });

  it('storing a matching in a full localStorage throws no error', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('The quota is exceeded', 'QuotaExceededError');
      },
    });
    try {
      storeMatching(ME, HEADERS, fieldsOf('purchase'), SUPPLIER);
      expect(findStored('purchase')).toBeNull();
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
