import { SIDES } from '@spichlerz/shared/domain/side';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { listSettlements } from '@spichlerz/shared/wire/settlements';
import {
  changeTransportStatus,
  getTransport,
  listLoadingDays,
  listMoveTargets,
  listTransports,
} from '@spichlerz/shared/wire/transports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import {
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
  setContractStatus,
  setTransportStatuses,
} from '../../testing/make.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

/* Tests the filters of the transport and settlement lists; a range includes both of its ends. */

let test: TestApp;
let user: TestUser;
let admin: TestUser;
let purchaseId: number;
let salesId: number;
let early: number;
let late: number;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  admin = await createTestUser(test, 'ADMIN');
  const material = await makeMaterial(admin);
  purchaseId = await makeContract(user, 'purchase', material);
  salesId = await makeContract(user, 'sales', material);
  await makeAllocation(user, purchaseId, salesId, 100_000);
  early = await makeTransport(user, purchaseId, salesId, { quantityKg: 24_000, freightPerTonne: 4_000 });
  late = await makeTransport(user, purchaseId, salesId, {
    quantityKg: 26_000,
    freightPerTonne: 5_000,
    currency: 'EUR',
    dateLoading: '2026-09-11',
    dateUnloading: '2026-09-12',
  });
  // the transport with the smaller planned weight gets the larger unloaded weight
  for (const [transportId, realQuantityKg] of [
    [early, 25_500],
    [late, 24_500],
  ] as const) {
    const body = { transportId, status: 'DELIVERED' as const, realQuantityKg };
    await user.call(changeTransportStatus, { body });
  }
  await setTransportStatuses(user, late, 'TO_BE_SETTLED');
  // this transport has no settlement, so it is in no settlement list or count
  await makeTransport(user, purchaseId, salesId, {
    quantityKg: 1_000,
    freightPerTonne: 1,
    dateLoading: '2026-08-01',
    dateUnloading: '2026-08-01',
  });
});
afterAll(() => test.close());

const BOTH = ['early', 'late'];
const namesOf = (transports: readonly number[]) =>
  [early, late].flatMap((id, index) => (transports.includes(id) ? [BOTH[index]] : []));

const OF_BOTH: [object, string[]][] = [
  [{ cargoQuantityFrom: 24_000, cargoQuantityTo: 26_000 }, BOTH],
  [{ cargoQuantityFrom: 24_001 }, ['late']],
  [{ cargoQuantityFrom: 24_000, cargoQuantityTo: 25_999 }, ['early']],
  [{ realCargoQuantityFrom: 24_500, realCargoQuantityTo: 25_500 }, BOTH],
  [{ realCargoQuantityFrom: 24_501 }, ['early']],
  [{ realCargoQuantityTo: 25_499 }, ['late']],
  [{ priceFrom: 4_000, priceTo: 5_000 }, BOTH],
  [{ priceFrom: 4_001 }, ['late']],
  [{ priceFrom: 4_000, priceTo: 4_999 }, ['early']],
  [{ priceFrom: 4_000, currency: 'EUR' }, ['late']],
  [{ dateLoadingFrom: '2026-09-01', dateLoadingTo: '2026-09-11' }, BOTH],
  [{ dateLoadingFrom: '2026-09-02' }, ['late']],
  [{ dateLoadingFrom: '2026-09-01', dateLoadingTo: '2026-09-10' }, ['early']],
  [{ dateUnloadingFrom: '2026-09-02', dateUnloadingTo: '2026-09-12' }, BOTH],
  [{ dateUnloadingFrom: '2026-09-03' }, ['late']],
  [{ dateUnloadingFrom: '2026-09-02', dateUnloadingTo: '2026-09-11' }, ['early']],
  [{ purchaseDeliverDateFrom: '2026-09-02', purchaseDeliverDateTo: '2026-09-12' }, BOTH],
  [{ purchaseDeliverDateFrom: '2026-09-03' }, ['late']],
  [{ purchaseDeliverDateTo: '2026-09-11' }, ['early']],
  [{ salesDeliverDateFrom: '2026-09-02', salesDeliverDateTo: '2026-09-12' }, BOTH],
  [{ salesDeliverDateFrom: '2026-09-03' }, ['late']],
  [{ salesDeliverDateTo: '2026-09-11' }, ['early']],
  [{ status: ['TO_BE_SETTLED', 'PAID'] }, ['late']],
];

const LOADING_DAY: Record<string, object> = {
  early: { day: '2026-09-01', transportCount: 1, quantityKg: 25_500 },
  late: { day: '2026-09-11', transportCount: 1, quantityKg: 24_500 },
};

it.each(OF_BOTH)('the lists of transports and of loading days are filtered by %j', async (filter, names) => {
  const scopes = [[{}, 3] as const, [{ purchaseId }, 3] as const, [{ salesId }, 3] as const];
  for (const [scope, total] of scopes) {
    const page = await user.call(listTransports, { query: { ...scope, ...filter } });
    expect(namesOf(page.list.map(({ id }) => id))).toEqual(names);
    expect([page.filtered, page.total]).toEqual([names.length, total]);
    const query = { dateLoadingFrom: '2026-09-01', dateLoadingTo: '2026-09-30', ...scope, ...filter };
    expect(await user.call(listLoadingDays, { query })).toEqual(names.map((name) => LOADING_DAY[name]));
  }
});

it('each loading day has the number and kilograms of the matching transports, without cancelled transports', async () => {
  const query = { purchaseId, dateLoadingFrom: '2026-08-01', dateLoadingTo: '2026-09-10' };
  const [planned, delivered] = [
    { day: '2026-08-01', transportCount: 1, quantityKg: 1_000 },
    { day: '2026-09-01', transportCount: 1, quantityKg: 25_500 },
  ];
  const days = (more: object) => user.call(listLoadingDays, { query: { ...query, ...more } });
  expect(await days({})).toEqual([planned, delivered]);
  expect(await days({ status: ['NEW'] })).toEqual([planned]);
  const [material, byDay] = [
    await makeMaterial(admin),
    { dateLoadingFrom: '2026-08-01', dateLoadingTo: '2026-08-31' },
  ];
  const trade = {
    purchaseId: await makeContract(user, 'purchase', material),
    salesId: await makeContract(user, 'sales', material),
  };
  await makeAllocation(user, trade.purchaseId, trade.salesId, 2_000);
  const day = { dateLoading: '2026-08-03', quantityKg: 1_000 };
  await makeTransport(user, trade.purchaseId, trade.salesId, day);
  await setTransportStatuses(
    user,
    await makeTransport(user, trade.purchaseId, trade.salesId, day),
    'CANCELLED',
  );
  expect(await user.call(listLoadingDays, { query: { ...trade, ...byDay } })).toEqual([
    { day: '2026-08-03', transportCount: 1, quantityKg: 1_000 },
  ]);
  const { purchaseSupplier } = await user.call(getTransport, { params: { id: early } });
  expect(await days({ search: purchaseSupplier.name })).toEqual([planned, delivered]);
  expect(await days({ search: 'no such transport' })).toEqual([]);
  expect(await failureOf(days({ dateLoadingTo: '' }))).toMatchObject({
    fields: [{ path: 'date_loading_to', code: 'VALUE_IS_MISSING' }],
  });
});

describe.each(SIDES)('the list of %s settlements', (side) => {
  it.each<[object, string[]]>([[{}, BOTH], ...OF_BOTH])('is filtered by %j', async (filter, names) => {
    for (const scope of [{}, { purchaseId }, { salesId }]) {
      const page = await user.call(listSettlements[side], { query: { ...scope, ...filter } });
      expect(namesOf(page.list.map(({ transportId }) => transportId))).toEqual(names);
      expect([page.filtered, page.total]).toEqual([names.length, BOTH.length]);
    }
  });
});

it.each(SIDES)(
  'a transport can move to any different %s contract of the same raw material that is neither closed nor cancelled',
  async (side) => {
    const material = await makeMaterial(admin);
    const make = () => makeContract(user, side, material);
    const [current, open, settling, closed, cancelled] = [
      await make(),
      await make(),
      await make(),
      await make(),
      await make(),
    ];
    await makeContract(user, side, await makeMaterial(admin));
    await setContractStatus(user, side, settling, 'TO_SETTLEMENT');
    await setContractStatus(user, side, closed, 'CLOSED');
    await setContractStatus(user, side, cancelled, 'CANCELLED');
    const page = await {
      purchase: () => user.call(listMoveTargets.purchase, { query: { currentPurchaseId: current } }),
      sales: () => user.call(listMoveTargets.sales, { query: { currentSalesId: current } }),
    }[side]();
    expect(page).toMatchObject({ list: [{ id: settling }, { id: open }], filtered: 2, total: 2 });
  },
);

describe('the filters of the transport list', () => {
  it('match by contractor, raw material, carrier and owner of either contract; the ids in one filter are alternatives', async () => {
    const colleague = await createTestUser(test);
    const material = await makeMaterial(admin);
    const purchase = await makeContract(user, 'purchase', material);
    const sale = await makeContract(colleague, 'sales', material);
    await makeAllocation(user, purchase, sale, 50_000);
    const id = await makeTransport(user, purchase, sale, { carrierName: 'Spedycja Filtr' });
    const { purchaseSupplierId = 0 } = await user.call(contracts.purchase.dashboard, {
      params: { id: purchase },
    });
    const { salesRecipientId = 0 } = await user.call(contracts.sales.dashboard, { params: { id: sale } });
    for (const query of [
      { supplierId: [purchaseSupplierId] },
      { recipientId: [salesRecipientId, 1_000_000] },
      { rawMaterialId: [material.id] },
      { ownerId: [colleague.id] },
      { carrierName: 'Spedycja Filtr' },
      { supplierId: [purchaseSupplierId], ownerId: [user.id], status: ['NEW' as const] },
    ]) {
      const { list, filtered } = await user.call(listTransports, { query });
      expect([query, list.map((row) => row.id), filtered]).toEqual([query, [id], 1]);
    }
    const none = await user.call(listTransports, { query: { recipientId: [purchaseSupplierId] } });
    expect(none.filtered).toBe(0);
  });
});

const oneWord = (name: string) => name.replaceAll(' ', '');

describe('the search of the transport list', () => {
  it('requires each word to occur in the transport, its contracts, its contractors or its raw material', async () => {
    const material = await makeMaterial(admin);
    await test.pool.query(`update raw_material set name = 'Łubin słodki' where id = $1`, [material.id]);
    const purchase = await makeContract(user, 'purchase', material);
    const sale = await makeContract(user, 'sales', material);
    await makeAllocation(user, purchase, sale, 50_000);
    const id = await makeTransport(user, purchase, sale, { carrierName: 'Żuraw Trans' });
    const { purchaseSupplier, salesRecipient, orderNumber } = await user.call(getTransport, {
      params: { id },
    });
    // with a status filter, the search reads row by row; otherwise it uses indexes
    for (const scope of [{}, { status: ['NEW' as const] }, { rawMaterialId: [material.id] }]) {
      for (const search of [
        'lubin',
        'Łubin żuraw',
        `łubin ${oneWord(purchaseSupplier.name)}`,
        `${oneWord(salesRecipient.name)} lubin ur`,
        `łubin ${purchaseSupplier.documentNumber ?? ''}`,
        `ub ur`,
        orderNumber.toLowerCase(),
        orderNumber.replaceAll('/', ' '),
        `łubin ${orderNumber}`,
        // the query has more words than are looked up in indexes
        `łubin żuraw trans ${oneWord(purchaseSupplier.name)} ${oneWord(salesRecipient.name)} ur sł`,
      ]) {
        const query = { ...scope, search };
        const { list, filtered } = await user.call(listTransports, { query });
        expect([query, list.map((row) => row.id), filtered]).toEqual([query, [id], 1]);
      }
      for (const search of ['łubin żuraw trans xq', 'łubin żuraw trans kukurydza', 'ur xq']) {
        const query = { ...scope, search };
        expect([query, (await user.call(listTransports, { query })).list]).toEqual([query, []]);
      }
    }
  });
});
