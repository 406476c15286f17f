import { assert, constantFrom, integer, option, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Allocation,
  allocatableKg,
  commitmentForOpen,
  coverTransport,
  doReceiptDatesOverlap,
  limitingSides,
  missingRequirements,
  NO_ALLOCATION,
  offeredKg,
  openKg,
  planRoomKg,
  quantityWarning,
  requirementWarning,
  type TradedContract,
  whyNotAllocate,
} from './allocation.ts';
import { CONTRACT_STATUSES, type ContractBalance, TOLERANCE_TYPES, TOLERANCE_UNITS } from './contract.ts';
import { BUYER_5_T, balanceFromTonnes, SELLER_5_T, tonnesToKg } from './testing/terms.ts';
import { kilograms } from './units.ts';

const allocationOf = (commit: number, eff: number): Allocation => ({
  commitKg: tonnesToKg(commit),
  effKg: tonnesToKg(eff),
});
const tradedContract = (balance: ContractBalance, more: Partial<TradedContract> = {}): TradedContract => ({
  ...balance,
  rawMaterialId: 1,
  status: 'ACTIVE',
  ...more,
});

describe('the open quantity of an allocation', () => {
  test('the open quantity is the commitment less the quantity of the transports', () => {
    expect(openKg(allocationOf(100, 25))).toBe(tonnesToKg(75));
    expect(openKg(NO_ALLOCATION)).toBe(0);
  });

  test('the open quantity is zero when the transports exceed the commitment', () => {
    expect(openKg(allocationOf(25, 25.4))).toBe(0);
    expect(openKg(allocationOf(-5, 0))).toBe(0);
  });

  test('setting an open quantity commits it in addition to the transports; setting the same open quantity again changes nothing', () => {
    const allocation = allocationOf(100, 25);
    const commitKg = commitmentForOpen(allocation, tonnesToKg(40));
    expect(commitKg).toBe(tonnesToKg(65));
    expect(commitmentForOpen({ ...allocation, commitKg }, tonnesToKg(40))).toBe(commitKg);
  });

  test('setting the open quantity to 0 lowers the commitment to the quantity of the transports', () => {
    expect(commitmentForOpen(allocationOf(100, 25), kilograms(0))).toBe(tonnesToKg(25));
  });
});

describe('the rule for allocating', () => {
  const purchase = tradedContract(balanceFromTonnes({ quantity: 500, tolerance: BUYER_5_T, allocated: 400 }));
  const sale = tradedContract(balanceFromTonnes({ quantity: 300, tolerance: SELLER_5_T, allocated: 250 }));

  test('an allocation is limited by the contract with the smaller free quantity, which includes a tolerance in our option', () => {
    expect(planRoomKg(purchase, sale)).toBe(tonnesToKg(55));
    expect(whyNotAllocate(purchase, sale, NO_ALLOCATION, tonnesToKg(55))).toBeNull();
    expect(whyNotAllocate(purchase, sale, NO_ALLOCATION, tonnesToKg(55.001))).toBe(
      'ALLOCATE_QUANTITY_IS_TO_BIG',
    );
  });

  test('an allocation is rejected when either contract has no free quantity', () => {
    const full = tradedContract(balanceFromTonnes({ quantity: 500, delivered: 500 }));
    expect(whyNotAllocate(full, sale, NO_ALLOCATION, kilograms(1))).toBe('ALLOCATE_QUANTITY_IS_TO_BIG');
    expect(whyNotAllocate(purchase, full, NO_ALLOCATION, kilograms(1))).toBe('ALLOCATE_QUANTITY_IS_TO_BIG');
  });

  test('editing an allocation checks only the increase of its open quantity', () => {
    expect(whyNotAllocate(purchase, sale, allocationOf(60, 10), tonnesToKg(105))).toBeNull();
    expect(whyNotAllocate(purchase, sale, allocationOf(60, 10), tonnesToKg(105.001))).toBe(
      'ALLOCATE_QUANTITY_IS_TO_BIG',
    );
  });

  test('an allocation between contracts of different raw materials is rejected', () => {
    const rape = tradedContract(balanceFromTonnes({ quantity: 300 }), { rawMaterialId: 2 });
    expect(whyNotAllocate(purchase, rape, NO_ALLOCATION, kilograms(1))).toBe('CONTRACT_IS_NOT_COMPATIBLE');
  });

  test('an allocation of a closed or cancelled contract can be lowered but not raised', () => {
    for (const status of CONTRACT_STATUSES) {
      const expected = ['CLOSED', 'CANCELLED'].includes(status) ? 'CONTRACT_IS_NOT_COMPATIBLE' : null;
      expect(whyNotAllocate({ ...purchase, status }, sale, NO_ALLOCATION, tonnesToKg(1))).toBe(expected);
      expect(whyNotAllocate(purchase, { ...sale, status }, NO_ALLOCATION, tonnesToKg(1))).toBe(expected);
      expect(whyNotAllocate({ ...purchase, status }, sale, allocationOf(60, 10), tonnesToKg(49))).toBeNull();
      expect(whyNotAllocate(purchase, { ...sale, status }, allocationOf(60, 10), tonnesToKg(0))).toBeNull();
    }
  });
});

describe('the quantity offered by the allocation dialog', () => {
  test('the dialog offers the smaller of two quantities: toAllocate of the sale and the allowed quantity of the purchase', () => {
    const purchase = balanceFromTonnes({ quantity: 500, tolerance: BUYER_5_T, allocated: 460 });
    const sale = balanceFromTonnes({ quantity: 300, tolerance: SELLER_5_T, allocated: 220 });
    // The purchase has 45 t left, including its tolerance, which is in our option. The sale's tolerance of 5 t
    // is not offered.
    expect(offeredKg(purchase, sale, NO_ALLOCATION)).toBe(tonnesToKg(45));
    expect(offeredKg(balanceFromTonnes({ quantity: 1_000 }), sale, NO_ALLOCATION)).toBe(tonnesToKg(80));
    expect(allocatableKg(balanceFromTonnes({ quantity: 1_000 }), sale, NO_ALLOCATION)).toBe(tonnesToKg(85));
  });

  test('for an existing allocation, the dialog adds the open quantity of this allocation', () => {
    const purchase = balanceFromTonnes({ quantity: 500, allocated: 500 });
    const sale = balanceFromTonnes({ quantity: 300, allocated: 290 });
    expect(offeredKg(purchase, sale, allocationOf(75, 25))).toBe(tonnesToKg(50));
  });
});

describe('the warnings about the allocated quantity', () => {
  const purchase = balanceFromTonnes({ quantity: 100, tolerance: BUYER_5_T, allocated: 90 });
  const sale = balanceFromTonnes({ quantity: 100, tolerance: SELLER_5_T, allocated: 92 });
  const allocation = allocationOf(20, 5);

  test.each([
    [23, null],
    [23.001, 'moreThanSaleValue'],
    [25, 'moreThanSaleValue'],
    [25.001, 'moreThanContractValues'],
    [10, null],
  ] as const)('an open quantity of %d t returns the warning %s', (tonnes, warning) => {
    expect(quantityWarning(purchase, sale, allocation, tonnesToKg(tonnes))).toBe(warning);
  });

  test('the warning names only the purchase when the free quantity of the sale is sufficient', () => {
    const ample = balanceFromTonnes({ quantity: 200 });
    expect(quantityWarning(purchase, ample, allocation, tonnesToKg(25.001))).toBe('moreThanPurchaseValue');
  });

  test('an unchanged open quantity returns no warning, even when both contracts have a surplus', () => {
    const over = balanceFromTonnes({ quantity: 100, allocated: 15, delivered: 100 });
    expect(quantityWarning(over, over, allocation, tonnesToKg(15))).toBeNull();
  });
});

test('a missing GMP or CERT that the sale requires returns a warning', () => {
  const both = { isGmp: true, isCert: true };
  const neither = { isGmp: false, isCert: false };
  expect(requirementWarning(neither, both)).toBe('requiredCertAndGmp');
  expect(requirementWarning({ isGmp: false, isCert: true }, both)).toBe('requiredGmp');
  expect(requirementWarning({ isGmp: true, isCert: false }, both)).toBe('requiredCert');
  expect(requirementWarning(both, both)).toBeNull();
  expect(requirementWarning(both, neither)).toBeNull();
});

describe('the kilograms assigned to a transport', () => {
  test('a transport uses the open quantity of the allocation first; the remaining kilograms are extra', () => {
    expect(coverTransport(allocationOf(100, 75), tonnesToKg(24), tonnesToKg(0))).toEqual({
      fromOpenKg: tonnesToKg(24),
      extraKg: 0,
    });
    expect(coverTransport(allocationOf(100, 90), tonnesToKg(25), tonnesToKg(15))).toEqual({
      fromOpenKg: tonnesToKg(10),
      extraKg: tonnesToKg(15),
    });
  });

  test('a transport is rejected when its extra kilograms exceed the limit', () => {
    expect(coverTransport(allocationOf(100, 90), tonnesToKg(25), tonnesToKg(14.999))).toBe(
      'TRANSPORT_QUANTITY_IS_TO_BIG',
    );
  });
});

describe('random contracts and allocations', () => {
  const kg = integer({ min: 0, max: 500_000 }).map(kilograms);
  const aContract = record({
    quantityKg: kg,
    tolerance: option(
      record({
        type: constantFrom(...TOLERANCE_TYPES),
        unit: constantFrom(...TOLERANCE_UNITS),
        quantity: integer({ min: 1, max: 100 }),
      }),
    ),
    allocatedKg: kg,
    inDeliveryKg: kg,
    deliveredKg: kg,
    rawMaterialId: integer({ min: 1, max: 1 }),
    status: constantFrom(...CONTRACT_STATUSES),
  });
  const anAllocation = record({
    commitKg: integer({ min: -50_000, max: 500_000 }).map(kilograms),
    effKg: kg,
  });

  test('lowering an allocation is never rejected', () => {
    assert(
      property(
        aContract,
        aContract,
        anAllocation,
        integer({ min: 0, max: 100 }),
        (purchase, sale, allocation, percent) => {
          const lower = kilograms(Math.floor((openKg(allocation) * percent) / 100));
          expect(whyNotAllocate(purchase, sale, allocation, lower)).toBeNull();
        },
      ),
    );
  });

  test('allocating allocatableKg is accepted, and allocating one kilogram more is rejected', () => {
    assert(
      property(aContract, aContract, anAllocation, (one, other, allocation) => {
        const purchase = { ...one, status: 'ACTIVE' as const };
        const sale = { ...other, status: 'NEW' as const };
        const most = allocatableKg(purchase, sale, allocation);
        expect(offeredKg(purchase, sale, allocation)).toBeLessThanOrEqual(most);
        expect(offeredKg(purchase, sale, allocation)).toBeGreaterThanOrEqual(openKg(allocation));
        expect(whyNotAllocate(purchase, sale, allocation, most)).toBeNull();
        expect(whyNotAllocate(purchase, sale, allocation, kilograms(most + 1))).toBe(
          'ALLOCATE_QUANTITY_IS_TO_BIG',
        );
      }),
    );
  });

  test('setting the open quantity results in exactly this open quantity', () => {
    assert(
      property(anAllocation, kg, (allocation, wantedKg) => {
        expect(openKg({ ...allocation, commitKg: commitmentForOpen(allocation, wantedKg) })).toBe(wantedKg);
      }),
    );
  });
});

describe('a purchase compared with a sale', () => {
  const terms = { isGmp: false, isCert: false, isFor: false, rawMaterialQualityId: 1 };
  const plain = { ...terms, rawMaterialQualityTitle: 'Konsumpcyjna' };
  const contractual = { ...plain, rawMaterialQualityId: null };

  test.each([
    [plain, plain, []],
    [{ ...plain, isGmp: true, isFor: true }, plain, []],
    [plain, { ...plain, isGmp: true, isCert: true, isFor: true }, ['gmp', 'cert', 'for']],
    [{ ...plain, isCert: true }, { ...plain, isGmp: true, isCert: true }, ['gmp']],
    [{ ...plain, rawMaterialQualityId: 2 }, { ...plain, isFor: true }, ['quality', 'for']],
    [contractual, contractual, []],
    [contractual, plain, ['quality']],
    [contractual, { ...contractual, rawMaterialQualityTitle: 'Paszowa' }, ['quality']],
  ])('for the purchase %j and the sale %j, the unmet requirements are %j', (purchase, sale, missing) => {
    expect(missingRequirements(purchase, sale)).toEqual(missing);
  });

  test('receipt dates of a purchase and a sale overlap when they share a day', () => {
    const sale = { dateOfReceiptFrom: '2026-09-01', dateOfReceiptTo: '2026-09-30' };
    const purchase = { dateOfReceiptFrom: '2026-09-30', dateOfReceiptTo: '2026-12-31' };
    expect(doReceiptDatesOverlap(purchase, sale)).toBe(true);
    expect(doReceiptDatesOverlap({ ...purchase, dateOfReceiptFrom: '2026-10-01' }, sale)).toBe(false);
  });

  test('the contract with the smaller allowed quantity limits the allocation; with equal quantities both contracts limit it', () => {
    const more = balanceFromTonnes({ quantity: 100, allocated: 80 });
    const less = balanceFromTonnes({ quantity: 100, allocated: 90 });
    expect(limitingSides(less, more)).toEqual(['purchase']);
    expect(limitingSides(more, less)).toEqual(['sales']);
    expect(limitingSides(less, less)).toEqual(['purchase', 'sales']);
  });
});
