import { expect, it } from 'vitest';
import { bareDigits } from './contractor.ts';
import { stripInvisibleCharacters } from './invisible-characters.ts';
import { normalisePhone } from './phone.ts';

it.each([
  ['\u202A600 700 800\u202C', '600 700 800'],
  ['Z/2026\u200B/0001', 'Z/2026/0001'],
  ['Wielko\u00ADpolska', 'Wielkopolska'],
  ['\uFEFFNazwa', 'Nazwa'],
  ['odwrot\u202Enie', 'odwrotnie'],
])('invisible characters are removed from %j', (typed, looks) => {
  expect(stripInvisibleCharacters(typed)).toBe(looks);
});

it('spaces, line breaks and joiners within one character are kept', () => {
  const text = 'żyto, 14\u00A0%\n👨\u200D🌾 Łódź';
  expect(stripInvisibleCharacters(text)).toBe(text);
});

it('invisible characters copied with a phone number or a NIP are removed', () => {
  expect(normalisePhone('\u202A601 234 567\u202C')).toBe('+48 601 234 567');
  expect(bareDigits('\u200EPL 123-456-32-18\u200B')).toBe('1234563218');
});
