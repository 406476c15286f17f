import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './search-codec.ts';

test('search parameters that are written to the URL are read back unchanged', () => {
  const search = { status: ['NEW', 'ACTIVE'], search: 'żyto & 5% +', page: '2', empty: '' };
  expect(parseSearch(stringifySearch(search))).toEqual(search);
});

test('undefined values and empty lists are omitted from the URL', () => {
  expect(stringifySearch({ page: undefined, status: [] })).toBe('');
});
