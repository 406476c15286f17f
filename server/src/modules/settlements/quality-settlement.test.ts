import { changeRawMaterial } from '@spichlerz/shared/wire/materials';
import { printContract, printSettlements } from '@spichlerz/shared/wire/printouts';
import * as settlements from '@spichlerz/shared/wire/settlements';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import { changeContract } from '../../testing/contract-form.ts';
import { readPrintout } from '../../testing/printout.ts';
import {
  above,
  dryMatter,
  percent,
  type QualityWorld,
  qualityWorld,
  recipient,
} from '../../testing/quality.ts';
import { settlementOf } from '../../testing/settle.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

let test: TestApp;
let user: TestUser;
let admin: TestUser;
let world: QualityWorld;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  admin = await createTestUser(test, 'ADMIN');
  world = qualityWorld(user, admin);
});
afterAll(() => test.close());

const takeBack = (transportId: number) =>
  user.call(settlements.settlePurchase, {
    body: { transportId, purchaseSettlementStatus: 'TO_BE_SETTLED', reason: 'Pomyłka' },
  });

/** A rule that takes the norm from the quality. */
const byNorm = (parameterId: number) => ({ ...above(parameterId, 0, { rate: 800 }), norm: undefined });

describe('a settlement by the rules of the contract', () => {
  it('has a preview with the amounts of the worked examples in the specification', async () => {
    const goods = await world.makeGoods();
    const { moisture, impurities, broken } = goods.parameters;
    const wheat = await world.makeTrade(
      goods,
      [
        above(moisture, 14.5, { rate: 1_000, step: 0.5 }),
        above(impurities, 2, percent),
        above(broken, 72, { direction: 'BELOW', rate: 500 }),
      ],
      { price: 82_000, kg: 25_060 },
    );
    await world.measure(wheat.transport, [
      recipient(moisture, 15.6),
      recipient(impurities, 3.4),
      recipient(broken, 70.5),
    ]);
    expect(await world.preview(wheat.transport)).toMatchObject({
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
    const maize = await world.makeTrade(
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
    expect(await world.preview(maize.transport, { readings: wet })).toMatchObject({
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

  it('uses the price of the chosen price option; after the settlement is reverted, the side has the contract price again', async () => {
    const goods = await world.makeGoods();
    const { moisture } = goods.parameters;
    const trade = await world.makeTrade(goods, [above(moisture, 14.5, { rate: 1_000 })], { price: 80_000 });
    await changeContract(user, 'purchase', trade.purchase, {
      additionalCargoOption: [{ price: 75_000, rawMaterialQualityId: goods.material.qualityId }],
    });
    const { rows } = await test.pool.query<{ id: number }>(
      'select id from contract_option where contract_id = $1',
      [trade.purchase],
    );
    await world.measure(trade.transport, [recipient(moisture, 15.5)]);
    const option = { priceOptionId: rows[0]?.id };
    const { pricePerTonne, fingerprint } = await world.preview(trade.transport, option);
    const chosen = { ...option, realPurchaseCargoPrice: pricePerTonne, fingerprint };
    await world.settle(trade.transport, chosen);
    const row = { contractPrice: 75_000, realPurchaseCargoPrice: 74_000 };
    expect(await settlementOf(user, 'purchase', trade)).toMatchObject(row);
    await takeBack(trade.transport);
    expect(await settlementOf(user, 'purchase', trade)).toMatchObject({ contractPrice: 80_000 });
    const former = { byRules: true, priceOptionId: rows[0]?.id, overrides: [] };
    expect(await world.preview(trade.transport)).toMatchObject({ settled: null, takenBack: former });
    const { rows: entries } = await test.pool.query<{ price: unknown }>(
      `select changes->'option_price_minor_per_tonne' as price from history where entity = 'settlement' and
        entity_id = (select id from settlement where transport_id = $1) and action like 'purchase.%' order by id`,
      [trade.transport],
    );
    expect(entries.map(({ price }) => price)).toEqual([
      [null, 75_000],
      [75_000, null],
    ]);
    await world.settle(trade.transport);
    expect(await world.preview(trade.transport)).toMatchObject({
      settled: { ...former, priceOptionId: 0 },
      takenBack: null,
    });
  });

  it('stores its amount, accepted kilograms, deduction text and lines; a new reading marks it for correction', async () => {
    const goods = await world.makeGoods();
    const { moisture } = goods.parameters;
    const trade = await world.makeTrade(goods, [above(moisture, 14, dryMatter)], {
      price: 78_000,
      kg: 26_480,
    });
    await world.measure(trade.transport, [recipient(moisture, 27.4)]);
    await world.settle(trade.transport);
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
    await world.measure(trade.transport, [recipient(moisture, 27.5)]);
    expect(await settlementOf(user, 'purchase', trade)).toMatchObject({
      needsCorrection: true,
      acceptedQuantity: 22_354,
    });
  });

  it('leaves the contract price and no deductions when it is reverted', async () => {
    const goods = await world.makeGoods();
    const { moisture, impurities } = goods.parameters;
    const rules = [above(moisture, 14, dryMatter), above(impurities, 2, percent)];
    const trade = await world.makeTrade(goods, rules, { price: 78_000, kg: 26_480 });
    await world.measure(trade.transport, [recipient(moisture, 27.4), recipient(impurities, 3.2)]);
    await world.settle(trade.transport);
    expect(await settlementOf(user, 'purchase', trade)).toMatchObject({
      realPurchaseCargoPrice: 77_064,
      acceptedQuantity: 22_354,
    });
    await takeBack(trade.transport);
    expect(await settlementOf(user, 'purchase', trade)).toMatchObject({
      realPurchaseCargoPrice: 78_000,
      acceptedQuantity: null,
      deductions: null,
      amount: 2_065_440,
    });
  });

  it('has its norms in the contract confirmation, and each deduction line in the statement', async () => {
    const { material, parameters } = await world.makeGoods();
    const { moisture } = parameters;
    const parameterValues = [{ parameterId: moisture, value: '14.5' }];
    await admin.call(changeRawMaterial, {
      params: { id: material.id },
      body: {
        name: 'Kukurydza',
        qualityOptions: [{ id: material.qualityId, title: 'Mokra 30', parameterValues }],
      },
    });
    const trade = await world.makeTrade({ material, parameters }, [
      { ...above(moisture, 0, { rate: 800, per: 'BASIS' }), norm: undefined },
      above(moisture, 14, dryMatter),
    ]);
    await world.measure(trade.transport, [recipient(moisture, 16)]);
    await world.settle(trade.transport);
    const input = { params: { id: trade.purchase } };
    const { text: contract } = await readPrintout(test, user, printContract.purchase, input);
    expect(contract).toContain('Mokra 30: Wilgotność 14,5 %');
    const { text: statement } = await readPrintout(test, user, printSettlements.purchase, input);
    expect(statement).toContain(
      'Potrącenia i dopłaty: Wilgotność 16 % (norma 14,5): 2 × 8,00 od wagi mokrej = −16,38 zł/t; Wilgotność 16 % (norma 14): sucha masa = −583 kg',
    );
  });

  it('uses the norms copied into the contract, which the confirmation states even after the quality is edited', async () => {
    const { material, parameters } = await world.makeGoods();
    const { moisture, impurities, alive } = parameters;
    const setValues = (...values: [number, string][]) =>
      admin.call(changeRawMaterial, {
        params: { id: material.id },
        body: {
          name: `Żyto ${material.id}`,
          qualityOptions: [
            {
              id: material.qualityId,
              title: 'Konsumpcyjna',
              parameterValues: values.map(([parameterId, value]) => ({ parameterId, value })),
            },
          ],
        },
      });
    await setValues([moisture, '14.5'], [alive, 'false']);
    const trade = await world.makeTrade({ material, parameters }, [byNorm(moisture), byNorm(impurities)]);
    await changeContract(user, 'purchase', trade.purchase, {
      additionalCargoOption: [
        { price: 75_000, rawMaterialQualityId: material.qualityId, attachToContract: true },
      ],
    });
    await world.measure(trade.transport, [recipient(moisture, 16), recipient(impurities, 3)]);

    await setValues([impurities, '2'], [alive, 'true']);
    const input = { params: { id: trade.purchase } };
    const { text } = await readPrintout(test, user, printContract.purchase, input);
    const frozen = 'Konsumpcyjna: Wilgotność 14,5 %, Żywe szkodniki Tak';
    expect(text).toContain(`Główna ${frozen} 800,00`);
    expect(text).toContain(`Dodatkowa ${frozen} 750,00`);
    expect(text).not.toContain('Zanieczyszczenia 2 %');
    expect(await world.preview(trade.transport)).toMatchObject({
      lines: [{ parameterId: moisture, norm: 14.5 }],
      withoutNorm: [{ parameterId: impurities }],
    });
  });

  it('is rejected if a reading is missing, the fingerprint is outdated, or a figure differs from the computed one', async () => {
    const goods = await world.makeGoods();
    const { moisture } = goods.parameters;
    const trade = await world.makeTrade(goods, [above(moisture, 14.5, { rate: 3_000 })]);
    expect(await failureOf(world.settle(trade.transport))).toMatchObject({
      code: 'REQUIRED_DATA_NOT_FOUND',
      fields: [{ path: `readings.${moisture}`, code: 'VALUE_IS_MISSING' }],
    });
    await world.measure(trade.transport, [recipient(moisture, 15)]);
    const { fingerprint } = await world.preview(trade.transport);
    await world.measure(trade.transport, [recipient(moisture, 16)]);
    for (const other of [fingerprint, ' ', 'x'.repeat(255)])
      expect(await failureOf(world.settle(trade.transport, { fingerprint: other }))).toMatchObject({
        code: 'CONFLICT',
      });
    expect(await failureOf(world.settle(trade.transport, { realPurchaseCargoPrice: 73_999 }))).toMatchObject({
      code: 'VALUE_IS_WRONG',
      fields: [{ path: 'real_purchase_cargo_price' }],
    });
    expect(await failureOf(world.settle(trade.transport, { acceptedQuantity: 25_000 }))).toMatchObject({
      fields: [{ path: 'accepted_quantity', code: 'VALUE_IS_WRONG' }],
    });
  });

  it('readings saved in parallel with a settlement either make the settlement fail or mark the settlement for correction', async () => {
    const goods = await world.makeGoods();
    const { moisture } = goods.parameters;
    for (let round = 0; round < 5; round++) {
      const trade = await world.makeTrade(goods, [above(moisture, 14.5, { rate: 3_000 })], {
        kg: 25_000 + round,
      });
      await world.measure(trade.transport, [recipient(moisture, 15)]);
      const computed = await world.preview(trade.transport);
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
        world.measure(trade.transport, [recipient(moisture, 16)]),
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

  it('requires a reason for the override of a rule line, and its audit entry contains that reason', async () => {
    const goods = await world.makeGoods();
    const { moisture } = goods.parameters;
    const trade = await world.makeTrade(goods, [above(moisture, 14.5, { rate: 3_000 })]);
    await world.measure(trade.transport, [recipient(moisture, 16)]);
    const [line] = (await world.preview(trade.transport)).lines;
    const override = { ruleId: line?.ruleId ?? 0, pricePerTonne: -2_000 };
    const overridden = { realPurchaseCargoPrice: 78_000, overrides: [override] };
    expect(await failureOf(world.settle(trade.transport, overridden))).toMatchObject({
      fields: [{ path: 'overrides.0.reason', code: 'VALUE_IS_MISSING' }],
    });
    const heavier = await world.makeTrade(goods, [above(moisture, 14, dryMatter)], { kg: 25_061 });
    await world.measure(heavier.transport, [recipient(moisture, 16)]);
    const [dried] = (await world.preview(heavier.transport)).lines;
    const overrides = [{ ruleId: dried?.ruleId ?? 0, quantity: 1, reason: 'Ugoda' }];
    expect(
      await failureOf(world.settle(heavier.transport, { overrides, acceptedQuantity: 25_062 })),
    ).toMatchObject({ fields: [{ path: 'accepted_quantity', code: 'VALUE_IS_WRONG' }] });
    const reasoned = { ...override, reason: 'Ugoda' };
    expect(
      await failureOf(
        world.settle(trade.transport, {
          ...overridden,
          overrides: [reasoned, { ...reasoned, pricePerTonne: 0 }],
        }),
      ),
    ).toMatchObject({ fields: [{ path: 'overrides.1.rule_id', code: 'VALUE_IS_DUPLICATED' }] });
    // an override cannot set a price for a rule that changes the weight, nor kilograms for a rule that
    // changes the price
    const priced = [{ ruleId: dried?.ruleId ?? 0, pricePerTonne: -1, reason: 'Ugoda' }];
    expect(await failureOf(world.settle(heavier.transport, { overrides: priced }))).toMatchObject({
      fields: [{ path: 'overrides.0.price_per_tonne', code: 'VALUE_IS_WRONG' }],
    });
    const weighed = [{ ruleId: line?.ruleId ?? 0, quantity: -1, reason: 'Ugoda' }];
    expect(await failureOf(world.settle(trade.transport, { overrides: weighed }))).toMatchObject({
      fields: [{ path: 'overrides.0.quantity', code: 'VALUE_IS_WRONG' }],
    });
    await world.settle(trade.transport, { ...overridden, overrides: [{ ...override, reason: 'Ugoda' }] });
    const { rows } = await test.pool.query<{ changes: { overrides?: [string[], string[]] } }>(
      "select changes from history where entity = 'settlement' order by id desc limit 1",
    );
    expect(rows[0]?.changes.overrides).toEqual([[], ['Wilgotność: −20,00\u00a0zł/t (Ugoda)']]);
    // an overridden line is described without the steps of the rule
    expect((await settlementOf(user, 'purchase', trade)).deductions).toBe(
      'Wilgotność 16\u00a0% (norma 14,5): ustalono −20,00\u00a0zł/t',
    );
  });

  it('can be replaced by a settlement by hand, which accepts at most the weighed kilograms', async () => {
    const goods = await world.makeGoods();
    const trade = await world.makeTrade(goods, [above(goods.parameters.moisture, 14, { rate: 100 })]);
    const byHand = { fingerprint: undefined, realPurchaseCargoPrice: 79_000 };
    expect(
      await failureOf(world.settle(trade.transport, { ...byHand, acceptedQuantity: 25_061 })),
    ).toMatchObject({
      fields: [{ path: 'accepted_quantity', code: 'VALUE_IS_WRONG' }],
    });
    await world.settle(trade.transport, { ...byHand, acceptedQuantity: 24_000 });
    expect(await settlementOf(user, 'purchase', trade)).toMatchObject({
      acceptedQuantity: 24_000,
      amount: 1_896_000,
      lines: [],
      basisQuantity: null,
    });
    await takeBack(trade.transport);
    expect(await settlementOf(user, 'purchase', trade)).toMatchObject({
      realPurchaseCargoPrice: 80_000,
      acceptedQuantity: null,
    });
  });
});

const raised = (column: string) =>
  `update settlement_side set ${column} = ${column} + 1 where side = 'purchase'
    and settlement_id = (select id from settlement where transport_id = $1)`;

it('the integrity check reports a wrong weigh ticket and wrong stored figures of a settlement', async () => {
  const goods = await world.makeGoods();
  const { moisture } = goods.parameters;
  const trade = await world.makeTrade(goods, [above(moisture, 14, dryMatter)]);
  await world.measure(
    trade.transport,
    [recipient(moisture, 20)],
    [
      { place: 'LOADING', net: 25_100 },
      { place: 'UNLOADING', net: 25_000 },
    ],
  );
  await world.settle(trade.transport);
  const client = await test.pool.connect();
  const problemsAfter = async (change: string) => {
    await client.query('begin');
    await client.query(change, [trade.transport]);
    const { rows } = await client.query<{ problem: string }>('select problem from integrity_problem');
    await client.query('rollback');
    return rows.map(({ problem }) => problem);
  };
  try {
    expect(await problemsAfter('select $1::bigint')).toEqual([]);
    expect(await problemsAfter('update weigh_ticket set net_kg = 24999 where transport_id = $1')).toEqual([
      'unloaded weight differs from its weigh ticket',
    ]);
    const fromRules = 'purchase differs from the lines of its rules';
    const fromAmount = 'sent amount differs from the accepted kilograms';
    expect(await problemsAfter(raised('accepted_kg'))).toEqual([fromRules, fromAmount]);
    expect(await problemsAfter(raised('price_minor_per_tonne'))).toEqual([fromRules, fromAmount]);
    expect(await problemsAfter(raised('sent_amount_minor'))).toEqual([fromAmount]);
  } finally {
    client.release();
  }
});

describe('the preview of a settlement', () => {
  it('rejects a reading with a value of the wrong type, a parameter of another raw material, or a repeated source', async () => {
    const goods = await world.makeGoods();
    const { moisture, alive } = goods.parameters;
    const { transport } = await world.makeTrade(goods, [above(moisture, 14, { rate: 100 })]);
    const rejected = async (...readings: object[]) =>
      (await failureOf(world.preview(transport, { readings }))) as { fields: unknown[] };
    for (const reading of [recipient(moisture, true), recipient(alive, 1)])
      expect((await rejected(reading)).fields).toEqual([
        { path: 'readings.0.value', code: 'VALUE_IS_WRONG_DATA_TYPE' },
      ]);
    const foreign = recipient((await world.makeGoods()).parameters.moisture, 1);
    expect((await rejected(foreign)).fields).toEqual([
      { path: 'readings.0.parameter_id', code: 'RAW_MATERIAL_WRONG_DATA_TYPE' },
    ]);
    expect((await rejected(recipient(moisture, 1), recipient(moisture, 2))).fields).toEqual([
      { path: 'readings.1.source', code: 'VALUE_IS_DUPLICATED' },
    ]);
  });

  it('limits the price and the quantity of a rule line to the largest values that can be stored', async () => {
    const goods = await world.makeGoods();
    const { moisture, impurities } = goods.parameters;
    const huge = { step: 0.001, rate: 2_147_483_647, isPremium: true } as const;
    const { transport } = await world.makeTrade(goods, [
      above(moisture, 0, huge),
      above(impurities, 0, { ...huge, effect: 'WEIGHT_PERCENT' }),
    ]);
    const readings = [recipient(moisture, 1_000_000), recipient(impurities, 1_000_000)];
    expect(await world.preview(transport, { readings })).toMatchObject({
      acceptedQuantity: 3_000_000,
      lines: [{ pricePerTonne: 2_147_483_647 }, { quantity: 3_000_000 - 25_060 }],
    });
  });
});
