import { assert, constantFrom, property, string, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalisePhone } from './phone.ts';

describe('the phone number format', () => {
  test.each([
    '601234567',
    '601 234 567',
    ' 601-234-567 ',
    '601.234.567',
    '+48601234567',
    '+48 601 234 567',
    '+48 (60) 123 45 67',
    '48601234567',
    '48 601 234 567',
    '0048 601 234 567',
    '0601234567',
    '+48 0 601 234 567',
    '60/123-45-67',
  ])('the Polish number typed as %j is formatted as +48 601 234 567', (typed) => {
    expect(normalisePhone(typed)).toBe('+48 601 234 567');
  });

  test('a Polish landline number is grouped like a mobile number', () => {
    expect(normalisePhone('(22) 123 45 67')).toBe('+48 221 234 567');
    expect(normalisePhone('0-22 123 45 67')).toBe('+48 221 234 567');
  });

  test.each([
    ['+49 30 901820', '+49 30 901820'],
    ['0049 30 901820', '+49 30 901820'],
    ['00420 222 111 333', '+420 222 111 333'],
    ['+380  44 123-45-67', '+380 44 123-45-67'],
    ['+1 (212) 555-0100', '+1 (212) 555-0100'],
  ])('the foreign number %j is formatted as %j', (typed, kept) => {
    expect(normalisePhone(typed)).toBe(kept);
  });

  test.each(['601 234 567 wew. 12', '112', '601 234 56', '4860123456', '0601 234', 'centrala', ''])(
    'the unrecognized text %j is unchanged',
    (typed) => {
      expect(normalisePhone(typed)).toBe(typed);
    },
  );

  test('formatting an already formatted number changes nothing', () => {
    const typed = tuple(constantFrom('', '+48', '0048', '00', '+', '0', '48'), string({ maxLength: 14 })).map(
      (parts) => parts.join(''),
    );
    const digits = tuple(
      constantFrom('', '+48 ', '0048', '00', '+', '0', '48'),
      string({ unit: constantFrom('0', '1', '4', '6', '8', ' ', '-', '(', ')'), maxLength: 14 }),
    ).map((parts) => parts.join(''));
    for (const text of [typed, digits]) {
      assert(
        property(text, (number) => {
          const once = normalisePhone(number);
          expect(normalisePhone(once)).toBe(once);
        }),
      );
    }
  });
});
