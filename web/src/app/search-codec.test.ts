import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './search-codec.ts';

test('a search survives the way to the URL and back', () => {
  const search = { status: ['NEW', 'ACTIVE'], search: 'żyto & 5% +', page: '2', empty: '' };
  expect(parseSearch(stringifySearch(search))).toEqual(search);
});

test('what is not set is not written', () => {
  expect(stringifySearch({ page: undefined, status: [] })).toBe('');
});
