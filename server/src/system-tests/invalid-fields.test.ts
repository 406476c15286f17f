import { keysToSnake } from '@spichlerz/shared/wire/case';
import { contractors } from '@spichlerz/shared/wire/contractors';
import { contracts } from '@spichlerz/shared/wire/contracts';
import type { BodyInputOf, Endpoint } from '@spichlerz/shared/wire/endpoint';
import { changeRawMaterial } from '@spichlerz/shared/wire/materials';
import { changeTransport } from '@spichlerz/shared/wire/transports';
import { changeUser, changeUserAddress } from '@spichlerz/shared/wire/users';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { type Material, makeAllocation, makeContract, makeMaterial, makeTransport } from '../testing/make.ts';
import { createTestUser, type TestUser } from '../testing/test-user.ts';

/*
 * Replaces one value at a time in a valid body, so that the body passes the checks of all other fields. The
 * reply must never be a server error.
 */

let test: TestApp;
let admin: TestUser;
let material: Material;
let unusedMaterial: Material;
let ids: Record<'purchase' | 'sales' | 'supplier' | 'recipient' | 'transport', number>;
/** The ids of stored list entries. A body must contain them, so that it is still valid after the first save. */
let listEntryIds: Record<'purchase' | 'sales' | 'supplier' | 'recipient', readonly [number, number]>;

beforeAll(async () => {
  test = await startTestApp();
  admin = await createTestUser(test, 'ADMIN');
  [material, unusedMaterial] = [await makeMaterial(admin), await makeMaterial(admin)];
  const [purchase, sales] = [
    await makeContract(admin, 'purchase', material),
    await makeContract(admin, 'sales', material),
  ];
  await makeAllocation(admin, purchase, sales, 75_000);
  const { rows } = await test.pool.query<{ id: number }>('select id from contractor order by side');
  const [supplier, recipient] = rows.map(({ id }) => id);
  const transport = await makeTransport(admin, purchase, sales);
  ids = { purchase, sales, supplier: supplier ?? 0, recipient: recipient ?? 0, transport };
  listEntryIds = {
    purchase: await insertContractEntries(ids.purchase),
    sales: await insertContractEntries(ids.sales),
    supplier: await insertContractorEntries(ids.supplier),
    recipient: await insertContractorEntries(ids.recipient),
  };
});
afterAll(() => test.close());

async function insertRow(sql: string, id: number): Promise<number> {
  const { rows } = await test.pool.query<{ id: number }>(`insert into ${sql} returning id`, [id]);
  return rows[0]?.id ?? 0;
}

/** Inserts a price option and a contact of the contract, and returns their ids. */
const insertContractEntries = async (id: number) =>
  [
    await insertRow(
      `contract_option (contract_id, raw_material_id, position, price_minor_per_tonne, contractual_quality)
       select id, raw_material_id, 0, 1, 'Inna' from contract where id = $1`,
      id,
    ),
    await insertRow("contract_contact (contract_id, position, contact) values ($1, 0, 'Jan')", id),
  ] as const;

/** Inserts an address and a contact of the contractor, and returns their ids. */
const insertContractorEntries = async (id: number) =>
  [
    await insertRow("contractor_address (contractor_id, position, name) values ($1, 0, 'Magazyn')", id),
    await insertRow("contractor_contact (contractor_id, position, name) values ($1, 0, 'Biuro')", id),
  ] as const;

const INVALID_VALUES: readonly unknown[] = [
  '\u0000',
  'a\u0000b',
  // two characters, like a valid country code
  '\u0000A',
  '1;',
  '\ud800',
  'ż'.repeat(20_000),
  '99999999999999999999',
  -1,
  0.5,
  2 ** 53,
  1e308,
  true,
  {},
  [],
  [null],
];

type Path = readonly (string | number)[];

/** Returns the paths of all values in a body: fields, list items and their fields. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inside = Object.entries(value).flatMap(([key, item]) => pathsOf(item, [...path, key]));
  return path.length === 0 ? inside : [path, ...inside];
}

/** Returns the body with the value at one path replaced. */
function withValueAt(body: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(body))
    return body.map((item, index) => (index === Number(key) ? withValueAt(item, rest, value) : item));
  const fields = Object(body) as Record<string, unknown>;
  return { ...fields, [key]: withValueAt(fields[key], rest, value) };
}

const address = {
  city: 'Łódź',
  street: 'Zbożowa',
  buildingNumber: '1',
  postCode: '90-001',
  countryCode: 'PL',
};

const contractor = (id: number, [addressId, contactId]: readonly [number, number]) => ({
  accountingMethod: 'VAT' as const,
  label: 'FIRMA' as const,
  companyName: `KOD ${id}`,
  firstName: 'Anna',
  middleName: 'Maria',
  lastName: 'Siewna',
  email: 'anna@siewna.test',
  phoneNumber: '600 700 800',
  nip: String(2_000_000_000 + id),
  pesel: String(20_000_000_000 + id),
  ...address,
  addressList: [{ id: addressId, name: 'Magazyn', ...address }],
  contactList: [
    {
      id: contactId,
      name: 'Biuro',
      firstName: 'Jan',
      lastName: 'Polny',
      email: 'jan@polny.test',
      phoneNumber: '1',
    },
  ],
});

const contract = ([optionId, contactId]: readonly [number, number]) => ({
  userId: admin.id,
  status: 'ACTIVE' as const,
  documentNumber: 'Z/1',
  agreementStatus: 'EMPTY' as const,
  currency: 'PLN' as const,
  fcaCpt: true,
  isCert: true,
  dateOfReceiptFrom: '2026-07-01',
  dateOfReceiptTo: '2027-06-30',
  address,
  rawMaterialId: material.id,
  quantityKg: 100_000,
  isTolerance: true,
  toleranceType: 'BUYER' as const,
  toleranceQuantity: 5,
  toleranceUnit: 'PERCENT' as const,
  comments: 'Uwagi',
  paymentDays: 21,
  concludedOn: '2026-06-30',
  concludedAt: 'Poznań',
  printedRemarks: 'Uwagi',
  mainCargoOption: { price: 80_000, rawMaterialQualityId: material.qualityId },
  additionalCargoOption: [
    {
      id: optionId,
      price: 70_000,
      isContractualQuality: true,
      contractualQuality: 'Inna',
      attachToContract: true,
    },
  ],
  contactList: [{ id: contactId, contactField: 'Jan' }],
  emailNotificationList: ['jan@polny.test'],
});

/** A call that changes a record, with its id and a valid body. */
type ValidRequest = { endpoint: Endpoint; id: number; body: object };

function validRequest<E extends Endpoint>(
  endpoint: E,
  id: number,
  body: BodyInputOf<E> & object,
): ValidRequest {
  return { endpoint, id, body };
}

const VALID_REQUESTS: Readonly<Record<string, () => ValidRequest>> = {
  'a supplier': () =>
    validRequest(contractors.purchase.change, ids.supplier, contractor(ids.supplier, listEntryIds.supplier)),
  'a recipient': () =>
    validRequest(contractors.sales.change, ids.recipient, contractor(ids.recipient, listEntryIds.recipient)),
  'a purchase': () =>
    validRequest(contracts.purchase.change, ids.purchase, {
      ...contract(listEntryIds.purchase),
      purchaseSupplierId: ids.supplier,
      countyCode: '1061',
      minPrice: 60_000,
    }),
  'a sale': () =>
    validRequest(contracts.sales.change, ids.sales, {
      ...contract(listEntryIds.sales),
      salesRecipientId: ids.recipient,
    }),
  'a transport': () =>
    validRequest(changeTransport, ids.transport, {
      purchaseId: ids.purchase,
      salesId: ids.sales,
      status: 'NEW',
      freightPerTonne: 4_500,
      currency: 'PLN',
      registrationNumber: 'PO 12345',
      trailerNumber: 'PO 54321',
      carrierName: 'Transport Sp. z o.o.',
      driverName: 'Adam Kierowca',
      phoneNumber: '600 700 800',
      dateLoading: '2026-09-01',
      dateUnloading: '2026-09-02',
      isGmp: true,
      gmpNumber: 'GMP 1',
      comment: 'Uwagi',
      carrierId: null,
      carrierPaymentDays: 30,
      carrierRemarks: 'Uwagi',
    }),
  'a raw material': () =>
    validRequest(changeRawMaterial, unusedMaterial.id, {
      name: 'Surowiec bez umów',
      displayOrder: 7,
      qualityOptions: [{ title: 'Konsumpcyjna', parameterValues: [] }],
    }),
  'a user': () =>
    validRequest(changeUser, admin.id, {
      email: admin.email,
      firstName: 'Anna',
      lastName: 'Nowak',
      role: 'ADMIN',
      active: true,
      gender: 'female',
    }),
  'the address of a user': () => validRequest(changeUserAddress, admin.id, address),
};

it.each(Object.entries(VALID_REQUESTS))(
  'one wrong value in %s never causes a server error',
  {
    timeout: 60_000,
  },
  async (_name, change) => {
    const { endpoint, id, body } = change();
    const statusOf = async (sent: unknown) => {
      const reply = await test.app.inject({
        method: endpoint.method,
        url: `/api${endpoint.path.replace(':id', String(id))}`,
        headers: { authorization: `Bearer ${admin.token}` },
        payload: keysToSnake(sent) as object,
      });
      return reply.statusCode;
    };
    expect(await statusOf(body)).toBe(200);
    const failed: string[] = [];
    const statuses = new Set<number>();
    for (const path of pathsOf(body)) {
      for (const value of INVALID_VALUES) {
        const status = await statusOf(withValueAt(body, path, value));
        statuses.add(status);
        if (status >= 500) failed.push(`${path.join('.')}: ${JSON.stringify(value).slice(0, 40)}`);
      }
    }
    expect(failed).toEqual([]);
    expect([...statuses]).toContain(400);
    expect(await statusOf(body)).toBe(200);
  },
);
