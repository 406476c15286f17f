import { allocate } from '@spichlerz/shared/wire/allocations';
import { contractors } from '@spichlerz/shared/wire/contractors';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { listQualityOptions } from '@spichlerz/shared/wire/materials';
import { listRawMaterialTabs } from '@spichlerz/shared/wire/reference';
import { getMe } from '@spichlerz/shared/wire/session';
import { createTransport } from '@spichlerz/shared/wire/transports';
import type { Client } from './client.ts';

let made = 0;

/** Tells the records of one run and one story from all others on the same database. */
export function uniqueMark(): string {
  made += 1;
  return `${Date.now().toString(36)}${made}`.toUpperCase();
}

export function uniqueNip(): string {
  return String(1_000_000_000 + Math.floor(Math.random() * 8_999_999_999));
}

/** A calendar day from today, as the API takes it. */
function dayFromToday(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** The same day as people type it. */
export function typedDay(days: number): string {
  return dayFromToday(days).split('-').toReversed().join('/');
}

export type Material = {
  readonly id: number;
  readonly name: string;
  readonly quality: { readonly id: number; readonly title: string };
};

export async function firstMaterial(client: Client): Promise<Material> {
  const [tab] = await client(listRawMaterialTabs, {});
  if (tab === undefined) throw new Error('The demo company trades nothing');
  const [option] = await client(listQualityOptions, { params: { id: tab.id } });
  if (option === undefined) throw new Error(`${tab.name} has no quality`);
  return { id: tab.id, name: tab.name, quality: { id: option.value, title: option.label } };
}

export type Pair = {
  readonly material: Material;
  readonly purchase: { readonly id: number; readonly number: string };
  readonly sale: { readonly id: number; readonly number: string };
};

const PLACE = {
  city: 'Poznań',
  street: 'Zbożowa',
  buildingNumber: '7',
  postCode: '60-001',
  countryCode: 'PL',
};

/** A purchase of 100 t and a sale of 80 t without tolerance, each with a contractor of its own unless one is given. */
export async function makePair(client: Client, supplierId?: number): Promise<Pair> {
  const mark = uniqueMark();
  const material = await firstMaterial(client);
  const me = await client(getMe, {});
  const contractor = (word: string) => ({
    ...PLACE,
    accountingMethod: 'VAT' as const,
    label: 'FIRMA' as const,
    companyName: `${word} ${mark}`,
    lastName: `${word} ${mark} sp. z o.o.`,
    nip: uniqueNip(),
  });
  const supplier =
    supplierId === undefined
      ? await client(contractors.purchase.create, { body: contractor('Dostawca') })
      : { id: supplierId };
  const recipient = await client(contractors.sales.create, { body: contractor('Odbiorca') });
  const terms = (letter: string, price: number) => ({
    documentNumber: `${letter}/${mark}`,
    userId: me.id,
    status: 'ACTIVE' as const,
    agreementStatus: 'SIGNED' as const,
    rawMaterialId: material.id,
    dateOfReceiptFrom: dayFromToday(-10),
    dateOfReceiptTo: dayFromToday(60),
    address: PLACE,
    mainCargoOption: { price, rawMaterialQualityId: material.quality.id },
  });
  const purchase = await client(contracts.purchase.create, {
    body: { ...terms('Z', 80_000), purchaseSupplierId: supplier.id, cargoQuantity: 100_000 },
  });
  const sale = await client(contracts.sales.create, {
    body: { ...terms('S', 91_000), salesRecipientId: recipient.id, cargoQuantity: 80_000 },
  });
  return {
    material,
    purchase: { id: purchase.id, number: `Z/${mark}` },
    sale: { id: sale.id, number: `S/${mark}` },
  };
}

/** A truck between the two, of 25 t and planned only unless told otherwise. */
export async function makeTruck(
  client: Client,
  { purchase, sale }: Pair,
  status: 'NEW' | 'ON_THE_WAY' | 'DELIVERED' = 'NEW',
  cargoQuantity = 25_000,
): Promise<number> {
  await client(allocate, {
    params: { id: sale.id },
    body: { purchaseId: purchase.id, cargoQuantity },
  });
  const { id } = await client(createTransport, {
    body: {
      purchaseId: purchase.id,
      salesId: sale.id,
      status,
      cargoQuantity,
      pricePerTon: 4_500,
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

/** Records of the demo company that have something to show on every screen. */
export type DemoRecords = {
  readonly materialId: number;
  readonly purchaseId: number;
  readonly saleId: number;
  readonly supplierId: number;
  readonly recipientId: number;
  readonly userId: number;
};

let demoRecords: Promise<DemoRecords> | undefined;

export function findDemoRecords(client: Client): Promise<DemoRecords> {
  demoRecords ??= readDemoRecords(client);
  return demoRecords;
}

async function readDemoRecords(client: Client): Promise<DemoRecords> {
  const body = { limit: 1 };
  const [sales, suppliers, recipients, me] = await Promise.all([
    client(contracts.sales.list, { query: { limit: 100, orderBy: 'id ASC' } }),
    client(contractors.purchase.list, { body }),
    client(contractors.sales.list, { body }),
    client(getMe, {}),
  ]);
  const sale = sales.list.find(({ delivered, inDelivery }) => delivered > 0 && inDelivery > 0);
  const [supplier] = suppliers.list;
  const [recipient] = recipients.list;
  if (!sale || !supplier || !recipient) throw new Error('The demo company trades nothing');
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
    userId: me.id,
  };
}
