import { assert, constantFrom, option, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CONTRACT_STATUSES } from './contract.ts';
import {
  CONTRACTUAL_QUALITY_ID,
  type DayRange,
  doRangesOverlap,
  fillDeliveryMonths,
  longShortKg,
  NEXT_SEASON,
  OPEN_STATUSES,
  OVERDUE,
  openPositionKg,
} from './position.ts';
import { tonnesToKg } from './testing/terms.ts';

describe('the open position of a contract', () => {
  test('the open position is the undelivered quantity in the statuses NEW, ACTIVE and NEXT_SEASON, and 0 in the other statuses', () => {
    const added = CONTRACT_STATUSES.map((status) => [
      status,
      openPositionKg({ status, quantityKg: tonnesToKg(500), deliveredKg: tonnesToKg(180) }),
    ]);
    expect(Object.fromEntries(added)).toEqual({
      NEW: tonnesToKg(320),
      NEXT_SEASON: tonnesToKg(320),
      ACTIVE: tonnesToKg(320),
      TO_SETTLEMENT: 0,
      CLOSED: 0,
      CANCELLED: 0,
    });
    expect([...OPEN_STATUSES].sort()).toEqual(['ACTIVE', 'NEW', 'NEXT_SEASON']);
  });

  test('the open position is 0 when the contract is over-delivered', () => {
    expect(
      openPositionKg({ status: 'ACTIVE', quantityKg: tonnesToKg(500), deliveredKg: tonnesToKg(502) }),
    ).toBe(0);
  });
});

test('more purchases than sales give a positive (long) position; more sales than purchases give a negative (short) one', () => {
  expect(longShortKg({ purchase: 500, sales: 300 })).toBe(200);
  expect(longShortKg({ purchase: 300, sales: 500 })).toBe(-200);
});

test('all contractual qualities together have the id 0', () => {
  expect(CONTRACTUAL_QUALITY_ID).toBe(0);
});

const has = (range: DayRange, day: string) =>
  (range.from === null || range.from <= day) && (range.to === null || day <= range.to);

describe('the overlap of day ranges', () => {
  const july = { from: '2026-07-01', to: '2026-07-31' };

  test('ranges that share at least one day overlap', () => {
    expect(doRangesOverlap(july, { from: '2026-07-31', to: '2026-08-31' })).toBe(true);
    expect(doRangesOverlap(july, { from: '2026-06-01', to: '2026-07-01' })).toBe(true);
    expect(doRangesOverlap(july, { from: '2026-07-10', to: '2026-07-12' })).toBe(true);
    expect(doRangesOverlap(july, { from: '2026-08-01', to: '2026-08-31' })).toBe(false);
    expect(doRangesOverlap(july, { from: '2026-05-01', to: '2026-06-30' })).toBe(false);
  });

  test('a range without a first or last day is unbounded at that end', () => {
    expect(doRangesOverlap(july, { from: null, to: null })).toBe(true);
    expect(doRangesOverlap(july, { from: '2026-07-31', to: null })).toBe(true);
    expect(doRangesOverlap(july, { from: '2026-08-01', to: null })).toBe(false);
    expect(doRangesOverlap(july, { from: null, to: '2026-06-30' })).toBe(false);
  });

  test('two ranges overlap exactly when they have a day in common, in either argument order', () => {
    const days = ['2026-07-01', '2026-07-02', '2026-07-03', '2026-07-04'] as const;
    const aRange = record({ from: option(constantFrom(...days)), to: option(constantFrom(...days)) }).filter(
      ({ from, to }) => from === null || to === null || from <= to,
    );
    const all = ['2026-06-30', ...days, '2026-07-05'];
    assert(
      property(aRange, aRange, (one, other) => {
        const shared = all.some((day) => has(one, day) && has(other, day));
        expect(doRangesOverlap(one, other)).toBe(shared);
        expect(doRangesOverlap(other, one)).toBe(shared);
      }),
    );
  });
});

const due = (bucket: string, purchase = 1, sales = 2) => ({ bucket, purchase, sales });

describe('the delivery months of a position', () => {
  test('overdue deliveries come first, then consecutive months including empty ones, then the next season', () => {
    const ordered = fillDeliveryMonths([due('2027-02'), due(NEXT_SEASON), due('2026-11'), due(OVERDUE)]);
    expect(ordered.map(({ bucket }) => bucket)).toEqual([
      OVERDUE,
      '2026-11',
      '2026-12',
      '2027-01',
      '2027-02',
      NEXT_SEASON,
    ]);
    expect(ordered[2]).toEqual(due('2026-12', 0, 0));
  });

  test('no months are added when there are no deliveries or only deliveries of the next season', () => {
    expect(fillDeliveryMonths([])).toEqual([]);
    expect(fillDeliveryMonths([due(NEXT_SEASON)])).toEqual([due(NEXT_SEASON)]);
  });
});
