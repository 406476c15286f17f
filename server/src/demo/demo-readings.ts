import type { WeightBasis } from '@spichlerz/shared/domain/discount-rule';
import type { ReadingBody } from '@spichlerz/shared/wire/quality';
import type { CreatedContract } from './demo-contracts.ts';
import { DEMO_DISCOUNT_RULES } from './demo-discount-tables.ts';
import { type Random, seededRandom } from './demo-random.ts';
import type { PlannedTransport, TransportOutcome } from './demo-transport-plan.ts';

/** The usual value of a parameter, and how far a load may be below and above it, in tenths of the unit. */
const USUAL: Readonly<Record<string, readonly [value: number, belowTenths: number, aboveTenths: number]>> = {
  Wilgotność: [14.2, 18, 14],
  Zanieczyszczenia: [1.8, 10, 16],
  Gęstość: [73, 30, 40],
  Zaolejenie: [41, 24, 32],
};
const USUAL_OF_MATERIAL: Readonly<Record<string, typeof USUAL>> = {
  Żyto: { Gęstość: [70, 30, 30] },
  Jęczmień: { Gęstość: [63, 40, 40] },
  Kukurydza: { Wilgotność: [24, 80, 80] },
  Rzepak: { Wilgotność: [8.4, 14, 16] },
};

type DemoReading = Pick<ReadingBody, 'parameterId' | 'source' | 'value'>;

const MEASURED: readonly TransportOutcome[] = ['delivered', 'released', 'settled', 'invoiced', 'paid'];

/** The measurements sent with the delivery or the release of a transport; empty if nothing was measured. */
export type DemoMeasurements = {
  readonly readings?: DemoReading[];
  readonly tickets?: { place: WeightBasis; number: string; net: number }[];
};

/**
 * Returns a function that generates the readings and weigh tickets of one transport per call. Some transports
 * have none, a few exceed the acceptance limit, and one has a reading of an arbiter. The function has its own
 * random generator, so that a change here leaves the rest of the demo company the same.
 */
export function demoMeasurements(): (
  transport: PlannedTransport & { readonly purchase: CreatedContract },
) => DemoMeasurements {
  const random = seededRandom(14_500);
  let isArbitrated = false;
  return (transport) => {
    const { material } = transport.purchase;
    const names = [...new Set((DEMO_DISCOUNT_RULES[material.name] ?? []).map(({ parameter }) => parameter))];
    if (!MEASURED.includes(transport.outcome) || names.length === 0) return {};
    const isMeasured = random.chance(88);
    const hasLoading = random.chance(70);
    const readings: DemoReading[] = names.flatMap((name) => {
      const parameterId = material.parameterIds.get(name) ?? 0;
      const tenths = Math.round(valueOf(material.name, name, random) * 10);
      const loaded = tenths + random.int(-3, 3);
      return [
        ...(hasLoading ? [{ parameterId, source: 'LOADING' as const, value: loaded / 10 }] : []),
        ...(isMeasured ? [{ parameterId, source: 'RECIPIENT' as const, value: tenths / 10 }] : []),
      ];
    });
    const [disputed] = readings;
    if (!isArbitrated && isMeasured && hasLoading && disputed !== undefined) {
      readings.push({ ...disputed, source: 'ARBITER' });
      isArbitrated = true;
    }
    const net = transport.realQuantityKg;
    // A load loses 0.1 to 0.6 % on its way.
    const loadedKg = Math.round(net / (1 - random.int(1, 6) / 1_000));
    const number = `KW/${random.int(100, 9_999)}`;
    return {
      readings,
      tickets: [
        ...(hasLoading ? [{ place: 'LOADING' as const, number, net: loadedKg }] : []),
        { place: 'UNLOADING' as const, number: `R${number}`, net },
      ],
    };
  };
}

/** The moisture of one load in forty is beyond the acceptance limit. */
function valueOf(material: string, parameter: string, random: Random): number {
  const [usual, below, above] = USUAL_OF_MATERIAL[material]?.[parameter] ?? USUAL[parameter] ?? [1, 0, 0];
  const isBad = parameter === 'Wilgotność' && random.chance(2.5);
  return isBad ? usual * 1.7 : usual + random.int(-below, above) / 10;
}
