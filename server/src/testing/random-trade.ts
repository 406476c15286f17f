import { thousandths } from '@spichlerz/shared/domain/discount-rule';
import { type ErrorCode, isErrorCode } from '@spichlerz/shared/domain/domain-error';
import { SIDES, type Side } from '@spichlerz/shared/domain/side';
import {
  type AllocationKey,
  type Amount,
  amountKg,
  indexOf,
  type Ledger,
  planRoomAt,
  type Step,
  transportAt,
} from '@spichlerz/shared/domain/testing/ledger';
import { BUYER_5_T, SELLER_2_PERCENT, tonnesToKg } from '@spichlerz/shared/domain/testing/terms';
import {
  CREATE_STATUSES,
  TRANSPORT_STATUSES,
  type TransportStatus,
} from '@spichlerz/shared/domain/transport';
import { allocate } from '@spichlerz/shared/wire/allocations';
import { movePurchaseSettlement, moveSalesSettlement } from '@spichlerz/shared/wire/settlements';
import {
  changeTransport,
  changeTransportStatus,
  deleteTransport,
  getTransport,
  redirectTransport,
  settleFreight,
} from '@spichlerz/shared/wire/transports';
import { CallError } from './call.ts';
import { makeContract, makeMaterial, makeTransport, setContractStatus } from './make.ts';
import {
  measureTransport,
  settleByRules,
  setWorldRules,
  takeBackStatement,
  type WorldRules,
} from './random-settlements.ts';
import type { TestUser } from './test-user.ts';

/*
 * Random trade of two purchases and two sales, on the server and in the model of ledger.ts (customer decisions
 * 1, 2 and 4). The same seed repeats a run.
 */

export type TradeFixture = {
  purchase: number[];
  sales: number[];
  transportIds: number[];
  ledger: Ledger;
  rules: WorldRules;
};

/**
 * A seeded generator, so that a run can be repeated. The counter is mixed twice, because consecutive products
 * of one multiplication are correlated and some runs hardly traded.
 */
export function seededRandom(seed: number) {
  let state = seed;
  const below = (n: number) => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return Math.floor((((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32) * n);
  };
  return { below, pick: <T>(items: readonly T[]): T => items[below(items.length)] as T };
}

export type Random = ReturnType<typeof seededRandom>;

/**
 * Returns the next step at each call. Random steps rarely reach a settlement, so occasionally a series of steps
 * takes one transport to its settlement.
 */
export function randomSteps(random: Random): () => Step {
  const planned: Step[] = [];
  return () => {
    if (planned.length === 0)
      planned.push(...(random.below(20) === 0 ? settling(random) : [randomStep(random)]));
    return planned.shift() as Step;
  };
}

function settling(random: Random): Step[] {
  const { below, pick } = random;
  const transport = below(1_000);
  const change = (to: TransportStatus): Step => ({
    kind: 'change',
    transport,
    to,
    unloadedPercent: 80 + below(40),
  });
  const settle = (side: Side): Step => ({ kind: 'settle', transport, side, isOverridden: below(4) === 0 });
  const end = pick<Step[]>([
    [settle('purchase'), { kind: 'withdraw', transport }, settle('purchase')],
    [settle('sales'), settle('purchase')],
    [settle('sales'), change('DELIVERED'), { kind: 'move', transport, side: 'sales' }],
    [{ kind: 'move', transport, side: 'purchase' }, settle('purchase'), settle('sales')],
  ]);
  const measure = () => randomMeasurement(random, transport);
  return [change('ON_THE_WAY'), change('DELIVERED'), change('TO_BE_SETTLED'), measure(), ...end, measure()];
}

function randomMeasurement({ below, pick }: Random, transport: number): Step {
  const moisture = thousandths(10 + below(200) / 10);
  return { kind: 'measure', transport, moisture, unloadedPercent: pick([null, 80 + below(40)]) };
}

function randomSettlementStep(random: Random, transport: number): Step {
  const { below, pick } = random;
  return pick<() => Step>([
    () => randomMeasurement(random, transport),
    () => ({ kind: 'settle', transport, side: pick(SIDES), isOverridden: below(4) === 0 }),
    () => ({ kind: 'withdraw', transport }),
  ])();
}

function randomStep(random: Random): Step {
  const { below, pick } = random;
  const at = { purchase: below(2), sales: below(2) };
  const transport = below(1_000);
  const amount = pick([
    { kg: below(60_000) + 1 },
    { kg: 25_000 },
    { of: 'open' },
    { of: 'room' },
    { of: 'room+1' },
  ] as const);
  return pick<() => Step>([
    () => ({ kind: 'allocate', at, amount: pick([amount, { kg: 0 }]) }),
    () => ({ kind: 'create', at, amount, status: pick(CREATE_STATUSES) }),
    () => ({ kind: 'create', at, amount: { kg: 20_000 + below(6_000) }, status: pick(CREATE_STATUSES) }),
    () => ({ kind: 'change', transport, to: pick(TRANSPORT_STATUSES), unloadedPercent: 80 + below(40) }),
    () => ({ kind: 'change', transport, to: pick(TRANSPORT_STATUSES), unloadedPercent: 80 + below(40) }),
    () => ({ kind: 'weigh', transport, unloadedPercent: 80 + below(40) }),
    () => randomSettlementStep(random, transport),
    () => ({ kind: 'settleFreight', transport, to: pick(['INVOICE', 'PAID']) }),
    () => ({ kind: 'delete', transport }),
    () => ({ kind: 'redirect', transport }),
    () => ({ kind: 'move', transport, side: pick(['purchase', 'sales']) }),
    // these steps are rare, and contracts are opened more often than closed, so that trade stays possible
    () =>
      below(3) > 0
        ? { kind: 'allocate', at, amount }
        : { kind: pick(['close', 'reopen', 'reopen']), side: pick(['purchase', 'sales']), index: below(2) },
  ])();
}

/** Creates the contracts on the server, and in the model with the same terms. */
export async function makeWorld(admin: TestUser): Promise<TradeFixture> {
  const material = await makeMaterial(admin);
  const tolerance = { isTolerance: true, toleranceUnit: 'T' as const, toleranceQuantity: 5_000 };
  const purchase = [
    await makeContract(admin, 'purchase', material, { ...tolerance, toleranceType: 'BUYER' }),
    await makeContract(admin, 'purchase', material, { quantityKg: 60_000 }),
  ];
  const sales = [
    await makeContract(admin, 'sales', material, {
      ...tolerance,
      toleranceUnit: 'PERCENT',
      toleranceQuantity: 2,
      toleranceType: 'SELLER',
    }),
    await makeContract(admin, 'sales', material, {
      ...tolerance,
      toleranceType: 'BUYER',
      quantityKg: 80_000,
    }),
  ];
  const ledger: Ledger = {
    terms: {
      purchase: [
        { quantityKg: tonnesToKg(100), tolerance: BUYER_5_T },
        { quantityKg: tonnesToKg(60), tolerance: null },
      ],
      sales: [
        { quantityKg: tonnesToKg(100), tolerance: SELLER_2_PERCENT },
        { quantityKg: tonnesToKg(80), tolerance: BUYER_5_T },
      ],
    },
    commits: [
      [0, 0],
      [0, 0],
    ],
    transports: [],
    closed: { purchase: [false, false], sales: [false, false] },
  };
  const rules = await setWorldRules(admin, material.id, { purchase, sales });
  return { purchase, sales, transportIds: [], ledger, rules };
}

/** The data that a step needs before it is taken. */
export type StepDataSource = {
  amountKg: (step: { at: AllocationKey; amount: Amount }) => number | Promise<number>;
  /**
   * The step's transport by its index in `transportIds`; purchase and sales are indexes of the world's
   * contracts.
   */
  transport: (step: { transport: number }) => TransportFacts | Promise<TransportFacts>;
};

type TransportFacts = {
  readonly index: number;
  readonly quantityKg: number;
  readonly realQuantityKg: number | null;
  readonly purchase: number;
  readonly sales: number;
};

/** The model's state is exact as long as no other client changes the contracts. */
function modelState(world: TradeFixture): StepDataSource {
  return {
    amountKg: ({ at, amount }) => amountKg(world.ledger, at, amount),
    transport: (step) => {
      const index = indexOf(world.ledger, step) ?? 0;
      return { ...transportAt(world.ledger, index), index };
    },
  };
}

/** Takes the step on the server; returns null on success, else the error code. */
export async function performStep(
  user: TestUser,
  world: TradeFixture,
  step: Step,
  source: StepDataSource = modelState(world),
): Promise<ErrorCode | null> {
  try {
    await performOrThrow(user, world, step, source);
    return null;
  } catch (error) {
    if (error instanceof CallError && isErrorCode(error.failure.code) && error.failure.status < 500)
      return error.failure.code;
    throw error;
  }
}

async function performOrThrow(
  user: TestUser,
  world: TradeFixture,
  step: Step,
  source: StepDataSource,
): Promise<void> {
  if (step.kind === 'allocate' || step.kind === 'create') {
    const purchaseId = idAt(world, 'purchase', step.at.purchase);
    const salesId = idAt(world, 'sales', step.at.sales);
    const quantityKg = await source.amountKg(step);
    if (step.kind === 'allocate') {
      await user.call(allocate, { params: { id: salesId }, body: { purchaseId, quantityKg } });
      return;
    }
    world.transportIds.push(
      await makeTransport(user, purchaseId, salesId, { quantityKg, status: step.status }),
    );
    return;
  }
  if (step.kind === 'close' || step.kind === 'reopen') {
    const status = step.kind === 'close' ? 'CLOSED' : 'ACTIVE';
    await setContractStatus(user, step.side, idAt(world, step.side, step.index), status);
    return;
  }
  await performOnTransport(user, world, step, await source.transport(step));
}

type TransportStep = Exclude<Step, { kind: 'allocate' | 'create' | 'close' | 'reopen' }>;

const FREIGHT_INVOICE = {
  transportInvoiceNumber: 'F/1',
  transportInvoiceCreateDate: '2026-09-03',
  transportPaymentDate: '2026-09-17',
};

async function performOnTransport(
  user: TestUser,
  world: TradeFixture,
  step: TransportStep,
  transport: TransportFacts,
): Promise<void> {
  const transportId = world.transportIds[transport.index] ?? 0;
  const scales =
    'unloadedPercent' in step && step.unloadedPercent !== null
      ? Math.max(1, Math.round((transport.quantityKg * step.unloadedPercent) / 100))
      : 0;
  if (step.kind === 'change') {
    // the model weighs a transport once; weighing again would be a correction
    const takesWeight = step.to === 'DELIVERED' || step.to === 'TO_BE_SETTLED';
    const weight = takesWeight ? { realQuantityKg: transport.realQuantityKg ?? scales } : {};
    const body = { transportId, status: step.to, reason: 'Korekta', ...weight };
    await user.call(changeTransportStatus, { body });
  } else if (step.kind === 'weigh') {
    const { version: _version, ...stored } = await user.call(getTransport, { params: { id: transportId } });
    const body = { ...stored, gmpNumber: undefined, comment: undefined, realQuantityKg: scales };
    await user.call(changeTransport, { params: { id: transportId }, body });
  } else if (step.kind === 'measure') {
    const unloadedKg = step.unloadedPercent === null ? null : scales;
    await measureTransport(user, world.rules, transportId, { moisture: step.moisture, unloadedKg });
  } else if (step.kind === 'settle') {
    const { side } = step;
    const rules = world.rules[side][transport[side]] ?? [];
    await settleByRules(user, transportId, side, step.isOverridden ? rules : []);
  } else if (step.kind === 'withdraw') {
    await takeBackStatement(user, transportId);
  } else if (step.kind === 'settleFreight') {
    await user.call(settleFreight, {
      body: { transportId, status: step.to, freightAmount: 100_000, ...FREIGHT_INVOICE },
    });
  } else if (step.kind === 'delete') {
    await user.call(deleteTransport, { params: { id: transportId } });
    const at = world.transportIds.indexOf(transportId);
    if (at !== -1) world.transportIds.splice(at, 1);
  } else if (step.kind === 'redirect') {
    const newSalesId = idAt(world, 'sales', 1 - transport.sales);
    await user.call(redirectTransport, {
      body: { transportId, newSalesId, dateUnloading: '2026-09-05', freightPerTonne: 5_000 },
    });
  } else {
    const other = idAt(world, step.side, 1 - transport[step.side]);
    await {
      purchase: () => user.call(movePurchaseSettlement, { body: { transportId, newPurchaseId: other } }),
      sales: () => user.call(moveSalesSettlement, { body: { transportId, newSalesId: other } }),
    }[step.side]();
  }
}

export function idAt(world: TradeFixture, side: Side, index: number): number {
  return world[side][index] ?? 0;
}

/**
 * Whether the model cannot predict the step: its quantity or the room of its allocation is negative, its
 * transport does not exist, or it weighs a transport that is not DELIVERED.
 */
export function isOutsideModel(ledger: Ledger, step: Step): boolean {
  if (step.kind === 'close' || step.kind === 'reopen') return false;
  if (step.kind === 'allocate' || step.kind === 'create') {
    return amountKg(ledger, step.at, step.amount) < 0 || planRoomAt(ledger, step.at) < 0;
  }
  const index = indexOf(ledger, step);
  return index === undefined || (step.kind === 'weigh' && transportAt(ledger, index).status !== 'DELIVERED');
}

/** Whether the step creates a transport under an allocation that has neither a commitment nor transports. */
export function isAllocationEmpty(ledger: Ledger, step: Step): boolean {
  if (step.kind !== 'create') return false;
  const { purchase, sales } = step.at;
  const hasTransport = ledger.transports.some(
    (transport) => transport.purchase === purchase && transport.sales === sales,
  );
  return !hasTransport && (ledger.commits[purchase]?.[sales] ?? 0) <= 0;
}
