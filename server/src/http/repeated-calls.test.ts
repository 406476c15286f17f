import { randomUUID } from 'node:crypto';
import { allocate, getAllocatedValue } from '@spichlerz/shared/wire/allocations';
import { contractors } from '@spichlerz/shared/wire/contractors';
import { contracts } from '@spichlerz/shared/wire/contracts';
import type { CallInput, Endpoint } from '@spichlerz/shared/wire/endpoint';
import * as materials from '@spichlerz/shared/wire/materials';
import { moveSalesSettlement } from '@spichlerz/shared/wire/settlements';
import * as transports from '@spichlerz/shared/wire/transports';
import { changeUser } from '@spichlerz/shared/wire/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { failureOf } from '../testing/call.ts';
import { contractForm } from '../testing/contract-form.ts';
import { contractorForm } from '../testing/contractor-form.ts';
import { type Material, makeAllocation, makeContract, makeMaterial, makeTransport } from '../testing/make.ts';
import { makeDeliveredTransport, makeReleasedTransport, settlementOf } from '../testing/settle.ts';
import { createTestUser, type TestUser } from '../testing/test-user.ts';

/*
 * The web app repeats a call whose response was lost, and interprets the second response. A created record is
 * found by the idempotency key, a repeated change gets CONFLICT because its version is old, and a repeated
 * deletion gets 404.
 */

let test: TestApp;
let admin: TestUser;
let material: Material;

beforeAll(async () => {
  test = await startTestApp();
  admin = await createTestUser(test, 'ADMIN');
  material = await makeMaterial(admin);
});
afterAll(() => test.close());

const makeTrade = async () => {
  const purchase = await makeContract(admin, 'purchase', material);
  const sales = await makeContract(admin, 'sales', material);
  await makeAllocation(admin, purchase, sales, 60_000);
  return { purchase, sales };
};
const makeMoving = async (status: 'NEW' | 'ON_THE_WAY') => {
  const { purchase, sales } = await makeTrade();
  return makeTransport(admin, purchase, sales, { status });
};
const stored = (id: number) => admin.call(transports.getTransport, { params: { id } });

/** Sends the same request at each call. */
type Sender = (options?: { headers: Record<string, string> }) => Promise<unknown>;
const sender =
  <E extends Endpoint>(endpoint: E, input: CallInput<E>): Sender =>
  (options) =>
    admin.call(endpoint, input, options);

describe('a repeated call that creates a record', () => {
  const CREATIONS: Record<string, () => Promise<Sender>> = {
    'a purchase contract': async () => {
      const { id: purchaseSupplierId } = await admin.call(contractors.purchase.create, {
        body: contractorForm(),
      });
      const body = {
        userId: admin.id,
        status: 'ACTIVE' as const,
        purchaseSupplierId,
        dateOfReceiptFrom: '2026-07-01',
        dateOfReceiptTo: '2027-06-30',
        rawMaterialId: material.id,
        quantityKg: 100_000,
        address: { city: 'Łódź', postCode: '90-001', countryCode: 'PL' },
        mainCargoOption: { price: 80_000, rawMaterialQualityId: material.qualityId },
      };
      return sender(contracts.purchase.create, { body });
    },
    'a parameter of a raw material': async () =>
      sender(materials.upsertParameter, {
        body: { rawMaterialId: (await makeMaterial(admin)).id, name: 'Gęstość', type: 'NUMBER' },
      }),
    'a variant of a raw material': async () =>
      sender(materials.createVariant, {
        body: { rawMaterialId: (await makeMaterial(admin)).id, name: 'Luzem' },
      }),
  };

  it.each(Object.entries(CREATIONS))(
    'returns the record that the first call has created: %s',
    async (_what, make) => {
      const headers = { 'idempotency-key': randomUUID() };
      const send = await make();
      const first = await send({ headers });
      expect(await send({ headers })).toEqual(first);
    },
  );
});

describe('a repeated call that changes a record', () => {
  const CHANGES: Record<string, () => Promise<Sender>> = {
    'a change of a contract': async () => {
      const id = await makeContract(admin, 'sales', material);
      const body = { ...(await contractForm(admin, 'sales', id)), comments: 'do południa' } as never;
      return sender(contracts.sales.change, { params: { id }, body });
    },
    'a change of a supplier': async () => {
      const form = contractorForm();
      const { id } = await admin.call(contractors.purchase.create, { body: form });
      const { version } = await admin.call(contractors.purchase.get, { params: { id } });
      return sender(contractors.purchase.change, { params: { id }, body: { ...form, version } });
    },
    'a change of a raw material': async () => {
      const { id, qualityId } = await makeMaterial(admin);
      const { list } = await admin.call(materials.listRawMaterials, { body: { limit: 100 } });
      const { name = '', version } = list.find((row) => row.id === id) ?? {};
      const body = { name, version, qualityOptions: [{ id: qualityId, title: 'Browarna' }] } as never;
      return sender(materials.changeRawMaterial, { params: { id }, body });
    },
    'a change of a user': async () => {
      const { id, email } = await createTestUser(test);
      const body = { email, firstName: 'Ewelina', lastName: 'Nowak', version: 1 };
      return sender(changeUser, { params: { id }, body });
    },
    'a change of a transport': async () => {
      const { comment: _comment, realQuantityKg: _real, ...row } = await stored(await makeMoving('NEW'));
      const body = { ...row, gmpNumber: undefined, comment: 'brama' };
      return sender(transports.changeTransport, { params: { id: row.id }, body });
    },
    'the delivery of a transport': async () => {
      const { id, version } = await stored(await makeMoving('ON_THE_WAY'));
      const body = { transportId: id, status: 'DELIVERED' as const, realQuantityKg: 24_480, version };
      return sender(transports.changeTransportStatus, { body });
    },
    'the release of a transport': async () => {
      const { transport } = await makeDeliveredTransport(admin, material);
      const { version } = await stored(transport);
      const body = { transportId: transport, status: 'TO_BE_SETTLED' as const, version };
      return sender(transports.changeTransportStatus, { body });
    },
    'a redirect': async () => {
      const { id, version } = await stored(await makeMoving('ON_THE_WAY'));
      const newSalesId = await makeContract(admin, 'sales', material);
      const body = {
        transportId: id,
        newSalesId,
        dateUnloading: '2026-09-03',
        freightPerTonne: 5_000,
        version,
      };
      return sender(transports.redirectTransport, { body });
    },
    "a carrier's invoice that is paid at once": async () => {
      const { transport } = await makeReleasedTransport(admin, material);
      const { version } = await stored(transport);
      const body = { ...FREIGHT, transportId: transport, status: 'PAID' as const, version };
      return sender(transports.settleFreight, { body });
    },
    'the re-opening of a paid transport': async () => {
      const { transport } = await makeReleasedTransport(admin, material);
      await admin.call(transports.settleFreight, {
        body: { ...FREIGHT, transportId: transport, status: 'PAID' },
      });
      const { version } = await stored(transport);
      const body = { transportId: transport, status: 'INVOICE' as const, reason: 'zła kwota', version };
      return sender(transports.changeTransportStatus, { body });
    },
    'the move of a settlement': async () => {
      const trade = await makeDeliveredTransport(admin, material);
      const { version } = await settlementOf(admin, 'sales', trade);
      const newSalesId = await makeContract(admin, 'sales', material);
      return sender(moveSalesSettlement, { body: { transportId: trade.transport, newSalesId, version } });
    },
  };
  const FREIGHT = {
    freightAmount: 112_500,
    transportInvoiceNumber: 'FT/8',
    transportInvoiceCreateDate: '2026-09-03',
    transportPaymentDate: '2026-09-17',
  };

  // Any other error, such as that of a status that no longer allows the change, would end the web app's retry.
  it.each(Object.entries(CHANGES))(
    'returns CONFLICT without a field, because the version is no longer current: %s',
    async (_what, make) => {
      const send = await make();
      await send();
      expect(await failureOf(send())).toEqual({ status: 409, code: 'CONFLICT', fields: [] });
    },
  );

  it('leaves the quantity of an allocation unchanged when it sets the same quantity', async () => {
    const { purchase: purchaseId, sales } = await makeTrade();
    for (const quantityKg of [80_000, 0]) {
      const send = sender(allocate, { params: { id: sales }, body: { purchaseId, quantityKg } });
      await send();
      await send();
      expect(await admin.call(getAllocatedValue, { body: { purchaseId, salesId: sales } })).toBe(quantityKg);
    }
  });
});

describe('a repeated deletion', () => {
  const DELETIONS: Record<string, () => Promise<Sender>> = {
    'a contract': async () =>
      sender(contracts.sales.delete, { params: { id: await makeContract(admin, 'sales', material) } }),
    'a transport': async () =>
      sender(transports.deleteTransport, { params: { id: await makeMoving('NEW') } }),
    'a supplier': async () => {
      const { id } = await admin.call(contractors.purchase.create, { body: contractorForm() });
      return sender(contractors.purchase.delete, { params: { id } });
    },
    'a raw material': async () =>
      sender(materials.deleteRawMaterial, { params: { id: (await makeMaterial(admin)).id } }),
    'a variant': async () => {
      const rawMaterialId = (await makeMaterial(admin)).id;
      const { id } = await admin.call(materials.createVariant, { body: { rawMaterialId, name: 'Luzem' } });
      return sender(materials.deleteVariant, { params: { id } });
    },
    'a parameter': async () => {
      const rawMaterialId = (await makeMaterial(admin)).id;
      const body = { rawMaterialId, name: 'Gęstość', type: 'NUMBER' } as const;
      const { id } = await admin.call(materials.upsertParameter, { body });
      return sender(materials.deleteParameter, { params: { id } });
    },
  };

  it.each(Object.entries(DELETIONS))(
    'returns 404, which the web app accepts as success: %s',
    async (_what, make) => {
      const send = await make();
      await send();
      expect(await failureOf(send())).toMatchObject({ status: 404 });
    },
  );
});
