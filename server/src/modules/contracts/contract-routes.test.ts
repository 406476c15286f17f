import type { ContractStatus } from '@spichlerz/shared/domain/contract';
import { type BySide, SIDES, type Side } from '@spichlerz/shared/domain/side';
import { getAllocatedValue } from '@spichlerz/shared/wire/allocations';
import { listAuditEntries } from '@spichlerz/shared/wire/audit-log';
import { changeContractStatus } from '@spichlerz/shared/wire/contract-changes';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import { changeContract, contractForm } from '../../testing/contract-form.ts';
import {
  type Material,
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
  setTransportStatuses,
  signContract,
} from '../../testing/make.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

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

const CONTRACTOR_FIELD: BySide<string> = { purchase: 'purchase_supplier_id', sales: 'sales_recipient_id' };
const CONTRACTOR_MISSING: BySide<string> = {
  purchase: 'PURCHASE_SUPPLIER_NOT_FOUND',
  sales: 'RECIPIENT_NOT_FOUND',
};
const ID_FIELD: BySide<string> = { purchase: 'purchase_id', sales: 'sales_id' };
const IN_TRANSPORT: BySide<string> = {
  purchase: 'PURCHASE_CONTRACT_IS_IN_TRANSPORT',
  sales: 'SALE_CONTRACT_IS_IN_TRANSPORT',
};

const get = (side: Side, id: number) => user.call(contracts[side].dashboard, { params: { id } });
const setStatus = (side: Side, id: number, status: ContractStatus) =>
  ({
    purchase: () => user.call(changeContractStatus.purchase, { body: { purchaseId: id, status } }),
    sales: () => user.call(changeContractStatus.sales, { body: { salesId: id, status } }),
  })[side]();
async function makeTrade() {
  const purchase = await makeContract(user, 'purchase', material);
  const sales = await makeContract(user, 'sales', material);
  await makeAllocation(user, purchase, sales, 40_000);
  return { purchase, sales };
}

const PRINTED_TERMS = {
  paymentDays: 21,
  concludedOn: '2026-06-30',
  concludedAt: 'Poznań',
  printedRemarks: 'Rozładunek w dni robocze',
};

describe.each(SIDES)('a %s contract', (side) => {
  it('is stored with every field of the form; its creation queues a notification e-mail', async () => {
    const id = await makeContract(user, side, material, {
      documentNumber: `NR/${side}/1`,
      isGmp: true,
      isCert: true,
      isTolerance: true,
      toleranceType: 'BUYER',
      toleranceUnit: 'PERCENT',
      toleranceQuantity: 2.5,
      comments: 'Uwaga na rampę',
      ...PRINTED_TERMS,
      additionalCargoOption: [
        {
          price: 75_000,
          isContractualQuality: true,
          contractualQuality: 'Białko 12',
          attachToContract: true,
        },
      ],
      contactList: [{ contactField: 'Pan Marek 600 100 200' }],
      emailNotificationList: ['biuro@spichlerz.test'],
    });
    expect(await get(side, id)).toMatchObject({
      documentNumber: `NR/${side}/1`,
      contractStatus: 'ACTIVE',
      agreementStatus: 'EMPTY',
      isGmp: true,
      isTolerance: true,
      toleranceType: 'BUYER',
      toleranceQuantity: 2.5,
      comments: 'Uwaga na rampę',
      ...PRINTED_TERMS,
      hasOption: true,
      canDelete: true,
      address: { city: 'Łódź', postCode: '90-001' },
      priceOptions: [
        { isMainOption: true, price: 80_000, rawMaterialQualityTitle: 'Konsumpcyjna' },
        { isMainOption: false, price: 75_000, rawMaterialQualityTitle: 'Białko 12', attachToContract: true },
      ],
      contactList: [{ contactField: 'Pan Marek 600 100 200' }],
      [`${side}NotificationEmails`]: ['biuro@spichlerz.test'],
    });
    const { rows } = await test.pool.query('select recipient from mail where entity_id = $1', [id]);
    expect(rows).toEqual([{ recipient: 'biuro@spichlerz.test' }]);
  });

  it('keeps its printed terms when a change omits them; null clears a printed term', async () => {
    const id = await makeContract(user, side, material, PRINTED_TERMS);
    await changeContract(user, side, id, { comments: 'inna uwaga' });
    expect(await get(side, id)).toMatchObject(PRINTED_TERMS);
    await changeContract(user, side, id, { printedRemarks: null, paymentDays: null });
    expect(await get(side, id)).toMatchObject({ ...PRINTED_TERMS, printedRemarks: null, paymentDays: null });
  });

  it('is rejected for an invalid reference, address, date range, tolerance or price', async () => {
    const other = await makeMaterial(admin);
    const failure = (overrides: object) => failureOf(makeContract(user, side, material, overrides));
    const nobody = side === 'purchase' ? { purchaseSupplierId: 999_999 } : { salesRecipientId: 999_999 };
    const id = await makeContract(user, side, material);
    expect(await failureOf(changeContract(user, side, id, nobody))).toMatchObject({
      status: 400,
      code: CONTRACTOR_MISSING[side],
      fields: [{ path: CONTRACTOR_FIELD[side] }],
    });
    expect(await failure({ userId: 999_999 })).toMatchObject({ status: 400, code: 'USER_NOT_FOUND' });
    expect(await failure({ rawMaterialId: 999_999 })).toMatchObject({
      status: 400,
      code: 'RAW_MATERIAL_NOT_FOUND',
    });
    expect(
      await failure({ mainCargoOption: { price: 1, rawMaterialQualityId: other.qualityId } }),
    ).toMatchObject({
      status: 400,
      code: 'RAW_MATERIAL_QUALITY_RELATION_NOT_FOUND',
      fields: [{ path: 'main_cargo_option.raw_material_quality_id' }],
    });
    const additionalCargoOption = [material.qualityId, other.qualityId].map((id) => ({
      price: 1,
      rawMaterialQualityId: id,
    }));
    expect(await failure({ additionalCargoOption })).toMatchObject({
      code: 'RAW_MATERIAL_QUALITY_RELATION_NOT_FOUND',
      fields: [{ path: 'additional_cargo_option.1.raw_material_quality_id' }],
    });
    expect(await failure({ fcaCpt: true, address: { street: 'Bez miasta' } })).toMatchObject({
      status: 400,
      code: 'ADDRESS_IS_EMPTY',
    });
    expect(await failure({ dateOfReceiptFrom: '2026-10-02', dateOfReceiptTo: '2026-10-01' })).toMatchObject({
      status: 400,
      code: 'DATE_TO_CANNOT_BE_BEFORE_FROM',
      fields: [{ path: 'date_of_receipt_to', code: 'DATE_TO_CANNOT_BE_BEFORE_FROM' }],
    });
    expect(await failure({ isTolerance: true })).toMatchObject({ status: 400, code: 'VALUE_IS_MISSING' });
    expect(await failure({ mainCargoOption: { price: 0 } })).toMatchObject({
      status: 400,
      code: 'FST_ERR_VALIDATION',
    });
  });

  it('is not overwritten by a client with an older version', async () => {
    const id = await makeContract(user, side, material);
    const loaded = await contractForm(user, side, id);
    await changeContract(user, side, id, { comments: 'pierwsza zmiana' });
    const late = user.call(contracts[side].change, {
      params: { id },
      body: { ...loaded, comments: 'druga' } as never,
    });
    expect(await failureOf(late)).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect(await get(side, id)).toMatchObject({ comments: 'pierwsza zmiana', version: 2 });
    const { list } = await user.call(listAuditEntries, { query: { entity: 'contract', entityId: id } });
    expect(list.map(({ action }) => action)).toEqual(['changed', 'created']);
    expect(list[0]?.changes).toMatchObject({ comments: [null, 'pierwsza zmiana'] });
  });

  it('rejects a quantity below the allocated quantity, a new raw material after an allocation, and a new contractor after a transport', async () => {
    const trade = await makeTrade();
    const other = await makeMaterial(admin);
    const swap = {
      rawMaterialId: other.id,
      mainCargoOption: { price: 1_000, rawMaterialQualityId: other.qualityId },
    };
    expect(await failureOf(changeContract(user, side, trade[side], swap))).toMatchObject({
      status: 409,
      code: 'CONFLICT',
      fields: [{ path: 'raw_material_id' }],
    });
    expect(await failureOf(changeContract(user, side, trade[side], { quantityKg: 39_999 }))).toMatchObject({
      status: 409,
      code: 'ALLOCATE_QUANTITY_IS_TO_BIG',
    });
    await changeContract(user, side, trade[side], { quantityKg: 40_000 });
    await makeTransport(user, trade.purchase, trade.sales);
    const spare = await get(side, await makeContract(user, side, material));
    const contractor =
      side === 'purchase'
        ? { purchaseSupplierId: spare.purchaseSupplierId }
        : { salesRecipientId: spare.salesRecipientId };
    expect(await failureOf(changeContract(user, side, trade[side], contractor))).toMatchObject({
      status: 409,
      code: 'CONFLICT',
      fields: [{ path: CONTRACTOR_FIELD[side] }],
    });
  });

  it('cannot change its currency after a delivery', async () => {
    const trade = await makeTrade();
    const transport = await makeTransport(user, trade.purchase, trade.sales);
    await changeContract(user, side, trade[side], { currency: 'EUR' });
    await setTransportStatuses(user, transport, 'ON_THE_WAY', 'DELIVERED');
    expect(await failureOf(changeContract(user, side, trade[side], { currency: 'PLN' }))).toMatchObject({
      status: 409,
      code: 'CONFLICT',
      fields: [{ path: 'currency' }],
    });
    await changeContract(user, side, trade[side], { comments: 'bez zmiany waluty' });
    expect(await get(side, trade[side])).toMatchObject({ currency: 'EUR', comments: 'bez zmiany waluty' });
  });

  it('keeps its currency when a change omits the currency', async () => {
    const id = await makeContract(user, side, material);
    await changeContract(user, side, id, { currency: 'EUR' });
    await changeContract(user, side, id, { currency: undefined, comments: 'bez waluty' });
    expect(await get(side, id)).toMatchObject({ currency: 'EUR', comments: 'bez waluty' });
  });

  it('can be deleted only while it is unsigned and has no open allocation and no transport', async () => {
    const trade = await makeTrade();
    const remove = (id: number) => user.call(contracts[side].delete, { params: { id } });
    expect(await get(side, trade[side])).toMatchObject({ canDelete: false });
    expect(await failureOf(remove(trade[side]))).toMatchObject({ status: 409, code: 'CONFLICT' });
    await makeTransport(user, trade.purchase, trade.sales);
    expect(await failureOf(remove(trade[side]))).toMatchObject({ status: 409, code: IN_TRANSPORT[side] });
    const signed = await makeContract(user, side, material);
    await signContract(user, side, signed);
    expect(await failureOf(remove(signed))).toMatchObject({ status: 409, code: 'CONFLICT' });
    const free = await makeContract(user, side, material);
    await remove(free);
    expect(await failureOf(get(side, free))).toMatchObject({ status: 404, code: 'CONTRACT_NOT_FOUND' });
  });

  it('cannot change its status or its agreement status if its id is unknown', async () => {
    const changes = [
      () => setStatus(side, 987_654_321, 'ACTIVE'),
      () => signContract(user, side, 987_654_321),
    ];
    for (const change of changes) {
      expect(await failureOf(change())).toMatchObject({
        status: 400,
        code: 'CONTRACT_NOT_FOUND',
        fields: [{ path: ID_FIELD[side] }],
      });
    }
  });

  it('cannot be closed before its transport is delivered, and cannot be cancelled afterwards; closing releases its allocation', async () => {
    const trade = await makeTrade();
    const transport = await makeTransport(user, trade.purchase, trade.sales);
    expect(await failureOf(setStatus(side, trade[side], 'CLOSED'))).toMatchObject({
      status: 409,
      code: IN_TRANSPORT[side],
    });
    await setTransportStatuses(user, transport, 'DELIVERED');
    expect(await failureOf(setStatus(side, trade[side], 'CANCELLED'))).toMatchObject({
      status: 409,
      code: IN_TRANSPORT[side],
    });
    await setStatus(side, trade[side], 'CLOSED');
    for (const each of SIDES)
      expect(await get(each, trade[each])).toMatchObject({ allocated: 0, delivered: 25_000 });
    expect(
      await user.call(getAllocatedValue, { body: { purchaseId: trade.purchase, salesId: trade.sales } }),
    ).toBe(0);
    const more = failureOf(makeAllocation(user, trade.purchase, trade.sales, 1_000));
    expect(await more).toEqual({ status: 409, code: 'CONTRACT_IS_NOT_COMPATIBLE', fields: [] });
  });

  it('releases its open allocation when one request closes it and reduces its quantity to the delivered quantity', async () => {
    const trade = await makeTrade();
    await makeTransport(user, trade.purchase, trade.sales, { status: 'DELIVERED' });
    const lowered = { quantityKg: 25_000 };
    expect(await failureOf(changeContract(user, side, trade[side], lowered))).toMatchObject({
      code: 'ALLOCATE_QUANTITY_IS_TO_BIG',
    });
    await changeContract(user, side, trade[side], { ...lowered, status: 'CLOSED' });
    expect(await get(side, trade[side])).toMatchObject({
      status: 'CLOSED',
      quantityKg: 25_000,
      allocated: 0,
      delivered: 25_000,
    });
  });
});

describe('the default freight terms', () => {
  it('are FCA for a purchase and CPT for a sale; a sale stores no county and no minimum price', async () => {
    const { rows } = await test.pool.query(`select code from county order by code limit 1`);
    const more = { isCert: true, countyCode: (rows[0] as { code: string }).code, minPrice: 70_000 };
    const purchase = await get('purchase', await makeContract(user, 'purchase', material, more));
    const sale = await get('sales', await makeContract(user, 'sales', material, more));
    expect(purchase).toMatchObject({ fcaCpt: true, countyCode: more.countyCode, minPrice: 70_000 });
    expect(sale).toMatchObject({ fcaCpt: false, countyCode: null, minPrice: null });
  });
});
