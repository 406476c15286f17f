import type { Side } from '@spichlerz/shared/domain/side';
import { contractorCards } from '@spichlerz/shared/wire/contractor-card';
import { contractors } from '@spichlerz/shared/wire/contractors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import { contractorForm } from '../../testing/contractor-form.ts';
import {
  type Material,
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
  setContractStatus,
} from '../../testing/make.ts';
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

const create = async (side: Side) =>
  (await user.call(contractors[side].create, { body: contractorForm() })).id;

describe('the contractor card', () => {
  it('lists open contracts first, and shows the open quantities and the transports on the way', async () => {
    const supplier = await create('purchase');
    const recipient = await create('sales');
    const [closed, purchase, sale] = [
      await makeContract(user, 'purchase', material, { purchaseSupplierId: supplier }),
      await makeContract(user, 'purchase', material, { purchaseSupplierId: supplier }),
      await makeContract(user, 'sales', material, { salesRecipientId: recipient }),
    ];
    await setContractStatus(user, 'purchase', closed, 'CLOSED');
    const newest = await makeContract(user, 'purchase', material, { purchaseSupplierId: supplier });
    await setContractStatus(user, 'purchase', newest, 'CANCELLED');
    await makeAllocation(user, purchase, sale, 75_000);
    await makeTransport(user, purchase, sale, { status: 'DELIVERED' });
    await makeTransport(user, purchase, sale);
    const transport = await makeTransport(user, purchase, sale, { status: 'ON_THE_WAY' });

    const ofSupplier = await user.call(contractorCards.purchase.card, { params: { id: supplier } });
    expect(ofSupplier.contracts.map(({ contractId }) => contractId)).toEqual([purchase, newest, closed]);
    expect(ofSupplier.contracts[0]).toMatchObject({ quantityKg: 100_000, delivered: 25_000 });
    expect(ofSupplier).toMatchObject({
      openContractCount: 1,
      usedIn: { count: 3 },
      openQuantities: [{ rawMaterialId: material.id, open: 75_000 }],
      truckCount: 1,
      trucks: [{ id: transport, contractId: purchase, registrationNumber: 'PO 12345', quantityKg: 25_000 }],
    });
    const ofRecipient = await user.call(contractorCards.sales.card, { params: { id: recipient } });
    expect(ofRecipient).toMatchObject({
      openQuantities: [{ rawMaterialId: material.id, open: 75_000 }],
      trucks: [{ id: transport, contractId: sale }],
    });
  });

  it('returns 404 for an unknown contractor', async () => {
    expect(
      await failureOf(user.call(contractorCards.sales.card, { params: { id: 987_654_321 } })),
    ).toMatchObject({ status: 404, code: 'RECIPIENT_NOT_FOUND' });
  });
});
