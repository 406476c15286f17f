import * as settlements from '@spichlerz/shared/wire/settlements';
import { changeTransport, changeTransportStatus, getTransport } from '@spichlerz/shared/wire/transports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import { type Material, makeContract, makeMaterial, setTransportStatuses } from '../../testing/make.ts';
import {
  makeDeliveredTransport,
  makeReleasedTransport,
  settlementOf,
  settleSaleWithOptions,
} from '../../testing/settle.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

let test: TestApp;
let user: TestUser;
let material: Material;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  material = await makeMaterial(await createTestUser(test, 'ADMIN'));
});
afterAll(() => test.close());

const settleVersion = (transportId: number, version: number) =>
  user.call(settlements.settlePurchase, {
    body: { transportId, realPurchaseCargoPrice: 80_000, realPurchaseCargoQuality: 'Paszowa', version },
  });

describe('a settlement', () => {
  it('has independent versions on the purchase side and the sales side', async () => {
    const trade = await makeReleasedTransport(user, material);
    const { version } = await settlementOf(user, 'sales', trade);
    await settleVersion(trade.transport, (await settlementOf(user, 'purchase', trade)).version);
    await user.call(settlements.settleSale, {
      body: {
        transportId: trade.transport,
        salesSettlementStatus: 'TO_BE_SETTLED',
        options: [{ realQuantityKg: 24_640, realCargoPrice: 90_000, realCargoQuality: 'Paszowa' }],
        version,
      },
    });
    expect(await settlementOf(user, 'sales', trade)).toMatchObject({ realCargoPrice: 90_000 });
  });

  it('has a new version after its transport is released again with a different weight', async () => {
    const trade = await makeReleasedTransport(user, material);
    const { version } = await settlementOf(user, 'purchase', trade);
    await setTransportStatuses(user, trade.transport, 'DELIVERED');
    await user.call(changeTransportStatus, {
      body: { transportId: trade.transport, status: 'TO_BE_SETTLED', realQuantityKg: 23_000 },
    });
    expect(await failureOf(settleVersion(trade.transport, version))).toMatchObject({
      status: 409,
      code: 'CONFLICT',
    });
  });

  it('has a new version after its delivered transport gets a new weight; a move with the old version is rejected', async () => {
    const trade = await makeDeliveredTransport(user, material);
    const newSalesId = await makeContract(user, 'sales', material);
    const { version } = await settlementOf(user, 'sales', trade);
    const transport = await user.call(getTransport, { params: { id: trade.transport } });
    const body = { ...transport, gmpNumber: undefined, comment: undefined, realQuantityKg: 23_000 };
    await user.call(changeTransport, { params: { id: trade.transport }, body });
    const move = user.call(settlements.moveSalesSettlement, {
      body: { transportId: trade.transport, newSalesId, version },
    });
    expect(await failureOf(move)).toMatchObject({ status: 409, code: 'CONFLICT' });
  });

  it('includes the version of its transport; the release of the transport requires this version', async () => {
    const trade = await makeReleasedTransport(user, material);
    await setTransportStatuses(user, trade.transport, 'DELIVERED');
    const { transportVersion } = await settlementOf(user, 'sales', trade);
    const release = () =>
      user.call(changeTransportStatus, {
        body: { transportId: trade.transport, status: 'TO_BE_SETTLED', version: transportVersion },
      });
    await release();
    expect(await failureOf(release())).toMatchObject({ status: 409, code: 'CONFLICT' });
  });

  it('rejects a changed request with an older version as a conflict, but accepts an identical repeated request', async () => {
    const trade = await makeReleasedTransport(user, material);
    const { version, settlementId } = await settlementOf(user, 'purchase', trade);
    await settleVersion(trade.transport, version);
    await settleVersion(trade.transport, version);
    const higherPrice = { realPurchaseCargoPrice: 81_000, realPurchaseCargoQuality: 'Paszowa', version };
    const again = user.call(settlements.settlePurchase, {
      body: { transportId: trade.transport, ...higherPrice },
    });
    expect(await failureOf(again)).toMatchObject({ status: 409, code: 'CONFLICT' });
    const paid = {
      settlementId,
      purchaseSettlementStatus: 'PAID' as const,
      purchaseInvoiceNumber: 'FZ/1',
      purchaseDeliverDate: '2026-09-02',
      purchasePaymentDate: '2026-09-16',
      version: (await settlementOf(user, 'purchase', trade)).version,
    };
    await user.call(settlements.invoicePurchase, { body: paid });
    await user.call(settlements.invoicePurchase, { body: paid });
    expect(await settlementOf(user, 'purchase', trade)).toMatchObject({
      purchaseSettlementStatus: 'PAID',
      version: paid.version + 1,
    });
  });

  it('changes its sold quantity with the unloaded weight if a single option covered the whole transport', async () => {
    const [whole, less, parts] = [
      await makeReleasedTransport(user, material),
      await makeReleasedTransport(user, material),
      await makeReleasedTransport(user, material),
    ];
    await settleSaleWithOptions(user, whole.transport, [24_640, 91_000]);
    await settleSaleWithOptions(user, less.transport, [24_000, 91_000]);
    await settleSaleWithOptions(user, parts.transport, [14_000, 91_000], [10_640, 88_000]);
    for (const { transport } of [whole, less, parts]) {
      // oxlint-disable no-await-in-loop -- the transports are released in sequence
      await setTransportStatuses(user, transport, 'DELIVERED');
      await user.call(changeTransportStatus, {
        body: { transportId: transport, status: 'TO_BE_SETTLED', realQuantityKg: 24_200 },
      });
      // oxlint-enable no-await-in-loop
    }
    expect(await settlementOf(user, 'sales', whole)).toMatchObject({ realQuantityKg: 24_200 });
    const found = await user.call(settlements.listSettlements.sales, {
      query: { salesId: whole.sales, realCargoQuantityFrom: 24_200, realCargoQuantityTo: 24_200 },
    });
    expect(found.list).toHaveLength(1);
    expect(await settlementOf(user, 'sales', less)).toMatchObject({ realQuantityKg: 24_000 });
    expect(await settlementOf(user, 'sales', parts)).toMatchObject({ realQuantityKg: 24_640 });
  });

  it('is not overwritten by a client with an older version; an identical repeated request is accepted', async () => {
    const trade = await makeReleasedTransport(user, material);
    const { version } = await settlementOf(user, 'sales', trade);
    const save = (realCargoPrice: number, expectedVersion: number) =>
      user.call(settlements.settleSale, {
        body: {
          transportId: trade.transport,
          salesSettlementStatus: 'TO_BE_SETTLED',
          options: [{ realQuantityKg: 24_640, realCargoPrice, realCargoQuality: 'Paszowa' }],
          version: expectedVersion,
        },
      });
    await save(90_000, version);
    expect(await failureOf(save(88_000, version))).toMatchObject({ status: 409, code: 'CONFLICT' });
    // repeats the call, as after a lost response
    await save(90_000, version);
    const loaded = await settlementOf(user, 'sales', trade);
    expect(loaded).toMatchObject({ amount: 2_217_600, version: version + 1 });
    await save(88_000, loaded.version);
    expect(await settlementOf(user, 'sales', trade)).toMatchObject({ amount: 2_168_320 });
    const invoice = {
      settlementId: loaded.settlementId,
      salesSettlementStatus: 'INVOICE' as const,
      salesInvoiceNumber: 'FS/5',
      salesDeliverDate: '2026-09-02',
      version: loaded.version,
    };
    expect(await failureOf(user.call(settlements.invoiceSale, { body: invoice }))).toMatchObject({
      code: 'CONFLICT',
    });
  });

  it('rejects a quality with a null character, which PostgreSQL cannot store', async () => {
    const trade = await makeReleasedTransport(user, material);
    const body = {
      transportId: trade.transport,
      realPurchaseCargoPrice: 1,
      realPurchaseCargoQuality: 'a\u0000b',
    };
    expect(await failureOf(user.call(settlements.settlePurchase, { body }))).toMatchObject({ status: 400 });
  });
});

it('the integrity check finds no problem in the data of all preceding tests', async () => {
  const { rows } = await test.pool.query('select * from integrity_problem');
  expect(rows).toEqual([]);
});
