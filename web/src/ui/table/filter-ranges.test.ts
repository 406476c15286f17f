import { describe, expect, it } from 'vitest';
import { UI_TEXTS } from '../texts.ts';
import { rangeProblems } from './filter-ranges.ts';

const RANGES = [
  { from: 'dayFrom', to: 'dayTo' },
  { from: 'priceFrom', to: 'priceTo' },
] as const;
const EMPTY = { dayFrom: '', dayTo: '', priceFrom: null, priceTo: null };
const problemsOf = (draft: object) => Object.fromEntries(rangeProblems(RANGES, { ...EMPTY, ...draft }));

describe('range filters', () => {
  it.each([
    {},
    { dayFrom: '2026-11-05' },
    { dayTo: '2026-11-05' },
    { dayFrom: '2026-11-05', dayTo: '2026-11-05', priceFrom: 5, priceTo: 5 },
    { priceFrom: 0 },
    { priceTo: 0 },
  ])('the typed filters %o have no error', (draft) => {
    expect(problemsOf(draft)).toEqual({});
  });

  it('a range whose end is before its start has an error at the end', () => {
    expect(problemsOf({ dayFrom: '2026-11-06', dayTo: '2026-11-05', priceFrom: 10, priceTo: 9 })).toEqual({
      dayTo: UI_TEXTS.earlierThanFrom,
      priceTo: UI_TEXTS.lessThanFrom,
    });
  });

  it('an invalid start date has an error, and the end of the range has none', () => {
    expect(problemsOf({ dayFrom: '31/02', dayTo: '2026-11-05' })).toEqual({ dayFrom: UI_TEXTS.notADay });
  });
});
