import { SIDES } from '@spichlerz/shared/domain/side';
import {
  createDiscountTable as createCall,
  type DiscountRuleRequest,
} from '@spichlerz/shared/wire/discount-tables';
import { createDiscountTable } from '../modules/materials/discount-table-commands.ts';
import type { CreatedMaterial } from './demo-material-records.ts';
import { bodyOf, type SeedContext } from './seed-context.ts';

type DemoRule = Omit<DiscountRuleRequest, 'parameterId' | 'direction'> & {
  readonly parameter: string;
  readonly direction?: 'ABOVE' | 'BELOW';
};

const GROSZ = 100;

/** Every started half per cent over the norm of the quality costs ten złoty; the acceptance limit is 18 %. */
const MOISTURE: DemoRule = {
  parameter: 'Wilgotność',
  effect: 'PRICE_AMOUNT',
  stepping: 'STARTED',
  step: 0.5,
  rate: 10 * GROSZ,
  refuseAt: 18,
};
const IMPURITIES: DemoRule = {
  parameter: 'Zanieczyszczenia',
  norm: 2,
  effect: 'PRICE_PERCENT',
  stepping: 'PROPORTIONAL',
  step: 1,
  rate: 1,
};
const density = (norm: number): DemoRule => ({
  parameter: 'Gęstość',
  direction: 'BELOW',
  norm,
  effect: 'PRICE_AMOUNT',
  stepping: 'STARTED',
  step: 1,
  rate: 5 * GROSZ,
});
const oil = { parameter: 'Zaolejenie', norm: 40, effect: 'PRICE_PERCENT', stepping: 'PROPORTIONAL' } as const;

/** Tables as grain buyers publish them, by the name of the raw material. */
export const DEMO_DISCOUNT_RULES: Readonly<Record<string, readonly DemoRule[]>> = {
  Pszenica: [MOISTURE, IMPURITIES, density(72)],
  Żyto: [MOISTURE, IMPURITIES, density(68)],
  Jęczmień: [MOISTURE, density(60)],
  Kukurydza: [
    { parameter: 'Wilgotność', norm: 14.5, effect: 'DRY_MATTER', refuseAt: 38 },
    {
      parameter: 'Wilgotność',
      norm: 14.5,
      effect: 'PRICE_AMOUNT',
      stepping: 'PROPORTIONAL',
      step: 1,
      rate: 8 * GROSZ,
      per: 'BASIS',
    },
    { ...IMPURITIES, norm: 3 },
  ],
  Rzepak: [
    { ...MOISTURE, norm: 9, refuseAt: 12 },
    IMPURITIES,
    { ...oil, step: 1, rate: 1.5, isPremium: true },
    { ...oil, direction: 'BELOW', step: 1, rate: 1.5 },
  ],
};

/** Creates the tables of both sides. Contracts that are created later copy them. */
export async function createDiscountTables(
  { tx, admin }: SeedContext,
  materials: readonly CreatedMaterial[],
): Promise<void> {
  for (const material of materials) {
    const rules = DEMO_DISCOUNT_RULES[material.name];
    if (rules === undefined) continue;
    for (const side of SIDES) {
      await createDiscountTable(
        tx,
        admin,
        bodyOf(createCall, {
          name: `${material.name}, zasady ${SEASON}`,
          rawMaterialId: material.id,
          side,
          currency: 'PLN',
          rules: rules.map(({ parameter, direction = 'ABOVE', ...rule }) => ({
            ...rule,
            direction,
            parameterId: material.parameterIds.get(parameter) ?? 0,
          })),
        }),
      );
    }
  }
}

const SEASON = '2026/2027';
