import { listAuditEntries } from '@spichlerz/shared/wire/audit-log';
import * as tables from '@spichlerz/shared/wire/discount-tables';
import { getParameter, upsertParameter } from '@spichlerz/shared/wire/materials';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import { changeContract } from '../../testing/contract-form.ts';
import { makeContract } from '../../testing/make.ts';
import { above, dryMatter, type QualityWorld, qualityWorld, type Rule } from '../../testing/quality.ts';
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

/** The audit text of a rule of 10.00 per step in a currency. */
const inCurrency = (symbol: string) => [
  expect.stringMatching(new RegExp(`^Wilgotność powyżej .*: 10,00\\s${symbol}/t za każde rozpoczęte 1$`)),
];

describe('the rules of a contract', () => {
  it('are copied to a new contract from the matching discount table if exactly one table matches', async () => {
    const goods = await world.makeGoods();
    const { moisture } = goods.parameters;
    const table = await world.makeTable(goods, [above(moisture, 14.5, { rate: 1_000 })]);
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
    await world.makeTable(goods, [], { name: 'Druga' });
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

  it('keep their ids when they are changed; a change after a settlement by the rules needs a reason', async () => {
    const goods = await world.makeGoods();
    const { moisture } = goods.parameters;
    const trade = await world.makeTrade(goods, [above(moisture, 14.5, { rate: 3_000 })]);
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
    await world.measure(trade.transport, [{ parameterId: moisture, source: 'ARBITER', value: 16 }]);
    expect(await rulesOf()).toMatchObject({ isSettledByRules: false });
    await world.settle(trade.transport);
    expect(await rulesOf()).toMatchObject({ isSettledByRules: true });
    expect(await failureOf(change({}))).toMatchObject({
      fields: [{ path: 'reason', code: 'VALUE_IS_MISSING' }],
    });
    await change({ reason: 'Aneks' });
  });

  it('are replaced after a change to a new discount table or currency, and removed by the table id 0', async () => {
    const goods = await world.makeGoods();
    const { moisture } = goods.parameters;
    const rules = [above(moisture, 14.5, { rate: 1_000 })];
    const purchase = await makeContract(user, 'purchase', goods.material);
    const rulesOf = () => user.call(tables.getContractRules, { params: { id: purchase } });
    const setRules = () =>
      user.call(tables.changeContractRules, {
        params: { id: purchase },
        body: { weightBasis: 'LOADING', readingSource: 'ARBITER', rules },
      });
    await setRules();
    await changeContract(user, 'purchase', purchase, {});
    expect(await rulesOf()).toMatchObject({
      weightBasis: 'LOADING',
      readingSource: 'ARBITER',
      rules: [{ rate: 1_000 }],
    });
    await changeContract(user, 'purchase', purchase, { discountTableId: 0 });
    expect(await rulesOf()).toMatchObject({ sourceTable: null, rules: [] });
    const empty = await world.makeTable(goods, []);
    await changeContract(user, 'purchase', purchase, { discountTableId: empty });
    expect(await rulesOf()).toMatchObject({ sourceTable: { id: empty }, rules: [] });
    await changeContract(user, 'purchase', purchase, { discountTableId: 0 });
    expect(await rulesOf()).toMatchObject({ sourceTable: null });
    await setRules();
    await changeContract(user, 'purchase', purchase, { currency: 'EUR' });
    expect(await rulesOf()).toMatchObject({ sourceTable: null, rules: [] });
    await changeContract(user, 'purchase', purchase, { currency: 'PLN' });
    expect(await rulesOf()).toMatchObject({ sourceTable: { id: empty } });
    await changeContract(user, 'purchase', purchase, { currency: 'EUR', discountTableId: 0 });
    await changeContract(user, 'purchase', purchase, { currency: 'PLN', discountTableId: 0 });
    expect(await rulesOf()).toMatchObject({ sourceTable: null });
  });

  it('are in the audit entry of a currency change: the old rules in the old currency, the new rules in the new currency', async () => {
    const goods = await world.makeGoods();
    const rules = [above(goods.parameters.moisture, 14.5, { rate: 1_000 })];
    await world.makeTable(goods, rules);
    await world.makeTable(goods, rules, { name: 'Eksport', currency: 'EUR' });
    const id = await makeContract(user, 'purchase', goods.material);
    await changeContract(user, 'purchase', id, { currency: 'EUR' });
    const { list } = await user.call(listAuditEntries, { query: { contractId: id } });
    expect(list[0]?.changes).toMatchObject({
      currency: ['PLN', 'EUR'],
      discountRules: [inCurrency('zł'), inCurrency('€')],
    });
  });

  it('have an audit entry with the names of both tables after a change to a different table with equal rules', async () => {
    const goods = await world.makeGoods();
    const rules = [above(goods.parameters.moisture, 14.5, { rate: 1_000 })];
    const [first, second] = [
      await world.makeTable(goods, rules, { name: 'Zbiory' }),
      await world.makeTable(goods, rules, { name: 'Magazyn' }),
    ];
    const id = await makeContract(user, 'purchase', goods.material, { discountTableId: first });
    const lastEntry = async () =>
      (await user.call(listAuditEntries, { query: { contractId: id } })).list[0] ?? null;
    await changeContract(user, 'purchase', id, { discountTableId: second });
    expect(await lastEntry()).toMatchObject({
      action: 'changed',
      changes: { discountTableId: [first, second] },
      names: { [`discountTableId:${first}`]: 'Zbiory', [`discountTableId:${second}`]: 'Magazyn' },
    });
    await user.call(tables.changeContractRules, {
      params: { id },
      body: { weightBasis: 'UNLOADING', readingSource: 'RECIPIENT', rules, sourceTableId: first },
    });
    expect(await lastEntry()).toMatchObject({
      changes: { discountTableId: [second, first] },
      names: { [`discountTableId:${first}`]: 'Zbiory' },
    });
  });

  it('fields that do not apply to the parameter or the effect of a rule are not stored', async () => {
    const goods = await world.makeGoods();
    const { moisture, alive } = goods.parameters;
    const ignored = { bandFrom: 9, bandTo: 3, appliesBeyond: 7, step: -1 };
    const id = await world.makeTable(goods, [
      above(alive, 5, { ...ignored, rate: 500, refuseAt: 1, stepping: 'FULL' }),
      above(moisture, 14, { ...dryMatter, ...ignored, rate: -3, per: 'BASIS' }),
    ]);
    const nothing = { bandFrom: null, bandTo: null, step: null, stepping: null, per: 'ACCEPTED' };
    expect(await user.call(tables.getDiscountTable, { params: { id } })).toMatchObject({
      rules: [
        { ...nothing, norm: null, appliesBeyond: null, refuseAt: null, rate: 500 },
        { ...nothing, norm: 14, appliesBeyond: 7, rate: 0 },
      ],
    });
    const { list } = await user.call(tables.listDiscountTables, {
      body: { filter: { rawMaterialId: goods.material.id }, search: 'tab', orderBy: 'raw_material DESC' },
    });
    expect(list).toMatchObject([
      { id, rawMaterial: { id: goods.material.id }, ruleCount: 2, contractCount: 0, isActive: true },
    ]);
  });

  it('an invalid discount table is rejected with an error that names the wrong field', async () => {
    const goods = await world.makeGoods();
    const other = await world.makeGoods();
    const { moisture, alive } = goods.parameters;
    const { id: note } = await admin.call(upsertParameter, {
      body: { rawMaterialId: goods.material.id, name: 'Zapach', type: 'TEXT' },
    });
    const rejected = async (...rules: Rule[]) =>
      ((await failureOf(world.makeTable(goods, rules))) as { fields: unknown[] }).fields;
    expect(await rejected(above(other.parameters.moisture, 14, { rate: 1 }))).toEqual([
      { path: 'rules.0.parameter_id', code: 'RAW_MATERIAL_WRONG_DATA_TYPE' },
    ]);
    expect(await rejected(above(note, 14, { rate: 1 }))).toEqual([
      { path: 'rules.0.parameter_id', code: 'VALUE_IS_WRONG_DATA_TYPE' },
    ]);
    expect(
      await rejected(above(moisture, 14, { rate: 1, bandTo: 16 }), above(moisture, 14, { rate: 1 })),
    ).toEqual([{ path: 'rules.1.band_from', code: 'VALUE_IS_DUPLICATED' }]);
    expect(await rejected(above(moisture, 100, dryMatter))).toEqual([
      { path: 'rules.0.norm', code: 'VALUE_IS_WRONG' },
    ]);
    expect(await rejected(above(moisture, 14, { ...dryMatter, direction: 'BELOW' }))).toEqual([
      { path: 'rules.0.direction', code: 'VALUE_IS_WRONG' },
    ]);
    expect(await rejected(above(alive, 0, dryMatter))).toEqual([
      { path: 'rules.0.effect', code: 'VALUE_IS_WRONG' },
    ]);
    expect(await rejected(above(moisture, 14.1234, { rate: 1 }))).toEqual([
      { path: 'rules.0.norm', code: 'VALUE_IS_WRONG' },
    ]);
    await world.makeTable(goods, [above(moisture, 14, { rate: 1 })]);
    expect(await failureOf(world.makeTable(goods, []))).toMatchObject({ code: 'NAME_IS_DUPLICATED' });
    const { type: _type, ...parameter } = await user.call(getParameter, { params: { id: moisture } });
    expect(
      await failureOf(admin.call(upsertParameter, { body: { ...parameter, unit: '%', type: 'TEXT' } })),
    ).toMatchObject({ code: 'CONFLICT' });
  });
});
