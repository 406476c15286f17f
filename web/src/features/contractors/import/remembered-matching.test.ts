import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fieldsOf } from './import-fields.ts';
import { recallMatching, rememberMatching } from './remembered-matching.ts';

const ME = 1;
const HEADERS = ['Kto', 'NIP', 'Drugie'];
const SUPPLIER = { lastName: 0, nip: 1, middleName: 2 };
const recall = (side: 'purchase' | 'sales', headers = HEADERS) => recallMatching(ME, headers, fieldsOf(side));

beforeEach(() => localStorage.clear());

describe('the columns chosen last', () => {
  it('come back for the same headers in any order, to the same person', () => {
    rememberMatching(ME, HEADERS, fieldsOf('purchase'), SUPPLIER);
    expect(recall('purchase')).toEqual(SUPPLIER);
    expect(recall('purchase', HEADERS.toReversed())).toEqual({ lastName: 2, nip: 1, middleName: 0 });
    expect(recall('purchase', ['Kto', 'NIP'])).toBeNull();
    expect(recallMatching(2, HEADERS, fieldsOf('purchase'))).toBeNull();
  });

  it('of suppliers give recipients only what these have, and are not lost by that', () => {
    rememberMatching(ME, HEADERS, fieldsOf('purchase'), SUPPLIER);
    expect(recall('sales')).toEqual({ lastName: 0, nip: 1 });
    rememberMatching(ME, HEADERS, fieldsOf('sales'), { companyName: 0, nip: 1 });
    expect(recall('purchase')).toEqual({ companyName: 0, nip: 1, middleName: 2 });
  });

  it('are not missed where the browser keeps nothing', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('The quota is exceeded', 'QuotaExceededError');
      },
    });
    try {
      rememberMatching(ME, HEADERS, fieldsOf('purchase'), SUPPLIER);
      expect(recall('purchase')).toBeNull();
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
