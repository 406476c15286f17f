import { describe, expect, it } from 'vitest';
import { matchesSearch, searchWords, transportOrderNumberOf } from './search.ts';

describe('the words of a search query', () => {
  it.each([
    ['  Łódź   zboże ', ['Łódź', 'zboże']],
    ['WGM-12345', ['WGM12345']],
    ['WGM\u00A012345', ['WGM', '12345']],
    ['Z / 2026 / 0057', ['Z', '2026', '0057']],
    ['PL100–117–39–09', ['PL1001173909']],
    ['0057 2026', ['0057', '2026']],
    ['99-300 12', ['99300', '12']],
    ['- / ()', []],
    ['Łódź lodz ód Nowak', ['Łódź', 'Nowak']],
  ])('the query %j has the search words %j', (query, words) => {
    expect(searchWords(query)).toEqual(words);
  });

  it.each([
    '601 234 567',
    '601-234-567',
    '+48 601 234 567',
    '(+48) 601.234.567',
    '0048601234567',
    '00 48 601 234 567',
    '48 601 234 567',
  ])('the phone number %j becomes one search word without the country code', (query) => {
    expect(searchWords(query)).toEqual(['601234567']);
  });

  it('a Polish country code is removed when at least three digits come after it', () => {
    expect(searchWords('00 48 601')).toEqual(['601']);
    expect(searchWords('+48 60')).toEqual(['4860']);
    expect(searchWords('Nowak +48601234567')).toEqual(['Nowak', '601234567']);
    expect(searchWords('0049 30 901820')).toEqual(['4930901820']);
    expect(searchWords('0048')).toEqual(['0048']);
    expect(searchWords('0057')).toEqual(['0057']);
  });
});

describe('the number of a transport order', () => {
  it.each(['ZT/2026/0414', ' zt 2026 0414 ', 'ZT-2026-0414', 'zt20260414', 'Z T / 2026 / 0414'])(
    'the query %j is recognized as one transport order number',
    (query) => {
      expect(transportOrderNumberOf(query)).toBe('ZT/2026/0414');
      expect(searchWords(query)).toHaveLength(1);
    },
  );

  it('a transport order number has at least four digits after the year, and is the only word of its query', () => {
    expect(transportOrderNumberOf('ZT/2026/12345')).toBe('ZT/2026/12345');
    for (const query of ['ZT/2026/041', 'ZT/2026', 'Z/2026/0414', 'ZT/2026/0414 Nowak', 'AZT20260414', ''])
      expect(transportOrderNumberOf(query)).toBeNull();
  });
});

describe('a text filtered in the browser', () => {
  it.each(['lodz', 'ŁÓDŹ', 'o\u0301dz', '90 001', '90001', '90-001 lo', ''])(
    'the text "90-001 Łódź" matches the query %j',
    (query) => {
      expect(matchesSearch('90-001 Łódź', query)).toBe(true);
    },
  );
  it.each(['lodzia', '90-002', 'lodz warszawa'])(
    'the text "90-001 Łódź" does not match the query %j',
    (query) => {
      expect(matchesSearch('90-001 Łódź', query)).toBe(false);
    },
  );
});
