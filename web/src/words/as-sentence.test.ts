import { expect, it } from 'vitest';
import { asSentence } from './as-sentence.ts';

it('asSentence adds a full stop unless the text ends with one', () => {
  expect(asSentence('Ten NIP ma Agropol')).toBe('Ten NIP ma Agropol.');
  expect(asSentence('Ten NIP ma Agropol Sp. z o.o.')).toBe('Ten NIP ma Agropol Sp. z o.o.');
  expect(asSentence('Kod to „k.o.”')).toBe('Kod to „k.o.”.');
});
