import { SIDES } from '@spichlerz/shared/domain/side';
import { listAuditEntries } from '@spichlerz/shared/wire/audit-log';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { createVariant } from '@spichlerz/shared/wire/materials';
import { getMe } from '@spichlerz/shared/wire/session';
import { moveSalesSettlement, settlePurchase } from '@spichlerz/shared/wire/settlements';
import { deleteTransport, redirectTransport, settleFreight } from '@spichlerz/shared/wire/transports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { changeContract } from '../testing/contract-form.ts';
import {
  type Material,
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
  setTransportStatuses,
} from '../testing/make.ts';
import { createTestUser, type TestUser } from '../testing/test-user.ts';

let test: TestApp;
let user: TestUser;
let admin: TestUser;
let material: Material;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  admin = await createTestUser(test, 'ADMIN');
  material = await makeMaterial(admin);
});
afterAll(() => test.close());

const purchase = () => makeContract(user, 'purchase', material);
const sale = () => makeContract(user, 'sales', material);
const auditEntriesOf = async (contractId: number) =>
  (await user.call(listAuditEntries, { query: { contractId, limit: 100 } })).list;
const lastChanges = async (contractId: number) => (await auditEntriesOf(contractId))[0]?.changes;
const entrySummaries = async (contractId: number) =>
  (await auditEntriesOf(contractId)).map(({ entity, action, subject }) => [entity, action, subject]);

/** Optional fields that the forms of purchases and sales share. */
const ALL_FIELDS = {
  agreementStatus: 'SIGNED',
  currency: 'EUR',
  fcaCpt: true,
  isFor: true,
  isCert: true,
  isGmp: true,
  isTolerance: true,
  toleranceType: 'BUYER',
  toleranceUnit: 'PERCENT',
  toleranceQuantity: 2.5,
  comments: 'Odbiór po telefonie',
} as const;

describe.each(SIDES)('a change of a %s contract', (side) => {
  const change = (id: number, changes: object) => changeContract(user, side, id, changes);

  it('writes no audit entry when all values stay the same', async () => {
    const { id: variantId } = await admin.call(createVariant, {
      body: { rawMaterialId: material.id, name: `Ozima ${side}` },
    });
    const id = await makeContract(user, side, material, {
      ...ALL_FIELDS,
      ...(side === 'purchase' && { countyCode: '0201', minPrice: 70_000 }),
      documentNumber: `CAŁY/${side}`,
      rawMaterialVariantId: variantId,
      contactList: [{ contactField: 'Jan' }],
      emailNotificationList: ['biuro@spichlerz.test'],
      additionalCargoOption: [
        { price: 75_000, rawMaterialQualityId: material.qualityId, attachToContract: true },
        { price: 60_000, isContractualQuality: true, contractualQuality: 'Białko 13%' },
      ],
    });
    await change(id, {});
    expect(await entrySummaries(id)).toEqual([['contract', 'created', null]]);
  });

  it('has the size and the unit of the tolerance in its audit entry only if the tolerance has changed', async () => {
    const tolerance = { isTolerance: true, toleranceType: 'BUYER', toleranceUnit: 'T' } as const;
    const id = await makeContract(user, side, material, { ...tolerance, toleranceQuantity: 5_000 });
    await change(id, { comments: 'Bez zmiany tolerancji' });
    expect(await lastChanges(id)).toEqual({ comments: [null, 'Bez zmiany tolerancji'] });
    await change(id, { toleranceQuantity: 7_500 });
    expect(await lastChanges(id)).toEqual({
      toleranceQuantity: [5_000, 7_500],
      toleranceUnit: ['T', 'T'],
    });
    await change(id, { toleranceUnit: 'PERCENT', toleranceQuantity: 5 });
    expect(await lastChanges(id)).toEqual({
      toleranceQuantity: [7_500, 5],
      toleranceUnit: ['T', 'PERCENT'],
    });
    await change(id, { isTolerance: false });
    expect(await lastChanges(id)).toMatchObject({ toleranceQuantity: [5, null] });
  });
});

describe('the audit log of a contract', () => {
  it('lists the allocations and transports of the contract; a purchase settlement is listed for the purchase, not for the sale', async () => {
    const [from, to] = [await purchase(), await sale()];
    await makeAllocation(user, from, to, 50_000);
    // the same quantity again changes nothing and is not logged
    await makeAllocation(user, from, to, 50_000);
    const transport = await makeTransport(user, from, to, { registrationNumber: 'PO 1' });
    await setTransportStatuses(user, transport, 'DELIVERED', 'TO_BE_SETTLED');
    await user.call(settlePurchase, {
      body: { transportId: transport, realPurchaseCargoPrice: 79_000, realPurchaseCargoQuality: 'Paszowa' },
    });
    const both = [
      ['transport', 'statusChanged', 'PO 1'],
      ['transport', 'statusChanged', 'PO 1'],
      ['transport', 'created', 'PO 1'],
      ['contract', 'allocated', null],
      ['contract', 'created', null],
    ];
    expect(await entrySummaries(from)).toEqual([['settlement', 'purchase.settled', 'PO 1'], ...both]);
    expect(await entrySummaries(to)).toEqual(both);
    const [, , , made] = await auditEntriesOf(from);
    expect(made).toMatchObject({
      changes: { quantityKg: [null, 25_000], salesId: [null, to] },
      names: { [`salesId:${to}`]: `nr ${to}` },
    });
  });

  it('keeps the entries of transports after their redirect or deletion', async () => {
    const [from, to, other] = [await purchase(), await sale(), await sale()];
    await makeAllocation(user, from, to, 50_000);
    const sent = await makeTransport(user, from, to, { registrationNumber: 'PO 2', status: 'ON_THE_WAY' });
    await user.call(redirectTransport, {
      body: { transportId: sent, newSalesId: other, dateUnloading: '2026-09-05', freightPerTonne: 5_000 },
    });
    await setTransportStatuses(user, sent, 'DELIVERED');
    const planned = await makeTransport(user, from, to, { registrationNumber: 'PO 3' });
    await user.call(deleteTransport, { params: { id: planned } });

    expect((await entrySummaries(to)).filter(([entity]) => entity === 'transport')).toEqual([
      ['transport', 'deleted', 'PO 3'],
      ['transport', 'created', 'PO 3'],
      ['transport', 'redirected', 'PO 2'],
      ['transport', 'created', 'PO 2'],
    ]);
    expect((await entrySummaries(other)).filter(([entity]) => entity === 'transport')).toEqual([
      ['transport', 'statusChanged', 'PO 2'],
      ['transport', 'redirected', 'PO 2'],
    ]);
  });

  it('lists the old and the new amount with their currencies', async () => {
    const price = (amount: number) => ({ price: amount, rawMaterialQualityId: material.qualityId });
    const [from, to] = [await purchase(), await sale()];
    const inEuro = await makeContract(user, 'sales', material, {
      currency: 'EUR',
      mainCargoOption: price(20_500),
    });
    await changeContract(user, 'sales', inEuro, { mainCargoOption: price(21_000) });
    expect(await lastChanges(inEuro)).toEqual({
      priceMinorPerTonne: [20_500, 21_000],
      currency: ['EUR', 'EUR'],
    });

    await makeAllocation(user, from, to, 50_000);
    const transport = await makeTransport(user, from, to, { currency: 'EUR', status: 'ON_THE_WAY' });
    await setTransportStatuses(user, transport, 'DELIVERED');
    await user.call(moveSalesSettlement, { body: { transportId: transport, newSalesId: inEuro } });
    expect((await auditEntriesOf(to)).find(({ action }) => action === 'sales.moved')?.changes).toEqual({
      priceMinorPerTonne: [80_000, 21_000],
      currency: ['PLN', 'EUR'],
    });
    await setTransportStatuses(user, transport, 'TO_BE_SETTLED');
    await user.call(settleFreight, {
      body: {
        transportId: transport,
        status: 'INVOICE',
        freightAmount: 112_500,
        transportInvoiceNumber: 'FR/1',
        transportInvoiceCreateDate: '2026-09-10',
        transportPaymentDate: '2026-09-24',
      },
    });
    expect(await lastChanges(from)).toMatchObject({
      freightMinor: [null, 112_500],
      currency: ['EUR', 'EUR'],
    });
  });

  it('lists the price options and contacts before and after a change', async () => {
    const option = (price: number) => ({ price, rawMaterialQualityId: material.qualityId });
    const id = await makeContract(user, 'purchase', material, {
      additionalCargoOption: [{ ...option(70_000), attachToContract: true }],
      contactList: [{ contactField: 'Jan' }, { contactField: 'Ewa' }],
    });
    const stored = await user.call(contracts.purchase.dashboard, { params: { id } });
    const [first] = stored.additionalCargoOption;
    const [jan, ewa] = stored.contactList;
    await user.call(contracts.purchase.change, {
      params: { id },
      body: {
        userId: user.id,
        status: 'ACTIVE',
        purchaseSupplierId: stored.purchaseSupplierId ?? 0,
        dateOfReceiptFrom: stored.dateOfReceiptFrom,
        dateOfReceiptTo: stored.dateOfReceiptTo,
        address: {
          city: 'Łódź',
          postCode: '90-001',
          street: 'Zbożowa',
          buildingNumber: '1',
          countryCode: 'PL',
        },
        rawMaterialId: material.id,
        quantityKg: 100_000,
        mainCargoOption: option(80_000),
        additionalCargoOption: [
          { id: first?.id ?? 0, ...option(71_000), attachToContract: true },
          { price: 60_000, isContractualQuality: true, contractualQuality: 'Białko 13%' },
        ],
        contactList: [{ id: ewa?.id ?? 0, contactField: 'Ewa' }],
        contactListDelete: [jan?.id ?? 0],
      },
    });
    const [changed] = await auditEntriesOf(id);
    const main = { quality: 'Konsumpcyjna', attachToContract: true, id: first?.id };
    expect(changed?.changes).toEqual({
      priceOptions: [
        [{ ...main, priceMinorPerTonne: 70_000 }],
        [
          { ...main, priceMinorPerTonne: 71_000 },
          {
            id: expect.any(Number),
            priceMinorPerTonne: 60_000,
            quality: 'Białko 13%',
            attachToContract: false,
          },
        ],
      ],
      currency: ['PLN', 'PLN'],
      contacts: [
        [
          { id: jan?.id, contact: 'Jan' },
          { id: ewa?.id, contact: 'Ewa' },
        ],
        [{ id: ewa?.id, contact: 'Ewa' }],
      ],
    });
  });
});

it('the audit log can be searched by the name of the author', async () => {
  const contractId = await purchase();
  await changeContract(admin, 'purchase', contractId, { comments: 'Odbiór po telefonie' });
  const { firstName, lastName } = await admin.call(getMe, {});
  const query = { contractId, search: `${lastName} ${firstName}`.toUpperCase() };
  const { list, filtered, total } = await user.call(listAuditEntries, { query });
  expect(list.map(({ action }) => action)).toEqual(['changed']);
  expect([filtered, total]).toEqual([1, 2]);
  const nobody = await user.call(listAuditEntries, { query: { contractId, search: 'Nikt' } });
  expect([nobody.filtered, nobody.total]).toEqual([0, 2]);
});
