import { stripSeparators } from '@spichlerz/shared/domain/search';
import { listAllocations } from '@spichlerz/shared/wire/allocations';
import { contractors } from '@spichlerz/shared/wire/contractors';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { createRawMaterial, listRawMaterials } from '@spichlerz/shared/wire/materials';
import { listTransports } from '@spichlerz/shared/wire/transports';
import { listUsers } from '@spichlerz/shared/wire/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { contractorForm } from '../testing/contractor-form.ts';
import { makeAllocation, makeContract, makeMaterial, makeTransport } from '../testing/make.ts';
import { createTestUser, type TestUser } from '../testing/test-user.ts';

/*
 * Every list finds registration numbers, phone numbers, contract numbers, post codes and NIP with and without
 * their separators.
 */

let test: TestApp;
let admin: TestUser;
let supplierId: number;
let purchase: number;
let sale: number;
const transports: Record<string, number> = {};

beforeAll(async () => {
  test = await startTestApp();
  admin = await createTestUser(test, 'ADMIN');
  const material = await makeMaterial(admin);
  supplierId = (
    await admin.call(contractors.purchase.create, {
      body: contractorForm({
        companyName: 'AGRO-POL 7',
        lastName: 'Gospodarstwo Rolne Kłos sp. z o.o.',
        nip: '1001173909',
        phoneNumber: '(61) 864-12-34',
        countryCode: 'PL',
        city: 'Żnin',
        postCode: '88-400',
      }),
    })
  ).id;
  purchase = await makeContract(admin, 'purchase', material, {
    documentNumber: 'Z/2026/0057',
    purchaseSupplierId: supplierId,
    address: {
      city: 'Łęczyca',
      street: 'Polna',
      buildingNumber: '12/3',
      postCode: '99-300',
      countryCode: 'PL',
    },
  });
  sale = await makeContract(admin, 'sales', material, { documentNumber: 'S-2026-0009' });
  await makeAllocation(admin, purchase, sale, 5_000);
  const transport = { quantityKg: 1_000, comment: 'Uwagi' };
  for (const registrationNumber of ['WGM12345', 'WGM 12346', 'WGM-12347'])
    transports[registrationNumber] = await makeTransport(admin, purchase, sale, {
      ...transport,
      registrationNumber,
      isGmp: true,
      gmpNumber: 'PL/GMP-77.1',
      phoneNumber: '+48 501 502 503',
    });
  transports['foreign'] = await makeTransport(admin, purchase, sale, {
    ...transport,
    registrationNumber: 'B AB 1',
    phoneNumber: '0049 30 901820',
  });
});
afterAll(() => test.close());

const idsOf = ({ list }: { list: readonly { id: number }[] }) =>
  list.map(({ id }) => id).toSorted((a, b) => a - b);

const find = async (search: string) => idsOf(await admin.call(listTransports, { query: { search } }));

describe('the search for transports', () => {
  it.each([
    ['WGM12345', ['WGM12345', 'wgm 12345', 'WGM-12345', 'wgm\u00A012345', '12345 wgm', 'gm12345']],
    ['WGM 12346', ['wgm12346', 'WGM 12346', 'WGM–12346', 'wgm/12346', 'm12346']],
    ['WGM-12347', ['wgm12347', 'WGM 12347', '[WGM] 12347', 'wgm.12347']],
    ['foreign', ['004930901820', '+49 30/901-820', '00 49 30 90 18 20', 'bab1']],
  ])(
    'finds the transport %s by every spelling of its registration or phone number',
    async (name, spellings) => {
      for (const search of spellings) expect(await find(search)).toEqual([transports[name]]);
    },
  );

  it('finds a phone number with every country prefix, but not with its digit groups in a different order', async () => {
    const polish = Object.entries(transports).flatMap(([name, id]) => (name === 'foreign' ? [] : [id]));
    for (const search of [
      '501502503',
      '501-502-503',
      '+48501502503',
      '(+48) 501 502',
      '0048 501 502',
      '00 48 501 502 503',
    ])
      expect(await find(search)).toEqual(polish);
    expect(await find('502 503 501')).toEqual([]);
    expect(await find('pl gmp 771')).toEqual(polish);
  });

  it('ignores a query that consists of separators, and treats wildcards of LIKE as ordinary characters', async () => {
    expect(await find('- / .')).toEqual(Object.values(transports));
    expect(await find('wgm_2345')).toEqual([]);
    expect(await find('w%5')).toEqual([]);
    expect(await find('wgm\\12345')).toEqual([transports['WGM12345']]);
  });
});

describe('the search for contracts and allocations', () => {
  const numbers = [
    'Z/2026/0057',
    'z-2026-0057',
    'Z20260057',
    'Z 2026 0057',
    '0057 2026',
    'agropol7',
    'agro pol',
    'zoo klos',
  ];

  it.each([...numbers, '99300', '99-300', '99 300', 'polna 12-3', 'AGRO-POL 99300'])(
    'finds a contract by %j',
    async (search) => {
      expect(idsOf(await admin.call(contracts.purchase.list, { query: { search } }))).toEqual([purchase]);
    },
  );

  it.each([...numbers, 's20260009', 'Z/2026/0057 S/2026/0009'])(
    'finds an allocation by %j',
    async (search) => {
      const { list } = await admin.call(listAllocations, { query: { search } });
      expect(list.map(({ purchaseId, salesId }) => [purchaseId, salesId])).toEqual([[purchase, sale]]);
    },
  );
});

it.each([
  'PL100-117-39-09',
  'pl 100 117 39 09',
  '1001173909',
  '100-117',
  '618641234',
  '61/864.12.34',
  '+48 61 864 12 34',
  '00 48 61 8641234',
  '0 61 864 12 34',
  'agropol',
  'klos zoo',
  'znin',
])('the search finds a supplier by %j in the list and in the options of a select', async (search) => {
  const { list } = await admin.call(contractors.purchase.list, { body: { search } });
  expect(list.map(({ id }) => id)).toEqual([supplierId]);
  const options = await admin.call(contractors.purchase.options, { body: { search } });
  expect(options.list).toMatchObject([{ value: supplierId, city: 'Żnin', nip: '1001173909' }]);
});

it('the search finds a raw material by its name and a user by the e-mail without separators', async () => {
  const { id } = await admin.call(createRawMaterial, {
    body: { name: 'Pszenica (A-klasa)', qualityOptions: [{ title: 'Paszowa' }] },
  });
  const materials = await admin.call(listRawMaterials, { body: { search: 'aklasa' } });
  expect(materials.list.map((row) => row.id)).toEqual([id]);
  const { list } = await admin.call(listUsers, { body: { search: admin.email.replaceAll(/[.-]/g, ' ') } });
  expect(list.map((row) => row.id)).toEqual([admin.id]);
});

it('the database ignores every separator that the web app ignores', async () => {
  const characters = Array.from({ length: 0xd7ff }, (_, index) => String.fromCodePoint(index + 1));
  const expected = characters.filter((character) => stripSeparators(character) === '');
  const { rows } = await test.pool.query<{ value: string }>(
    "select value from unnest($1::text[]) as value where search_key(value) = ''",
    [expected],
  );
  const kept = new Set(rows.map(({ value }) => value));
  // invisible characters are removed before anything is stored
  expect(
    expected.filter((character) => !kept.has(character) && !/[\u00AD\u061C\u200B-\u2069]/.test(character)),
  ).toEqual([]);
});
