import type { Side } from '@spichlerz/shared/domain/side';
import { contractorCards } from '@spichlerz/shared/wire/contractor-card';
import { contractors } from '@spichlerz/shared/wire/contractors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { as, type Person } from '../../testing/as.ts';
import { refusal } from '../../testing/call.ts';
import { contractorForm } from '../../testing/contractor-form.ts';
import {
  type Material,
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
  setContract,
} from '../../testing/make.ts';

let test: TestApp;
let person: Person;
let material: Material;

beforeAll(async () => {
  test = await startTestApp();
  person = await as(test);
  material = await makeMaterial(await as(test, 'ADMIN'));
});
afterAll(() => test.close());

const create = async (side: Side) =>
  (await person.call(contractors[side].create, { body: contractorForm() })).id;

describe('the card', () => {
  it('has open contracts first, what they still owe and the trucks on the way', async () => {
    const supplier = await create('purchase');
    const recipient = await create('sales');
    const [closed, purchase, sale] = [
      await makeContract(person, 'purchase', material, { purchaseSupplierId: supplier }),
      await makeContract(person, 'purchase', material, { purchaseSupplierId: supplier }),
      await makeContract(person, 'sales', material, { salesRecipientId: recipient }),
    ];
    await setContract(person, 'purchase', closed, 'CLOSED');
    const newest = await makeContract(person, 'purchase', material, { purchaseSupplierId: supplier });
    await setContract(person, 'purchase', newest, 'CANCELLED');
    await makeAllocation(person, purchase, sale, 75_000);
    await makeTransport(person, purchase, sale, { status: 'DELIVERED' });
    await makeTransport(person, purchase, sale);
    const transport = await makeTransport(person, purchase, sale, { status: 'ON_THE_WAY' });

    const ofSupplier = await person.call(contractorCards.purchase.card, { params: { id: supplier } });
    expect(ofSupplier.contracts.map(({ contractId }) => contractId)).toEqual([purchase, newest, closed]);
    expect(ofSupplier.contracts[0]).toMatchObject({ cargoQuantity: 100_000, delivered: 25_000 });
    expect(ofSupplier).toMatchObject({
      openContractCount: 1,
      usedIn: { count: 3 },
      openQuantities: [{ rawMaterialId: material.id, open: 75_000 }],
      truckCount: 1,
      trucks: [
        { id: transport, contractId: purchase, registrationNumber: 'PO 12345', cargoQuantity: 25_000 },
      ],
    });
    const ofRecipient = await person.call(contractorCards.sales.card, { params: { id: recipient } });
    expect(ofRecipient).toMatchObject({
      openQuantities: [{ rawMaterialId: material.id, open: 75_000 }],
      trucks: [{ id: transport, contractId: sale }],
    });
  });

  it('of nobody is not found', async () => {
    expect(
      await refusal(person.call(contractorCards.sales.card, { params: { id: 987_654_321 } })),
    ).toMatchObject({ status: 404, code: 'RECIPIENT_NOT_FOUND' });
  });
});
