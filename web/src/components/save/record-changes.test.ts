import { describe, expect, it } from 'vitest';
import {
  changesBetween,
  conflictsOf,
  type FieldDescriptions,
  isStoredAs,
  mergeChanges,
} from './record-changes.ts';

type Values = { name: string; quantity: number | null; notes: string[] };

const descriptions: FieldDescriptions<Values> = {
  name: { label: 'Nazwa', show: (name) => name },
  quantity: { label: 'Ilość', show: (quantity) => `${quantity ?? '-'} t` },
  notes: { label: 'Uwagi', show: (notes) => notes.join(', ') },
};
const base: Values = { name: 'Pszenica', quantity: 10, notes: ['a'] };

describe('changesBetween', () => {
  it('returns the changed fields with formatted values', () => {
    expect(changesBetween(descriptions, base, { ...base, quantity: 12, notes: ['a', 'b'] })).toEqual([
      { field: 'quantity', label: 'Ilość', before: '10 t', after: '12 t' },
      { field: 'notes', label: 'Uwagi', before: 'a', after: 'a, b' },
    ]);
  });

  it('returns no change for lists with equal items', () => {
    expect(changesBetween(descriptions, base, { ...base, notes: ['a'] })).toEqual([]);
  });
});

describe('conflictsOf', () => {
  const mine = { ...base, name: 'Żyto', notes: ['mine'] };

  it('marks a field as contested if this user and another user changed it', () => {
    const theirs = { ...base, name: 'Jęczmień', quantity: 20 };
    expect(conflictsOf(descriptions, { base, theirs, mine })).toEqual([
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

  it('omits a field that this user and another user changed to the same value', () => {
    expect(conflictsOf(descriptions, { base, theirs: { ...base, name: 'Żyto' }, mine })).toEqual([]);
  });
});

describe('mergeChanges', () => {
  const mine = { ...base, name: 'Żyto', notes: ['mine'] };
  const theirs = { ...base, name: 'Jęczmień', quantity: 20 };

  it('uses the value of this user in each field that this user changed, and the stored value in all other fields', () => {
    expect(mergeChanges(descriptions, { base, theirs, mine })).toEqual({
      name: 'Żyto',
      quantity: 20,
      notes: ['mine'],
    });
  });

  it('uses the stored value of a contested field if this user has chosen the stored value', () => {
    const merged = mergeChanges(descriptions, { base, theirs, mine }, new Set(['name']));
    expect(merged.name).toBe('Jęczmień');
  });
});

describe('isStoredAs', () => {
  const sent = {
    name: 'Ziarno',
    contacts: [
      { id: 5, text: 'Jan' },
      { id: null, text: 'Ewa' },
    ],
  };

  it('accepts a stored entry with a new id if the form sent the entry without an id', () => {
    const contacts = [
      { id: 5, text: 'Jan' },
      { id: 6, text: 'Ewa' },
    ];
    expect(isStoredAs({ ...sent, contacts }, sent)).toBe(true);
  });

  it.each([
    [
      'an entry with a changed text',
      [
        { id: 5, text: 'Jan' },
        { id: 6, text: 'Iga' },
      ],
    ],
    [
      'a changed id of an entry that the form sent with an id',
      [
        { id: 4, text: 'Jan' },
        { id: 6, text: 'Ewa' },
      ],
    ],
    [
      'an additional entry',
      [
        { id: 5, text: 'Jan' },
        { id: 6, text: 'Ewa' },
        { id: 7, text: 'Iga' },
      ],
    ],
    ['a missing entry', [{ id: 5, text: 'Jan' }]],
  ])('rejects %s', (_title, contacts) => {
    expect(isStoredAs({ ...sent, contacts }, sent)).toBe(false);
  });
});
