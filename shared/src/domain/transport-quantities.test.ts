import { describe, expect, test } from 'vitest';
import { type Allocation, openKg } from './allocation.ts';
import { inKg } from './testing/terms.ts';
import type { TransportStatus } from './transport.ts';
import {
  type MoveChange,
  moveTransportQuantities,
  recalculateCommitment,
  reopenedKg,
  type TransportWithExtra,
} from './transport-quantities.ts';
import { kilograms } from './units.ts';

const allocationOf = (commit: number, eff: number): Allocation => ({
  commitKg: inKg(commit),
  effKg: inKg(eff),
});
const transportOf = (
  status: TransportStatus,
  tonnes: number,
  more: Partial<TransportWithExtra> = {},
): TransportWithExtra => ({
  status,
  quantityKg: inKg(tonnes),
  realQuantityKg: null,
  isReturned: status === 'RETURN_TO_CLIENT',
  extraKg: kilograms(0),
  ...more,
});
const change = (commit: number, extra: number) => ({ commitChangeKg: inKg(commit), extraKg: inKg(extra) });
const takenAlong = (tonnes: number): MoveChange => ({
  oldCommitChangeKg: inKg(0 - tonnes),
  targetCommitChangeKg: inKg(tonnes),
  extraKg: inKg(tonnes),
});
const NO_ROOM = kilograms(0);

describe('a new truck', () => {
  test('takes the open quantity of its allocation and changes no commitment', () => {
    expect(recalculateCommitment(allocationOf(100, 50), null, transportOf('NEW', 25), NO_ROOM)).toEqual(
      change(0, 0),
    );
  });

  test('takes the shortfall from both contracts and keeps it as extra', () => {
    expect(recalculateCommitment(allocationOf(60, 50), null, transportOf('NEW', 25), inKg(15))).toEqual(
      change(15, 15),
    );
  });

  test('is refused when the shortfall does not fit, also when it is created as delivered', () => {
    for (const status of ['NEW', 'DELIVERED'] as const) {
      expect(recalculateCommitment(allocationOf(60, 50), null, transportOf(status, 25), inKg(14.999))).toBe(
        'TRANSPORT_QUANTITY_IS_TO_BIG',
      );
    }
  });

  test('on an over-delivered allocation is all extra: the surplus is not issued again', () => {
    expect(recalculateCommitment(allocationOf(50, 51), null, transportOf('NEW', 25), inKg(25))).toEqual(
      change(25, 25),
    );
  });
});

describe('a truck that stops counting', () => {
  const before = transportOf('WAITING', 25, { extraKg: inKg(15) });

  test.each([
    ['deleted', null],
    ['cancelled', transportOf('CANCELLED', 25)],
    ['returned', transportOf('RETURN_TO_CLIENT', 25)],
  ] as const)('%s, gives its extra back', (_, after) => {
    expect(recalculateCommitment(allocationOf(75, 75), before, after, NO_ROOM)).toEqual(change(-15, 0));
  });

  test('has nothing left to give back the second time', () => {
    const returned = transportOf('RETURN_TO_CLIENT', 25);
    const invoiced = { ...returned, status: 'INVOICE' as const };
    expect(
      recalculateCommitment(allocationOf(60, 50), returned, transportOf('CANCELLED', 25), NO_ROOM),
    ).toEqual(change(0, 0));
    expect(recalculateCommitment(allocationOf(60, 50), returned, invoiced, NO_ROOM)).toEqual(change(0, 0));
  });
});

describe('the scales', () => {
  const before = transportOf('ON_THE_WAY', 25, { extraKg: inKg(5) });

  test('leave a lighter truck’s difference in open', () => {
    const after = transportOf('DELIVERED', 25, { realQuantityKg: inKg(24.5) });
    expect(recalculateCommitment(allocationOf(100, 100), before, after, NO_ROOM)).toEqual(change(0, 5));
    expect(openKg(allocationOf(100, 99.5))).toBe(inKg(0.5));
  });

  test('are never refused, however heavy the truck and full the contracts', () => {
    const after = transportOf('DELIVERED', 25, { realQuantityKg: inKg(26.2) });
    expect(recalculateCommitment(allocationOf(100, 100), before, after, NO_ROOM)).toEqual(change(0, 5));
  });
});

describe('a truck that counts again', () => {
  const returned = transportOf('RETURN_TO_CLIENT', 25);

  test('takes open first, then extra, like a new one', () => {
    expect(
      recalculateCommitment(allocationOf(60, 50), returned, transportOf('ON_THE_WAY', 25), inKg(15)),
    ).toEqual(change(15, 15));
    expect(
      recalculateCommitment(allocationOf(60, 50), returned, transportOf('ON_THE_WAY', 25), inKg(14)),
    ).toBe('TRANSPORT_QUANTITY_IS_TO_BIG');
  });

  test('is never refused as delivered, and takes no more than it weighs', () => {
    const light = transportOf('DELIVERED', 25, { realQuantityKg: inKg(20) });
    expect(recalculateCommitment(allocationOf(50, 50), returned, light, NO_ROOM)).toEqual(change(20, 20));
    const heavy = transportOf('DELIVERED', 25, { realQuantityKg: inKg(26) });
    expect(recalculateCommitment(allocationOf(50, 50), returned, heavy, NO_ROOM)).toEqual(change(25, 25));
  });

  test('corrected out of DELIVERED to a larger planned quantity takes only the difference', () => {
    const light = transportOf('DELIVERED', 25, { realQuantityKg: inKg(20), extraKg: inKg(3) });
    const planned = transportOf('WAITING', 25, { realQuantityKg: inKg(20) });
    expect(recalculateCommitment(allocationOf(100, 95), light, planned, NO_ROOM)).toEqual(change(0, 3));
    // The 5 t were planned anew in the meantime.
    expect(recalculateCommitment(allocationOf(100, 100), light, planned, inKg(5))).toEqual(change(5, 8));
    expect(recalculateCommitment(allocationOf(100, 100), light, planned, inKg(4))).toBe(
      'TRANSPORT_QUANTITY_IS_TO_BIG',
    );
  });

  test('corrected out of DELIVERED to a smaller planned quantity takes nothing', () => {
    const heavy = transportOf('DELIVERED', 25, { realQuantityKg: inKg(26) });
    expect(recalculateCommitment(allocationOf(25, 26), heavy, transportOf('NEW', 25), NO_ROOM)).toEqual(
      change(0, 0),
    );
  });
});

describe('a truck that moves to another contract', () => {
  test("uses the target's own plan first and takes the rest of its commitment along", () => {
    expect(moveTransportQuantities(allocationOf(60, 50), inKg(25), inKg(15))).toEqual({
      oldCommitChangeKg: inKg(-15),
      targetCommitChangeKg: inKg(15),
      extraKg: inKg(15),
    });
  });

  test('needs no room where the plan covers it', () => {
    expect(moveTransportQuantities(allocationOf(100, 50), inKg(25), NO_ROOM)).toEqual({
      oldCommitChangeKg: 0,
      targetCommitChangeKg: 0,
      extraKg: 0,
    });
  });

  test('leaves open behind it what the plan of its target took over', () => {
    const promised = allocationOf(100, 80);
    expect(reopenedKg(promised, inKg(25), takenAlong(0))).toBe(inKg(25));
    expect(reopenedKg(promised, inKg(25), takenAlong(15))).toBe(inKg(10));
    expect(reopenedKg(promised, inKg(25), takenAlong(25))).toBe(0);
  });

  test('first makes good for what came beyond the promise of its old allocation', () => {
    const exceeded = allocationOf(100, 101.2);
    expect(reopenedKg(exceeded, inKg(25.3), takenAlong(0))).toBe(inKg(24.1));
    expect(reopenedKg(exceeded, inKg(25.3), takenAlong(24.3))).toBe(0);
  });

  test('is refused when the rest does not fit', () => {
    expect(moveTransportQuantities(allocationOf(60, 50), inKg(25), inKg(14.999))).toBe(
      'TRANSPORT_QUANTITY_IS_TO_BIG',
    );
  });
});
