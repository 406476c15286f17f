import {
  type Arbitrary,
  array,
  assert,
  constant,
  constantFrom,
  integer,
  nat,
  oneof,
  option,
  property,
  record,
  tuple,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openKg } from './allocation.ts';
import { acceptMax, planMax, realizedKg, TOLERANCE_TYPES, type Tolerance } from './contract.ts';
import type { ErrorCode } from './domain-error.ts';
import { type BySide, COUNTERPART, SIDES, type Side } from './side.ts';
import {
  ALL_ALLOCATIONS,
  type AllocationKey,
  type Amount,
  allocate,
  allocationAt,
  allocationsOf,
  amountKg,
  applyStep,
  CONTRACT_INDEXES,
  type ContractStep,
  type ContractTerms,
  changeStatus,
  contractOf,
  deleteTransport,
  hasEndedAt,
  indexOf,
  type Ledger,
  planRoomAt,
  type Step,
  transportAt,
  usedKg,
} from './testing/ledger.ts';
import { effKg, isDelivered, TRANSPORT_STATUSES, type TransportStatus } from './transport.ts';
import { kilograms } from './units.ts';

const percent = (max: number) => integer({ min: 80, max });
const anAllocationKey = record({
  purchase: constantFrom(...CONTRACT_INDEXES),
  sales: constantFrom(...CONTRACT_INDEXES),
});
const anAmount: Arbitrary<Amount> = oneof(
  { weight: 3, arbitrary: record({ kg: integer({ min: 0, max: 60_000 }) }) },
  { weight: 2, arbitrary: record({ of: constantFrom('open', 'room', 'room+1') }) },
);
const aTransport = nat({ max: 1_000 });
const aCreation = (statuses: readonly TransportStatus[]) =>
  record({
    kind: constant('create' as const),
    at: anAllocationKey,
    amount: anAmount,
    status: constantFrom(...statuses),
  });
const anAllocation = record({ kind: constant('allocate' as const), at: anAllocationKey, amount: anAmount });
const aChange = (statuses: readonly TransportStatus[], maxPercent: number) =>
  record({
    kind: constant('change' as const),
    transport: aTransport,
    to: constantFrom(...statuses),
    unloadedPercent: percent(maxPercent),
  });
const aWeighing = record({
  kind: constant('weigh' as const),
  transport: aTransport,
  unloadedPercent: percent(115),
});
const aFreight = record({
  kind: constant('settleFreight' as const),
  transport: aTransport,
  to: constantFrom('INVOICE' as const, 'PAID' as const),
});
const aDeletion = record({ kind: constant('delete' as const), transport: aTransport });
const aRedirect = record({ kind: constant('redirect' as const), transport: aTransport });
const aMove = record({
  kind: constant('move' as const),
  transport: aTransport,
  side: constantFrom(...SIDES),
});

const aClosing = record({
  kind: constantFrom('close' as const, 'reopen' as const, 'reopen' as const),
  side: constantFrom(...SIDES),
  index: constantFrom(...CONTRACT_INDEXES),
});

const PLANNED = ['NEW', 'WAITING', 'ON_THE_WAY'] as const;

/** Every kind of step, including transports heavier than planned. */
const anyStep: Arbitrary<Step> = oneof(
  { weight: 4, arbitrary: anAllocation },
  { weight: 5, arbitrary: aCreation([...PLANNED, 'DELIVERED']) },
  { weight: 8, arbitrary: aChange(TRANSPORT_STATUSES, 115) },
  // A returned transport frees its quantity for other steps, so setting it ON_THE_WAY again may be rejected.
  { weight: 8, arbitrary: aChange(['ON_THE_WAY', 'RETURN_TO_CLIENT'], 115) },
  { weight: 2, arbitrary: aWeighing },
  { weight: 1, arbitrary: aFreight },
  { weight: 2, arbitrary: aDeletion },
  { weight: 4, arbitrary: aRedirect },
  { weight: 8, arbitrary: aMove },
  { weight: 3, arbitrary: aClosing },
);

/** Steps of planning only: without heavier transports, returns, corrected weights or moved settlements. */
const planningStep: Arbitrary<Step> = oneof(
  { weight: 4, arbitrary: anAllocation },
  { weight: 5, arbitrary: aCreation([...PLANNED, 'DELIVERED']) },
  {
    weight: 10,
    arbitrary: aChange([...PLANNED, 'DELIVERED', 'TO_BE_SETTLED', 'CANCELLED'], 100),
  },
  { weight: 2, arbitrary: aDeletion },
  { weight: 4, arbitrary: aRedirect },
);

const aTolerance: Arbitrary<Tolerance | null> = option(
  oneof(
    record({
      type: constantFrom(...TOLERANCE_TYPES),
      unit: constant('T' as const),
      quantity: integer({ min: 1, max: 15_000 }),
    }),
    record({
      type: constantFrom(...TOLERANCE_TYPES),
      unit: constant('PERCENT' as const),
      quantity: integer({ min: 1, max: 1_000 }).map((hundredths) => hundredths / 100),
    }),
  ),
);
const someTerms = tuple(
  ...CONTRACT_INDEXES.map(() =>
    record({
      quantityKg: integer({ min: 20_000, max: 150_000 }).map(kilograms),
      tolerance: aTolerance,
    }),
  ),
);
const anEmptyLedger: Arbitrary<Ledger> = record({ purchase: someTerms, sales: someTerms }).map((terms) => ({
  terms,
  commits: CONTRACT_INDEXES.map(() => CONTRACT_INDEXES.map(() => 0)),
  transports: [],
  closed: { purchase: CONTRACT_INDEXES.map(() => false), sales: CONTRACT_INDEXES.map(() => false) },
}));

/* ---- invariants after each step ---- */

/** The used quantity of a contract is the sum of max(commitKg, effKg) over its allocations. */
function expectQuantitiesConserved(ledger: Ledger): void {
  for (const side of SIDES) {
    for (const index of CONTRACT_INDEXES) {
      const perAllocation = allocationsOf(ledger, side, index).map((allocation) =>
        Math.max(allocation.commitKg, allocation.effKg),
      );
      expect(usedKg(ledger, side, index)).toBe(perAllocation.reduce((sum, kg) => sum + kg, 0));
    }
  }
  const loadedKg = ledger.transports.reduce((sum, transport) => sum + effKg(transport), 0);
  for (const side of SIDES) {
    const realized = CONTRACT_INDEXES.map((index) => realizedKg(contractOf(ledger, side, index)));
    expect(realized.reduce((sum, kg) => sum + kg, 0)).toBe(loadedKg);
    expect(totalUsedKg(ledger, side)).toBe(totalUsedKg(ledger, COUNTERPART[side]));
  }
  for (const transport of ledger.transports) {
    expect(transport.extraKg).toBeGreaterThanOrEqual(0);
    if (effKg(transport) === 0) expect(transport.extraKg).toBe(0);
  }
}

/** An allocation with a closed contract has no open quantity, whatever its transports do later. */
function expectEndedHaveNothingOpen(ledger: Ledger): void {
  for (const at of ALL_ALLOCATIONS.filter((allocation) => hasEndedAt(ledger, allocation))) {
    expect(openKg(allocationAt(ledger, at))).toBe(0);
  }
}

function totalUsedKg(ledger: Ledger, side: Side): number {
  return CONTRACT_INDEXES.reduce<number>((sum, index) => sum + usedKg(ledger, side, index), 0);
}

/**
 * The commitment of an allocation without the extra of its transports. Only an allocation step changes this
 * quantity, never a transport step.
 */
function planKg(ledger: Ledger, at: AllocationKey): number {
  const extras = ledger.transports
    .filter((transport) => transport.purchase === at.purchase && transport.sales === at.sales)
    .reduce((sum, transport) => sum + transport.extraKg, 0);
  return allocationAt(ledger, at).commitKg - extras;
}

function isSameKey(one: AllocationKey, other: AllocationKey): boolean {
  return one.purchase === other.purchase && one.sales === other.sales;
}

function expectUntouchedExcept(before: Ledger, after: Ledger, touched: readonly AllocationKey[]): void {
  for (const at of ALL_ALLOCATIONS.filter(
    (allocation) => !touched.some((one) => isSameKey(one, allocation)),
  )) {
    expect(allocationAt(after, at)).toEqual(allocationAt(before, at));
  }
}

function usedChange(before: Ledger, after: Ledger, at: AllocationKey): BySide<number> {
  return {
    purchase: usedKg(after, 'purchase', at.purchase) - usedKg(before, 'purchase', at.purchase),
    sales: usedKg(after, 'sales', at.sales) - usedKg(before, 'sales', at.sales),
  };
}

/**
 * A plan never fills a contract above planMax. Quantity that real weights added above planMax stays, but does
 * not grow.
 */
function expectPlanFits(before: Ledger, after: Ledger, at: AllocationKey): void {
  for (const side of SIDES) {
    const limit = Math.max(planMax(side, termsOf(before, side, at[side])), usedKg(before, side, at[side]));
    expect(usedKg(after, side, at[side])).toBeLessThanOrEqual(limit);
  }
}

function checkAllocated(before: Ledger, step: Step & { kind: 'allocate' }, after: Ledger): void {
  const wantedKg = amountKg(before, step.at, step.amount);
  expect(openKg(allocationAt(after, step.at))).toBe(wantedKg);
  expect(after.transports).toEqual(before.transports);
  expect(allocate(after, step.at, wantedKg)).toEqual(after);
  expectUntouchedExcept(before, after, [step.at]);
  expectPlanFits(before, after, step.at);
}

function checkCreated(before: Ledger, step: Step & { kind: 'create' }, after: Ledger): void {
  const kg = amountKg(before, step.at, step.amount);
  const shortfall = Math.max(0, kg - openKg(allocationAt(before, step.at)));
  expect(usedChange(before, after, step.at)).toEqual({ purchase: shortfall, sales: shortfall });
  expect(after.transports.at(-1)?.extraKg).toBe(shortfall);
  expectPlanFits(before, after, step.at);
  if (step.status === 'NEW') {
    const last = after.transports.length - 1;
    expect(deleteTransport(after, last)).toEqual(before);
    for (const gone of ['CANCELLED', 'RETURN_TO_CLIENT'] as const) {
      const ended = ledgerOf(changeStatus(after, last, gone, kg));
      expect(ended.commits).toEqual(before.commits);
    }
    const returned = ledgerOf(changeStatus(after, last, 'RETURN_TO_CLIENT', kg));
    expect(changeStatus(returned, last, 'NEW', kg)).toEqual(after);
  }
}

/** Checks status changes and weighings. A transport step never changes the plan of its allocation. */
function checkRecalculated(before: Ledger, index: number, after: Ledger): void {
  const was = transportAt(before, index);
  const is = after.transports.length < before.transports.length ? null : transportAt(after, index);
  const [wasKg, isKg] = [effKg(was), is === null ? 0 : effKg(is)];
  const extraChange = (is?.extraKg ?? 0) - was.extraKg;
  const change = usedChange(before, after, was);
  expectUntouchedExcept(before, after, [was]);
  if (hasEndedAt(before, was)) {
    // In an ended allocation no quantity becomes open: the used quantity of both contracts changes exactly by
    // the counted kilograms.
    expect(change).toEqual({ purchase: isKg - wasKg, sales: isKg - wasKg });
    return;
  }
  expect(planKg(after, was)).toBe(planKg(before, was));
  if (isKg === 0) {
    for (const side of SIDES) expect(change[side]).toBeLessThanOrEqual(0);
  } else if (is !== null && isDelivered(is) && wasKg > 0) {
    // A real weight does not change the commitment. The open quantity changes by the difference of the weights.
    expect(extraChange).toBe(0);
    const allocation = allocationAt(before, was);
    expect(openKg(allocationAt(after, was))).toBe(
      Math.max(0, allocation.commitKg - allocation.effKg + wasKg - isKg),
    );
  } else if (is !== null && isDelivered(is)) {
    // A returned transport that becomes DELIVERED again is never rejected and does not add to the plan.
    expect(openKg(allocationAt(after, was))).toBeLessThanOrEqual(openKg(allocationAt(before, was)));
  } else {
    const shortfall = Math.max(0, isKg - wasKg - openKg(allocationAt(before, was)));
    expect(extraChange).toBe(isKg > wasKg ? shortfall : 0);
    expectPlanFits(before, after, was);
  }
}

function checkMoved(
  before: Ledger,
  index: number,
  side: Side,
  limitOf: (terms: ContractTerms) => number,
  after: Ledger,
): void {
  const was = transportAt(before, index);
  const is = transportAt(after, index);
  const still = COUNTERPART[side];
  const transportKg = effKg(was);
  const [old, target] = [allocationAt(before, was), allocationAt(before, is)];
  const fromPlan = Math.min(transportKg, openKg(target));
  expect({ ...is, [side]: was[side], extraKg: was.extraKg }).toEqual(was);
  expect(is[side]).toBe(1 - was[side]);
  expect(is.extraKg).toBe(transportKg - fromPlan);
  expectUntouchedExcept(before, after, [was, is]);
  // The sum of all commitments falls only by the kilograms that the old allocation releases if one of its
  // contracts is closed. The contract of the unchanged side (`still`) keeps its realized quantity. Its used
  // quantity falls by the released kilograms, and by the part of the old over-delivery that the target's plan
  // covers.
  const leftOpenKg = Math.max(0, old.commitKg - is.extraKg - (old.effKg - transportKg));
  const reopenedKg = hasEndedAt(before, was) ? leftOpenKg : 0;
  expect(promisedKg(before) - promisedKg(after)).toBe(reopenedKg);
  expect(realizedKg(contractOf(after, still, was[still]))).toBe(
    realizedKg(contractOf(before, still, was[still])),
  );
  const overKg = Math.max(0, old.effKg - old.commitKg);
  expect(usedKg(before, still, was[still]) - usedKg(after, still, was[still])).toBe(
    Math.min(overKg, fromPlan) + reopenedKg,
  );
  // The used quantity of the target contract rises by the kilograms that the target's open quantity did not
  // cover. The used quantity of the old contract never rises.
  const targetBefore = usedKg(before, side, is[side]);
  const targetAfter = usedKg(after, side, is[side]);
  expect(targetAfter - targetBefore).toBe(transportKg - fromPlan);
  expect(targetAfter).toBeLessThanOrEqual(Math.max(limitOf(termsOf(before, side, is[side])), targetBefore));
  expect(usedKg(after, side, was[side])).toBeLessThanOrEqual(usedKg(before, side, was[side]));
}

const promisedKg = (ledger: Ledger) => ledger.commits.flat().reduce((sum, kg) => sum + kg, 0);

/**
 * Closing a contract keeps the counted kilograms and releases the open quantity. Re-opening changes no
 * quantity.
 */
function checkClosed(before: Ledger, { kind, side, index }: ContractStep, after: Ledger): void {
  expect(after.transports).toEqual(before.transports);
  const own = ALL_ALLOCATIONS.filter((at) => at[side] === index);
  expectUntouchedExcept(before, after, kind === 'close' ? own : []);
  for (const at of kind === 'close' ? own : []) {
    const { commitKg, effKg: loadedKg } = allocationAt(before, at);
    expect(allocationAt(after, at).commitKg).toBe(Math.min(commitKg, loadedKg));
  }
}

/** A quantity error is returned only when the step does not fit. */
function checkError(before: Ledger, step: Step, code: ErrorCode): void {
  if (step.kind === 'allocate') {
    const raiseKg = amountKg(before, step.at, step.amount) - openKg(allocationAt(before, step.at));
    expect(code).toBe(
      hasEndedAt(before, step.at) ? 'CONTRACT_IS_NOT_COMPATIBLE' : 'ALLOCATE_QUANTITY_IS_TO_BIG',
    );
    expect(raiseKg).toBeGreaterThan(hasEndedAt(before, step.at) ? 0 : planRoomAt(before, step.at));
  }
  if (step.kind === 'create' && hasEndedAt(before, step.at)) expect(code).toBe('CONTRACT_IS_NOT_COMPATIBLE');
  else if (step.kind === 'create') {
    const kg = amountKg(before, step.at, step.amount);
    expect(code).toBe('TRANSPORT_QUANTITY_IS_TO_BIG');
    expect(kg - openKg(allocationAt(before, step.at))).toBeGreaterThan(planRoomAt(before, step.at));
  }
  if (step.kind === 'weigh' || step.kind === 'delete') expect(code).not.toBe('TRANSPORT_QUANTITY_IS_TO_BIG');
  if (step.kind === 'change' && code === 'TRANSPORT_QUANTITY_IS_TO_BIG') expect(PLANNED).toContain(step.to);
}

function check(before: Ledger, step: Step, after: Ledger): void {
  if (step.kind === 'allocate') return checkAllocated(before, step, after);
  if (step.kind === 'create') return checkCreated(before, step, after);
  if (step.kind === 'close' || step.kind === 'reopen') return checkClosed(before, step, after);
  const index = indexOf(before, step) ?? 0;
  if (step.kind === 'redirect')
    return checkMoved(before, index, 'sales', (terms) => planMax('sales', terms), after);
  if (step.kind === 'move') return checkMoved(before, index, step.side, acceptMax, after);
  return checkRecalculated(before, index, after);
}

function termsOf(ledger: Ledger, side: Side, index: number): ContractTerms {
  return contractOf(ledger, side, index);
}

function ledgerOf(result: Ledger | ErrorCode): Ledger {
  if (typeof result === 'string') throw new Error(`The step returned ${result}`);
  return result;
}

/**
 * Applies the steps in order. Returns the kinds of the applied steps and of the steps rejected for their
 * quantity.
 */
function run(
  start: Ledger,
  steps: readonly Step[],
  expectMore: (ledger: Ledger) => void = () => undefined,
): readonly string[] {
  let ledger = start;
  const seen: string[] = [];
  for (const step of steps) {
    const next = applyStep(ledger, step);
    if (next === null) continue;
    if (typeof next === 'string') {
      checkError(ledger, step, next);
      if (next.endsWith('_QUANTITY_IS_TO_BIG')) seen.push(`${step.kind} rejected`);
      continue;
    }
    check(ledger, step, next);
    expectQuantitiesConserved(next);
    expectEndedHaveNothingOpen(next);
    expectMore(next);
    seen.push(step.kind);
    ledger = next;
  }
  return seen;
}

describe('the quantities after random steps', () => {
  test('every step changes the expected quantities and no other quantity; no kilogram is lost or counted twice', () => {
    const seen = new Set<string>();
    assert(
      property(anEmptyLedger, array(anyStep, { minLength: 10, maxLength: 60 }), (start, steps) => {
        for (const what of run(start, steps)) seen.add(what);
      }),
      { numRuns: 900 },
    );
    // The random steps applied every kind of step and exceeded every limit.
    expect([...seen].sort()).toEqual([
      'allocate',
      'allocate rejected',
      'change',
      'change rejected',
      'close',
      'create',
      'create rejected',
      'delete',
      'move',
      'move rejected',
      'redirect',
      'redirect rejected',
      'reopen',
      'settleFreight',
      'weigh',
    ]);
  });

  test('steps without over-deliveries, returns and moved settlements never exceed planMax of a contract', () => {
    assert(
      property(anEmptyLedger, array(planningStep, { minLength: 10, maxLength: 60 }), (start, steps) => {
        run(start, steps, (ledger) => {
          for (const side of SIDES) {
            for (const index of CONTRACT_INDEXES) {
              expect(usedKg(ledger, side, index)).toBeLessThanOrEqual(
                planMax(side, termsOf(ledger, side, index)),
              );
            }
          }
        });
      }),
      { numRuns: 600 },
    );
  });
});
