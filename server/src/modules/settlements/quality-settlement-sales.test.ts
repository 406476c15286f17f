import * as tables from '@spichlerz/shared/wire/discount-tables';
import * as settlements from '@spichlerz/shared/wire/settlements';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import { changeContract } from '../../testing/contract-form.ts';
import { makeContract, setTransportStatuses } from '../../testing/make.ts';
import {
  above,
  dryMatter,
  type QualityWorld,
  qualityWorld,
  type Rule,
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

/** Settles a sale by its rules, in one option of the weighed kilograms. */
async function settleSale(transportId: number, status: 'TO_BE_SETTLED' | 'INVOICE', terms: object = {}) {
  const { fingerprint, pricePerTonne } = await world.preview(transportId, { side: 'sales' });
  const option = {
    realQuantityKg: 25_060,
    realCargoPrice: pricePerTonne,
    realCargoQuality: 'Konsumpcyjna',
  };
  await user.call(settlements.settleSale, {
    body: { transportId, salesSettlementStatus: status, fingerprint, options: [option], ...terms },
  });
}

/** Returns the changes of overridden lines in the audit entries of a settlement with this action. */
async function loggedOverrides(action: string, transportId: number): Promise<unknown[]> {
  const { rows } = await test.pool.query<{ overrides: unknown }>(
    `select changes->'overrides' as overrides from history where action = $1 and
      entity_id = (select id from settlement where transport_id = $2)`,
    [action, transportId],
  );
  return rows.map(({ overrides }) => overrides);
}

const setRules = (id: number, rules: Rule[]) =>
  user.call(tables.changeContractRules, {
    params: { id },
    body: { weightBasis: 'UNLOADING', readingSource: 'RECIPIENT', rules },
  });

describe('a sale', () => {
  it('is settled by the rules of its contract with exactly one option; several options are rejected', async () => {
    const goods = await world.makeGoods();
    const { alive } = goods.parameters;
    const trade = await world.makeTrade(goods, []);
    await user.call(tables.changeContractRules, {
      params: { id: trade.sales },
      body: {
        weightBasis: 'LOADING',
        readingSource: 'RECIPIENT',
        rules: [{ parameterId: alive, direction: 'ABOVE', effect: 'PRICE_AMOUNT', rate: 1_000 }],
      },
    });
    const sale = () => world.preview(trade.transport, { side: 'sales' });
    expect(await sale()).toMatchObject({
      basisQuantity: null,
      amount: null,
      missing: [
        { parameterId: alive, name: 'Żywe szkodniki' },
        { parameterId: null, name: 'Waga załadunku' },
      ],
    });
    await world.measure(
      trade.transport,
      [recipient(alive, true)],
      [{ place: 'LOADING', number: 'KW 1', gross: 40_000, tare: 15_000, net: 25_000 }],
    );
    const { fingerprint, pricePerTonne } = await sale();
    // a weight in the request counts like a stored one, but only if the loading ticket is the weight basis
    const typed = (side: 'purchase' | 'sales', loadingQuantity: number) =>
      world.preview(trade.transport, { side, loadingQuantity });
    expect(await typed('sales', 24_000)).toMatchObject({ basisQuantity: 24_000, amount: 1_896_000 });
    expect((await typed('sales', 25_000)).fingerprint).toBe(fingerprint);
    expect(await typed('purchase', 24_000)).toMatchObject({ basisQuantity: 25_060 });
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
    await changeContract(user, 'sales', trade.sales, { weightBasis: 'UNLOADING' });
    expect(await settlementOf(user, 'sales', trade)).toMatchObject({ weightBasis: 'LOADING' });
  });

  it('has a preview with the stored price option and overrides, and with the information whether it was settled by hand', async () => {
    const goods = await world.makeGoods();
    const { moisture } = goods.parameters;
    const trade = await world.makeTrade(goods, []);
    await setRules(trade.sales, [above(moisture, 14.5, { rate: 1_000 })]);
    await world.measure(trade.transport, [recipient(moisture, 15)]);
    const sale = () => world.preview(trade.transport, { side: 'sales' });
    const [line] = (await sale()).lines;
    expect((await sale()).settled).toBeNull();

    const overrides = [{ ruleId: line?.ruleId ?? 0, pricePerTonne: -300, reason: 'uzgodnione' }];
    const { pricePerTonne } = await world.preview(trade.transport, { side: 'sales', overrides });
    const option = { realQuantityKg: 25_060, realCargoQuality: 'Konsumpcyjna' };
    const options = [{ ...option, realCargoPrice: pricePerTonne }];
    await settleSale(trade.transport, 'TO_BE_SETTLED', { overrides, options });
    const settled = { byRules: true, priceOptionId: 0, overrides: [{ ...overrides[0], quantity: null }] };
    expect((await sale()).settled).toEqual(settled);

    const byHand = { fingerprint: undefined, options: [{ ...option, realCargoPrice: 81_250 }] };
    await settleSale(trade.transport, 'TO_BE_SETTLED', byHand);
    expect((await sale()).settled).toEqual({ byRules: false, priceOptionId: 0, overrides: [] });
  });

  it('that is measured again after its invoice needs a correction until it is settled and invoiced again', async () => {
    const goods = await world.makeGoods();
    const { alive } = goods.parameters;
    const trade = await world.makeTrade(goods, []);
    await setRules(trade.sales, [above(alive, 0, { rate: 1_000 })]);
    await world.measure(trade.transport, [recipient(alive, false)]);
    await settleSale(trade.transport, 'TO_BE_SETTLED');
    const { settlementId } = await settlementOf(user, 'sales', trade);
    const invoice = () =>
      user.call(settlements.invoiceSale, {
        body: {
          settlementId,
          salesSettlementStatus: 'INVOICE',
          salesInvoiceNumber: 'FS 1',
          salesDeliverDate: '2026-09-02',
        },
      });
    await invoice();
    const isWrong = async () => (await settlementOf(user, 'sales', trade)).needsCorrection;
    expect(await isWrong()).toBe(false);
    await world.measure(trade.transport, [recipient(alive, true)]);
    expect(await isWrong()).toBe(true);
    await settleSale(trade.transport, 'INVOICE');
    expect(await isWrong()).toBe(true);
    await invoice();
    expect(await isWrong()).toBe(false);
  });

  it('loses its deductions by rules when its transport moves to another sale', async () => {
    const goods = await world.makeGoods();
    const { moisture } = goods.parameters;
    const trade = await world.makeTrade(goods, []);
    await setRules(trade.sales, [above(moisture, 14, dryMatter)]);
    await world.measure(trade.transport, [recipient(moisture, 20)]);
    const [line] = (await world.preview(trade.transport, { side: 'sales' })).lines;
    const overrides = [{ ruleId: line?.ruleId ?? 0, quantity: -500, reason: 'uzgodnione' }];
    await settleSale(trade.transport, 'TO_BE_SETTLED', { overrides });
    await setTransportStatuses(admin, trade.transport, 'DELIVERED');
    const other = await makeContract(user, 'sales', goods.material);
    await user.call(settlements.moveSalesSettlement, {
      body: { transportId: trade.transport, newSalesId: other },
    });
    expect(await settlementOf(user, 'sales', { ...trade, sales: other })).toMatchObject({
      acceptedQuantity: null,
      lines: [],
      amount: 2_004_800,
    });
    expect(await loggedOverrides('sales.moved', trade.transport)).toEqual([
      [['Wilgotność: −500\u00a0kg (uzgodnione)'], []],
    ]);
  });

  it('has an audit entry that shows a waived weight deduction in kilograms', async () => {
    const goods = await world.makeGoods();
    const { moisture } = goods.parameters;
    const trade = await world.makeTrade(goods, []);
    await setRules(trade.sales, [above(moisture, 14, dryMatter)]);
    await world.measure(trade.transport, [recipient(moisture, 20)]);
    const [line] = (await world.preview(trade.transport, { side: 'sales' })).lines;
    const overrides = [{ ruleId: line?.ruleId ?? 0, quantity: 0, reason: 'uzgodnione' }];
    await settleSale(trade.transport, 'TO_BE_SETTLED', { overrides });
    expect(await loggedOverrides('sales.settled', trade.transport)).toEqual([
      [[], ['Wilgotność: 0\u00a0kg (uzgodnione)']],
    ]);
  });
});
