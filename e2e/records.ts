import { randomUUID } from 'node:crypto';
import { allocate } from '@spichlerz/shared/wire/allocations';
import { carriers } from '@spichlerz/shared/wire/carriers';
import { contractors } from '@spichlerz/shared/wire/contractors';
import { contracts } from '@spichlerz/shared/wire/contracts';
import type { BodyInputOf } from '@spichlerz/shared/wire/endpoint';
import { createRawMaterial, listQualityOptions } from '@spichlerz/shared/wire/materials';
import { listRawMaterialTabs } from '@spichlerz/shared/wire/reference';
import { getMe } from '@spichlerz/shared/wire/session';
import {
  changeTransport,
  changeTransportStatus,
  createTransport,
  getTransport,
} from '@spichlerz/shared/wire/transports';
import { createUser } from '@spichlerz/shared/wire/users';
import { todayInWarsaw } from '@spichlerz/shared/words/figures';
import type { Client } from './client.ts';

let markCount = 0;

/** Returns a text that no record of another test contains. */
export function uniqueMark(): string {
  markCount += 1;
  return `${Date.now().toString(36)}${markCount}`.toUpperCase();
}

export function uniqueNip(): string {
  return String(1_000_000_000 + Math.floor(Math.random() * 8_999_999_999));
}

/** A calendar day relative to today in Warsaw, where a day begins earlier than in UTC. */
export function dayFromToday(days: number): string {
  const today = Date.parse(todayInWarsaw());
  return new Date(today + days * 86_400_000).toISOString().slice(0, 10);
}

/** A calendar day relative to today, in the format that users type. */
export function dayAsTyped(days: number): string {
  return dayFromToday(days).split('-').toReversed().join('/');
}

export type Material = {
  readonly id: number;
  readonly name: string;
  readonly quality: { readonly id: number; readonly title: string };
};

export const firstMaterial = (client: Client) => materialAt(client, 0);

/** Returns the raw material of the tab with this index, and its first quality. */
export async function materialAt(client: Client, index: number): Promise<Material> {
  const tab = (await client(listRawMaterialTabs, {}))[index];
  if (tab === undefined) throw new Error(`The demo company has no raw material with index ${index}`);
  const [option] = await client(listQualityOptions, { params: { id: tab.id } });
  if (option === undefined) throw new Error(`${tab.name} has no quality`);
  return { id: tab.id, name: tab.name, quality: { id: option.value, title: option.label } };
}

export type AllocatedContracts = {
  readonly material: Material;
  readonly purchase: { readonly id: number; readonly number: string };
  readonly sale: { readonly id: number; readonly number: string };
  readonly recipientId: number;
};

const ADDRESS = {
  city: 'Poznań',
  street: 'Zbożowa',
  buildingNumber: '7',
  postCode: '60-001',
  countryCode: 'PL',
};

type AllocatedContractsOptions = {
  /** The id of an existing supplier. Default: a new supplier. */
  readonly supplierId?: number | undefined;
  readonly supplierName?: string;
  readonly comments?: string;
  /** The discount table of the purchase. Default: no table, so its settlements are entered by hand. */
  readonly discountTableId?: number;
  /** Default: the first raw material of the company. */
  readonly material?: Material;
  /** The receipt range of both contracts. Default: from ten days ago to sixty days ahead. */
  readonly dates?: { readonly from: string; readonly to: string };
};

/**
 * Creates a purchase of 100 t and a sale of 80 t without tolerance, which can be allocated to each other. The
 * recipient is new, and so is the supplier unless `supplierId` is given. makeTransport() creates the
 * allocation.
 */
export async function makeAllocatedContracts(
  client: Client,
  {
    supplierId,
    supplierName,
    comments,
    discountTableId = 0,
    material: given,
    dates,
  }: AllocatedContractsOptions = {},
): Promise<AllocatedContracts> {
  const mark = uniqueMark();
  const material = given ?? (await firstMaterial(client));
  const me = await client(getMe, {});
  const contractor = (word: string) => ({
    ...ADDRESS,
    accountingMethod: 'VAT' as const,
    label: 'FIRMA' as const,
    companyName: `${word} ${mark}`,
    lastName: `${word} ${mark} sp. z o.o.`,
    nip: uniqueNip(),
  });
  const supplier =
    supplierId === undefined
      ? await client(contractors.purchase.create, {
          body: {
            ...contractor('Dostawca'),
            ...(supplierName !== undefined && { companyName: supplierName, lastName: supplierName }),
          },
        })
      : { id: supplierId };
  const recipient = await client(contractors.sales.create, { body: contractor('Odbiorca') });
  const terms = (letter: string, price: number) => ({
    documentNumber: `${letter}/${mark}`,
    userId: me.id,
    status: 'ACTIVE' as const,
    agreementStatus: 'SIGNED' as const,
    rawMaterialId: material.id,
    dateOfReceiptFrom: dates?.from ?? dayFromToday(-10),
    dateOfReceiptTo: dates?.to ?? dayFromToday(60),
    address: ADDRESS,
    ...(comments !== undefined && { comments }),
    mainCargoOption: { price, rawMaterialQualityId: material.quality.id },
  });
  const purchase = await client(contracts.purchase.create, {
    body: {
      ...terms('Z', 80_000),
      purchaseSupplierId: supplier.id,
      quantityKg: 100_000,
      discountTableId,
    },
  });
  const sale = await client(contracts.sales.create, {
    body: {
      ...terms('S', 91_000),
      salesRecipientId: recipient.id,
      quantityKg: 80_000,
      discountTableId: 0,
    },
  });
  return {
    material,
    purchase: { id: purchase.id, number: `Z/${mark}` },
    sale: { id: sale.id, number: `S/${mark}` },
    recipientId: recipient.id,
  };
}

/** Allocates a quantity (default 25 t) and creates a transport of this quantity (default status NEW). */
export async function makeTransport(
  client: Client,
  { purchase, sale }: AllocatedContracts,
  status: 'NEW' | 'ON_THE_WAY' | 'DELIVERED' = 'NEW',
  quantityKg = 25_000,
): Promise<number> {
  await client(allocate, {
    params: { id: sale.id },
    body: { purchaseId: purchase.id, quantityKg },
  });
  const { id } = await client(createTransport, {
    body: {
      purchaseId: purchase.id,
      salesId: sale.id,
      status,
      quantityKg,
      freightPerTonne: 4_500,
      currency: 'PLN',
      registrationNumber: `PO ${uniqueMark()}`,
      trailerNumber: 'PO 54321',
      carrierName: 'Trans-Ziarno',
      driverName: 'Jan Kowal',
      phoneNumber: '600 700 800',
      dateLoading: dayFromToday(0),
      dateUnloading: dayFromToday(1),
    },
  });
  return id;
}

/** Returns the registration number, which identifies a transport on the screen. */
export async function registrationOf(client: Client, transportId: number): Promise<string> {
  return (await client(getTransport, { params: { id: transportId } })).registrationNumber;
}

/** Changes fields of a transport with the endpoint that its form calls. */
export async function changeTransportFields(
  client: Client,
  id: number,
  changes: Partial<BodyInputOf<typeof changeTransport>>,
): Promise<void> {
  const transport = await client(getTransport, { params: { id } });
  const optional = {
    comment: transport.comment ?? undefined,
    gmpNumber: transport.gmpNumber ?? undefined,
    realQuantityKg: transport.realQuantityKg ?? undefined,
  };
  await client(changeTransport, { params: { id }, body: { ...transport, ...optional, ...changes } });
}

/** Corrects the unloaded weight of a delivered transport. */
export const changeUnloadedWeight = (client: Client, id: number, realQuantityKg: number): Promise<void> =>
  changeTransportFields(client, id, { realQuantityKg });

/** Creates a released transport of 25 t, which can be settled on both sides. */
export async function makeReleasedTransport(client: Client, allocated: AllocatedContracts): Promise<number> {
  const id = await makeTransport(client, allocated, 'DELIVERED');
  await client(changeTransportStatus, { body: { transportId: id, status: 'TO_BE_SETTLED' } });
  return id;
}

/** Creates a raw material that no contract uses. */
export async function makeMaterial(client: Client): Promise<{ id: number; name: string }> {
  const name = `Surowiec ${uniqueMark()}`;
  const { id } = await client(createRawMaterial, {
    body: { name, qualityOptions: [{ title: 'Konsumpcyjna', parameterValues: [] }] },
  });
  return { id, name };
}

export const INITIAL_PASSWORD = 'Nadane1!haslo';

export type TestUser = {
  readonly id: number;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
};

/** Creates a new user with a password set by an administrator. */
export async function makeUser(client: Client): Promise<TestUser> {
  const mark = randomUUID().slice(0, 8);
  const user = { email: `${mark}@spichlerz.test`, firstName: 'Ewa', lastName: `Nowa ${mark}` };
  const { id } = await client(createUser, { body: { ...user, role: 'USER', password: INITIAL_PASSWORD } });
  return { id, ...user };
}

/** Records of the demo company with data for every screen. */
export type DemoRecords = {
  readonly materialId: number;
  readonly purchaseId: number;
  readonly saleId: number;
  readonly supplierId: number;
  readonly recipientId: number;
  readonly carrierId: number;
  readonly userId: number;
};

let demoRecords: Promise<DemoRecords> | undefined;

export function findDemoRecords(client: Client): Promise<DemoRecords> {
  demoRecords ??= readDemoRecords(client);
  return demoRecords;
}

async function readDemoRecords(client: Client): Promise<DemoRecords> {
  const body = { limit: 1 };
  const [sales, suppliers, recipients, carrierList, me] = await Promise.all([
    client(contracts.sales.list, { query: { limit: 100, orderBy: 'id ASC' } }),
    client(contractors.purchase.list, { body }),
    client(contractors.sales.list, { body }),
    client(carriers.list, { body }),
    client(getMe, {}),
  ]);
  const sale = sales.list.find(({ delivered, inDelivery }) => delivered > 0 && inDelivery > 0);
  const [supplier] = suppliers.list;
  const [recipient] = recipients.list;
  const [carrier] = carrierList.list;
  if (!sale || !supplier || !recipient || !carrier)
    throw new Error('The demo company has no sale in delivery, supplier, recipient or carrier');
  const { list: allocated } = await client(contracts.sales.allocated, {
    params: { id: sale.id },
    query: { limit: 1 },
  });
  return {
    materialId: sale.rawMaterialId,
    purchaseId: allocated[0]?.id ?? 0,
    saleId: sale.id,
    supplierId: supplier.id,
    recipientId: recipient.id,
    carrierId: carrier.id,
    userId: me.id,
  };
}
