import { SIDES, type Side } from '@spichlerz/shared/domain/side';
import { listAuditEntries } from '@spichlerz/shared/wire/audit-log';
import { contractors } from '@spichlerz/shared/wire/contractors';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import { contractorForm } from '../../testing/contractor-form.ts';
import { type Material, makeContract, makeMaterial } from '../../testing/make.ts';
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

const create = async (side: Side, overrides = {}) => {
  const body = contractorForm(overrides);
  const { id } = await user.call(contractors[side].create, { body });
  return { id, body };
};
const get = (side: Side, id: number) => user.call(contractors[side].get, { params: { id } });
const named = (...names: string[]) => names.map((name) => ({ name }));
const change = {
  purchase: (id: number, body: object, addresses: number[] = []) =>
    user.call(contractors.purchase.change, {
      params: { id },
      body: { ...contractorForm(), ...body, supplierAddressDelete: addresses },
    }),
  sales: (id: number, body: object, addresses: number[] = []) =>
    user.call(contractors.sales.change, {
      params: { id },
      body: { ...contractorForm(), ...body, recipientAddressDelete: addresses },
    }),
};
const contractWith = {
  purchase: (contractorId: number) =>
    makeContract(user, 'purchase', material, { purchaseSupplierId: contractorId }),
  sales: (contractorId: number) => makeContract(user, 'sales', material, { salesRecipientId: contractorId }),
};

describe.each(SIDES)('a contractor of the %s side', (side) => {
  it('is stored without invisible characters; a search text with invisible characters finds the contractor', async () => {
    const { nip } = contractorForm();
    const { id } = await create(side, {
      companyName: `Zboże\u200B ${nip}`,
      nip: `\u200E${nip}`,
      phoneNumber: '\u202A602 345 678\u202C',
      email: '\u200Bbiuro@spichlerz.test\uFEFF',
    });
    expect(await get(side, id)).toMatchObject({
      companyName: `Zboże ${nip}`,
      nip,
      phoneNumber: '+48 602 345 678',
      email: 'biuro@spichlerz.test',
    });
    const { list } = await user.call(contractors[side].list, { body: { search: `zbo\u00ADże ${nip}` } });
    expect(list.map((row) => row.id)).toEqual([id]);
  });

  it('has its phone numbers stored in one format, and is found by a part of its phone number and by its NIP', async () => {
    const { id, body } = await create(side, {
      phoneNumber: '0048 601-234-567',
      contactList: [{ name: 'Biuro', phoneNumber: '+49 30 901820' }],
    });
    const record = await get(side, id);
    expect(record.phoneNumber).toBe('+48 601 234 567');
    expect(record.contactList[0]?.phoneNumber).toBe('+49 30 901820');
    const euNip = `PL ${body.nip?.slice(0, 3)}-${body.nip?.slice(3)}`;
    for (const search of ['601 234 567', '+48 601-234', `234 567 ${body.nip}`, `pl${body.nip}`, euNip]) {
      const { list } = await user.call(contractors[side].list, { body: { search } });
      expect(list.map((row) => row.id)).toEqual([id]);
    }
  });

  it('returns its addresses and contacts in the order in which they were last saved', async () => {
    const { id } = await create(side, {
      addressList: named('Brama', 'Waga', 'Biuro'),
      contactList: named('Waga', 'Biuro'),
    });
    const before = await get(side, id);
    const [gate, scales, office] = before.addressList;
    await change[side](id, {
      addressList: [scales, { ...office, name: 'Brama' }, { ...gate, name: 'Nowa' }],
      contactList: before.contactList.toReversed(),
      version: before.version,
    });
    const after = await get(side, id);
    expect(after.addressList.map(({ id, name }) => [id, name])).toEqual([
      [scales?.id, 'Waga'],
      [office?.id, 'Brama'],
      [gate?.id, 'Nowa'],
    ]);
    expect(after.contactList.map(({ name }) => name)).toEqual(['Biuro', 'Waga']);
  });

  it('can rename an address and give the old name to a new address in the same change', async () => {
    const { id } = await create(side, { addressList: named('Brama') });
    const [gate] = (await get(side, id)).addressList;
    await change[side](id, { addressList: [{ name: 'Brama' }, { ...gate, name: 'Stara brama' }] });
    const { addressList } = await get(side, id);
    expect(addressList.map(({ name }) => name)).toEqual(['Brama', 'Stara brama']);
  });

  it('rejects the deletion of its first address until a change moves that address to a later position', async () => {
    const { id } = await create(side, { addressList: named('Pierwszy', 'Drugi') });
    const [first, second] = (await get(side, id)).addressList;
    const ids = [first?.id ?? 0];
    expect(await failureOf(change[side](id, { addressList: [second] }, ids))).toMatchObject({
      status: 409,
      code: 'CONFLICT',
      fields: [{ path: 'address_list', code: 'CONFLICT' }],
    });
    await change[side](id, { addressList: [second, first] });
    await change[side](id, { addressList: [second] }, ids);
    expect((await get(side, id)).addressList.map(({ name }) => name)).toEqual(['Drugi']);
  });

  it('rejects a change that deletes an address of another contractor', async () => {
    const { id } = await create(side, { addressList: named('Brama') });
    const { id: other } = await create(side, { addressList: named('Waga') });
    const { addressList } = await get(side, other);
    const ids = addressList.map((address) => address.id);
    const list = side === 'purchase' ? 'supplier_address_delete' : 'recipient_address_delete';
    expect(await failureOf(change[side](id, {}, ids))).toMatchObject({
      status: 400,
      fields: [{ path: `${list}.0`, code: 'VALUE_IS_WRONG' }],
    });
    expect((await get(side, other)).addressList).toHaveLength(1);
  });

  it('has at most 20 addresses, including stored addresses that the request omits', async () => {
    const { id } = await create(side, { addressList: named('Brama', 'Waga') });
    const more = named(...Array.from({ length: 19 }, (_, n) => `Silos ${n}`));
    expect(await failureOf(change[side](id, { addressList: more }))).toMatchObject({
      status: 400,
      fields: [{ path: 'address_list', code: 'VALUE_IS_WRONG' }],
    });
    await change[side](id, { addressList: more.slice(1) });
    expect((await get(side, id)).addressList).toHaveLength(20);
  });

  it('has a company name that is unique regardless of its Unicode normalization form', async () => {
    const { body } = await create(side, { companyName: `Młyn Żółwiński ${side}` });
    const again = contractorForm({ companyName: body.companyName.normalize('NFD') });
    expect(again.companyName).not.toBe(body.companyName);
    expect(await failureOf(user.call(contractors[side].create, { body: again }))).toMatchObject({
      code: 'NAME_IS_DUPLICATED',
    });
  });

  it('has a company name in which white space is collapsed before the uniqueness check and before storage', async () => {
    const { id } = await create(side, { companyName: ` Młyn \u00a0 Zielony ${side}` });
    expect((await get(side, id)).companyName).toBe(`Młyn Zielony ${side}`);
    const again = contractorForm({ companyName: `Młyn  Zielony ${side}` });
    expect(await failureOf(user.call(contractors[side].create, { body: again }))).toMatchObject({
      code: 'NAME_IS_DUPLICATED',
    });
  });

  it('is rejected with an error that names each invalid or duplicate field, including fields of addresses and contacts', async () => {
    const { id, body } = await create(side, { addressList: named('Brama', 'Waga') });
    const wrong = (overrides: object) =>
      failureOf(user.call(contractors[side].create, { body: contractorForm(overrides) }));
    expect(await wrong({ nip: body.nip })).toMatchObject({
      status: 409,
      fields: [{ path: 'nip', code: 'NIP_IS_DUPLICATED' }],
    });
    expect(await wrong({ companyName: ` ${body.companyName.toLowerCase()} ` })).toMatchObject({
      status: 409,
      fields: [{ path: 'company_name', code: 'NAME_IS_DUPLICATED' }],
    });
    const others = await create(side, { nip: '7777777777', pesel: '44051401359' });
    const duplicates = [
      { path: 'company_name', code: 'NAME_IS_DUPLICATED' },
      { path: 'nip', code: 'NIP_IS_DUPLICATED' },
      { path: 'pesel', code: 'PESEL_IS_DUPLICATED' },
    ];
    const all = { companyName: body.companyName, nip: '7777777777', pesel: '44051401359' };
    const failed = await wrong(all);
    expect(failed).toMatchObject({ status: 409, code: 'NAME_IS_DUPLICATED' });
    expect(failed.fields).toEqual(duplicates);
    expect((await failureOf(change[side](others.id, all))).fields).toEqual(duplicates.slice(0, 1));
    expect(
      await wrong({
        countryCode: 'XX',
        addressList: [
          { name: 'A', countryCode: 'PL' },
          { name: 'B', countryCode: 'QQ' },
        ],
      }),
    ).toMatchObject({
      status: 400,
      fields: [
        { path: 'country_code', code: 'VALUE_IS_WRONG' },
        { path: 'address_list.1.country_code', code: 'VALUE_IS_WRONG' },
      ],
    });
    expect(await wrong({ contactList: named('Biuro', ' biuro') })).toMatchObject({
      status: 400,
      fields: [{ path: 'contact_list.1.name', code: 'VALUE_IS_DUPLICATED' }],
    });
    const [gate, scales] = (await get(side, id)).addressList;
    // the stored address with this name is not in the form, so it stays
    expect(await failureOf(change[side](id, { addressList: [gate, { name: 'waga' }] }))).toMatchObject({
      status: 400,
      fields: [{ path: 'address_list.1.name', code: 'VALUE_IS_DUPLICATED' }],
    });
    expect(
      await failureOf(change[side](id, { addressList: [scales, { ...scales, name: 'Inna' }] })),
    ).toMatchObject({
      status: 400,
      fields: [{ path: 'address_list.1.id', code: 'VALUE_IS_DUPLICATED' }],
    });
  });

  it('has an audit entry that contains the changed fields and lists, and no unchanged ones', async () => {
    const { id, body } = await create(side, { addressList: named('Brama') });
    const record = await get(side, id);
    await user.call(contractors[side].change, {
      params: { id },
      body: {
        ...body,
        phoneNumber: '601234567',
        countryCode: 'DE',
        addressList: [...record.addressList, { name: 'Waga' }],
      } as never,
    });
    const { list } = await user.call(listAuditEntries, { query: { entity: 'contractor', entityId: id } });
    expect(list.map(({ action }) => action)).toEqual(['changed', 'created']);
    expect(Object.keys(list[0]?.changes ?? {}).toSorted()).toEqual([
      'addressList',
      'countryCode',
      'phoneNumber',
    ]);
    expect(list[0]?.names).toEqual({ 'countryCode:DE': 'Niemcy' });
    expect(list[0]?.changes).toMatchObject({
      phoneNumber: [null, '+48 601 234 567'],
      addressList: [[{ name: 'Brama' }], [{ name: 'Brama' }, { name: 'Waga' }]],
    });
  });

  it('cannot be deleted while a contract uses it; the contractor list contains the id of that contract', async () => {
    const { id, body } = await create(side);
    const contract = await contractWith[side](id);
    const { list } = await user.call(contractors[side].list, { body: { search: body.nip } });
    expect(list[0]?.usedIn).toEqual({
      count: 1,
      first: [{ side, contractId: contract, documentNumber: null }],
    });
    expect(await failureOf(user.call(contractors[side].delete, { params: { id } }))).toMatchObject({
      status: 409,
      code: 'CONFLICT',
    });
    await user.call(contracts[side].delete, { params: { id: contract } });
    expect(await user.call(contractors[side].delete, { params: { id } })).toBe(true);
  });
});
