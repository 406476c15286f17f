import { describe, expect, test } from 'vitest';
import { type Allocation, openKg } from './allocation.ts';
import { tonnesToKg } from './testing/terms.ts';
import type { TransportStatus } from './transport.ts';
import {
  type MoveChange,
  moveTransportQuantities,
  recalculateCommitment,
  reopenedKg,
  restoreCommitment,
  type TransportWithExtra,
} from './transport-quantities.ts';
import { kilograms } from './units.ts';

const allocationOf = (commit: number, eff: number): Allocation => ({
  commitKg: tonnesToKg(commit),
  effKg: tonnesToKg(eff),
});
const transportOf = (
  status: TransportStatus,
  tonnes: number,
  more: Partial<TransportWithExtra> = {},
): TransportWithExtra => ({
  status,
  quantityKg: tonnesToKg(tonnes),
  realQuantityKg: null,
  isReturned: status === 'RETURN_TO_CLIENT',
  extraKg: kilograms(0),
  ...more,
});
const change = (commit: number, extra: number) => ({
  commitChangeKg: tonnesToKg(commit),
  extraKg: tonnesToKg(extra),
});
const movedWith = (tonnes: number): MoveChange => ({
  oldCommitChangeKg: tonnesToKg(0 - tonnes),
  targetCommitChangeKg: tonnesToKg(tonnes),
  extraKg: tonnesToKg(tonnes),
});
const NO_ROOM = kilograms(0);

describe('a new transport', () => {
  test('a new transport within the open quantity of its allocation uses this quantity and does not change the commitment', () => {
    expect(recalculateCommitment(allocationOf(100, 50), null, transportOf('NEW', 25), NO_ROOM)).toEqual(
      change(0, 0),
    );
  });

  test('a new transport that exceeds the open quantity takes the excess from the free quantity of both contracts and stores it as extra', () => {
    expect(recalculateCommitment(allocationOf(60, 50), null, transportOf('NEW', 25), tonnesToKg(15))).toEqual(
      change(15, 15),
    );
  });

  test('a new transport is rejected, even a delivered one, when its extra kilograms exceed the free quantity of the contracts', () => {
    for (const status of ['NEW', 'DELIVERED'] as const) {
      expect(
        recalculateCommitment(allocationOf(60, 50), null, transportOf(status, 25), tonnesToKg(14.999)),
      ).toBe('TRANSPORT_QUANTITY_IS_TO_BIG');
    }
  });

  test('all kilograms of a new transport are extra when the allocation is over-delivered', () => {
    expect(recalculateCommitment(allocationOf(50, 51), null, transportOf('NEW', 25), tonnesToKg(25))).toEqual(
      change(25, 25),
    );
  });
});

describe('a transport that stops counting', () => {
  const before = transportOf('WAITING', 25, { extraKg: tonnesToKg(15) });

  test.each([
    ['deleted', null],
    ['cancelled', transportOf('CANCELLED', 25)],
    ['returned', transportOf('RETURN_TO_CLIENT', 25)],
  ] as const)('a %s transport returns its extra kilograms to the contracts', (_, after) => {
    expect(recalculateCommitment(allocationOf(75, 75), before, after, NO_ROOM)).toEqual(change(-15, 0));
  });

  test('cancelling or invoicing a transport with the status RETURN_TO_CLIENT frees no extra kilograms', () => {
    const returned = transportOf('RETURN_TO_CLIENT', 25);
    const invoiced = { ...returned, status: 'INVOICE' as const };
    expect(
      recalculateCommitment(allocationOf(60, 50), returned, transportOf('CANCELLED', 25), NO_ROOM),
    ).toEqual(change(0, 0));
    expect(recalculateCommitment(allocationOf(60, 50), returned, invoiced, NO_ROOM)).toEqual(change(0, 0));
  });
});

describe('a real weight', () => {
  const before = transportOf('ON_THE_WAY', 25, { extraKg: tonnesToKg(5) });

  test('the difference becomes open when a transport is lighter than planned', () => {
    const after = transportOf('DELIVERED', 25, { realQuantityKg: tonnesToKg(24.5) });
    expect(recalculateCommitment(allocationOf(100, 100), before, after, NO_ROOM)).toEqual(change(0, 5));
    expect(openKg(allocationOf(100, 99.5))).toBe(tonnesToKg(0.5));
  });

  test('a real weight above the plan is never rejected, even when the contracts are full', () => {
    const after = transportOf('DELIVERED', 25, { realQuantityKg: tonnesToKg(26.2) });
    expect(recalculateCommitment(allocationOf(100, 100), before, after, NO_ROOM)).toEqual(change(0, 5));
  });
});

describe('a returned transport that is planned or delivered again', () => {
  const returned = transportOf('RETURN_TO_CLIENT', 25);

  test('uses the open quantity of its allocation first, then free quantity of the contracts as extra', () => {
    expect(
      recalculateCommitment(allocationOf(60, 50), returned, transportOf('ON_THE_WAY', 25), tonnesToKg(15)),
    ).toEqual(change(15, 15));
    expect(
      recalculateCommitment(allocationOf(60, 50), returned, transportOf('ON_THE_WAY', 25), tonnesToKg(14)),
    ).toBe('TRANSPORT_QUANTITY_IS_TO_BIG');
  });

  test('is never rejected when its new status is DELIVERED, and then uses at most its planned quantity', () => {
    const light = transportOf('DELIVERED', 25, { realQuantityKg: tonnesToKg(20) });
    expect(recalculateCommitment(allocationOf(50, 50), returned, light, NO_ROOM)).toEqual(change(20, 20));
    const heavy = transportOf('DELIVERED', 25, { realQuantityKg: tonnesToKg(26) });
    expect(recalculateCommitment(allocationOf(50, 50), returned, heavy, NO_ROOM)).toEqual(change(25, 25));
  });
});

describe('a delivered transport that gets an earlier status', () => {
  test('takes the difference when its planned quantity exceeds its real quantity', () => {
    const light = transportOf('DELIVERED', 25, { realQuantityKg: tonnesToKg(20), extraKg: tonnesToKg(3) });
    const planned = transportOf('WAITING', 25, { realQuantityKg: tonnesToKg(20) });
    expect(recalculateCommitment(allocationOf(100, 95), light, planned, NO_ROOM)).toEqual(change(0, 3));
    // The 5 t of difference were allocated to another plan before the correction.
    expect(recalculateCommitment(allocationOf(100, 100), light, planned, tonnesToKg(5))).toEqual(
      change(5, 8),
    );
    expect(recalculateCommitment(allocationOf(100, 100), light, planned, tonnesToKg(4))).toBe(
      'TRANSPORT_QUANTITY_IS_TO_BIG',
    );
  });

  test('takes no kilograms when its planned quantity is below its real quantity', () => {
    const heavy = transportOf('DELIVERED', 25, { realQuantityKg: tonnesToKg(26) });
    expect(recalculateCommitment(allocationOf(25, 26), heavy, transportOf('NEW', 25), NO_ROOM)).toEqual(
      change(0, 0),
    );
  });
});

describe('a transport whose unloading by a list is undone', () => {
  const full = { ...allocationOf(75, 75), heavierKg: NO_ROOM };
  const planned = transportOf('ON_THE_WAY', 25);
  const unloaded = (tonnes: number, more: Partial<TransportWithExtra> = {}) =>
    transportOf('DELIVERED', 25, { realQuantityKg: tonnesToKg(tonnes), ...more });
  const terms = { roomKg: NO_ROOM, isEnded: false };

  test('undoing a list keeps the commitment and the extra kilograms, whether the transport becomes heavier or lighter', () => {
    const lighter = unloaded(24.86, { extraKg: tonnesToKg(3) });
    expect(restoreCommitment(allocationOf(75, 74.86), full, lighter, planned, terms)).toEqual(change(0, 3));
    expect(restoreCommitment(allocationOf(75, 75.4), full, unloaded(25.54), planned, terms)).toEqual(
      change(0, 0),
    );
  });

  test('undoing a list needs no free quantity for kilograms that were over-delivered before the list or by heavier transports of the list', () => {
    const now = allocationOf(75, 75.36);
    for (const overDelivered of [
      { ...allocationOf(75, 75.5), heavierKg: NO_ROOM },
      { ...full, heavierKg: tonnesToKg(0.5) },
    ])
      expect(restoreCommitment(now, overDelivered, unloaded(24.86), planned, terms)).toEqual(change(0, 0));
  });

  test('undoing a list needs free quantity for kilograms that were planned elsewhere after the list; the commitment stays unchanged', () => {
    const lighter = unloaded(24.86);
    expect(restoreCommitment(full, full, lighter, planned, terms)).toBe('TRANSPORT_QUANTITY_IS_TO_BIG');
    expect(restoreCommitment(full, full, lighter, planned, { ...terms, roomKg: tonnesToKg(0.14) })).toEqual(
      change(0, 0),
    );
  });

  test('undoing a list needs no free quantity when it restores an earlier real weight', () => {
    expect(restoreCommitment(full, full, unloaded(24.86), unloaded(25.2), terms)).toEqual(change(0, 0));
  });

  test('undoing a list restores the commitment that was released when the allocation ended', () => {
    const ended = { ...terms, isEnded: true };
    expect(restoreCommitment(allocationOf(74.86, 74.86), full, unloaded(24.86), unloaded(25), ended)).toEqual(
      change(0.14, 0),
    );
  });
});

describe('a transport that moves to a different contract', () => {
  test('a move uses the open quantity of the target first; a commitment for the rest moves from the old allocation to the target', () => {
    expect(moveTransportQuantities(allocationOf(60, 50), tonnesToKg(25), tonnesToKg(15))).toEqual({
      oldCommitChangeKg: tonnesToKg(-15),
      targetCommitChangeKg: tonnesToKg(15),
      extraKg: tonnesToKg(15),
    });
  });

  test('a move needs no free quantity when the open quantity of the target covers the whole transport', () => {
    expect(moveTransportQuantities(allocationOf(100, 50), tonnesToKg(25), NO_ROOM)).toEqual({
      oldCommitChangeKg: 0,
      targetCommitChangeKg: 0,
      extraKg: 0,
    });
  });

  test('kilograms that the open quantity of the target covers become open again in the old allocation', () => {
    const promised = allocationOf(100, 80);
    expect(reopenedKg(promised, tonnesToKg(25), movedWith(0))).toBe(tonnesToKg(25));
    expect(reopenedKg(promised, tonnesToKg(25), movedWith(15))).toBe(tonnesToKg(10));
    expect(reopenedKg(promised, tonnesToKg(25), movedWith(25))).toBe(0);
  });

  test('an over-delivery of the old allocation reduces the kilograms that become open again in the old allocation', () => {
    const exceeded = allocationOf(100, 101.2);
    expect(reopenedKg(exceeded, tonnesToKg(25.3), movedWith(0))).toBe(tonnesToKg(24.1));
    expect(reopenedKg(exceeded, tonnesToKg(25.3), movedWith(24.3))).toBe(0);
  });

  test('a move is rejected when the kilograms beyond the open quantity of the target exceed the free quantity', () => {
    expect(moveTransportQuantities(allocationOf(60, 50), tonnesToKg(25), tonnesToKg(14.999))).toBe(
      'TRANSPORT_QUANTITY_IS_TO_BIG',
    );
  });
});
