import { describe, expect, it } from 'vitest';
import { changesBetween, conflictsOf, type FieldWords, mergeChanges } from './record-changes.ts';

type Values = { name: string; quantity: number | null; notes: string[] };

const words: FieldWords<Values> = {
  name: { label: 'Nazwa', show: (name) => name },
  quantity: { label: 'Ilość', show: (quantity) => `${quantity ?? '-'} t` },
  notes: { label: 'Uwagi', show: (notes) => notes.join(', ') },
};
const base: Values = { name: 'Pszenica', quantity: 10, notes: ['a'] };

describe('changesBetween', () => {
  it('tells the fields that differ, in words', () => {
    expect(changesBetween(words, base, { ...base, quantity: 12, notes: ['a', 'b'] })).toEqual([
      { field: 'quantity', label: 'Ilość', before: '10 t', after: '12 t' },
      { field: 'notes', label: 'Uwagi', before: 'a', after: 'a, b' },
    ]);
  });

  it('tells nothing about equal lists', () => {
    expect(changesBetween(words, base, { ...base, notes: ['a'] })).toEqual([]);
  });
});

describe('conflictsOf', () => {
  const mine = { ...base, name: 'Żyto', notes: ['mine'] };

  it('marks as contested what both changed', () => {
    const theirs = { ...base, name: 'Jęczmień', quantity: 20 };
    expect(conflictsOf(words, { base, theirs, mine })).toEqual([
      {
        field: 'name',
        label: 'Nazwa',
        before: 'Pszenica',
        theirs: 'Jęczmień',
        mine: 'Żyto',
        isContested: true,
      },
      {
        field: 'quantity',
        label: 'Ilość',
        before: '10 t',
        theirs: '20 t',
        mine: '10 t',
        isContested: false,
      },
    ]);
  });

  it('leaves out what both changed alike', () => {
    expect(conflictsOf(words, { base, theirs: { ...base, name: 'Żyto' }, mine })).toEqual([]);
  });
});

describe('mergeChanges', () => {
  const mine = { ...base, name: 'Żyto', notes: ['mine'] };
  const theirs = { ...base, name: 'Jęczmień', quantity: 20 };

  it('keeps my uncontested change and takes theirs', () => {
    expect(mergeChanges(words, { base, theirs, mine }, new Set())).toEqual({
      name: 'Jęczmień',
      quantity: 20,
      notes: ['mine'],
    });
  });

  it('keeps mine where it is chosen', () => {
    expect(mergeChanges(words, { base, theirs, mine }, new Set(['name'] as const)).name).toBe('Żyto');
  });
});
