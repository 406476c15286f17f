import {
  type DiscountRule,
  READING_SOURCES,
  type Thousandths,
  thousandths,
  type WeightBasis,
} from '@spichlerz/shared/domain/discount-rule';
import { type BySide, SIDES, type Side } from '@spichlerz/shared/domain/side';
import { type Ledger, type Step, transportAt } from '@spichlerz/shared/domain/testing/ledger';
import { settleRationally } from '@spichlerz/shared/domain/testing/rational';
import { kilograms, lineAmount, minorUnits } from '@spichlerz/shared/domain/units';
import {
  changeContractRules,
  type DiscountRuleReply,
  getContractRules,
} from '@spichlerz/shared/wire/discount-tables';
import { upsertParameter } from '@spichlerz/shared/wire/materials';
import { changeTransportReadings, previewSettlement } from '@spichlerz/shared/wire/quality';
import { listSettlements, settlePurchase, settleSale } from '@spichlerz/shared/wire/settlements';
import { expect } from 'vitest';
import { above, dryMatter, percent, type Rule } from './quality.ts';
import type { TestUser } from './test-user.ts';

/*
 * Settlements by rules in the random trade. The independent calculation (rational.ts in shared) gives the
 * expected result. The ledger has only the statuses of these settlements, because balances do not depend on
 * amounts.
 */

/** The rules of each contract in the form of the domain. All rules use the parameter of moisture. */
export type WorldRules = BySide<readonly (readonly DiscountRule[])[]>;

const BASIS: BySide<WeightBasis> = { purchase: 'UNLOADING', sales: 'LOADING' };
/** The price of every contract that makeContract creates. */
const CONTRACT_PRICE = minorUnits(80_000);
const OVERRIDDEN_PRICE = minorUnits(-1_234);
const LOADED_KG = kilograms(24_321);

/**
 * The rules of the two contracts of each side. Together they contain every kind of effect. Each list ends with
 * a price rule, which a step may override.
 */
const rulesOf = (moisture: number): BySide<Rule[][]> => ({
  purchase: [
    [
      above(moisture, 14, dryMatter),
      above(moisture, 14, { rate: 800, stepping: 'PROPORTIONAL', per: 'BASIS' }),
    ],
    [
      above(moisture, 14.5, { rate: 1_000, step: 0.5, appliesBeyond: 15 }),
      above(moisture, 20, { ...percent, bandTo: 25 }),
    ],
  ],
  sales: [
    [
      above(moisture, 14, { ...percent, effect: 'WEIGHT_PERCENT', rate: 1.2 }),
      above(moisture, 14, { rate: 333, stepping: 'FULL' }),
    ],
    [
      above(moisture, 14, { ...dryMatter, direction: 'BELOW', isPremium: true }),
      above(moisture, 14, { ...percent, direction: 'BELOW', isPremium: true }),
    ],
  ],
});

export async function setWorldRules(
  admin: TestUser,
  rawMaterialId: number,
  contracts: BySide<number[]>,
): Promise<WorldRules> {
  const { id: moisture } = await admin.call(upsertParameter, {
    body: { rawMaterialId, name: 'Wilgotność', type: 'NUMBER', unit: '%' },
  });
  const stored: Record<Side, DiscountRule[][]> = { purchase: [], sales: [] };
  for (const side of SIDES) {
    for (const [index, id] of contracts[side].entries()) {
      const rules = rulesOf(moisture)[side][index] ?? [];
      const body = { weightBasis: BASIS[side], readingSource: 'RECIPIENT', rules } as const;
      await admin.call(changeContractRules, { params: { id }, body });
      stored[side].push((await admin.call(getContractRules, { params: { id } })).rules.map(toDomain));
    }
  }
  return stored;
}

const optional = (value: number | null) => (value === null ? null : thousandths(value));

function toDomain(rule: DiscountRuleReply): DiscountRule {
  return {
    ...rule,
    isBoolean: false,
    norm: optional(rule.norm),
    appliesBeyond: optional(rule.appliesBeyond),
    stepping: rule.stepping ?? 'PROPORTIONAL',
    step: thousandths(rule.step ?? 0),
    rate: rule.effect === 'PRICE_AMOUNT' ? rule.rate : thousandths(rule.rate),
    bandFrom: optional(rule.bandFrom),
    bandTo: optional(rule.bandTo),
    refuseAt: optional(rule.refuseAt),
  };
}

let ticketCount = 0;

/**
 * Saves the tickets and a reading of each source except the arbiter. The rules use only the reading of the
 * recipient.
 */
export async function measureTransport(
  user: TestUser,
  rules: WorldRules,
  transportId: number,
  { moisture, unloadedKg }: { moisture: Thousandths; unloadedKg: number | null },
): Promise<void> {
  const parameterId = rules.purchase[0]?.[0]?.parameterId ?? 0;
  ticketCount += 1;
  await user.call(changeTransportReadings, {
    params: { id: transportId },
    body: {
      readings: READING_SOURCES.filter((source) => source !== 'ARBITER').map((source) => ({
        parameterId,
        source,
        value: source === 'RECIPIENT' ? moisture / 1000 : 50,
      })),
      tickets: [
        { place: 'LOADING', net: LOADED_KG },
        // A new number each time, so that a status that forbids a new weight rejects the call. An unchanged
        // ticket would be accepted in every status.
        ...(unloadedKg === null
          ? []
          : [{ place: 'UNLOADING' as const, number: String(ticketCount), net: unloadedKg }]),
      ],
    },
  });
}

/** @param overridden the rules of the side; the last one is overridden, none if the list is empty */
export async function settleByRules(
  user: TestUser,
  transportId: number,
  side: Side,
  overridden: readonly DiscountRule[],
): Promise<void> {
  const overrides = overridden
    .slice(-1)
    .map(({ id }) => ({ ruleId: id, pricePerTonne: OVERRIDDEN_PRICE, reason: 'Ugoda' }));
  const preview = await user.call(previewSettlement, { body: { transportId, side, overrides } });
  const common = {
    transportId,
    fingerprint: preview.fingerprint,
    acceptedQuantity: preview.acceptedQuantity ?? undefined,
    overrides,
  };
  const realCargoPrice = preview.pricePerTonne;
  const settle = {
    purchase: () =>
      user.call(settlePurchase, {
        body: {
          ...common,
          realPurchaseCargoPrice: realCargoPrice,
          realPurchaseCargoQuality: 'Paszowa',
        },
      }),
    sales: () =>
      user.call(settleSale, {
        body: {
          ...common,
          salesSettlementStatus: 'TO_BE_SETTLED',
          options: [{ realQuantityKg: 24_000, realCargoPrice, realCargoQuality: 'Paszowa' }],
        },
      }),
  };
  await settle[side]();
}

export async function takeBackStatement(user: TestUser, transportId: number): Promise<void> {
  const body = { transportId, purchaseSettlementStatus: 'TO_BE_SETTLED', reason: 'Korekta' } as const;
  await user.call(settlePurchase, { body });
}

type Settled = {
  readonly rules: readonly DiscountRule[];
  readonly isOverridden: boolean;
  readonly moisture: Thousandths;
  readonly pricePerTonne: number;
  readonly acceptedKg: number;
};

type Measured = { moisture: Thousandths; settled: Partial<Record<Side, Settled>> };

/** The readings of the transports and the input of their last settlements, by transport id. */
export type SettlementBook = Map<number, Measured>;

function compute(
  side: Side,
  { rules, isOverridden, moisture }: Pick<Settled, 'rules' | 'isOverridden' | 'moisture'>,
  unloadedKg: number,
): Settled {
  const { pricePerTonne, acceptedKg } = settleRationally({
    rules: isOverridden ? rules.slice(0, -1) : rules,
    readings: new Map(rules.map(({ parameterId }) => [parameterId, moisture])),
    qualityNorms: new Map(),
    contractPrice: CONTRACT_PRICE,
    basisKg: BASIS[side] === 'LOADING' ? LOADED_KG : kilograms(unloadedKg),
  });
  return {
    rules,
    isOverridden,
    moisture,
    pricePerTonne: pricePerTonne + (isOverridden ? OVERRIDDEN_PRICE : 0),
    acceptedKg,
  };
}

/** Records the effect of a successful step on a transport. `index` is the transport's index in the ledger. */
export function recordStep(
  book: SettlementBook,
  step: Step,
  { rules, ledger }: { readonly rules: WorldRules; readonly ledger: Ledger },
  { id, index }: { readonly id: number; readonly index: number },
): void {
  const measured = book.get(id);
  if (step.kind === 'measure') book.set(id, { settled: {}, ...measured, moisture: step.moisture });
  if (measured === undefined) return;
  const { settled, moisture } = measured;
  if (step.kind === 'settle') {
    const { side, isOverridden } = step;
    const transport = transportAt(ledger, index);
    const terms = { rules: rules[side][transport[side]] ?? [], isOverridden, moisture };
    settled[side] = compute(side, terms, transport.realQuantityKg ?? 0);
  }
  if (step.kind === 'withdraw') delete settled.purchase;
  if (step.kind === 'move' && step.side === 'sales') delete settled.sales;
  if (step.kind === 'delete') book.delete(id);
  if (step.kind === 'change' && transportAt(ledger, index).purchaseSettlement === null)
    book.set(id, { moisture, settled: {} });
}

/** Compares the settlements of these transports on the server with the expected settlements. */
export async function expectSettlements(
  user: TestUser,
  book: SettlementBook,
  transportId: number[],
): Promise<void> {
  if (transportId.length === 0) return;
  const query = { transportId, limit: 100 };
  for (const side of SIDES) {
    const { list } = await user.call(listSettlements[side], { query });
    for (const row of list) {
      const price = { purchase: row.realPurchaseCargoPrice, sales: row.realCargoPrice }[side];
      const paidKg = kilograms(row.acceptedQuantity ?? row.realQuantityKg);
      const measured = book.get(row.transportId);
      const settled = measured?.settled[side];
      const now =
        settled === undefined
          ? undefined
          : compute(
              side,
              { ...settled, moisture: measured?.moisture ?? settled.moisture },
              row.transportQuantity,
            );
      const shown = {
        acceptedKg: row.acceptedQuantity,
        amount: row.amount,
        readings: row.lines.map(({ reading }) => reading),
        needsCorrection: row.needsCorrection,
        price,
      };
      expect({ side, id: row.transportId, ...shown }).toEqual({
        side,
        id: row.transportId,
        acceptedKg: settled?.acceptedKg ?? null,
        amount: lineAmount(paidKg, minorUnits(price)),
        readings: (settled?.rules ?? []).map(() => (settled?.moisture ?? 0) / 1000),
        needsCorrection:
          settled?.pricePerTonne !== now?.pricePerTonne || settled?.acceptedKg !== now?.acceptedKg,
        price: settled?.pricePerTonne ?? price,
      });
    }
  }
}
