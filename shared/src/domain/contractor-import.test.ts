import { describe, expect, it } from 'vitest';
import { repeatedValues } from './contractor-import.ts';

describe('repeatedValues', () => {
  it('every later row that repeats a value is reported with the number of the first row with this value', () => {
    const rows = [{ nip: '1' }, { nip: '2' }, { nip: '1' }, { nip: '1' }];
    expect(repeatedValues(rows)).toEqual([
      { row: 2, field: 'nip', first: 0 },
      { row: 3, field: 'nip', first: 0 },
    ]);
  });

  it('values that differ only in case and spaces are the same', () => {
    const rows = [{ companyName: 'ŁAN' }, { companyName: ' łan ' }, { companyName: 'ŁAN 2' }];
    expect(repeatedValues(rows)).toEqual([{ row: 1, field: 'companyName', first: 0 }]);
  });

  it('empty values are not reported, nor is a value that an earlier row has in a different field', () => {
    const rows = [{ nip: '', pesel: null }, { nip: '' }, { nip: '1', pesel: '2' }, { nip: '2', pesel: '1' }];
    expect(repeatedValues(rows)).toEqual([]);
  });
});
