import { describe, expect, it } from 'vitest';
import { repeatedValues } from './contractor-import.ts';

describe('repeatedValues', () => {
  it('blames every later row, and names the first', () => {
    const rows = [{ nip: '1' }, { nip: '2' }, { nip: '1' }, { nip: '1' }];
    expect(repeatedValues(rows)).toEqual([
      { row: 2, field: 'nip', first: 0 },
      { row: 3, field: 'nip', first: 0 },
    ]);
  });

  it('tells codes apart by more than case and blanks', () => {
    const rows = [{ companyName: 'ŁAN' }, { companyName: ' łan ' }, { companyName: 'ŁAN 2' }];
    expect(repeatedValues(rows)).toEqual([{ row: 1, field: 'companyName', first: 0 }]);
  });

  it('finds no repetition in what is empty, nor between different fields', () => {
    const rows = [{ nip: '', pesel: null }, { nip: '' }, { nip: '1', pesel: '2' }, { nip: '2', pesel: '1' }];
    expect(repeatedValues(rows)).toEqual([]);
  });
});
