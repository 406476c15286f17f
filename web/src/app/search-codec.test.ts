import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './search-codec.ts';

test('a search is the same after it is written to the URL and read back', () => {
  const search = { status: ['NEW', 'ACTIVE'], search: 'żyto & 5% +', page: '2', empty: '' };
  expect(parseSearch(stringifySearch(search))).toEqual(search);
});

test('values that are not set are omitted from the URL', () => {
  expect(stringifySearch({ page: undefined, status: [] })).toBe('');
});
