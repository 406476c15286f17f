import * as tables from '@spichlerz/shared/wire/discount-tables';
import type { BodyInputOf } from '@spichlerz/shared/wire/endpoint';
import { getParameter, upsertParameter } from '@spichlerz/shared/wire/materials';
import * as quality from '@spichlerz/shared/wire/quality';
import * as settlements from '@spichlerz/shared/wire/settlements';
import { changeTransportStatus, getTransport, listTransports } from '@spichlerz/shared/wire/transports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import {
  type Material,
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
  setTransportStatuses,
} from '../../testing/make.ts';
import { settlementOf } from '../../testing/settle.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

let test: TestApp;
let user: TestUser;
let admin: TestUser;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  admin = await createTestUser(test, 'ADMIN');
});
afterAll(() => test.close());

type Rule = tables.DiscountRuleRequest;
type Parameters = Record<'moisture' | 'impurities' | 'broken' | 'alive', number>;
type Goods = { material: Material; parameters: Parameters };

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

const above = (parameterId: number, norm: number, terms: Partial<Rule>): Rule => ({
  parameterId,
  direction: 'ABOVE',
  norm,
  effect: 'PRICE_AMOUNT',
  stepping: 'STARTED',
  step: 1,
  rate: 0,
  ...terms,
});
const percent = { effect: 'PRICE_PERCENT', stepping: 'PROPORTIONAL', rate: 1 } as const;
const dryMatter = { effect: 'DRY_MATTER', stepping: undefined, step: undefined, rate: undefined } as const;

type TableBody = BodyInputOf<typeof tables.createDiscountTable>;

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

type Trade = { purchase: number; sales: number; transport: number };

/** A released transport of these kilograms under a purchase at a price, with the rules of a table of its own. */
async function makeTrade(goods: Goods, rules: Rule[], { price = 80_000, kg = 25_060 } = {}): Promise<Trade> {
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

const recipient = (parameterId: number, value: number | boolean) => ({
  parameterId,
  source: 'RECIPIENT' as const,
  value,
});

type Measurements = BodyInputOf<typeof quality.changeTransportReadings>;

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

describe('a settlement by the rules of the contract', () => {
  it('the checks of the specification are exact on the wire', async () => {
    const goods = await makeGoods();
    const { moisture, impurities, broken } = goods.parameters;
    const wheat = await makeTrade(
      goods,
      [
        above(moisture, 14.5, { rate: 1_000, step: 0.5 }),
        above(impurities, 2, percent),
        above(broken, 72, { direction: 'BELOW', rate: 500 }),
      ],
      { price: 82_000, kg: 25_060 },
    );
    await measure(wheat.transport, [
      recipient(moisture, 15.6),
      recipient(impurities, 3.4),
      recipient(broken, 70.5),
    ]);
    expect(await preview(wheat.transport)).toMatchObject({
      lines: [{ pricePerTonne: -3_000, steps: 3 }, { pricePerTonne: -1_148 }, { pricePerTonne: -1_000 }],
      contractPrice: 82_000,
      pricePerTonne: 76_852,
      basisQuantity: 25_060,
      acceptedQuantity: 25_060,
      amount: 1_925_911,
      missing: [],
      withoutNorm: [],
      refused: [],
    });
    const maize = await makeTrade(
      goods,
      [
        above(moisture, 14, dryMatter),
        above(impurities, 2, percent),
        above(broken, 5, { rate: 50, step: 0.5 }),
        above(moisture, 14, { rate: 800, stepping: 'PROPORTIONAL', per: 'BASIS' }),
      ],
      { price: 78_000, kg: 26_480 },
    );
    const wet = [recipient(moisture, 27.4), recipient(impurities, 3.2), recipient(broken, 6.5)];
    expect(await preview(maize.transport, { readings: wet })).toMatchObject({
      acceptedQuantity: 22_354,
      lines: [
        { quantity: -4_126 },
        { pricePerTonne: -936 },
        { pricePerTonne: -150 },
        { pricePerTonne: -12_699 },
      ],
      amount: 1_435_462,
    });
  });

  it('price, accepted kilograms and text are stored with the lines', async () => {
    const goods = await makeGoods();
    const { moisture } = goods.parameters;
    const trade = await makeTrade(goods, [above(moisture, 14, dryMatter)], { price: 78_000, kg: 26_480 });
    await measure(trade.transport, [recipient(moisture, 27.4)]);
    await settle(trade.transport);
    expect(await settlementOf(user, 'purchase', trade)).toMatchObject({
      purchaseSettlementStatus: 'SETTLED',
      realQuantityKg: 26_480,
      acceptedQuantity: 22_354,
      basisQuantity: 26_480,
      weightBasis: 'UNLOADING',
      amount: 1_743_612,
      sentAmount: 1_743_612,
      needsCorrection: false,
      deductions: 'Wilgotność 27,4\u00a0% (norma 14): sucha masa = −4\u00a0126\u00a0kg',
      lines: [{ parameterId: moisture, quantity: -4_126, reading: 27.4, norm: 14 }],
    });
    await measure(trade.transport, [recipient(moisture, 27.5)]);
    expect(await settlementOf(user, 'purchase', trade)).toMatchObject({
      needsCorrection: true,
      acceptedQuantity: 22_354,
    });
  });

  it('a changed reading, price or rule makes the seen preview a conflict', async () => {
    const goods = await makeGoods();
    const { moisture } = goods.parameters;
    const trade = await makeTrade(goods, [above(moisture, 14.5, { rate: 3_000 })]);
    expect(await failureOf(settle(trade.transport))).toMatchObject({
      code: 'REQUIRED_DATA_NOT_FOUND',
      fields: [{ path: `readings.${moisture}`, code: 'VALUE_IS_MISSING' }],
    });
    await measure(trade.transport, [recipient(moisture, 15)]);
    const { fingerprint } = await preview(trade.transport);
    await measure(trade.transport, [recipient(moisture, 16)]);
    expect(await failureOf(settle(trade.transport, { fingerprint }))).toMatchObject({ code: 'CONFLICT' });
    expect(await failureOf(settle(trade.transport, { realPurchaseCargoPrice: 73_999 }))).toMatchObject({
      code: 'VALUE_IS_WRONG',
      fields: [{ path: 'real_purchase_cargo_price' }],
    });
    expect(await failureOf(settle(trade.transport, { acceptedQuantity: 25_000 }))).toMatchObject({
      fields: [{ path: 'accepted_quantity', code: 'VALUE_IS_WRONG' }],
    });
  });

  it('readings that are saved during a settlement come before it as a conflict, or after it as a correction', async () => {
    const goods = await makeGoods();
    const { moisture } = goods.parameters;
    for (let round = 0; round < 5; round++) {
      const trade = await makeTrade(goods, [above(moisture, 14.5, { rate: 3_000 })], { kg: 25_000 + round });
      await measure(trade.transport, [recipient(moisture, 15)]);
      const computed = await preview(trade.transport);
      const settling = user.call(settlements.settlePurchase, {
        body: {
          transportId: trade.transport,
          realPurchaseCargoQuality: 'Konsumpcyjna',
          realPurchaseCargoPrice: computed.pricePerTonne,
          fingerprint: computed.fingerprint,
        },
      });
      const [settled] = await Promise.allSettled([
        settling,
        measure(trade.transport, [recipient(moisture, 16)]),
      ]);
      const stored = await settlementOf(user, 'purchase', trade);
      const outcome = {
        isSettled: settled.status === 'fulfilled',
        lines: stored.lines.map(({ reading }) => reading),
        needsCorrection: stored.needsCorrection,
      };
      expect([
        { isSettled: true, lines: [15], needsCorrection: true },
        { isSettled: false, lines: [], needsCorrection: false },
      ]).toContainEqual(outcome);
    }
  });

  it('an overridden line needs a reason, which the audit log keeps', async () => {
    const goods = await makeGoods();
    const { moisture } = goods.parameters;
    const trade = await makeTrade(goods, [above(moisture, 14.5, { rate: 3_000 })]);
    await measure(trade.transport, [recipient(moisture, 16)]);
    const [line] = (await preview(trade.transport)).lines;
    const override = { ruleId: line?.ruleId ?? 0, pricePerTonne: -2_000 };
    const overridden = { realPurchaseCargoPrice: 78_000, overrides: [override] };
    expect(await failureOf(settle(trade.transport, overridden))).toMatchObject({
      fields: [{ path: 'overrides.0.reason', code: 'VALUE_IS_MISSING' }],
    });
    await settle(trade.transport, { ...overridden, overrides: [{ ...override, reason: 'Ugoda' }] });
    const { rows } = await test.pool.query<{ changes: { overrides?: [string[], string[]] } }>(
      "select changes from history where entity = 'settlement' order by id desc limit 1",
    );
    expect(rows[0]?.changes.overrides).toEqual([[], ['Wilgotność: -20,00\u00a0zł/t (Ugoda)']]);
  });

  it('a side settled by hand accepts at most the weighed kilograms', async () => {
    const goods = await makeGoods();
    const trade = await makeTrade(goods, [above(goods.parameters.moisture, 14, { rate: 100 })]);
    const byHand = { fingerprint: undefined, realPurchaseCargoPrice: 79_000 };
    expect(await failureOf(settle(trade.transport, { ...byHand, acceptedQuantity: 25_061 }))).toMatchObject({
      fields: [{ path: 'accepted_quantity', code: 'VALUE_IS_WRONG' }],
    });
    await settle(trade.transport, { ...byHand, acceptedQuantity: 24_000 });
    expect(await settlementOf(user, 'purchase', trade)).toMatchObject({
      acceptedQuantity: 24_000,
      amount: 1_896_000,
      lines: [],
      basisQuantity: null,
    });
  });
});

describe('the recipient side', () => {
  it('settles by the rules of the sale with one option, and refuses several', async () => {
    const goods = await makeGoods();
    const { alive } = goods.parameters;
    const trade = await makeTrade(goods, []);
    await user.call(tables.changeContractRules, {
      params: { id: trade.sales },
      body: {
        weightBasis: 'LOADING',
        readingSource: 'RECIPIENT',
        rules: [{ parameterId: alive, direction: 'ABOVE', effect: 'PRICE_AMOUNT', rate: 1_000 }],
      },
    });
    const sale = () => preview(trade.transport, { side: 'sales' });
    expect(await sale()).toMatchObject({
      basisQuantity: null,
      amount: null,
      missing: [
        { parameterId: alive, name: 'Żywe szkodniki' },
        { parameterId: null, name: 'Waga załadunku' },
      ],
    });
    await measure(
      trade.transport,
      [recipient(alive, true)],
      [{ place: 'LOADING', number: 'KW 1', gross: 40_000, tare: 15_000, net: 25_000 }],
    );
    const { fingerprint, pricePerTonne } = await sale();
    const option = {
      realQuantityKg: 25_060,
      realCargoPrice: pricePerTonne,
      realCargoQuality: 'Konsumpcyjna',
    };
    const body = {
      transportId: trade.transport,
      salesSettlementStatus: 'TO_BE_SETTLED' as const,
      acceptedQuantity: 25_000,
      fingerprint,
    };
    const several = user.call(settlements.settleSale, {
      body: { ...body, options: [{ ...option, realQuantityKg: 60 }, option] },
    });
    expect(await failureOf(several)).toMatchObject({
      fields: [{ path: 'accepted_quantity', code: 'VALUE_IS_WRONG' }],
    });
    await user.call(settlements.settleSale, { body: { ...body, options: [option] } });
    expect(await settlementOf(user, 'sales', trade)).toMatchObject({
      acceptedQuantity: 25_000,
      realQuantityKg: 25_060,
      weightBasis: 'LOADING',
      amount: 1_975_000,
    });
  });
});

describe('the rules of a contract', () => {
  it('a new contract copies the only active table of its goods', async () => {
    const goods = await makeGoods();
    const { moisture } = goods.parameters;
    const table = await makeTable(goods, [above(moisture, 14.5, { rate: 1_000 })]);
    const purchase = await makeContract(user, 'purchase', goods.material);
    const rulesOf = (id: number) => user.call(tables.getContractRules, { params: { id } });
    const copied = await rulesOf(purchase);
    expect(copied).toMatchObject({
      sourceTable: { id: table, name: 'Tabela', version: 1 },
      differsFromTable: false,
      weightBasis: 'UNLOADING',
      readingSource: 'RECIPIENT',
      rules: [{ parameterId: moisture, norm: 14.5, rate: 1_000 }],
    });
    await admin.call(tables.changeDiscountTable, {
      params: { id: table },
      body: {
        name: 'Tabela',
        rawMaterialId: goods.material.id,
        side: 'purchase',
        currency: 'PLN',
        rules: [above(moisture, 14, { rate: 1_200 })],
        version: 1,
      },
    });
    expect(await rulesOf(purchase)).toMatchObject({ differsFromTable: true, rules: [{ norm: 14.5 }] });
    await makeTable(goods, [], { name: 'Druga' });
    const ambiguous = await makeContract(user, 'purchase', goods.material);
    const none = await makeContract(user, 'purchase', goods.material, { discountTableId: 0 });
    for (const id of [ambiguous, none, await makeContract(user, 'sales', goods.material)])
      expect(await rulesOf(id)).toMatchObject({ sourceTable: null, rules: [] });
    expect(
      await failureOf(makeContract(user, 'sales', goods.material, { discountTableId: table })),
    ).toMatchObject({
      fields: [{ path: 'discount_table_id', code: 'VALUE_IS_WRONG' }],
    });
  });

  it('a rule keeps its id, and needs a reason once a side was settled by it', async () => {
    const goods = await makeGoods();
    const { moisture } = goods.parameters;
    const trade = await makeTrade(goods, [above(moisture, 14.5, { rate: 3_000 })]);
    const rulesOf = () => user.call(tables.getContractRules, { params: { id: trade.purchase } });
    const [rule] = (await rulesOf()).rules;
    const change = (terms: object) =>
      user.call(tables.changeContractRules, {
        params: { id: trade.purchase },
        body: {
          weightBasis: 'UNLOADING',
          readingSource: 'ARBITER',
          rules: [above(moisture, 14.5, { id: rule?.id, rate: 2_000 })],
          ...terms,
        },
      });
    await change({});
    expect(await rulesOf()).toMatchObject({
      readingSource: 'ARBITER',
      rules: [{ id: rule?.id, rate: 2_000 }],
    });
    await measure(trade.transport, [{ parameterId: moisture, source: 'ARBITER', value: 16 }]);
    await settle(trade.transport);
    expect(await failureOf(change({}))).toMatchObject({
      fields: [{ path: 'reason', code: 'VALUE_IS_MISSING' }],
    });
    await change({ reason: 'Aneks' });
  });

  it('tables that cannot be used are refused on their fields', async () => {
    const goods = await makeGoods();
    const other = await makeGoods();
    const { moisture, alive } = goods.parameters;
    const { id: note } = await admin.call(upsertParameter, {
      body: { rawMaterialId: goods.material.id, name: 'Zapach', type: 'TEXT' },
    });
    const refused = async (...rules: Rule[]) =>
      ((await failureOf(makeTable(goods, rules))) as { fields: unknown[] }).fields;
    expect(await refused(above(other.parameters.moisture, 14, { rate: 1 }))).toEqual([
      { path: 'rules.0.parameter_id', code: 'RAW_MATERIAL_WRONG_DATA_TYPE' },
    ]);
    expect(await refused(above(note, 14, { rate: 1 }))).toEqual([
      { path: 'rules.0.parameter_id', code: 'VALUE_IS_WRONG_DATA_TYPE' },
    ]);
    expect(
      await refused(above(moisture, 14, { rate: 1, bandTo: 16 }), above(moisture, 14, { rate: 1 })),
    ).toEqual([{ path: 'rules.1.band_from', code: 'VALUE_IS_DUPLICATED' }]);
    expect(await refused(above(moisture, 100, dryMatter))).toEqual([
      { path: 'rules.0.norm', code: 'VALUE_IS_WRONG' },
    ]);
    expect(await refused(above(alive, 0, dryMatter))).toEqual([
      { path: 'rules.0.effect', code: 'VALUE_IS_WRONG' },
    ]);
    expect(await refused(above(moisture, 14.1234, { rate: 1 }))).toEqual([
      { path: 'rules.0.norm', code: 'VALUE_IS_WRONG' },
    ]);
    await makeTable(goods, [above(moisture, 14, { rate: 1 })]);
    expect(await failureOf(makeTable(goods, []))).toMatchObject({ code: 'NAME_IS_DUPLICATED' });
    const { type: _type, ...parameter } = await user.call(getParameter, { params: { id: moisture } });
    expect(
      await failureOf(admin.call(upsertParameter, { body: { ...parameter, unit: '%', type: 'TEXT' } })),
    ).toMatchObject({ code: 'CONFLICT' });
  });
});

describe('readings and weigh tickets', () => {
  it('the unloading ticket is the unloaded weight, and another weight goes into it', async () => {
    const goods = await makeGoods();
    const { moisture } = goods.parameters;
    const trade = await makeTrade(goods, []);
    const unloading = {
      place: 'UNLOADING' as const,
      number: 'R 7',
      gross: 40_000,
      tare: 15_200,
      net: 24_800,
    };
    const loading = { place: 'LOADING' as const, net: 25_000 };
    expect(await measure(trade.transport, [recipient(moisture, 14)], [loading, unloading])).toMatchObject({
      readings: [{ parameterId: moisture, value: 14 }],
      tickets: [
        { place: 'LOADING', net: 25_000 },
        { place: 'UNLOADING', net: 24_800, gross: 40_000 },
      ],
      lossKg: 200,
      lossPercent: 0.8,
    });
    expect(await user.call(getTransport, { params: { id: trade.transport } })).toMatchObject({
      realQuantityKg: 24_800,
    });
    await setTransportStatuses(user, trade.transport, 'DELIVERED');
    const release = {
      transportId: trade.transport,
      status: 'TO_BE_SETTLED',
      realQuantityKg: 24_900,
    } as const;
    await user.call(changeTransportStatus, { body: release });
    const read = () => user.call(quality.getTransportReadings, { params: { id: trade.transport } });
    expect(await read()).toMatchObject({ tickets: [{}, { net: 24_900, gross: null, tare: null }] });
    await measure(trade.transport, []);
    expect(await read()).toMatchObject({ readings: [], tickets: [], lossKg: null });
    expect(await user.call(getTransport, { params: { id: trade.transport } })).toMatchObject({
      realQuantityKg: 24_900,
    });
  });

  it('a release may bring readings and tickets, which join the stored ones', async () => {
    const goods = await makeGoods();
    const { moisture } = goods.parameters;
    const trade = await makeTrade(goods, []);
    await setTransportStatuses(user, trade.transport, 'DELIVERED');
    await measure(trade.transport, [{ parameterId: moisture, source: 'LOADING', value: 13 }]);
    await user.call(changeTransportStatus, {
      body: {
        transportId: trade.transport,
        status: 'TO_BE_SETTLED',
        readings: [recipient(moisture, 14)],
        tickets: [{ place: 'UNLOADING', net: 24_700 }],
      },
    });
    expect(await user.call(quality.getTransportReadings, { params: { id: trade.transport } })).toMatchObject({
      readings: [
        { source: 'LOADING', value: 13 },
        { source: 'RECIPIENT', value: 14 },
      ],
      tickets: [{ place: 'UNLOADING', net: 24_700 }],
    });
  });

  it('values of another type, wrong nets and wrong statuses are refused on their fields', async () => {
    const goods = await makeGoods();
    const { moisture, alive } = goods.parameters;
    const trade = await makeTrade(goods, []);
    expect(await failureOf(measure(trade.transport, [recipient(moisture, true)]))).toMatchObject({
      fields: [{ path: 'readings.0.value', code: 'VALUE_IS_WRONG_DATA_TYPE' }],
    });
    expect(await failureOf(measure(trade.transport, [recipient(alive, 1)]))).toMatchObject({
      fields: [{ path: 'readings.0.value', code: 'VALUE_IS_WRONG_DATA_TYPE' }],
    });
    const ticket = { place: 'LOADING' as const, gross: 40_000, tare: 15_000, net: 24_000 };
    expect(await failureOf(measure(trade.transport, [], [ticket]))).toMatchObject({
      fields: [{ path: 'tickets.0.net', code: 'VALUE_IS_WRONG' }],
    });
    const planned = await makeTransport(user, trade.purchase, trade.sales);
    expect(await failureOf(measure(planned, [], [{ place: 'UNLOADING', net: 24_000 }]))).toMatchObject({
      code: 'WRONG_STATUS',
    });
    await measure(planned, [recipient(moisture, 14)], [{ place: 'LOADING', net: 24_000 }]);
  });
});

it('transports that quality leaves to do are listed until their side is settled', async () => {
  const goods = await makeGoods();
  const { moisture } = goods.parameters;
  const trade = await makeTrade(goods, [above(moisture, 14.5, { rate: 100, refuseAt: 18 })], { kg: 24_800 });
  const attentions = async () => {
    const kinds = ['READING_MISSING', 'READING_REFUSED', 'READINGS_DIFFER', 'WEIGHT_LOST'] as const;
    const found = [];
    for (const attention of kinds) {
      const { list } = await user.call(listTransports, { query: { attention, purchaseId: trade.purchase } });
      if (list.some(({ id }) => id === trade.transport)) found.push(attention);
    }
    return found;
  };
  expect(await attentions()).toEqual(['READING_MISSING']);
  await measure(
    trade.transport,
    [recipient(moisture, 18.1), { parameterId: moisture, source: 'LOADING', value: 17.5 }],
    [
      { place: 'LOADING', net: 25_000 },
      { place: 'UNLOADING', net: 24_800 },
    ],
  );
  expect(await attentions()).toEqual(['READING_REFUSED', 'READINGS_DIFFER', 'WEIGHT_LOST']);
  await measure(trade.transport, [
    recipient(moisture, 18),
    { parameterId: moisture, source: 'LOADING', value: 17.5 },
  ]);
  expect(await attentions()).toEqual([]);
  await measure(trade.transport, [recipient(moisture, 18.1)]);
  await settle(trade.transport);
  expect(await attentions()).toEqual([]);
});
