import { array, assert, constantFrom, integer, option, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CURRENCIES } from './contract.ts';
import {
  candidateMargin,
  joinLines,
  MARGIN_STAGES,
  type MarginContribution,
  type MarginTransport,
  marginAmount,
  marginRates,
  openMargin,
  sumMargins,
  transportMargin,
} from './margin.ts';
import { SETTLEMENT_STATUSES } from './settlement.ts';
import { TRANSPORT_STATUSES } from './transport.ts';
import { kilograms, minorUnits } from './units.ts';

const PURCHASE = {
  currency: 'PLN',
  pricePerTonne: minorUnits(80_000),
  settled: null,
} as const satisfies MarginTransport['purchase'];
const SALE = { ...PURCHASE, pricePerTonne: minorUnits(87_500) } as const satisfies MarginTransport['sale'];
const FREIGHT = { currency: 'PLN', pricePerTonne: minorUnits(6_200), amount: null } as const;

const planned: MarginTransport = {
  status: 'NEW',
  isReturned: false,
  quantityKg: kilograms(25_000),
  realQuantityKg: null,
  freight: FREIGHT,
  purchase: PURCHASE,
  sale: SALE,
  costs: [],
};

const marginOf = (...parts: MarginContribution[]) => sumMargins(parts, 'PLN').margin;

/** The example of customer unloading.md: 25,060 kg bought for 19,259.11 zł and sold for 21,927.50 zł. */
const settled: MarginTransport = {
  ...planned,
  status: 'TO_BE_SETTLED',
  realQuantityKg: kilograms(25_060),
  purchase: {
    ...PURCHASE,
    settled: {
      status: 'SETTLED',
      pricePerTonne: minorUnits(76_852),
      acceptedKg: kilograms(25_060),
      sentKg: null,
    },
  },
  sale: {
    ...SALE,
    settled: {
      status: 'TO_BE_SETTLED',
      pricePerTonne: minorUnits(80_000),
      acceptedKg: null,
      options: [{ quantityKg: kilograms(25_060), pricePerTonne: minorUnits(87_500) }],
    },
  },
};

const example = transportMargin(settled);

const stageOf = (purchase: string, sale: string, options = settled.sale.settled?.options ?? []) =>
  transportMargin({
    ...settled,
    purchase: { ...settled.purchase, settled: { ...settled.purchase.settled, status: purchase } },
    sale: { ...settled.sale, settled: { ...settled.sale.settled, status: sale, options } },
  } as MarginTransport).stage;

describe('the margin of a transport', () => {
  test('the margin is the sale less the purchase and the freight, with an amount per tonne and a percentage of the sale', () => {
    expect(joinLines([example])).toEqual([
      { currency: 'PLN', sales: 2_192_750, purchase: 1_925_911, freight: 155_372, costs: 0 },
    ]);
    expect(marginOf(example)).toEqual({
      amount: 111_467,
      perTonne: 4_448,
      percent: 5.08,
      stage: 'SETTLED',
      currency: 'PLN',
      plannedPart: 0,
      freightKnown: true,
    });
  });

  test('the margin of a planned transport uses the contract prices and the planned kilograms', () => {
    const margin = marginOf(transportMargin(planned));
    expect(margin).toMatchObject({ amount: 32_500, perTonne: 1_300, percent: 1.49, stage: 'PLANNED' });
    expect(margin?.plannedPart).toBe(32_500);
  });

  test('the stage of a margin is the less certain one of the stages of the purchase and the sale', () => {
    expect(stageOf('DELIVERED', 'DELIVERED', [])).toBe('DELIVERED');
    expect(stageOf('SETTLED', 'TO_BE_SETTLED', [])).toBe('DELIVERED');
    expect(stageOf('TO_BE_SETTLED', 'INVOICE')).toBe('DELIVERED');
    expect(stageOf('INVOICE', 'TO_BE_SETTLED')).toBe('SETTLED');
    expect(stageOf('PAID', 'INVOICE')).toBe('INVOICED');
  });

  test('the margin subtracts additional costs, and the actual freight once it is entered', () => {
    const costs = [
      { amount: minorUnits(10_000), currency: 'PLN' },
      { amount: minorUnits(2_500), currency: 'PLN' },
    ] as const;
    const freight = { ...FREIGHT, amount: minorUnits(150_000) };
    expect(marginOf(transportMargin({ ...settled, costs, freight }))?.amount).toBe(
      2_192_750 - 1_925_911 - 150_000 - 12_500,
    );
  });

  test('the margin of a returned transport consists of the freight alone; the margin of a cancelled transport is zero', () => {
    const costs = [{ amount: minorUnits(10_000), currency: 'EUR' }] as const;
    const returned = { ...planned, status: 'RETURN_TO_CLIENT', isReturned: true, costs } as const;
    expect(sumMargins([transportMargin(returned)], 'PLN')).toEqual({
      margin: {
        amount: -155_000,
        perTonne: null,
        percent: null,
        stage: 'DELIVERED',
        currency: 'PLN',
        plannedPart: 0,
        freightKnown: true,
      },
      marginByCurrency: [{ currency: 'PLN', sales: 0, purchase: 0, freight: 155_000, costs: 0 }],
    });
    const cancelled = transportMargin({ ...returned, status: 'CANCELLED' });
    expect(marginOf(cancelled)).toMatchObject({ amount: 0, perTonne: null, percent: null });
  });

  test('a transport with several currencies has amounts per currency but no margin', () => {
    const freight = { ...FREIGHT, currency: 'EUR' } as const;
    expect(sumMargins([transportMargin({ ...planned, freight })], 'PLN')).toEqual({
      margin: null,
      marginByCurrency: [
        { currency: 'PLN', sales: 2_187_500, purchase: 2_000_000, freight: 0, costs: 0 },
        { currency: 'EUR', sales: 0, purchase: 0, freight: 155_000, costs: 0 },
      ],
    });
  });
});

describe('the margin of open kilograms', () => {
  const open = { openKg: kilograms(50_000), purchase: PURCHASE, sale: SALE, lastFreight: null } as const;

  test('the margin of open kilograms uses the contract prices and the freight of the last transport', () => {
    expect(marginOf(openMargin({ ...open, lastFreight: FREIGHT }))).toMatchObject({
      amount: 65_000,
      perTonne: 1_300,
      stage: 'PLANNED',
      plannedPart: 65_000,
      freightKnown: true,
    });
  });

  test('without an earlier transport, the margin of open kilograms has no freight, and freightKnown is false', () => {
    expect(marginOf(example, openMargin(open))).toMatchObject({
      amount: 111_467 + 375_000,
      perTonne: 6_481,
      stage: 'PLANNED',
      plannedPart: 375_000,
      freightKnown: false,
    });
  });

  test('the margin per tonne of a candidate is the same for any quantity, even zero; with two currencies the margin is null', () => {
    for (const openKg of [0, 1, 7, 24_999].map(kilograms))
      expect(candidateMargin({ ...open, openKg, lastFreight: FREIGHT }).margin).toMatchObject({
        perTonne: 1_300,
        percent: 1.49,
      });
    const abroad = { ...SALE, currency: 'EUR' } as const;
    expect(candidateMargin({ ...open, sale: abroad }).margin).toBeNull();
  });
});

/* ---- properties ---- */

const aPrice = integer({ min: 1, max: 300_000 }).map(minorUnits);
const someKg = integer({ min: 1, max: 60_000 }).map(kilograms);
const aCurrency = constantFrom(...CURRENCIES);
const settledFields = {
  status: constantFrom(...SETTLEMENT_STATUSES),
  pricePerTonne: aPrice,
  acceptedKg: option(someKg),
};
const aTransport = record({
  status: constantFrom(...TRANSPORT_STATUSES),
  isReturned: constantFrom(false, false, true),
  quantityKg: someKg,
  realQuantityKg: option(someKg),
  freight: record({ currency: aCurrency, pricePerTonne: aPrice, amount: option(aPrice) }),
  purchase: record({
    currency: aCurrency,
    pricePerTonne: aPrice,
    settled: option(record({ ...settledFields, sentKg: option(someKg) })),
  }),
  sale: record({
    currency: aCurrency,
    pricePerTonne: aPrice,
    settled: option(
      record({
        ...settledFields,
        options: array(record({ quantityKg: someKg, pricePerTonne: aPrice }), { maxLength: 5 }),
      }),
    ),
  }),
  costs: array(record({ amount: aPrice, currency: aCurrency }), { maxLength: 3 }),
});
const transports = array(aTransport, { maxLength: 8 });

describe('a sum of margins', () => {
  test('the sum of margins per currency does not depend on the order or grouping of the transports', () => {
    assert(
      property(transports, integer({ min: 0, max: 8 }), (all, cut) => {
        const parts = all.map(transportMargin);
        const whole = sumMargins(parts, 'PLN');
        expect(sumMargins(parts.toReversed(), 'PLN')).toEqual(whole);
        const halves = [parts.slice(0, cut), parts.slice(cut)].map((half) => ({ lines: joinLines(half) }));
        expect(joinLines(halves)).toEqual(whole.marginByCurrency);
      }),
    );
  });

  test('a sum of several currencies has no margin; plannedPart of a sum is the margin of the planned transports', () => {
    assert(
      property(transports, (all) => {
        const parts = all.map(transportMargin);
        const { margin, marginByCurrency } = sumMargins(parts, 'PLN');
        expect(margin === null).toBe(marginByCurrency.length > 1);
        if (margin === null) return;
        const [line] = marginByCurrency;
        expect(margin.amount).toBe(line === undefined ? 0 : marginAmount(line));
        const certain = parts.filter(({ stage }) => stage !== 'PLANNED');
        expect(margin.amount - margin.plannedPart).toBe(sumMargins(certain, 'PLN').margin?.amount);
        const ranks = parts.map(({ stage }) => MARGIN_STAGES.indexOf(stage));
        expect(MARGIN_STAGES.indexOf(margin.stage)).toBe(parts.length === 0 ? 0 : Math.min(...ranks));
      }),
    );
  });

  test('the margin changes its sign when the amounts of the sale and the purchase are swapped', () => {
    assert(
      property(integer({ min: 1 }), integer({ min: 1 }), someKg, (one, other, kg) => {
        const rates = (sales: number, purchase: number) =>
          marginRates({ sales, purchase, freight: 0, costs: 0 }, kg);
        const there = rates(one, other).perTonne ?? 0;
        expect(there + (rates(other, one).perTonne ?? 0)).toBe(0);
        expect(Math.abs(there * kg - (one - other) * 1_000)).toBeLessThanOrEqual(kg / 2);
      }),
    );
  });
});
