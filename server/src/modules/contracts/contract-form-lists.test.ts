import { SIDES } from '@spichlerz/shared/domain/side';
import { changeContractStatus } from '@spichlerz/shared/wire/contract-changes';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import { changeContract } from '../../testing/contract-form.ts';
import { type Material, makeContract, makeMaterial } from '../../testing/make.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

/*
 * Tests the contacts and additional price options of a contract. A client may omit entries that stay
 * unchanged.
 */

let test: TestApp;
let user: TestUser;
let material: Material;
let foreign: Material;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  const admin = await createTestUser(test, 'ADMIN');
  material = await makeMaterial(admin);
  foreign = await makeMaterial(admin);
});
afterAll(() => test.close());

const wrong = (path: string, code = 'VALUE_IS_WRONG') => ({ status: 400, fields: [{ path, code }] });

describe.each(SIDES)('saving a %s contract', (side) => {
  const read = (id: number) => user.call(contracts[side].dashboard, { params: { id } });

  /** Saves the contract's form. Lists that `changes` does not contain are omitted. */
  const change = (id: number, changes: object) =>
    changeContract(user, side, id, {
      contactList: undefined,
      additionalCargoOption: undefined,
      ...changes,
    });
  const contactsOf = async (id: number) =>
    (await read(id)).contactList.map(({ contactField }) => contactField);

  it('keeps stored contacts that the request omits, and puts them after the contacts in the request', async () => {
    const id = await makeContract(user, side, material, {
      contactList: ['a', 'b', 'c'].map((contactField) => ({ contactField })),
    });
    const [, b] = (await read(id)).contactList;
    await change(id, { contactList: [{ contactField: 'nowy' }, { id: b?.id, contactField: 'B' }] });
    expect(await contactsOf(id)).toEqual(['nowy', 'B', 'a', 'c']);
    await change(id, { contactListDelete: [b?.id] });
    expect(await contactsOf(id)).toEqual(['nowy', 'a', 'c']);
  });

  it('rejects a new contact with the name of a stored contact that the request omits', async () => {
    const id = await makeContract(user, side, material, { contactList: [{ contactField: 'Anna 600' }] });
    const repeated = change(id, { contactList: [{ contactField: 'nowy' }, { contactField: ' anna 600' }] });
    expect(await failureOf(repeated)).toMatchObject(
      wrong('contact_list.1.contact_field', 'VALUE_IS_DUPLICATED'),
    );
    expect(await contactsOf(id)).toEqual(['Anna 600']);
  });

  /**
   * Creates two contracts, each with a contact and an additional price, and returns the lists of the second
   * contract.
   */
  const makeTwo = async () => {
    const lists = {
      contactList: [{ contactField: 'a' }],
      additionalCargoOption: [{ price: 75_000, rawMaterialQualityId: material.qualityId }],
    };
    const [id, other] = [
      await makeContract(user, side, material, lists),
      await makeContract(user, side, material, lists),
    ];
    const { contactList, additionalCargoOption } = await read(other);
    return { id, other, contactList, additionalCargoOption };
  };

  it('rejects ids of contacts and price options of another contract, and two contacts with the same name', async () => {
    const { id, contactList, additionalCargoOption } = await makeTwo();
    expect(await failureOf(change(id, { contactList }))).toMatchObject(wrong('contact_list.0.id'));
    expect(await failureOf(change(id, { additionalCargoOption }))).toMatchObject(
      wrong('additional_cargo_option.0.id'),
    );
    const twice = { contactList: [{ contactField: 'Jan  Nowak' }, { contactField: 'jan nowak' }] };
    expect(await failureOf(change(id, twice))).toMatchObject(
      wrong('contact_list.1.contact_field', 'VALUE_IS_DUPLICATED'),
    );
    expect(await contactsOf(id)).toEqual(['a']);
  });

  it('rejects a status change with an older version, and a tolerance above the contract quantity', async () => {
    const id = await makeContract(user, side, material);
    const { version, quantityKg } = await read(id);
    const setStatus = (status: 'ACTIVE' | 'TO_SETTLEMENT', expectedVersion: number) =>
      ({
        purchase: () =>
          user.call(changeContractStatus.purchase, {
            body: { purchaseId: id, status, version: expectedVersion },
          }),
        sales: () =>
          user.call(changeContractStatus.sales, { body: { salesId: id, status, version: expectedVersion } }),
      })[side]();
    await setStatus('TO_SETTLEMENT', version);
    expect(await failureOf(setStatus('ACTIVE', version))).toMatchObject({ status: 409, code: 'CONFLICT' });
    // a repeated call whose response was lost succeeds
    await setStatus('TO_SETTLEMENT', version);

    const tolerance = { isTolerance: true, toleranceType: 'BUYER', toleranceUnit: 'T' };
    await change(id, { ...tolerance, toleranceQuantity: quantityKg });
    expect(await failureOf(change(id, { ...tolerance, toleranceQuantity: quantityKg + 1 }))).toMatchObject({
      status: 400,
      fields: [{ path: 'tolerance_quantity', code: 'VALUE_IS_WRONG' }],
    });
  });

  it('rejects the deletion of contacts and price options of another contract', async () => {
    const { id, other, contactList, additionalCargoOption } = await makeTwo();
    const contactListDelete = contactList.map((contact) => contact.id);
    expect(await failureOf(change(id, { contactListDelete }))).toMatchObject(wrong('contact_list_delete.0'));
    const additionalCargoOptionDelete = additionalCargoOption.map((option) => option.id);
    expect(await failureOf(change(id, { additionalCargoOptionDelete }))).toMatchObject(
      wrong('additional_cargo_option_delete.0'),
    );
    expect(await read(other)).toMatchObject({ contactList, additionalCargoOption });
    // another user may have deleted an entry before, so an unknown id is accepted
    await change(id, { contactListDelete: [Number.MAX_SAFE_INTEGER] });
  });

  it('rejects ids of stored contacts and price options when the saved contract is new', async () => {
    const { contactList, additionalCargoOption } = await makeTwo();
    expect(await failureOf(makeContract(user, side, material, { contactList }))).toMatchObject(
      wrong('contact_list.0.id'),
    );
    const [option] = additionalCargoOption;
    const copied = { price: 75_000, rawMaterialQualityId: material.qualityId, id: option?.id ?? 0 };
    expect(
      await failureOf(makeContract(user, side, material, { additionalCargoOption: [copied] })),
    ).toMatchObject(wrong('additional_cargo_option.0.id'));
  });

  it('keeps the price options in the request when the raw material changes, but rejects price options of another contract', async () => {
    const { id, additionalCargoOption: others } = await makeTwo();
    const { additionalCargoOption } = await read(id);
    const inOtherMaterial = {
      rawMaterialId: foreign.id,
      mainCargoOption: { price: 90_000, rawMaterialQualityId: foreign.qualityId },
    };
    const priced = (options: typeof others) =>
      options.map((option) => ({ id: option.id, price: 80_000, rawMaterialQualityId: foreign.qualityId }));
    expect(
      await failureOf(change(id, { ...inOtherMaterial, additionalCargoOption: priced(others) })),
    ).toMatchObject(wrong('additional_cargo_option.0.id'));
    await change(id, { ...inOtherMaterial, additionalCargoOption: priced(additionalCargoOption) });
    expect((await read(id)).priceOptions.map(({ price }) => price)).toEqual([90_000, 80_000]);
  });

  it('deletes the price options that the request omits when the raw material changes', async () => {
    const id = await makeContract(user, side, material, {
      additionalCargoOption: [
        { price: 75_000, rawMaterialQualityId: material.qualityId },
        { price: 60_000, isContractualQuality: true, contractualQuality: 'Białko 13%' },
      ],
    });
    await change(id, {
      rawMaterialId: foreign.id,
      mainCargoOption: { price: 90_000, rawMaterialQualityId: foreign.qualityId },
    });
    expect((await read(id)).priceOptions.map(({ price }) => price)).toEqual([90_000]);
  });

  it('rejects a seventh contact when the request omits the six stored contacts', async () => {
    const six = Array.from({ length: 6 }, (_, index) => ({ contactField: `nr ${index}` }));
    const id = await makeContract(user, side, material, { contactList: six });
    expect(await failureOf(change(id, { contactList: [{ contactField: 'siódmy' }] }))).toMatchObject({
      status: 400,
      code: 'VALUE_IS_WRONG',
      fields: [{ path: 'contact_list' }],
    });
    expect(await contactsOf(id)).toHaveLength(6);
  });

  it('rejects two contacts with the same id', async () => {
    const id = await makeContract(user, side, material, { contactList: [{ contactField: 'a' }] });
    const [a] = (await read(id)).contactList;
    const twice = [
      { id: a?.id, contactField: 'x' },
      { id: a?.id, contactField: 'y' },
    ];
    expect(await failureOf(change(id, { contactList: twice }))).toMatchObject({
      status: 400,
      code: 'VALUE_IS_DUPLICATED',
      fields: [{ path: 'contact_list.1.id' }],
    });
    expect(await contactsOf(id)).toEqual(['a']);
  });

  it('gives a price option without a quality the quality of the main price option', async () => {
    const id = await makeContract(user, side, material, { additionalCargoOption: [{ price: 75_000 }] });
    expect((await read(id)).priceOptions).toMatchObject([
      { price: 80_000, rawMaterialQualityTitle: 'Konsumpcyjna' },
      { price: 75_000, rawMaterialQualityTitle: 'Konsumpcyjna' },
    ]);
    await change(id, { additionalCargoOption: [{ price: 70_000 }] });
    expect((await read(id)).priceOptions.map(({ price }) => price)).toEqual([80_000, 70_000, 75_000]);
  });

  it('ignores the values of a disabled tolerance, and rejects an invalid quantity of an enabled tolerance', async () => {
    const off = { isTolerance: false, toleranceUnit: 'PERCENT' as const, toleranceQuantity: 0 };
    const id = await makeContract(user, side, material, off);
    expect(await read(id)).toMatchObject({
      isTolerance: false,
      toleranceUnit: null,
      toleranceQuantity: null,
    });
    const on = { ...off, isTolerance: true, toleranceType: 'BUYER' as const };
    for (const toleranceQuantity of [0, 1e-12, 0.005, 100.01]) {
      expect(await failureOf(change(id, { ...on, toleranceQuantity }))).toMatchObject({
        status: 400,
        code: 'VALUE_IS_WRONG',
        fields: [{ path: 'tolerance_quantity' }],
      });
    }
  });
});
