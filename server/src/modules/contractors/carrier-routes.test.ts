import { listAuditEntries } from '@spichlerz/shared/wire/audit-log';
import { carriers } from '@spichlerz/shared/wire/carriers';
import { contractorImport } from '@spichlerz/shared/wire/contractor-import';
import { contractors } from '@spichlerz/shared/wire/contractors';
import type { BodyInputOf } from '@spichlerz/shared/wire/endpoint';
import {
  changeTransport,
  getTransport,
  listTransports,
  settleFreight,
  type TransportRow,
} from '@spichlerz/shared/wire/transports';
import { findVehicle } from '@spichlerz/shared/wire/vehicles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import { contractorForm } from '../../testing/contractor-form.ts';
import {
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
  setTransportStatuses,
} from '../../testing/make.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

let test: TestApp;
let user: TestUser;
let purchase: number;
let sale: number;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  const material = await makeMaterial(await createTestUser(test, 'ADMIN'));
  purchase = await makeContract(user, 'purchase', material, { quantityKg: 1_000_000 });
  sale = await makeContract(user, 'sales', material, { quantityKg: 1_000_000 });
  await makeAllocation(user, purchase, sale, 1_000_000);
});
afterAll(() => test.close());

type Form = BodyInputOf<typeof carriers.create>;

let created = 0;
const carrierForm = (overrides: Partial<Form> = {}): Form => {
  created += 1;
  return { companyName: `Przewozy ${created}`, nip: String(6_000_000_000 + created), ...overrides };
};
const create = async (overrides: Partial<Form> = {}) => {
  const body = carrierForm(overrides);
  const { id } = await user.call(carriers.create, { body });
  return { id, body };
};
const get = (id: number) => user.call(carriers.get, { params: { id } });
const transportOf = (id: number) => user.call(getTransport, { params: { id } });
const make = (overrides: Parameters<typeof makeTransport>[3]) =>
  makeTransport(user, purchase, sale, { quantityKg: 1_000, ...overrides });

/** Converts a transport to the body of a change that sets this carrier. */
const formOf = (row: TransportRow, carrier: { carrierId?: number | null; carrierName?: string }) => ({
  purchaseId: row.purchaseId,
  salesId: row.salesId,
  status: row.status,
  freightPerTonne: row.freightPerTonne,
  currency: row.currency,
  registrationNumber: row.registrationNumber,
  trailerNumber: row.trailerNumber,
  driverName: row.driverName,
  phoneNumber: row.phoneNumber,
  dateLoading: row.dateLoading,
  dateUnloading: row.dateUnloading,
  ...carrier,
});
const change = async (id: number, carrier: { carrierId?: number | null; carrierName?: string }) =>
  user.call(changeTransport, { params: { id }, body: formOf(await transportOf(id), carrier) });
const carrierOf = async (id: number) => {
  const { carrierId, carrierName } = await transportOf(id);
  return { carrierId, carrierName };
};

describe('a carrier', () => {
  it('is stored with all its fields; the name is the only required field', async () => {
    const { id, body } = await create({
      companyName: ' Trans  Żwirko ',
      nip: '526-587-76-35',
      city: 'Płock',
      countryCode: 'pl',
      email: 'biuro@zwirko.test',
      phoneNumber: '601234567',
      paymentDays: 30,
      note: 'Tylko wywrotki',
      contactList: [{ name: 'Dyspozytor', phoneNumber: '600 100 200' }],
    });
    expect(body.nip).toBe('526-587-76-35');
    expect(await get(id)).toEqual({
      id,
      version: 1,
      companyName: 'Trans Żwirko',
      nip: '5265877635',
      city: 'Płock',
      street: null,
      buildingNumber: null,
      postCode: null,
      countryCode: 'PL',
      email: 'biuro@zwirko.test',
      phoneNumber: '+48 601 234 567',
      paymentDays: 30,
      note: 'Tylko wywrotki',
      contactList: [expect.objectContaining({ name: 'Dyspozytor', phoneNumber: '+48 600 100 200' })],
      transportCount: 0,
    });
    const bare = await user.call(carriers.create, { body: { companyName: 'Sama Nazwa' } });
    expect(await get(bare.id)).toMatchObject({ nip: null, paymentDays: null, contactList: [] });
    expect(await failureOf(user.call(carriers.create, { body: { nip: '1' } as never }))).toMatchObject({
      status: 400,
      fields: [
        { path: 'company_name', code: 'VALUE_IS_MISSING' },
        { path: 'nip', code: 'VALUE_IS_WRONG' },
      ],
    });
  });

  it('is not found by the supplier endpoints; a supplier is not found by the carrier endpoints', async () => {
    const { id } = await create();
    const { id: supplier } = await user.call(contractors.purchase.create, { body: contractorForm() });
    expect(supplier).not.toBe(id);
    const missing = { status: 404, code: 'SUPPLIER_NOT_FOUND' };
    const params = { id };
    expect(await failureOf(user.call(contractors.purchase.get, { params }))).toMatchObject(missing);
    expect(await failureOf(user.call(contractors.purchase.delete, { params }))).toMatchObject(missing);
    expect(await failureOf(get(supplier))).toMatchObject({ status: 404, code: 'CARRIER_NOT_FOUND' });
  });

  it('has a name and a NIP that are unique among carriers; a supplier may have the same name and NIP', async () => {
    const { body } = await create();
    expect(
      await failureOf(create({ companyName: ` ${body.companyName.toUpperCase()}`, nip: '7777777777' })),
    ).toMatchObject({ status: 409, fields: [{ path: 'company_name', code: 'NAME_IS_DUPLICATED' }] });
    expect(await failureOf(create({ nip: body.nip }))).toMatchObject({
      status: 409,
      fields: [{ path: 'nip', code: 'NIP_IS_DUPLICATED' }],
    });
    const both = [
      { path: 'company_name', code: 'NAME_IS_DUPLICATED' },
      { path: 'nip', code: 'NIP_IS_DUPLICATED' },
    ];
    expect((await failureOf(create({ companyName: body.companyName, nip: body.nip }))).fields).toEqual(both);
    const supplier = contractorForm({ companyName: body.companyName, nip: body.nip });
    expect(await user.call(contractors.purchase.create, { body: supplier })).toHaveProperty('id');
  });

  it('keeps its payment term when a change omits the term; null clears the term', async () => {
    const { id, body } = await create();
    const change = (terms: object) =>
      user.call(carriers.change, { params: { id }, body: { ...body, ...terms } });
    await change({ paymentDays: 21 });
    await change({});
    expect(await get(id)).toMatchObject({ paymentDays: 21 });
    await change({ paymentDays: null });
    expect(await get(id)).toMatchObject({ paymentDays: null });
  });

  it('cannot be changed by a request with an older version; its audit entry contains no unchanged fields', async () => {
    const { id, body } = await create({ contactList: [{ name: 'Biuro' }] });
    const contactList = (await get(id)).contactList.map((contact) => ({
      id: contact.id,
      name: contact.name,
    }));
    const change = { ...body, contactList, paymentDays: 21, note: 'Płatne przelewem', version: 1 };
    await user.call(carriers.change, { params: { id }, body: change });
    expect(await get(id)).toMatchObject({ paymentDays: 21, note: 'Płatne przelewem', version: 2 });
    expect(await failureOf(user.call(carriers.change, { params: { id }, body: change }))).toMatchObject({
      status: 409,
      code: 'CONFLICT',
    });
    const { id: other } = await create();
    const carrierContactDelete = contactList.map((contact) => contact.id);
    expect(
      await failureOf(
        user.call(carriers.change, {
          params: { id: other },
          body: { companyName: 'Bez kontaktu', carrierContactDelete },
        }),
      ),
    ).toMatchObject({ status: 400, fields: [{ path: 'carrier_contact_delete.0', code: 'VALUE_IS_WRONG' }] });
    const { list } = await user.call(listAuditEntries, { query: { entity: 'contractor', entityId: id } });
    expect(list[0]?.changes).toEqual({ paymentDays: [null, 21], note: [null, 'Płatne przelewem'] });
  });

  it('is in the carrier list and the carrier options; it cannot be deleted while a transport refers to it', async () => {
    const { id, body } = await create({ companyName: 'Kolos Spedycja', city: 'Ćmielów', paymentDays: 14 });
    const transport = await make({ carrierId: id });
    const { list, filtered } = await user.call(carriers.list, { body: { search: 'kolos cmielow' } });
    expect({ filtered, row: list[0] }).toMatchObject({ filtered: 1, row: { id, transportCount: 1 } });
    const options = await user.call(carriers.options, {
      body: { search: 'nikt taki', filter: { includeIds: [id] } },
    });
    expect(options.list).toEqual([
      { value: id, label: 'Kolos Spedycja', nip: body.nip, city: 'Ćmielów', paymentDays: 14 },
    ]);
    const remove = () => user.call(carriers.delete, { params: { id } });
    expect(await failureOf(remove())).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect(await get(id)).toMatchObject({ transportCount: 1 });
    await change(transport, { carrierName: 'Inny' });
    expect(await remove()).toBe(true);
    expect(await failureOf(remove())).toMatchObject({ status: 404, code: 'CARRIER_NOT_FOUND' });
  });

  it('is imported with its contact; the check before an import returns all problems of each row', async () => {
    const { body: taken } = await create();
    const { check, run } = contractorImport.carrier;
    const rows = [
      { companyName: 'Import A', nip: '4040404040', paymentDays: 30, contactList: [{ name: 'Biuro' }] },
      { companyName: 'Import B' },
      { companyName: 'Import C' },
    ];
    const { problems } = await user.call(check, {
      body: { rows: [...rows, { ...taken }, { companyName: 'import b', countryCode: 'XX' }, {}] },
    });
    expect(problems.map(({ row, path, code }) => `${row} ${path} ${code}`).toSorted()).toEqual([
      '3 company_name NAME_IS_DUPLICATED',
      '3 nip NIP_IS_DUPLICATED',
      '4 company_name VALUE_IS_DUPLICATED',
      '4 country_code VALUE_IS_WRONG',
      '5 company_name VALUE_IS_MISSING',
    ]);
    const { ids } = await user.call(run, { body: { rows } });
    const records = await Promise.all(ids.map(get));
    expect(records.map(({ companyName }) => companyName)).toEqual(['Import A', 'Import B', 'Import C']);
    expect(records[0]).toMatchObject({ paymentDays: 30, contactList: [{ name: 'Biuro' }] });
  });
});

describe('a transport', () => {
  it('with a carrier id is stored with the name of that carrier; responses contain both the id and the name', async () => {
    const { id: carrierId, body } = await create();
    const id = await make({ carrierId, carrierName: 'Zignorowana', registrationNumber: 'KAR 1' });
    const carrier = { carrierId, carrierName: body.companyName };
    expect(await transportOf(id)).toMatchObject(carrier);
    expect((await user.call(listTransports, { query: { carrierId: [carrierId] } })).list).toMatchObject([
      { id, ...carrier },
    ]);
    const { known } = await user.call(findVehicle, { query: { registrationNumber: 'KAR 1' } });
    expect(known).toMatchObject(carrier);
  });

  it('needs the id of an existing carrier or a carrier name', async () => {
    const id = await make({ carrierName: 'Wolny Strzelec' });
    expect(await carrierOf(id)).toEqual({ carrierId: null, carrierName: 'Wolny Strzelec' });
    expect(await failureOf(change(id, { carrierId: null }))).toMatchObject({
      status: 400,
      fields: [{ path: 'carrier_name', code: 'VALUE_IS_MISSING' }],
    });
    expect(await failureOf(change(id, { carrierId: 999_999_999 }))).toMatchObject({
      status: 400,
      code: 'CARRIER_NOT_FOUND',
      fields: [{ path: 'carrier_id', code: 'CARRIER_NOT_FOUND' }],
    });
  });

  it('keeps the carrier id and the former carrier name after the carrier is renamed, until the transport gets a different carrier', async () => {
    const [first, second] = [await create(), await create()];
    const id = await make({ carrierId: first.id });
    const old = first.body.companyName;
    await user.call(carriers.change, {
      params: { id: first.id },
      body: { ...first.body, companyName: `${old} S.A.` },
    });
    await change(id, { carrierName: old });
    expect(await carrierOf(id)).toEqual({ carrierId: first.id, carrierName: old });
    await change(id, { carrierId: first.id, carrierName: old });
    expect(await carrierOf(id)).toEqual({ carrierId: first.id, carrierName: old });
    await change(id, { carrierId: second.id, carrierName: old });
    expect(await carrierOf(id)).toEqual({ carrierId: second.id, carrierName: second.body.companyName });
    await change(id, { carrierName: 'Zastępczy' });
    expect(await carrierOf(id)).toEqual({ carrierId: null, carrierName: 'Zastępczy' });
  });

  it('has a transport order number; a change that omits the order terms keeps the stored terms', async () => {
    const terms = { carrierPaymentDays: 45, carrierRemarks: 'Plandeka' };
    const id = await make({ carrierName: 'Zlecony', ...terms });
    const { orderNumber } = await transportOf(id);
    expect(orderNumber).toMatch(/^ZT\/\d{4}\/\d{4,}$/);
    await change(id, { carrierName: 'Zlecony' });
    expect(await transportOf(id)).toMatchObject({ orderNumber, ...terms });
    const body = { ...formOf(await transportOf(id), { carrierName: 'Zlecony' }), carrierRemarks: null };
    await user.call(changeTransport, { params: { id }, body });
    expect(await transportOf(id)).toMatchObject({ carrierPaymentDays: 45, carrierRemarks: null });
  });

  it('cannot change its carrier while its status is ON_THE_WAY', async () => {
    const { id: carrierId } = await create();
    const id = await make({ carrierName: 'W Drodze', status: 'ON_THE_WAY' });
    expect(await failureOf(change(id, { carrierId }))).toMatchObject({
      status: 409,
      fields: [{ path: 'carrier_id', code: 'NOT_EDITABLE_TRANSPORT' }],
    });
  });
});

const offers = async (search: string) => (await user.call(carriers.listNames, { body: { search } })).list;
const link = (carrierId: number) =>
  user.call(carriers.linkTransports, { params: { id: carrierId }, body: { names: ['LASPOL'] } });

describe('the list of carrier names of transports without a carrier record', () => {
  it('groups the spellings of a name; transports of every status with these spellings can be linked to a new carrier record', async () => {
    const names = ['Wóz-Trans Sp. z o.o.', 'WÓZ TRANS sp. z o.o.', 'Woz Trans Sp z o o'];
    const made: number[] = [];
    for (const carrierName of [...names, names[1] ?? '']) made.push(await make({ carrierName }));
    const [invoiced = 0, ...others] = made;
    await setTransportStatuses(user, invoiced, 'WAITING', 'ON_THE_WAY', 'DELIVERED', 'TO_BE_SETTLED');
    await user.call(settleFreight, {
      body: {
        transportId: invoiced,
        status: 'PAID',
        freightAmount: 5_000,
        transportInvoiceNumber: 'FV/1',
        transportInvoiceCreateDate: '2026-09-10',
        transportPaymentDate: '2026-09-20',
      },
    });
    const { version } = await transportOf(invoiced);
    const [offer] = await offers('woz trans');
    expect(offer).toEqual({
      name: names[1],
      names: [
        names[1],
        ...names.filter((name) => name !== names[1]).toSorted((a, b) => a.localeCompare(b, 'pl')),
      ],
      transportCount: 4,
      carrierId: null,
    });
    const { id } = await create({ companyName: names[0] ?? '', transportNames: [...names] });
    expect(await offers('woz trans')).toEqual([]);
    expect(await carrierOf(invoiced)).toEqual({ carrierId: id, carrierName: names[0] });
    expect(await transportOf(invoiced)).toMatchObject({ status: 'PAID', version: version + 1 });
    for (const transport of others) expect((await carrierOf(transport)).carrierId).toBe(id);
    const { list } = await user.call(listAuditEntries, {
      query: { entity: 'transport', entityId: invoiced },
    });
    expect(list[0]).toMatchObject({
      changes: { carrierId: [null, id] },
      names: { [`carrierId:${id}`]: names[0] },
    });
  });

  it('returns the existing carrier with a matching name; the transports can be linked to that carrier', async () => {
    const { id } = await create({ companyName: 'Las-Pol' });
    const transport = await make({ carrierName: 'LASPOL' });
    expect(await offers('laspol')).toMatchObject([{ names: ['LASPOL'], transportCount: 1, carrierId: id }]);
    expect(await failureOf(link(999_999_999))).toMatchObject({ status: 404, code: 'CARRIER_NOT_FOUND' });
    expect(await link(id)).toEqual({ transportCount: 1 });
    expect(await carrierOf(transport)).toEqual({ carrierId: id, carrierName: 'LASPOL' });
    expect(await link(id)).toEqual({ transportCount: 0 });
  });
});
