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
import { BUYER_5_T, balanceFromTonnes, SELLER_2_PERCENT, SELLER_5_T, tonnesToKg } from './testing/terms.ts';
import { kilograms } from './units.ts';

const percent = (quantity: number) => ({ type: 'SELLER', unit: 'PERCENT', quantity }) as const;

const underWay = (tonnes: number) =>
  balanceFromTonnes({ quantity: 500, tolerance: BUYER_5_T, inDelivery: 25, delivered: tonnes });
const delivered = (tonnes: number) =>
  balanceFromTonnes({ quantity: 500, tolerance: SELLER_5_T, delivered: tonnes });

describe('the tolerance of a contract', () => {
  test('the tolerance is built from type, unit and quantity, and is null when one of them is missing', () => {
    const parts = { toleranceType: 'BUYER', toleranceUnit: 'T', toleranceQuantity: 5_000 } as const;
    expect(toleranceOf(parts)).toEqual(BUYER_5_T);
    for (const part of Object.keys(parts)) {
      expect(toleranceOf({ ...parts, [part]: null })).toBeNull();
      expect(toleranceOf({ ...parts, [part]: undefined })).toBeNull();
    }
  });

  test('the tolerance in kilograms is the agreed tonnes or the percentage of the quantity', () => {
    expect(toleranceKg(tonnesToKg(500), BUYER_5_T)).toBe(5_000);
    expect(toleranceKg(tonnesToKg(500), SELLER_2_PERCENT)).toBe(10_000);
    expect(toleranceKg(tonnesToKg(500), null)).toBe(0);
  });

  test('a tolerance in percent is rounded half up to whole kilograms', () => {
    expect(toleranceKg(kilograms(24_949), percent(2))).toBe(499);
    expect(toleranceKg(kilograms(24_975), percent(2))).toBe(500);
    expect(toleranceKg(kilograms(25_025), percent(2))).toBe(501);
    expect(toleranceKg(tonnesToKg(100), percent(2.35))).toBe(2_350);
    expect(toleranceKg(kilograms(2_000_000_000), percent(0.29))).toBe(5_800_000);
  });

  test.each([
    ['purchase', BUYER_5_T, 505],
    ['purchase', SELLER_5_T, 500],
    ['sales', SELLER_5_T, 505],
    ['sales', BUYER_5_T, 500],
  ] as const)(
    'planMax of a %s contract adds the tolerance only when the tolerance is in our option',
    (side, tolerance, tonnes) => {
      expect(planMax(side, balanceFromTonnes({ quantity: 500, tolerance }))).toBe(tonnesToKg(tonnes));
    },
  );

  test('acceptMax and the tolerance range include the tolerance, whichever party has the option', () => {
    for (const tolerance of [BUYER_5_T, SELLER_5_T]) {
      const contract = balanceFromTonnes({ quantity: 500, tolerance });
      expect(acceptMax(contract)).toBe(tonnesToKg(505));
      expect(toleranceRange(contract)).toEqual({ fromKg: tonnesToKg(495), toKg: tonnesToKg(505) });
    }
    expect(toleranceRange(balanceFromTonnes({ quantity: 500 }))).toEqual({
      fromKg: tonnesToKg(500),
      toKg: tonnesToKg(500),
    });
  });

  test('the tolerance range starts at 0 when the tolerance is larger than the quantity of the contract', () => {
    const contract = balanceFromTonnes({ quantity: 3, tolerance: SELLER_5_T });
    expect(toleranceRange(contract)).toEqual({ fromKg: 0, toKg: tonnesToKg(8) });
  });

  test('a realized quantity exceeds the tolerance when it is above acceptMax', () => {
    expect(exceedsTolerance(underWay(480))).toBe(false);
    expect(exceedsTolerance(underWay(480.001))).toBe(true);
  });
});

describe('the quantities of a contract', () => {
  const contract = balanceFromTonnes({ quantity: 500, allocated: 120, inDelivery: 50, delivered: 200 });

  test('the realized quantity is the quantity in delivery plus the delivered quantity', () => {
    expect(realizedKg(contract)).toBe(tonnesToKg(250));
  });

  test('the remaining quantity is the quantity less the realized quantity; allocations do not reduce it', () => {
    expect(remainingKg(contract)).toBe(tonnesToKg(250));
  });

  test('the quantity to allocate is the part of the quantity that is neither allocated nor realized', () => {
    expect(toAllocateKg(contract)).toBe(tonnesToKg(130));
  });

  test('the remaining quantity and the quantity to allocate become negative when the contract has a surplus', () => {
    const over = balanceFromTonnes({ quantity: 500, allocated: 3, delivered: 502 });
    expect(remainingKg(over)).toBe(-2_000);
    expect(toAllocateKg(over)).toBe(-5_000);
  });

  test('the allowed quantity ends at planMax, and the acceptable quantity ends at acceptMax', () => {
    const bought = balanceFromTonnes({
      quantity: 500,
      tolerance: SELLER_5_T,
      allocated: 100,
      delivered: 390,
    });
    expect(allowedKg('purchase', bought)).toBe(tonnesToKg(10));
    expect(acceptableKg(bought)).toBe(tonnesToKg(15));
    expect(allowedKg('sales', bought)).toBe(tonnesToKg(15));
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

  test('the allowed quantity fills the contract exactly to planMax, is never negative and never exceeds the acceptable quantity', () => {
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

  test('the tolerance range is symmetric around the quantity, but does not go below 0', () => {
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

test('a contract is firm when it is signed and its status is not NEXT_SEASON', () => {
  for (const agreementStatus of AGREEMENT_STATUSES) {
    for (const status of CONTRACT_STATUSES) {
      const expected = agreementStatus === 'SIGNED' && status !== 'NEXT_SEASON';
      expect(isFirm({ agreementStatus, status })).toBe(expected);
    }
  }
});

test('a contract has ended when its status is CLOSED or CANCELLED', () => {
  expect(CONTRACT_STATUSES.filter(isEnded)).toEqual(['CLOSED', 'CANCELLED']);
  expect(NOT_ENDED_STATUSES).toEqual(['NEW', 'NEXT_SEASON', 'ACTIVE', 'TO_SETTLEMENT']);
});

describe('changing the status of a contract', () => {
  const idle = { transportsInProgress: 0, deliveredKg: kilograms(0) };

  test('a contract without transports may change to any status', () => {
    for (const side of SIDES) {
      for (const to of CONTRACT_STATUSES) expect(whyNotChangeContractStatus(side, idle, to)).toBeNull();
    }
  });

  test.each([
    ['purchase', 'PURCHASE_CONTRACT_IS_IN_TRANSPORT'],
    ['sales', 'SALE_CONTRACT_IS_IN_TRANSPORT'],
  ] as const)(
    'a %s contract with a transport in progress can be neither closed nor cancelled',
    (side, code) => {
      const busy = { transportsInProgress: 1, deliveredKg: kilograms(0) };
      const rejected = CONTRACT_STATUSES.filter((to) => whyNotChangeContractStatus(side, busy, to) !== null);
      expect(rejected).toEqual(['CLOSED', 'CANCELLED']);
      for (const to of rejected) expect(whyNotChangeContractStatus(side, busy, to)).toBe(code);
    },
  );

  test('a contract with deliveries cannot be cancelled but can be closed', () => {
    const delivered = { transportsInProgress: 0, deliveredKg: tonnesToKg(25) };
    expect(whyNotChangeContractStatus('purchase', delivered, 'CANCELLED')).toBe(
      'PURCHASE_CONTRACT_IS_IN_TRANSPORT',
    );
    expect(whyNotChangeContractStatus('sales', delivered, 'CANCELLED')).toBe('SALE_CONTRACT_IS_IN_TRANSPORT');
    expect(whyNotChangeContractStatus('sales', delivered, 'CLOSED')).toBeNull();
  });
});

describe('deleting a contract', () => {
  const untouched = { transportCount: 0, allocatedKg: kilograms(0), agreementStatus: 'TO_SIGN' } as const;

  test('a contract without transports, allocations and signature can be deleted', () => {
    expect(whyNotDeleteContract('purchase', untouched)).toBeNull();
    expect(whyNotDeleteContract('sales', { ...untouched, agreementStatus: 'EMPTY' })).toBeNull();
  });

  test('the error for deleting a signed contract with a transport names the transport, not the signature', () => {
    const carried = { ...untouched, transportCount: 1, agreementStatus: 'SIGNED' } as const;
    expect(whyNotDeleteContract('purchase', carried)).toBe('PURCHASE_CONTRACT_IS_IN_TRANSPORT');
    expect(whyNotDeleteContract('sales', carried)).toBe('SALE_CONTRACT_IS_IN_TRANSPORT');
  });

  test('deleting a contract with an allocated quantity or a signature returns CONFLICT', () => {
    expect(whyNotDeleteContract('purchase', { ...untouched, allocatedKg: kilograms(1) })).toBe('CONFLICT');
    expect(whyNotDeleteContract('sales', { ...untouched, agreementStatus: 'SIGNED' })).toBe('CONFLICT');
  });
});

test('an allocation locks the raw material of a contract, and a transport also locks the contractor', () => {
  const allocated = { transportCount: 0, allocatedKg: kilograms(1) };
  const carried = { transportCount: 1, allocatedKg: kilograms(0) };
  const neither = { transportCount: 0, allocatedKg: kilograms(0) };
  expect([neither, allocated, carried].map(isRawMaterialLocked)).toEqual([false, true, true]);
  expect([neither, allocated, carried].map(isContractorLocked)).toEqual([false, false, true]);
});

test('the first delivery locks the currency of a contract', () => {
  expect([0, 1].map((kg) => isCurrencyLocked({ deliveredKg: kilograms(kg) }))).toEqual([false, true]);
});

test('a status change that ends an open contract sets the allocated quantity to 0; any other status change keeps it', () => {
  const balance = balanceFromTonnes({ quantity: 500, allocated: 300, delivered: 100 });
  const heldAfter = (from: ContractStatus, to: ContractStatus) =>
    balanceAfter(balance, { from, to }).allocatedKg;
  expect(heldAfter('ACTIVE', 'CLOSED')).toBe(0);
  expect(heldAfter('ACTIVE', 'TO_SETTLEMENT')).toBe(balance.allocatedKg);
  expect(heldAfter('CLOSED', 'CLOSED')).toBe(balance.allocatedKg);
});

describe('changing the quantity or tolerance of a contract', () => {
  const before = balanceFromTonnes({ quantity: 500, tolerance: BUYER_5_T, allocated: 300, delivered: 203 });

  test('planMax can be lowered down to the sum of the allocated and the realized quantity', () => {
    expect(whyNotChangeQuantity('purchase', before, balanceFromTonnes({ quantity: 503 }))).toBeNull();
    expect(whyNotChangeQuantity('purchase', before, balanceFromTonnes({ quantity: 502.999 }))).toBe(
      'ALLOCATE_QUANTITY_IS_TO_BIG',
    );
  });

  test('a tolerance in our option cannot be removed when the allocated and realized quantity uses it', () => {
    expect(whyNotChangeQuantity('purchase', before, balanceFromTonnes({ quantity: 500 }))).toBe(
      'ALLOCATE_QUANTITY_IS_TO_BIG',
    );
    const theirs = balanceFromTonnes({ quantity: 500, tolerance: SELLER_5_T });
    expect(whyNotChangeQuantity('purchase', before, theirs)).toBe('ALLOCATE_QUANTITY_IS_TO_BIG');
  });

  test('an over-delivered contract can be changed as long as planMax does not fall', () => {
    const over = balanceFromTonnes({ quantity: 500, delivered: 510 });
    expect(whyNotChangeQuantity('sales', over, balanceFromTonnes({ quantity: 500 }))).toBeNull();
    expect(whyNotChangeQuantity('sales', over, balanceFromTonnes({ quantity: 505 }))).toBeNull();
    expect(whyNotChangeQuantity('sales', over, balanceFromTonnes({ quantity: 499 }))).toBe(
      'ALLOCATE_QUANTITY_IS_TO_BIG',
    );
  });
});

describe('the suggestion to settle a contract', () => {
  test('settling is suggested from the lower end of the tolerance range on, even for an over-delivered contract', () => {
    expect(suggestsSettlement('ACTIVE', delivered(494.999), 0)).toBe(false);
    expect(suggestsSettlement('ACTIVE', delivered(495), 0)).toBe(true);
    expect(suggestsSettlement('ACTIVE', delivered(506), 0)).toBe(true);
  });

  test('settling is not suggested while a transport is in progress', () => {
    expect(suggestsSettlement('ACTIVE', delivered(500), 1)).toBe(false);
  });

  test('settling is suggested in the statuses NEW, NEXT_SEASON and ACTIVE', () => {
    const suggested = CONTRACT_STATUSES.filter((status) => suggestsSettlement(status, delivered(500), 0));
    expect(suggested).toEqual(['NEW', 'NEXT_SEASON', 'ACTIVE'] satisfies ContractStatus[]);
  });

  test('settling is not suggested without deliveries, even when a tolerance of 100 percent would allow it', () => {
    const wide = { type: 'SELLER', unit: 'PERCENT', quantity: 100 } as const;
    expect(suggestsSettlement('NEW', balanceFromTonnes({ quantity: 10, tolerance: wide }), 0)).toBe(false);
  });
});

test('a document number consists of the prefix of the side, the year and at least four digits', () => {
  expect(documentNumber('purchase', 2026, 1)).toBe('Z/2026/0001');
  expect(documentNumber('sales', 2026, 412)).toBe('S/2026/0412');
  expect(documentNumber('sales', 2026, 12_345)).toBe('S/2026/12345');
});

test('a complete address has a city, a post code and a country, and needs no street', () => {
  const address = { city: 'Kutno', postCode: '99-300', countryCode: 'PL' };
  expect(isCompleteAddress(address)).toBe(true);
  for (const field of ['city', 'postCode', 'countryCode'] as const) {
    for (const nothing of ['', null, undefined]) {
      expect(isCompleteAddress({ ...address, [field]: nothing })).toBe(false);
    }
  }
});
