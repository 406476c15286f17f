import type { MarginCurrency } from '@spichlerz/shared/domain/margin-currency';
import { listCandidates } from '@spichlerz/shared/wire/allocations';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { listMargins } from '@spichlerz/shared/wire/margin';
import { listSettlements, settlePurchase } from '@spichlerz/shared/wire/settlements';
import { changeTransportCosts, getTransportCosts } from '@spichlerz/shared/wire/transport-costs';
import { changeTransportStatus, listTransports, settleFreight } from '@spichlerz/shared/wire/transports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { download, failureOf } from '../../testing/call.ts';
import {
  type Material,
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
  setTransportStatuses,
} from '../../testing/make.ts';
import { expectMargins } from '../../testing/margins.ts';
import { settleSaleWithOptions } from '../../testing/settle.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

let test: TestApp;
let admin: TestUser;
let user: TestUser;

beforeAll(async () => {
  test = await startTestApp();
  admin = await createTestUser(test, 'ADMIN');
  user = await createTestUser(test);
});
afterAll(() => test.close());

type Trade = { material: Material; purchase: number; sales: number };

/** Creates an allocation of 50 t, bought at 800 and sold at 875. */
async function makeTrade(overrides = {}): Promise<Trade> {
  const material = await makeMaterial(admin);
  const purchase = await makeContract(user, 'purchase', material);
  const sales = await makeContract(user, 'sales', material, {
    mainCargoOption: { price: 87_500, rawMaterialQualityId: material.qualityId },
    ...overrides,
  });
  await makeAllocation(user, purchase, sales, 50_000);
  return { material, purchase, sales };
}

/**
 * Creates the settled transport of the example in customer unloading.md: 25,060 kg bought for 19,259.11 and
 * sold at 875.00, with a freight of 62.00.
 */
async function makeSettled({ purchase, sales }: Trade): Promise<number> {
  const transportId = await makeTransport(user, purchase, sales, { freightPerTonne: 6_200 });
  const released = { transportId, status: 'DELIVERED', realQuantityKg: 25_060 } as const;
  await user.call(changeTransportStatus, { body: released });
  await setTransportStatuses(user, transportId, 'TO_BE_SETTLED');
  const bought = { realPurchaseCargoPrice: 76_852, realPurchaseCargoQuality: 'Paszowa' };
  await user.call(settlePurchase, { body: { transportId, ...bought } });
  await settleSaleWithOptions(user, transportId, [25_060, 87_500]);
  return transportId;
}

const marginOfTransport = async (trade: Trade, id: number) => {
  const { list } = await user.call(listTransports, { query: { salesId: trade.sales, limit: 100 } });
  const row = list.find((one) => one.id === id);
  return { margin: row?.margin, marginByCurrency: row?.marginByCurrency };
};
const marginOfSale = async ({ sales }: Trade) =>
  (await user.call(contracts.sales.dashboard, { params: { id: sales } })).margin;
const report = (body: Parameters<typeof user.call<typeof listMargins>>[1]['body']) =>
  user.call(listMargins, { body });

describe('the margin of a transport', () => {
  it('is the sales amount minus the purchase amount and the freight', async () => {
    const trade = await makeTrade();
    const id = await makeSettled(trade);
    const margin = { amount: 111_467, perTonne: 4_448, percent: 5.08, stage: 'SETTLED', currency: 'PLN' };
    expect(await marginOfTransport(trade, id)).toMatchObject({
      margin,
      marginByCurrency: [
        { currency: 'PLN', sales: 2_192_750, purchase: 1_925_911, freight: 155_372, costs: 0 },
      ],
    });
    const { list } = await user.call(listSettlements.purchase, { query: { purchaseId: trade.purchase } });
    expect(list).toMatchObject([{ margin }]);
  });

  it('subtracts costs besides the freight; a returned transport counts its freight alone, and a cancelled transport counts zero', async () => {
    const trade = await makeTrade();
    const [kept, returned, cancelled] = [
      await makeTransport(user, trade.purchase, trade.sales),
      await makeTransport(user, trade.purchase, trade.sales, { quantityKg: 20_000 }),
      await makeTransport(user, trade.purchase, trade.sales, { quantityKg: 5_000 }),
    ];
    const costs = [{ kind: 'LAB', amount: 12_300, currency: 'PLN' } as const];
    for (const id of [kept, returned, cancelled])
      await user.call(changeTransportCosts, { params: { id }, body: { costs } });
    await setTransportStatuses(user, returned, 'RETURN_TO_CLIENT');
    await setTransportStatuses(user, cancelled, 'CANCELLED');
    expect((await marginOfTransport(trade, kept)).margin).toMatchObject({
      amount: 25 * 7_500 - 25 * 4_500 - 12_300,
      stage: 'PLANNED',
    });
    expect((await marginOfTransport(trade, returned)).margin).toMatchObject({
      amount: -20 * 4_500,
      perTonne: null,
      percent: null,
    });
    expect((await marginOfTransport(trade, cancelled)).margin).toMatchObject({ amount: 0, perTonne: null });
    await expectMargins(test.pool, user, { purchase: [trade.purchase], sales: [trade.sales] });
  });

  it('is null if the freight is in a second currency; the amounts are then returned for each currency', async () => {
    const trade = await makeTrade();
    const id = await makeTransport(user, trade.purchase, trade.sales, {
      currency: 'EUR',
      freightPerTonne: 1_100,
    });
    expect(await marginOfTransport(trade, id)).toEqual({
      margin: null,
      marginByCurrency: [
        { currency: 'PLN', sales: 25 * 87_500, purchase: 25 * 80_000, freight: 0, costs: 0 },
        { currency: 'EUR', sales: 0, purchase: 0, freight: 25 * 1_100, costs: 0 },
      ],
    });
    expect(await marginOfSale(trade)).toBeNull();
    const { rows } = await report({ groupBy: 'MATERIAL', rawMaterialId: trade.material.id });
    const none = { margin: null, perTonne: null, percent: null, plannedPart: null };
    expect(rows).toMatchObject([
      { ...none, currency: 'PLN', sales: 50 * 87_500, purchase: 50 * 80_000, quantity: 50_000, freight: 0 },
      { ...none, currency: 'EUR', freight: 50 * 1_100, quantity: 0, transportCount: 0 },
    ]);
    await expectMargins(test.pool, user, { purchase: [trade.purchase], sales: [trade.sales] });
  });
});

it('the margin report has no margin for a transport with a cost in a second currency', async () => {
  const trade = await makeTrade();
  const id = await makeTransport(user, trade.purchase, trade.sales);
  const costs = [{ kind: 'COMMISSION', amount: 500, currency: 'EUR' } as const];
  await user.call(changeTransportCosts, { params: { id }, body: { costs } });
  const { rows } = await report({ groupBy: 'MATERIAL', rawMaterialId: trade.material.id });
  expect(rows).toMatchObject([
    { currency: 'PLN', quantity: 25_000, transportCount: 0, margin: 25 * 3_000, plannedPart: 25 * 3_000 },
    { currency: 'PLN', quantity: 25_000, transportCount: 1, margin: null, sales: 25 * 87_500 },
    { currency: 'EUR', quantity: 0, margin: null, costs: 500 },
  ]);
  await expectMargins(test.pool, user, { purchase: [trade.purchase], sales: [trade.sales] });
});

describe('the margin of a contract', () => {
  it('includes the open quantity, at the contract prices and the freight rate of the last transport', async () => {
    const trade = await makeTrade();
    expect(await marginOfSale(trade)).toMatchObject({
      amount: 50 * 7_500,
      plannedPart: 50 * 7_500,
      stage: 'PLANNED',
      freightKnown: false,
    });
    await makeSettled(trade);
    const openKg = 50_000 - 25_060;
    const planned = Math.round(openKg * 87.5) - Math.round(openKg * 80) - Math.round(openKg * 6.2);
    expect(await marginOfSale(trade)).toMatchObject({
      amount: 111_467 + planned,
      plannedPart: planned,
      stage: 'PLANNED',
      freightKnown: true,
    });
    await expectMargins(test.pool, user, { purchase: [trade.purchase], sales: [trade.sales] });
  });
});

it('candidates of a sale can be sorted by margin per tonne; a purchase in a different currency than the sale comes last', async () => {
  const trade = await makeTrade();
  await makeTransport(user, trade.purchase, trade.sales, { freightPerTonne: 6_000 });
  const option = (price: number) => ({
    mainCargoOption: { price, rawMaterialQualityId: trade.material.qualityId },
  });
  const cheap = await makeContract(user, 'purchase', trade.material, {
    ...option(70_000),
    quantityKg: 10_000,
  });
  const dear = await makeContract(user, 'purchase', trade.material, option(90_000));
  const abroad = await makeContract(user, 'purchase', trade.material, { ...option(1_000), currency: 'EUR' });
  const candidates = async (orderBy: 'margin ASC' | 'margin DESC') =>
    (await user.call(listCandidates, { params: { id: trade.sales }, query: { orderBy } })).list;
  const best = await candidates('margin DESC');
  expect(best.map(({ id }) => id)).toEqual([cheap, trade.purchase, dear, abroad]);
  expect(best.map(({ margin }) => margin)).toMatchObject(
    [
      { perTonne: 17_500, percent: 20, amount: 175_000, freightKnown: false },
      { perTonne: 1_500, freightKnown: true },
      { perTonne: -2_500 },
      null,
    ].map((margin) => margin ?? null),
  );
  expect((await candidates('margin ASC')).map(({ id }) => id)).toEqual([dear, trade.purchase, cheap, abroad]);
});

describe('the costs of a transport besides its freight', () => {
  it('are all replaced by one change, which requires the current version and writes an audit entry', async () => {
    const trade = await makeTrade();
    const id = await makeTransport(user, trade.purchase, trade.sales);
    const params = { id };
    const before = await user.call(getTransportCosts, { params });
    expect(before.costs).toEqual([]);
    const costs = [
      { kind: 'DEMURRAGE', amount: 20_000, currency: 'PLN', note: 'Postój 2 h' },
      { kind: 'OTHER', amount: 1_050, currency: 'EUR', note: null },
    ] as const;
    const body = { costs: costs.map((cost) => ({ ...cost, note: cost.note ?? undefined })) };
    const saved = await user.call(changeTransportCosts, {
      params,
      body: { ...body, version: before.version },
    });
    expect(saved).toEqual({ costs, version: before.version + 1 });
    expect(await user.call(getTransportCosts, { params })).toEqual(saved);
    const stale = user.call(changeTransportCosts, { params, body: { costs: [], version: before.version } });
    expect(await failureOf(stale)).toMatchObject({ status: 409, code: 'CONFLICT' });
    const unknown = user.call(changeTransportCosts, { params: { id: 999_999_999 }, body: { costs: [] } });
    expect(await failureOf(unknown)).toMatchObject({ code: 'TRANSPORT_NOT_FOUND' });
    const { rows } = await test.pool.query<{ changes: { costs: [string[], string[]] } }>(
      "select changes from history where entity = 'transport' and entity_id = $1 order by id desc limit 1",
      [id],
    );
    expect(rows[0]?.changes.costs[1]).toEqual([
      'Przestój: 200,00\u00a0zł, Postój 2 h',
      'Inny koszt: 10,50\u00a0€',
    ]);
  });
});

describe('the margin report', () => {
  it('sums the margins and their planned part by month, raw material, contractor and owner', async () => {
    const trade = await makeTrade({ dateOfReceiptTo: '2026-12-31' });
    const settled = await makeSettled(trade);
    await makeTransport(user, trade.purchase, trade.sales, {
      quantityKg: 20_000,
      freightPerTonne: 6_200,
      dateUnloading: '2026-10-05',
    });
    const rawMaterialId = trade.material.id;
    const planned = 20 * (87_500 - 80_000 - 6_200);
    const openKg = 50_000 - 25_060 - 20_000;
    const open = Math.round(openKg * 87.5) - Math.round(openKg * 80) - Math.round(openKg * 6.2);
    const whole = { margin: 111_467 + planned + open, plannedPart: planned + open, quantity: 50_000 };
    const { rows: months } = await report({ groupBy: 'MONTH', rawMaterialId });
    expect(months).toMatchObject([
      {
        label: '09/2026',
        margin: 111_467,
        perTonne: 4_448,
        percent: 5.08,
        plannedPart: 0,
        quantity: 25_060,
        transportCount: 1,
      },
      { label: '10/2026', margin: planned, plannedPart: planned, quantity: 20_000 },
      { label: '12/2026', margin: open, plannedPart: open, quantity: openKg, transportCount: 0 },
    ]);
    for (const groupBy of ['MATERIAL', 'RECIPIENT', 'SUPPLIER', 'OWNER'] as const)
      expect((await report({ groupBy, rawMaterialId })).rows).toMatchObject([whole]);
    // a transport counts in the month of its delivery, even if its unloading was planned for another month
    await user.call(settleFreight, {
      body: {
        transportId: settled,
        status: 'INVOICE',
        freightAmount: 150_000,
        transportInvoiceNumber: 'FT/1',
        transportInvoiceCreateDate: '2026-09-06',
      },
    });
    await test.pool.query(
      `update settlement_side set deliver_date = '2026-11-02' where side = 'sales'
        and settlement_id = (select id from settlement where transport_id = $1)`,
      [settled],
    );
    const cancelled = await makeTransport(user, trade.purchase, trade.sales, {
      quantityKg: 4_000,
      dateUnloading: '2026-11-03',
    });
    await setTransportStatuses(user, cancelled, 'CANCELLED');
    const range = { dateFrom: '2026-11-01', dateTo: '2026-11-30' };
    const { rows: november } = await report({ groupBy: 'MONTH', rawMaterialId, ...range });
    // a row of the report links to the list of its transports, which must show the same transports
    const realized = { dateRealizedFrom: range.dateFrom, dateRealizedTo: range.dateTo };
    const listed = async (salesOwnerId: number) =>
      (
        await user.call(listTransports, {
          query: { salesId: trade.sales, salesOwnerId: [salesOwnerId], ...realized },
        })
      ).list.map(({ id }) => id);
    expect(await listed(user.id)).toEqual([settled]);
    expect(await listed(admin.id)).toEqual([]);
    const counted = async (marginCurrency: MarginCurrency) =>
      (
        await user.call(listTransports, { query: { salesId: trade.sales, ...realized, marginCurrency } })
      ).list.map(({ id }) => id);
    // the margin filter finds the same transports before and after the job has added the change to the stored
    // lines
    const expectCounted = async (expected: Record<'PLN' | 'EUR' | 'MIXED', number[]>) => {
      for (const job of ['select 1', 'select apply_margin_changes(10000)']) {
        await test.pool.query(job);
        const [PLN, EUR, MIXED] = [await counted('PLN'), await counted('EUR'), await counted('MIXED')];
        expect({ PLN, EUR, MIXED }).toEqual(expected);
      }
    };
    await expectCounted({ PLN: [settled], EUR: [], MIXED: [] });
    const params = { id: settled };
    const { version } = await user.call(getTransportCosts, { params });
    const abroad = { kind: 'OTHER', amount: 100, currency: 'EUR', note: undefined } as const;
    await user.call(changeTransportCosts, { params, body: { costs: [abroad], version } });
    await expectCounted({ PLN: [], EUR: [], MIXED: [settled] });
    expect(november).toMatchObject([
      { key: '2026-11', margin: 111_467 + 155_372 - 150_000, freight: 150_000 },
    ]);
  });

  it('is exported as CSV with the amounts of each row', async () => {
    const trade = await makeTrade();
    const body = { groupBy: 'MATERIAL', rawMaterialId: trade.material.id } as const;
    const { body: file } = await download(
      test.app,
      listMargins.export,
      { query: { format: 'csv' }, body },
      user.token,
    );
    expect(file.toString('utf8').split('\r\n')[1]).toContain('43750,00;40000,00;0,00;0,00;3750,00;3750,00');
  });

  it('has export columns for the number of transports and for amounts in several currencies', async () => {
    const trade = await makeTrade();
    const id = await makeSettled(trade);
    const exported = async () => {
      const body = { groupBy: 'MATERIAL', rawMaterialId: trade.material.id } as const;
      const input = { query: { format: 'csv' }, body } as const;
      const { body: file } = await download(test.app, listMargins.export, input, user.token);
      return file
        .toString('utf8')
        .trim()
        .split('\r\n')
        .map((line) => line.split(';').slice(1, 3).join(';'));
    };
    expect(await exported()).toEqual(['Kwoty w kilku walutach;Liczba transportów', 'Nie;1']);
    const { version } = await user.call(getTransportCosts, { params: { id } });
    const abroad = { kind: 'OTHER', amount: 100, currency: 'EUR', note: undefined } as const;
    await user.call(changeTransportCosts, { params: { id }, body: { costs: [abroad], version } });
    expect((await exported()).slice(1)).toContain('Tak;1');
  });

  it('the exports of transports and settlements have a margin column only if the request contains withMargin', async () => {
    const trade = await makeTrade();
    await makeSettled(trade);
    for (const [list, query] of [
      [listTransports, { salesId: trade.sales }],
      [listSettlements.purchase, { purchaseId: trade.purchase }],
    ] as const) {
      const exported = (flags: object) =>
        download(test.app, list.export, { query: { ...query, ...flags, format: 'csv' } }, user.token);
      expect((await exported({})).body.toString('utf8')).not.toContain('Marża');
      expect((await exported({ withMargin: true })).body.toString('utf8')).toContain(
        '1114,67;44,48;5,080;PLN',
      );
    }
  });

  it('rejects a date range whose end is before its start', async () => {
    const wrong = report({ groupBy: 'MONTH', dateFrom: '2026-10-02', dateTo: '2026-10-01' });
    expect(await failureOf(wrong)).toMatchObject({ status: 400, code: 'DATE_FROM_CANNOT_BE_AFTER_TO' });
  });
});
