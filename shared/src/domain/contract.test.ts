import { assert, constantFrom, integer, option, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  AGREEMENT_STATUSES,
  acceptableKg,
  acceptMax,
  allowedKg,
  balanceAfter,
  CONTRACT_STATUSES,
  type ContractStatus,
  documentNumber,
  exceedsTolerance,
  isCompleteAddress,
  isContractorLocked,
  isCurrencyLocked,
  isEnded,
  isFirm,
  isRawMaterialLocked,
  NOT_ENDED_STATUSES,
  planMax,
  realizedKg,
  remainingKg,
  suggestsSettlement,
  TOLERANCE_TYPES,
  TOLERANCE_UNITS,
  toAllocateKg,
  toleranceKg,
  toleranceOf,
  toleranceRange,
  whyNotChangeContractStatus,
  whyNotChangeQuantity,
  whyNotDeleteContract,
} from './contract.ts';
import { SIDES } from './side.ts';
import { BUYER_5_T, balanceOf, inKg, SELLER_2_PERCENT, SELLER_5_T } from './testing/terms.ts';
import { kilograms } from './units.ts';

const percent = (quantity: number) => ({ type: 'SELLER', unit: 'PERCENT', quantity }) as const;

const underWay = (tonnes: number) =>
  balanceOf({ quantity: 500, tolerance: BUYER_5_T, inDelivery: 25, delivered: tonnes });
const delivered = (tonnes: number) => balanceOf({ quantity: 500, tolerance: SELLER_5_T, delivered: tonnes });

describe('tolerance', () => {
  test('is read from its three parts, and none unless all are there', () => {
    const parts = { toleranceType: 'BUYER', toleranceUnit: 'T', toleranceQuantity: 5_000 } as const;
    expect(toleranceOf(parts)).toEqual(BUYER_5_T);
    for (const part of Object.keys(parts)) {
      expect(toleranceOf({ ...parts, [part]: null })).toBeNull();
      expect(toleranceOf({ ...parts, [part]: undefined })).toBeNull();
    }
  });

  test('is the tonnes agreed, or the percentage of the quantity', () => {
    expect(toleranceKg(inKg(500), BUYER_5_T)).toBe(5_000);
    expect(toleranceKg(inKg(500), SELLER_2_PERCENT)).toBe(10_000);
    expect(toleranceKg(inKg(500), null)).toBe(0);
  });

  test('of a percentage is rounded to a kilogram, half up', () => {
    expect(toleranceKg(kilograms(24_949), percent(2))).toBe(499);
    expect(toleranceKg(kilograms(24_975), percent(2))).toBe(500);
    expect(toleranceKg(kilograms(25_025), percent(2))).toBe(501);
    expect(toleranceKg(inKg(100), percent(2.35))).toBe(2_350);
    expect(toleranceKg(kilograms(2_000_000_000), percent(0.29))).toBe(5_800_000);
  });

  test.each([
    ['purchase', BUYER_5_T, 505],
    ['purchase', SELLER_5_T, 500],
    ['sales', SELLER_5_T, 505],
    ['sales', BUYER_5_T, 500],
  ] as const)('%s: we plan only our own option', (side, tolerance, tonnes) => {
    expect(planMax(side, balanceOf({ quantity: 500, tolerance }))).toBe(inKg(tonnes));
  });

  test('we accept and show the tolerance whoever holds it', () => {
    for (const tolerance of [BUYER_5_T, SELLER_5_T]) {
      const contract = balanceOf({ quantity: 500, tolerance });
      expect(acceptMax(contract)).toBe(inKg(505));
      expect(toleranceRange(contract)).toEqual({ fromKg: inKg(495), toKg: inKg(505) });
    }
    expect(toleranceRange(balanceOf({ quantity: 500 }))).toEqual({ fromKg: inKg(500), toKg: inKg(500) });
  });

  test('one larger than the contract goes down to nothing and no further', () => {
    const contract = balanceOf({ quantity: 3, tolerance: SELLER_5_T });
    expect(toleranceRange(contract)).toEqual({ fromKg: 0, toKg: inKg(8) });
  });

  test('a real weight beyond it is warned about, one within it is not', () => {
    expect(exceedsTolerance(underWay(480))).toBe(false);
    expect(exceedsTolerance(underWay(480.001))).toBe(true);
  });
});

describe('figures of a contract', () => {
  const contract = balanceOf({ quantity: 500, allocated: 120, inDelivery: 50, delivered: 200 });

  test('realized is in delivery and delivered', () => {
    expect(realizedKg(contract)).toBe(inKg(250));
  });

  test('to pick up, to deliver, is what is not realized: allocations do not lessen it', () => {
    expect(remainingKg(contract)).toBe(inKg(250));
  });

  test('to allocate is what is neither allocated nor realized', () => {
    expect(toAllocateKg(contract)).toBe(inKg(130));
  });

  test('beyond the quantity both are negative, a surplus', () => {
    const over = balanceOf({ quantity: 500, allocated: 3, delivered: 502 });
    expect(remainingKg(over)).toBe(-2_000);
    expect(toAllocateKg(over)).toBe(-5_000);
  });

  test('allowed goes up to planMax, acceptable up to acceptMax', () => {
    const bought = balanceOf({ quantity: 500, tolerance: SELLER_5_T, allocated: 100, delivered: 390 });
    expect(allowedKg('purchase', bought)).toBe(inKg(10));
    expect(acceptableKg(bought)).toBe(inKg(15));
    expect(allowedKg('sales', bought)).toBe(inKg(15));
  });

  const aTolerance = option(
    record({
      type: constantFrom(...TOLERANCE_TYPES),
      unit: constantFrom(...TOLERANCE_UNITS),
      quantity: integer({ min: 1, max: 100 }),
    }),
  );
  const kg = integer({ min: 0, max: 1_000_000 }).map(kilograms);
  const aBalance = record({
    quantityKg: kg,
    tolerance: aTolerance,
    allocatedKg: kg,
    inDeliveryKg: kg,
    deliveredKg: kg,
  });

  test('allowed is never negative, fits planMax exactly, and acceptable is no less', () => {
    assert(
      property(aBalance, constantFrom(...SIDES), (balance, side) => {
        const usedKg = balance.allocatedKg + realizedKg(balance);
        const allowed = allowedKg(side, balance);
        expect(allowed).toBeGreaterThanOrEqual(0);
        expect(usedKg + allowed).toBe(Math.max(usedKg, planMax(side, balance)));
        expect(acceptableKg(balance)).toBeGreaterThanOrEqual(allowed);
      }),
    );
  });

  test('the quantity lies between the ends of its tolerance', () => {
    assert(
      property(aBalance, constantFrom(...SIDES), (balance, side) => {
        const { fromKg, toKg } = toleranceRange(balance);
        expect(fromKg).toBe(Math.max(0, 2 * balance.quantityKg - toKg));
        expect(toKg).toBe(acceptMax(balance));
        expect([balance.quantityKg, acceptMax(balance)]).toContain(planMax(side, balance));
      }),
    );
  });
});

test('firm is a signed contract of this season', () => {
  for (const agreementStatus of AGREEMENT_STATUSES) {
    for (const status of CONTRACT_STATUSES) {
      const expected = agreementStatus === 'SIGNED' && status !== 'NEXT_SEASON';
      expect(isFirm({ agreementStatus, status })).toBe(expected);
    }
  }
});

test('only closed and cancelled contracts have ended', () => {
  expect(CONTRACT_STATUSES.filter(isEnded)).toEqual(['CLOSED', 'CANCELLED']);
  expect(NOT_ENDED_STATUSES).toEqual(['NEW', 'NEXT_SEASON', 'ACTIVE', 'TO_SETTLEMENT']);
});

describe('changing the status', () => {
  const idle = { transportsInProgress: 0, deliveredKg: kilograms(0) };

  test('is free without transports, to any status', () => {
    for (const side of SIDES) {
      for (const to of CONTRACT_STATUSES) expect(whyNotChangeContractStatus(side, idle, to)).toBeNull();
    }
  });

  test.each([
    ['purchase', 'PURCHASE_CONTRACT_IS_IN_TRANSPORT'],
    ['sales', 'SALE_CONTRACT_IS_IN_TRANSPORT'],
  ] as const)('%s: a transport in progress keeps it from ending', (side, code) => {
    const busy = { transportsInProgress: 1, deliveredKg: kilograms(0) };
    const refused = CONTRACT_STATUSES.filter((to) => whyNotChangeContractStatus(side, busy, to) !== null);
    expect(refused).toEqual(['CLOSED', 'CANCELLED']);
    for (const to of refused) expect(whyNotChangeContractStatus(side, busy, to)).toBe(code);
  });

  test('what was delivered keeps it from being cancelled, not from being closed', () => {
    const delivered = { transportsInProgress: 0, deliveredKg: inKg(25) };
    expect(whyNotChangeContractStatus('purchase', delivered, 'CANCELLED')).toBe(
      'PURCHASE_CONTRACT_IS_IN_TRANSPORT',
    );
    expect(whyNotChangeContractStatus('sales', delivered, 'CANCELLED')).toBe('SALE_CONTRACT_IS_IN_TRANSPORT');
    expect(whyNotChangeContractStatus('sales', delivered, 'CLOSED')).toBeNull();
  });
});

describe('deleting', () => {
  const untouched = { transportCount: 0, allocatedKg: kilograms(0), agreementStatus: 'TO_SIGN' } as const;

  test('is possible without transport, allocation and signature', () => {
    expect(whyNotDeleteContract('purchase', untouched)).toBeNull();
    expect(whyNotDeleteContract('sales', { ...untouched, agreementStatus: 'EMPTY' })).toBeNull();
  });

  test('a transport of any status stands first in the way', () => {
    const carried = { ...untouched, transportCount: 1, agreementStatus: 'SIGNED' } as const;
    expect(whyNotDeleteContract('purchase', carried)).toBe('PURCHASE_CONTRACT_IS_IN_TRANSPORT');
    expect(whyNotDeleteContract('sales', carried)).toBe('SALE_CONTRACT_IS_IN_TRANSPORT');
  });

  test('an open allocation or a signature is a conflict', () => {
    expect(whyNotDeleteContract('purchase', { ...untouched, allocatedKg: kilograms(1) })).toBe('CONFLICT');
    expect(whyNotDeleteContract('sales', { ...untouched, agreementStatus: 'SIGNED' })).toBe('CONFLICT');
  });
});

test('the raw material is locked once allocated or carried, the contractor once carried', () => {
  const allocated = { transportCount: 0, allocatedKg: kilograms(1) };
  const carried = { transportCount: 1, allocatedKg: kilograms(0) };
  const neither = { transportCount: 0, allocatedKg: kilograms(0) };
  expect([neither, allocated, carried].map(isRawMaterialLocked)).toEqual([false, true, true]);
  expect([neither, allocated, carried].map(isContractorLocked)).toEqual([false, false, true]);
});

test('the currency is locked once there is something to settle in it', () => {
  expect([0, 1].map((kg) => isCurrencyLocked({ deliveredKg: kilograms(kg) }))).toEqual([false, true]);
});

test('ending a contract gives back what is open, no other change of status does', () => {
  const balance = balanceOf({ quantity: 500, allocated: 300, delivered: 100 });
  const heldAfter = (from: ContractStatus, to: ContractStatus) =>
    balanceAfter(balance, { from, to }).allocatedKg;
  expect(heldAfter('ACTIVE', 'CLOSED')).toBe(0);
  expect(heldAfter('ACTIVE', 'TO_SETTLEMENT')).toBe(balance.allocatedKg);
  expect(heldAfter('CLOSED', 'CLOSED')).toBe(balance.allocatedKg);
});

describe('changing quantity or tolerance', () => {
  const before = balanceOf({ quantity: 500, tolerance: BUYER_5_T, allocated: 300, delivered: 203 });

  test('may lower planMax down to what is planned, no further', () => {
    expect(whyNotChangeQuantity('purchase', before, balanceOf({ quantity: 503 }))).toBeNull();
    expect(whyNotChangeQuantity('purchase', before, balanceOf({ quantity: 502.999 }))).toBe(
      'ALLOCATE_QUANTITY_IS_TO_BIG',
    );
  });

  test('dropping our tolerance lowers planMax too', () => {
    expect(whyNotChangeQuantity('purchase', before, balanceOf({ quantity: 500 }))).toBe(
      'ALLOCATE_QUANTITY_IS_TO_BIG',
    );
    const theirs = balanceOf({ quantity: 500, tolerance: SELLER_5_T });
    expect(whyNotChangeQuantity('purchase', before, theirs)).toBe('ALLOCATE_QUANTITY_IS_TO_BIG');
  });

  test('of an over-delivered contract is free as long as planMax does not fall', () => {
    const over = balanceOf({ quantity: 500, delivered: 510 });
    expect(whyNotChangeQuantity('sales', over, balanceOf({ quantity: 500 }))).toBeNull();
    expect(whyNotChangeQuantity('sales', over, balanceOf({ quantity: 505 }))).toBeNull();
    expect(whyNotChangeQuantity('sales', over, balanceOf({ quantity: 499 }))).toBe(
      'ALLOCATE_QUANTITY_IS_TO_BIG',
    );
  });
});

describe('"do rozliczenia" is suggested', () => {
  test('from the lower end of the tolerance on, also beyond: nothing more is to come', () => {
    expect(suggestsSettlement('ACTIVE', delivered(494.999), 0)).toBe(false);
    expect(suggestsSettlement('ACTIVE', delivered(495), 0)).toBe(true);
    expect(suggestsSettlement('ACTIVE', delivered(506), 0)).toBe(true);
  });

  test('not while a transport is on the way', () => {
    expect(suggestsSettlement('ACTIVE', delivered(500), 1)).toBe(false);
  });

  test('only where somebody may still act on it', () => {
    const suggested = CONTRACT_STATUSES.filter((status) => suggestsSettlement(status, delivered(500), 0));
    expect(suggested).toEqual(['NEW', 'NEXT_SEASON', 'ACTIVE'] satisfies ContractStatus[]);
  });

  test('not for a contract nobody delivered to, however wide its tolerance', () => {
    const wide = { type: 'SELLER', unit: 'PERCENT', quantity: 100 } as const;
    expect(suggestsSettlement('NEW', balanceOf({ quantity: 10, tolerance: wide }), 0)).toBe(false);
  });
});

test('a new contract proposes the next number of its kind', () => {
  expect(documentNumber('purchase', 2026, 1)).toBe('Z/2026/0001');
  expect(documentNumber('sales', 2026, 412)).toBe('S/2026/0412');
  expect(documentNumber('sales', 2026, 12_345)).toBe('S/2026/12345');
});

test('an address needs a city, a post code and a country, not a street', () => {
  const address = { city: 'Kutno', postCode: '99-300', countryCode: 'PL' };
  expect(isCompleteAddress(address)).toBe(true);
  for (const field of ['city', 'postCode', 'countryCode'] as const) {
    for (const nothing of ['', null, undefined]) {
      expect(isCompleteAddress({ ...address, [field]: nothing })).toBe(false);
    }
  }
});
