import { carriers } from '@spichlerz/shared/wire/carriers';
import { contractors } from '@spichlerz/shared/wire/contractors';
import { searchEverywhere } from '@spichlerz/shared/wire/search';
import { getTransport, settleFreight } from '@spichlerz/shared/wire/transports';
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
} from '../../testing/make.ts';
import { makeReleasedTransport } from '../../testing/settle.ts';
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

const find = (search: string) => user.call(searchEverywhere, { query: { search } });

describe('the global search', () => {
  it('finds a contract by number, contractor name and NIP, and finds a contractor by name', async () => {
    const { id: supplier } = await user.call(contractors.purchase.create, {
      body: contractorForm({ companyName: 'ŻUŁAWY', lastName: 'Gburczyk', nip: '5265877635', city: 'Żnin' }),
    });
    const contract = await makeContract(user, 'purchase', material, {
      purchaseSupplierId: supplier,
      documentNumber: 'Z/2026/7731',
    });
    const hit = {
      id: contract,
      side: 'purchase',
      documentNumber: 'Z/2026/7731',
      contractor: 'Gburczyk',
      status: 'ACTIVE',
    };
    for (const search of ['z-2026-7731', '20267731', 'gburczyk zulawy', '526-587-76-35'])
      expect([search, (await find(search)).contracts]).toEqual([search, [expect.objectContaining(hit)]]);
    expect((await find('gburczyk')).contractors).toEqual([
      { id: supplier, side: 'purchase', name: 'Gburczyk', nip: '5265877635', city: 'Żnin' },
    ]);
  });

  it('finds the eight newest transports by registration number, driver and carrier, ignoring case, diacritics and separators', async () => {
    const purchase = await makeContract(user, 'purchase', material, { quantityKg: 400_000 });
    const sale = await makeContract(user, 'sales', material, { quantityKg: 400_000 });
    await makeAllocation(user, purchase, sale, 400_000);
    const made: number[] = [];
    for (let number = 0; number < 9; number += 1)
      made.push(
        await makeTransport(user, purchase, sale, {
          registrationNumber: number === 0 ? 'ZXQ 99881' : `KPR 4411${number}`,
          driverName: 'Zdzisław Wyrwidąb',
          carrierName: 'Spedycja Kormoran',
        }),
      );
    const newest = made.slice(1).toReversed();
    for (const search of ['wyrwidab', 'KORMORAN', 'wyrwidąb spedycja'])
      expect((await find(search)).transports.map(({ id }) => id)).toEqual(newest);
    expect((await find('zxq-99881')).transports).toEqual([
      expect.objectContaining({ id: made[0], registrationNumber: 'ZXQ 99881', salesId: sale }),
    ]);
  });

  it('finds a transport by the number of its transport order', async () => {
    const { transport } = await makeReleasedTransport(user, material);
    const { orderNumber } = await user.call(getTransport, { params: { id: transport } });
    for (const search of [orderNumber, orderNumber.toLowerCase(), orderNumber.replaceAll('/', ' ')])
      expect([search, (await find(search)).transports.map(({ id }) => id)]).toEqual([search, [transport]]);
    expect((await find('ZT/1999/0001')).transports).toEqual([]);
  });

  it('finds a carrier by name and NIP, and returns carriers separately from suppliers and recipients', async () => {
    const body = { companyName: 'Przewozy Żwirko', nip: '8992520556', city: 'Rypin' };
    const { id } = await user.call(carriers.create, { body });
    for (const search of ['zwirko', '899-252-05-56'])
      expect(await find(search)).toMatchObject({
        contractors: [],
        carriers: [{ id, name: 'Przewozy Żwirko', nip: '8992520556', city: 'Rypin' }],
      });
  });

  it('finds an invoice of two transports once, by the beginning of the invoice number', async () => {
    const first = await makeReleasedTransport(user, material);
    const second = await makeReleasedTransport(user, material);
    for (const { transport } of [first, second])
      await user.call(settleFreight, {
        body: {
          transportId: transport,
          status: 'INVOICE',
          freightAmount: 45_000,
          transportInvoiceNumber: 'FV/8812/2026',
          transportInvoiceCreateDate: '2026-09-06',
        },
      });
    const hit = {
      kind: 'FREIGHT',
      number: 'FV/8812/2026',
      contractor: 'Transport Sp. z o.o.',
      transportCount: 2,
    };
    for (const search of ['FV/8812', 'fv 8812 2026'])
      expect((await find(search)).invoices).toEqual([expect.objectContaining(hit)]);
    expect((await find('8812/2026')).invoices).toEqual([]);
  });

  it('requires a sign-in and a search text; a text with fewer than three letters or digits finds nothing', async () => {
    const nothing = { contracts: [], transports: [], contractors: [], carriers: [], invoices: [] };
    expect(await find('ZX')).toEqual(nothing);
    expect(await find('1% _')).toEqual(nothing);
    expect(await failureOf(user.call(searchEverywhere, { query: { search: '' } }))).toMatchObject({
      status: 400,
      fields: [{ path: 'search', code: 'VALUE_IS_MISSING' }],
    });
    expect((await test.app.inject('/api/search?search=zboze')).statusCode).toBe(401);
  });
});
