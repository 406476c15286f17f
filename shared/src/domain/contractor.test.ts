import { array, assert, constantFrom, integer, property, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { duplicateIndexes, fullName, hasNipChecksum, hasPeselChecksum } from './contractor.ts';

const digits = (count: number) => array(integer({ min: 0, max: 9 }), { minLength: count, maxLength: count });
const TEN = Array.from({ length: 10 }, (_, digit) => digit);

describe('the NIP checksum', () => {
  test.each(['5260001246', '1234563218'])('%s has a valid checksum', (nip) => {
    expect(hasNipChecksum(nip)).toBe(true);
  });

  test.each(['5260001247', '526000124', '52600012460', '526-000-12-46', '526000124X', ''])(
    '%j has no valid checksum',
    (nip) => {
      expect(hasNipChecksum(nip)).toBe(false);
    },
  );

  test('nine digits of a NIP have one valid check digit, or none when the remainder is ten', () => {
    assert(
      property(digits(9), (first) => {
        const weights = [6, 5, 7, 2, 3, 4, 5, 6, 7];
        const remainder = weights.reduce((sum, weight, at) => sum + weight * (first[at] ?? 0), 0) % 11;
        const fitting = TEN.filter((last) => hasNipChecksum([...first, last].join('')));
        expect(fitting).toEqual(remainder === 10 ? [] : [remainder]);
      }),
    );
  });

  test('one mistyped digit always makes the checksum invalid', () => {
    assert(
      property(digits(9), integer({ min: 0, max: 9 }), integer({ min: 1, max: 9 }), (first, at, by) => {
        const last = TEN.find((digit) => hasNipChecksum([...first, digit].join('')));
        if (last === undefined) return;
        const mistyped = [...first, last].map((digit, index) => (index === at ? (digit + by) % 10 : digit));
        expect(hasNipChecksum(mistyped.join(''))).toBe(false);
      }),
    );
  });
});

describe('the PESEL checksum', () => {
  test.each(['44051401359', '02070803628'])('%s has a valid checksum', (pesel) => {
    expect(hasPeselChecksum(pesel)).toBe(true);
  });

  test.each(['44051401358', '4405140135', '440514013590', '4405140135X', ''])(
    '%j has no valid checksum',
    (pesel) => {
      expect(hasPeselChecksum(pesel)).toBe(false);
    },
  );

  test('ten digits of a PESEL have exactly one valid check digit, for which the weighted sum is a multiple of ten', () => {
    assert(
      property(digits(10), (first) => {
        const fitting = TEN.filter((last) => hasPeselChecksum([...first, last].join('')));
        expect(fitting).toHaveLength(1);
        const weights = [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1];
        const sum = weights.reduce(
          (total, weight, at) => total + weight * ([...first, ...fitting][at] ?? 0),
          0,
        );
        expect(sum % 10).toBe(0);
      }),
    );
  });

  test('one mistyped digit always makes the checksum invalid', () => {
    assert(
      property(digits(10), integer({ min: 0, max: 10 }), integer({ min: 1, max: 9 }), (first, at, by) => {
        const last = TEN.find((digit) => hasPeselChecksum([...first, digit].join(''))) ?? 0;
        const mistyped = [...first, last].map((digit, index) => (index === at ? (digit + by) % 10 : digit));
        expect(hasPeselChecksum(mistyped.join(''))).toBe(false);
      }),
    );
  });
});

test('the full name is the name of the person or firm, or the company code when no name is given', () => {
  expect(fullName({ firstName: 'Jan', middleName: 'Maria', lastName: 'Wolny', companyName: 'WOLNY' })).toBe(
    'Jan Maria Wolny',
  );
  expect(fullName({ lastName: 'Agropol sp. z o.o.', companyName: 'AGROPOL' })).toBe('Agropol sp. z o.o.');
  expect(fullName({ firstName: '', lastName: null, companyName: 'AGROPOL' })).toBe('AGROPOL');
  expect(fullName({})).toBe('');
});

describe('duplicate names within a list', () => {
  test('names that differ only in case and repeated spaces are duplicates, and the first of them is not reported', () => {
    expect(duplicateIndexes(['Magazyn', 'Biuro', ' magazyn ', 'BIURO', 'Magazyn'])).toEqual([2, 3, 4]);
    expect(duplicateIndexes(['Źródła', 'źródła'])).toEqual([1]);
    expect(duplicateIndexes(['Stary Młyn', 'Stary \u00a0Młyn', 'StaryMłyn'])).toEqual([1]);
  });

  test('empty names are not duplicates', () => {
    expect(duplicateIndexes(['', ' ', ''])).toEqual([]);
  });

  test('removing the reported duplicates leaves each name once', () => {
    const aName = tuple(constantFrom('a', 'A', ' a', 'b', 'ł', 'Ł'), constantFrom('', '1'));
    assert(
      property(array(aName, { maxLength: 20 }), (parts) => {
        const names = parts.map((part) => part.join(''));
        const flagged = duplicateIndexes(names);
        const kept = names.filter((_, at) => !flagged.includes(at)).map((name) => name.trim().toLowerCase());
        expect(new Set(kept).size).toBe(kept.length);
        expect(kept.length).toBe(new Set(names.map((name) => name.trim().toLowerCase())).size);
      }),
    );
  });
});
