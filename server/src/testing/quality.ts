import * as tables from '@spichlerz/shared/wire/discount-tables';
import type { BodyInputOf } from '@spichlerz/shared/wire/endpoint';
import { upsertParameter } from '@spichlerz/shared/wire/materials';
import * as quality from '@spichlerz/shared/wire/quality';
import * as settlements from '@spichlerz/shared/wire/settlements';
import { changeTransportStatus } from '@spichlerz/shared/wire/transports';
import {
  type Material,
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
  setTransportStatuses,
} from './make.ts';
import type { TestUser } from './test-user.ts';

/* Creates the records for settlements by discount rules. */

export type Rule = tables.DiscountRuleRequest;
type Parameters = Record<'moisture' | 'impurities' | 'broken' | 'alive', number>;
type Goods = { material: Material; parameters: Parameters };

export const above = (parameterId: number, norm: number, terms: Partial<Rule>): Rule => ({
  parameterId,
  direction: 'ABOVE',
  norm,
  effect: 'PRICE_AMOUNT',
  stepping: 'STARTED',
  step: 1,
  rate: 0,
  ...terms,
});
export const percent = { effect: 'PRICE_PERCENT', stepping: 'PROPORTIONAL', rate: 1 } as const;
export const dryMatter = {
  effect: 'DRY_MATTER',
  stepping: undefined,
  step: undefined,
  rate: undefined,
} as const;

/** A reading of the recipient. */
export const recipient = (parameterId: number, value: number | boolean) => ({
  parameterId,
  source: 'RECIPIENT' as const,
  value,
});

type TableBody = BodyInputOf<typeof tables.createDiscountTable>;
type Trade = { purchase: number; sales: number; transport: number };
type Measurements = BodyInputOf<typeof quality.changeTransportReadings>;

export type QualityWorld = ReturnType<typeof qualityWorld>;

/** Makes records and settles transports; tables and parameters need the `admin`. */
export function qualityWorld(user: TestUser, admin: TestUser) {
  async function makeGoods(): Promise<Goods> {
    const material = await makeMaterial(admin);
    const parameter = async (name: string, type: 'NUMBER' | 'BOOLEAN', unit?: string) => {
      const { id } = await admin.call(upsertParameter, {
        body: { rawMaterialId: material.id, name, type, unit },
      });
      return id;
    };
    return {
      material,
      parameters: {
        moisture: await parameter('Wilgotność', 'NUMBER', '%'),
        impurities: await parameter('Zanieczyszczenia', 'NUMBER', '%'),
        broken: await parameter('Ziarna połamane', 'NUMBER', '%'),
        alive: await parameter('Żywe szkodniki', 'BOOLEAN'),
      },
    };
  }

  async function makeTable(goods: Goods, rules: Rule[], terms: Partial<TableBody> = {}): Promise<number> {
    const { id } = await admin.call(tables.createDiscountTable, {
      body: {
        name: 'Tabela',
        rawMaterialId: goods.material.id,
        side: 'purchase',
        currency: 'PLN',
        rules,
        ...terms,
      },
    });
    return id;
  }

  /**
   * Creates a released transport of these kilograms under a purchase with this price and its own discount
   * table.
   */
  async function makeTrade(
    goods: Goods,
    rules: Rule[],
    { price = 80_000, kg = 25_060 } = {},
  ): Promise<Trade> {
    const table = await makeTable(goods, rules, { name: `Tabela ${price} ${kg}`, isActive: false });
    const purchase = await makeContract(user, 'purchase', goods.material, {
      mainCargoOption: { price, rawMaterialQualityId: goods.material.qualityId },
      discountTableId: table,
    });
    const sales = await makeContract(user, 'sales', goods.material);
    await makeAllocation(user, purchase, sales, 60_000);
    const transport = await makeTransport(user, purchase, sales);
    const delivered = { transportId: transport, status: 'DELIVERED', realQuantityKg: kg } as const;
    await user.call(changeTransportStatus, { body: delivered });
    await setTransportStatuses(user, transport, 'TO_BE_SETTLED');
    return { purchase, sales, transport };
  }

  const measure = (
    transport: number,
    readings: Measurements['readings'],
    tickets: Measurements['tickets'] = [],
  ) => user.call(quality.changeTransportReadings, { params: { id: transport }, body: { readings, tickets } });

  const preview = (transport: number, terms: object = {}) =>
    user.call(quality.previewSettlement, { body: { transportId: transport, side: 'purchase', ...terms } });

  async function settle(
    transport: number,
    terms: Partial<BodyInputOf<typeof settlements.settlePurchase>> = {},
  ) {
    const computed = await preview(transport);
    return user.call(settlements.settlePurchase, {
      body: {
        transportId: transport,
        realPurchaseCargoQuality: 'Konsumpcyjna',
        realPurchaseCargoPrice: computed.pricePerTonne,
        acceptedQuantity: computed.acceptedQuantity ?? undefined,
        fingerprint: computed.fingerprint,
        ...terms,
      },
    });
  }

  return { makeGoods, makeTable, makeTrade, measure, preview, settle };
}
