import type { BySide, Side } from '@spichlerz/shared/domain/side';
import { addDays, nextSeasonStart } from './demo-days.ts';
import { DEMO_MATERIALS } from './demo-materials.ts';
import type { Random } from './demo-random.ts';
import { type PlannedTransport, planTransports } from './demo-transport-plan.ts';
import type { LifecycleStage, PlannedContract } from './lifecycle-stage.ts';

export type PlannedAllocation = {
  readonly purchase: PlannedContract;
  readonly sale: PlannedContract;
  readonly transports: readonly PlannedTransport[];
  /** The allocated kilograms that no transport covers. */
  readonly openKg: number;
};

export type Plan = {
  /** Contracts in the order of their first day of receipt, which is the order of their numbers. */
  readonly contracts: readonly PlannedContract[];
  readonly allocations: readonly PlannedAllocation[];
};

const ALLOCATION_COUNT = 200;
const TRANSPORT_COUNT = 400;

/**
 * The number of contracts of each raw material, in the order of DEMO_MATERIALS: 65 purchases and 55 sales.
 */
const CONTRACT_COUNTS: BySide<readonly number[]> = {
  purchase: [20, 6, 8, 10, 10, 3, 5, 3],
  sales: [17, 5, 7, 8, 8, 3, 4, 3],
};

/**
 * The lifecycle stages of the contracts of a raw material. A raw material with few contracts takes the first
 * stages, which include open contracts.
 */
const STAGES: BySide<readonly LifecycleStage[]> = {
  purchase: [
    ...(['active', 'closed', 'new', 'active', 'nextSeason', 'overdue', 'toSettle', 'active'] as const),
    ...(['active', 'cancelled', 'active', 'closed', 'active', 'new', 'active', 'toSettle'] as const),
    ...(['active', 'nextSeason', 'cancelled', 'active'] as const),
  ],
  sales: [
    ...(['active', 'closed', 'new', 'active', 'nextSeason', 'overdue', 'toSettle', 'cancelled'] as const),
    ...(['active', 'active', 'active', 'closed', 'active', 'new', 'active', 'toSettle'] as const),
    'nextSeason',
  ],
};

type Days = readonly [earliest: number, latest: number];

/**
 * The first and last day of receipt, in days from today or, for the next season, from the next first of July.
 */
const RECEIPT_PERIODS: Readonly<Record<LifecycleStage, { readonly from: Days; readonly to: Days }>> = {
  closed: { from: [-175, -140], to: [-85, -60] },
  toSettle: { from: [-110, -90], to: [-26, -12] },
  overdue: { from: [-90, -70], to: [-14, -3] },
  active: { from: [-70, -25], to: [20, 75] },
  new: { from: [4, 25], to: [50, 110] },
  nextSeason: { from: [0, 45], to: [70, 150] },
  cancelled: { from: [-60, -10], to: [10, 60] },
};

type TradeRule = {
  readonly purchase: readonly LifecycleStage[];
  readonly sale: readonly LifecycleStage[];
  /** The number of transports of an allocation. With zero, the allocation only reserves a quantity. */
  readonly transports: readonly [least: number, most: number];
  /** The number of loads of 25 t that are allocated but not transported. */
  readonly openLoads: readonly [least: number, most: number];
};

const RUNNING_TRADE: TradeRule = {
  purchase: ['active', 'overdue'],
  sale: ['active', 'overdue'],
  transports: [2, 4],
  openLoads: [0, 4],
};

/** The lifecycle stages in which a purchase and a sale can be allocated to each other. */
const TRADE_RULES: readonly TradeRule[] = [
  { purchase: ['closed'], sale: ['closed'], transports: [4, 6], openLoads: [0, 0] },
  { purchase: ['toSettle'], sale: ['toSettle'], transports: [3, 5], openLoads: [0, 0] },
  { purchase: ['new'], sale: ['new'], transports: [1, 1], openLoads: [1, 4] },
  RUNNING_TRADE,
  { purchase: ['nextSeason'], sale: ['nextSeason'], transports: [0, 0], openLoads: [2, 8] },
  { purchase: ['active'], sale: ['new'], transports: [0, 0], openLoads: [2, 8] },
  { purchase: ['new'], sale: ['active'], transports: [0, 0], openLoads: [2, 8] },
];
/**
 * The number of allocations with transports. The other allocations of ALLOCATION_COUNT only reserve a quantity.
 */
const ALLOCATIONS_WITH_TRANSPORTS = 132;

/** Plans the demo company's trade; the result is the same for the same day. */
export function planTrade(today: string, random: Random): Plan {
  const contracts = {
    purchase: planContracts('purchase', today, random),
    sales: planContracts('sales', today, random),
  };
  const possible = chooseAllocations(contracts);
  const counts = distributeTransports(possible);
  const allocations = possible.map(({ purchase, sale, trade }, index) => {
    const transports = planTransports({ purchase, sale, count: counts[index] ?? 0, today, random });
    return { purchase, sale, transports, openKg: random.int(...trade.openLoads) * 25_000 };
  });
  const signed = [...contracts.purchase, ...contracts.sales].toSorted((one, other) =>
    one.receiptFrom.localeCompare(other.receiptFrom),
  );
  return { contracts: signed, allocations };
}

function planContracts(side: Side, today: string, random: Random): PlannedContract[] {
  return DEMO_MATERIALS.flatMap((_, material) =>
    STAGES[side].slice(0, CONTRACT_COUNTS[side][material]).map((stage) => {
      const { from, to } = RECEIPT_PERIODS[stage];
      const start = stage === 'nextSeason' ? nextSeasonStart(today) : today;
      return {
        side,
        material,
        stage,
        receiptFrom: addDays(start, random.int(...from)),
        receiptTo: addDays(start, random.int(...to)),
      };
    }),
  );
}

type PossibleAllocation = {
  readonly purchase: PlannedContract;
  readonly sale: PlannedContract;
  readonly trade: TradeRule;
  /** Round 0 allocates one sale to each purchase, round 1 a second sale, and so on. */
  readonly round: number;
};

function chooseAllocations(contracts: BySide<readonly PlannedContract[]>): PossibleAllocation[] {
  const possible = DEMO_MATERIALS.flatMap((_, material) =>
    TRADE_RULES.flatMap((trade) => {
      const sales = contractsInStages(contracts.sales, material, trade.sale);
      return contractsInStages(contracts.purchase, material, trade.purchase).flatMap((purchase, row) =>
        sales.map((sale, column) => ({
          purchase,
          sale,
          trade,
          round: (column - row + purchase.material * sales.length + ALLOCATION_COUNT) % sales.length,
        })),
      );
    }),
  ).toSorted((one, other) => one.round - other.round);
  const promises = possible.filter(({ trade }) => trade.transports[1] === 0);
  const moving = possible.filter(({ trade }) => trade.transports[1] > 0);
  const running = moving.filter(({ trade }) => trade === RUNNING_TRADE);
  const others = moving.filter(({ trade }) => trade !== RUNNING_TRADE);
  return [...[...others, ...running].slice(0, ALLOCATIONS_WITH_TRANSPORTS), ...promises].slice(
    0,
    ALLOCATION_COUNT,
  );
}

function contractsInStages(
  contracts: readonly PlannedContract[],
  material: number,
  stages: readonly LifecycleStage[],
): PlannedContract[] {
  return contracts.filter((contract) => contract.material === material && stages.includes(contract.stage));
}

/**
 * Gives each allocation its minimum of transports. Then adds one transport to each in turn, until there are
 * TRANSPORT_COUNT in total.
 */
function distributeTransports(possible: readonly PossibleAllocation[]): number[] {
  const counts = possible.map(({ trade }) => trade.transports[0]);
  let missing = TRANSPORT_COUNT - counts.reduce((sum, count) => sum + count, 0);
  while (missing > 0) {
    const before = missing;
    for (const [index, { trade }] of possible.entries()) {
      const count = counts[index] ?? 0;
      if (missing === 0 || count >= trade.transports[1]) continue;
      counts[index] = count + 1;
      missing -= 1;
    }
    if (missing === before)
      throw new Error('The allocations of the demo company have no room for another transport');
  }
  return counts;
}
