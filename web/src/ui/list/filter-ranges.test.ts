import { describe, expect, it } from 'vitest';
import { UI_TEXTS } from '../texts.ts';
import { rangeProblems } from './filter-ranges.ts';

const RANGES = [
  { from: 'dayFrom', to: 'dayTo' },
  { from: 'priceFrom', to: 'priceTo' },
] as const;
const EMPTY = { dayFrom: '', dayTo: '', priceFrom: null, priceTo: null };
const judge = (draft: object) => Object.fromEntries(rangeProblems(RANGES, { ...EMPTY, ...draft }));

describe('ranges of filters', () => {
  it.each([
    {},
    { dayFrom: '2026-11-05' },
    { dayTo: '2026-11-05' },
    { dayFrom: '2026-11-05', dayTo: '2026-11-05', priceFrom: 5, priceTo: 5 },
    { priceFrom: 0 },
    { priceTo: 0 },
  ])('are right: %o', (draft) => {
    expect(judge(draft)).toEqual({});
  });

  it('blame the end that lies before its beginning', () => {
    expect(judge({ dayFrom: '2026-11-06', dayTo: '2026-11-05', priceFrom: 10, priceTo: 9 })).toEqual({
      dayTo: UI_TEXTS.earlierThanFrom,
      priceTo: UI_TEXTS.lessThanFrom,
    });
  });

  it('blame what is no day, and nothing else because of it', () => {
    expect(judge({ dayFrom: '31/02', dayTo: '2026-11-05' })).toEqual({ dayFrom: UI_TEXTS.notADay });
  });
});
