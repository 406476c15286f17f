import { addDays, daysBetween, earlier, later } from './demo-days.ts';
import type { Random } from './demo-random.ts';
import type { PlannedContract } from './lifecycle-stage.ts';

/** The last event of a transport. */
export type TransportOutcome =
  | 'new'
  | 'waiting'
  | 'onTheWay'
  | 'cancelled'
  | 'returned'
  | 'delivered'
  /** Delivered; the unloaded weight is not yet known. */
  | 'unweighed'
  | 'released'
  | 'settled'
  | 'invoiced'
  | 'paid';

export type PlannedTransport = {
  readonly dateLoading: string;
  readonly dateUnloading: string;
  readonly quantityKg: number;
  /** The unloaded weight. */
  readonly realQuantityKg: number;
  readonly outcome: TransportOutcome;
};

type TransportPlanInput = {
  readonly purchase: PlannedContract;
  readonly sale: PlannedContract;
  readonly count: number;
  readonly today: string;
  readonly random: Random;
};

/**
 * Plans transports on days on which both contracts run. If both contracts run today, the last two transports
 * are loaded near today.
 */
export function planTransports({
  purchase,
  sale,
  count,
  today,
  random,
}: TransportPlanInput): PlannedTransport[] {
  const first = later(purchase.receiptFrom, sale.receiptFrom);
  const last = later(first, earlier(purchase.receiptTo, sale.receiptTo));
  const isRunning = first <= today && last >= today;
  return Array.from({ length: count }, (_, index) => {
    const share = daysBetween(first, isRunning ? today : last) / count;
    const spread = addDays(first, Math.floor(share * index) + random.int(0, Math.max(0, Math.floor(share))));
    const dateLoading = isRunning && index >= count - 2 ? loadingDayNearToday(today, random) : spread;
    const dateUnloading = addDays(dateLoading, random.chance(30) ? 0 : 1);
    const quantityKg = random.chance(70) ? 25_000 : random.int(47, 52) * 500;
    return {
      dateLoading,
      dateUnloading,
      quantityKg,
      // Unloaded weights are rounded to 20 kg, and loads vary around the nominal quantity.
      realQuantityKg: quantityKg + random.int(-21, 17) * 20,
      outcome: drawOutcome(daysBetween(dateUnloading, today), daysBetween(dateLoading, today), random),
    };
  });
}

/** Returns yesterday or today in a quarter of the calls, so that several transports are on the way. */
function loadingDayNearToday(today: string, random: Random): string {
  return addDays(today, random.chance(25) ? random.int(-1, 0) : random.int(-9, 8));
}

/** Probabilities in percent. */
type Chances = readonly (readonly [TransportOutcome, number])[];

/** The possible outcomes by the days since unloading. */
const OUTCOMES_BY_AGE: readonly { readonly until: number; readonly chances: Chances }[] = [
  {
    until: 6,
    chances: [
      ['delivered', 42],
      ['unweighed', 30],
      ['returned', 4],
      ['released', 24],
    ],
  },
  {
    until: 14,
    chances: [
      ['delivered', 12],
      ['returned', 7],
      ['released', 51],
      ['settled', 30],
    ],
  },
  {
    until: 28,
    chances: [
      ['returned', 6],
      ['released', 10],
      ['settled', 46],
      ['invoiced', 38],
    ],
  },
  {
    until: 50,
    chances: [
      ['cancelled', 3],
      ['returned', 5],
      ['invoiced', 47],
      ['paid', 45],
    ],
  },
  {
    until: Number.POSITIVE_INFINITY,
    chances: [
      ['cancelled', 3],
      ['invoiced', 9],
      ['paid', 88],
    ],
  },
];

function drawOutcome(sinceUnloading: number, sinceLoading: number, random: Random): TransportOutcome {
  if (sinceUnloading > 0) {
    const after = OUTCOMES_BY_AGE.find(({ until }) => sinceUnloading <= until);
    return drawByChance(after?.chances ?? [], 'paid', random);
  }
  if (sinceLoading > 0) return 'onTheWay';
  const isSoon = sinceLoading >= -1;
  return drawByChance(
    isSoon
      ? [
          ['onTheWay', sinceLoading === 0 ? 55 : 0],
          ['waiting', 30],
          ['new', 15],
        ]
      : [
          ['waiting', 15],
          ['cancelled', 8],
          ['new', 77],
        ],
    'new',
    random,
  );
}

function drawByChance(chances: Chances, rest: TransportOutcome, random: Random): TransportOutcome {
  let left = random.int(1, 100);
  for (const [outcome, percent] of chances) {
    left -= percent;
    if (left <= 0) return outcome;
  }
  return rest;
}
