import { listAuditEntries } from '@spichlerz/shared/wire/audit-log';
import * as quality from '@spichlerz/shared/wire/quality';
import { invoicePurchase, invoiceSale } from '@spichlerz/shared/wire/settlements';
import {
  changeTransport,
  changeTransportStatus,
  getTransport,
  listTransports,
} from '@spichlerz/shared/wire/transports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import { makeTransport, setTransportStatuses } from '../../testing/make.ts';
import { above, type QualityWorld, qualityWorld, recipient } from '../../testing/quality.ts';
import { settlementOf, settleSaleWithOptions } from '../../testing/settle.ts';
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

describe('readings and weigh tickets', () => {
  it('the unloading ticket sets the unloaded weight, and a new unloaded weight replaces the weights of the ticket', async () => {
    const goods = await world.makeGoods();
    const { moisture } = goods.parameters;
    const trade = await world.makeTrade(goods, []);
    const unloading = {
      place: 'UNLOADING' as const,
      number: 'R 7',
      gross: 40_000,
      tare: 15_200,
      net: 24_800,
    };
    const loading = { place: 'LOADING' as const, net: 25_000 };
    expect(
      await world.measure(trade.transport, [recipient(moisture, 14)], [loading, unloading]),
    ).toMatchObject({
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
    await world.measure(trade.transport, []);
    expect(await read()).toMatchObject({ readings: [], tickets: [], lossKg: null });
    expect(await user.call(getTransport, { params: { id: trade.transport } })).toMatchObject({
      realQuantityKg: 24_900,
    });
  });

  it('readings and tickets in a release request are added to the stored readings and tickets', async () => {
    const goods = await world.makeGoods();
    const { moisture } = goods.parameters;
    const trade = await world.makeTrade(goods, []);
    await setTransportStatuses(user, trade.transport, 'DELIVERED');
    await world.measure(trade.transport, [{ parameterId: moisture, source: 'LOADING', value: 13 }]);
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

  it('keep the stored sample number, date and ticket number when a release sends corrected values', async () => {
    const goods = await world.makeGoods();
    const { moisture } = goods.parameters;
    const trade = await world.makeTrade(goods, []);
    await setTransportStatuses(user, trade.transport, 'DELIVERED');
    const day = '2026-09-02';
    await world.measure(
      trade.transport,
      [{ ...recipient(moisture, 15), sampleNumber: 'A1', takenOn: day }],
      [
        { place: 'LOADING', number: 'Z 3', gross: 40_000, tare: 15_000, net: 25_000, weighedOn: day },
        { place: 'UNLOADING', number: 'R 7', gross: 39_900, tare: 15_000, net: 24_900, weighedOn: day },
      ],
    );
    const read = () => user.call(quality.getTransportReadings, { params: { id: trade.transport } });
    await user.call(changeTransportStatus, {
      body: {
        transportId: trade.transport,
        status: 'TO_BE_SETTLED',
        readings: [recipient(moisture, 15.2)],
        tickets: [
          { place: 'LOADING', net: 25_000 },
          { place: 'UNLOADING', net: 24_800 },
        ],
      },
    });
    expect(await read()).toMatchObject({
      readings: [{ value: 15.2, sampleNumber: 'A1', takenOn: day }],
      tickets: [
        { number: 'Z 3', gross: 40_000, tare: 15_000, net: 25_000, weighedOn: day },
        { number: 'R 7', gross: null, tare: null, net: 24_800, weighedOn: day },
      ],
    });
  });

  it('are rejected if a value has the wrong parameter type, a net weight is wrong, or the unloading ticket comes before the delivery', async () => {
    const goods = await world.makeGoods();
    const { moisture, alive } = goods.parameters;
    const trade = await world.makeTrade(goods, []);
    expect(await failureOf(world.measure(trade.transport, [recipient(moisture, true)]))).toMatchObject({
      fields: [{ path: 'readings.0.value', code: 'VALUE_IS_WRONG_DATA_TYPE' }],
    });
    expect(await failureOf(world.measure(trade.transport, [recipient(alive, 1)]))).toMatchObject({
      fields: [{ path: 'readings.0.value', code: 'VALUE_IS_WRONG_DATA_TYPE' }],
    });
    const ticket = { place: 'LOADING' as const, gross: 40_000, tare: 15_000, net: 24_000 };
    const netAboveGross = { place: 'LOADING' as const, gross: 30_000, net: 36_000 };
    for (const invalid of [ticket, netAboveGross])
      expect(await failureOf(world.measure(trade.transport, [], [invalid]))).toMatchObject({
        status: 400,
        fields: [{ path: 'tickets.0.net', code: 'VALUE_IS_WRONG' }],
      });
    const planned = await makeTransport(user, trade.purchase, trade.sales);
    expect(await failureOf(world.measure(planned, [], [{ place: 'UNLOADING', net: 24_000 }]))).toMatchObject({
      code: 'WRONG_STATUS',
    });
    await world.measure(planned, [recipient(moisture, 14)], [{ place: 'LOADING', net: 24_000 }]);
  });

  it('of a paid transport cannot be saved by a request that omits a value of the unloading ticket', async () => {
    const goods = await world.makeGoods();
    const { moisture } = goods.parameters;
    const trade = await world.makeTrade(goods, [above(moisture, 14.5, { rate: 100 })], { kg: 24_800 });
    const ticket = {
      place: 'UNLOADING' as const,
      number: 'R 7',
      gross: 40_000,
      tare: 15_200,
      net: 24_800,
      weighedOn: '2026-09-02',
    };
    await world.measure(trade.transport, [recipient(moisture, 14)], [ticket]);
    await pay(trade);
    const { number: _number, ...withoutNumber } = ticket;
    const { gross: _gross, ...withoutGross } = ticket;
    const { tare: _tare, ...withoutTare } = ticket;
    const { weighedOn: _weighedOn, ...withoutDay } = ticket;
    for (const omitting of [withoutNumber, withoutGross, withoutTare, withoutDay])
      expect(await failureOf(world.measure(trade.transport, [], [omitting]))).toMatchObject({
        code: 'WRONG_STATUS',
        fields: [{ path: 'tickets.0.place' }],
      });
    await world.measure(trade.transport, [recipient(moisture, 15)], [ticket]);
    expect(await user.call(quality.getTransportReadings, { params: { id: trade.transport } })).toMatchObject({
      readings: [{ value: 15 }],
      tickets: [ticket],
    });
  });
});

/** The changes of the latest entry, with plain spaces. */
const lastChanges = async (transport: number) => {
  const { list } = await user.call(listAuditEntries, {
    query: { entity: 'transport', entityId: transport, limit: 100 },
  });
  const changes = JSON.stringify(list[0]?.changes).replaceAll('\u00a0', ' ');
  return JSON.parse(changes) as Record<string, [unknown, unknown]>;
};

describe('the audit log of a transport', () => {
  const day = '2026-09-02';

  it('contains a change of sample number, date, gross weight or tare, even if the value and the net weight stay the same', async () => {
    const goods = await world.makeGoods();
    const { moisture } = goods.parameters;
    const { transport } = await world.makeTrade(goods, [], { kg: 24_800 });
    const reading = recipient(moisture, 14);
    const ticket = { place: 'UNLOADING' as const, net: 24_800 };
    await world.measure(transport, [reading], [ticket]);
    const plainReading = 'Wilgotność: 14 % (Odbiorca)';
    const plainTicket = 'Rozładunek: 24,800 t';
    expect(await lastChanges(transport)).toEqual({
      readings: [[], [plainReading]],
      weighTickets: [[], [plainTicket]],
    });

    await world.measure(transport, [{ ...reading, sampleNumber: 'A1' }], [ticket]);
    expect(await lastChanges(transport)).toEqual({
      readings: [[plainReading], ['Wilgotność: 14 % (Odbiorca, próbka A1)']],
    });
    await world.measure(transport, [{ ...reading, takenOn: day }], [ticket]);
    expect(await lastChanges(transport)).toEqual({
      readings: [
        ['Wilgotność: 14 % (Odbiorca, próbka A1)'],
        ['Wilgotność: 14 % (Odbiorca, z dnia 02/09/2026)'],
      ],
    });
    await world.measure(transport, [reading], [{ ...ticket, number: 'R 7', weighedOn: day }]);
    await world.measure(
      transport,
      [reading],
      [{ ...ticket, number: 'R 7', gross: 40_000, tare: 15_200, weighedOn: day }],
    );
    await world.measure(
      transport,
      [reading],
      [{ ...ticket, number: 'R 7', gross: 40_100, tare: 15_300, weighedOn: day }],
    );
    expect(await lastChanges(transport)).toEqual({
      weighTickets: [
        ['Rozładunek: 24,800 t, nr R 7, brutto 40,000 t, tara 15,200 t, z dnia 02/09/2026'],
        ['Rozładunek: 24,800 t, nr R 7, brutto 40,100 t, tara 15,300 t, z dnia 02/09/2026'],
      ],
    });
  });

  it.each([
    [
      'a weigh ticket',
      { tickets: [{ place: 'UNLOADING' as const, gross: 40_000, tare: 15_100, net: 24_900 }] },
      'Rozładunek: 24,900 t, nr R 7, brutto 40,000 t, tara 15,100 t',
    ],
    [
      'an unloaded weight, which clears gross weight and tare',
      { realQuantityKg: 24_900 },
      'Rozładunek: 24,900 t, nr R 7',
    ],
  ])(
    'contains the weigh ticket before and after a release that sends %s',
    async (_, release, ticketAfter) => {
      const goods = await world.makeGoods();
      const { transport } = await world.makeTrade(goods, [], { kg: 24_800 });
      await setTransportStatuses(user, transport, 'DELIVERED');
      const ticket = { place: 'UNLOADING' as const, number: 'R 7', gross: 40_000, tare: 15_200, net: 24_800 };
      await world.measure(transport, [], [ticket]);
      await user.call(changeTransportStatus, {
        body: { transportId: transport, status: 'TO_BE_SETTLED', ...release },
      });
      expect(await lastChanges(transport)).toMatchObject({
        realQuantityKg: [24_800, 24_900],
        weighTickets: [['Rozładunek: 24,800 t, nr R 7, brutto 40,000 t, tara 15,200 t'], [ticketAfter]],
      });
    },
  );

  it('contains the old and the new weigh ticket when the transport form changes the unloaded weight', async () => {
    const goods = await world.makeGoods();
    const { transport } = await world.makeTrade(goods, [], { kg: 24_800 });
    await setTransportStatuses(user, transport, 'DELIVERED');
    await world.measure(transport, [], [{ place: 'UNLOADING', gross: 40_000, tare: 15_200, net: 24_800 }]);
    const stored = await user.call(getTransport, { params: { id: transport } });
    await user.call(changeTransport, {
      params: { id: transport },
      body: { ...stored, gmpNumber: undefined, comment: undefined, realQuantityKg: 24_900 },
    });
    expect(await lastChanges(transport)).toEqual({
      realQuantityKg: [24_800, 24_900],
      weighTickets: [['Rozładunek: 24,800 t, brutto 40,000 t, tara 15,200 t'], ['Rozładunek: 24,900 t']],
    });
  });
});

/** Settles, invoices and pays both sides. */
async function pay(trade: { purchase: number; sales: number; transport: number }): Promise<void> {
  await world.settle(trade.transport);
  await settleSaleWithOptions(user, trade.transport, [24_800, 90_000]);
  const purchase = await settlementOf(user, 'purchase', trade);
  const sale = await settlementOf(user, 'sales', trade);
  const dates = { deliver: '2026-09-02', payment: '2026-09-16' };
  for (const status of ['INVOICE', 'PAID'] as const) {
    await user.call(invoicePurchase, {
      body: {
        settlementId: purchase.settlementId,
        purchaseSettlementStatus: status,
        purchaseInvoiceNumber: 'FZ/PAID',
        purchaseDeliverDate: dates.deliver,
        purchasePaymentDate: dates.payment,
      },
    });
    await user.call(invoiceSale, {
      body: {
        settlementId: sale.settlementId,
        salesSettlementStatus: status,
        salesInvoiceNumber: 'FS/PAID',
        salesDeliverDate: dates.deliver,
        salesPaymentDate: dates.payment,
      },
    });
  }
}

it('a transport is listed for missing, refused or differing readings and for weight loss until its purchase is settled', async () => {
  const goods = await world.makeGoods();
  const { moisture } = goods.parameters;
  const trade = await world.makeTrade(goods, [above(moisture, 14.5, { rate: 100, refuseAt: 18 })], {
    kg: 24_800,
  });
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
  await world.measure(
    trade.transport,
    [recipient(moisture, 18.1), { parameterId: moisture, source: 'LOADING', value: 17.5 }],
    [
      { place: 'LOADING', net: 25_000 },
      { place: 'UNLOADING', net: 24_800 },
    ],
  );
  expect(await attentions()).toEqual(['READING_REFUSED', 'READINGS_DIFFER', 'WEIGHT_LOST']);
  await world.measure(trade.transport, [
    recipient(moisture, 18),
    { parameterId: moisture, source: 'LOADING', value: 17.5 },
  ]);
  expect(await attentions()).toEqual([]);
  await world.measure(trade.transport, [recipient(moisture, 18.1)]);
  await world.settle(trade.transport);
  expect(await attentions()).toEqual([]);
});
