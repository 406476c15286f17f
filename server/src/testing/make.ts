import type { ContractStatus } from '@spichlerz/shared/domain/contract';
import type { Side } from '@spichlerz/shared/domain/side';
import { allocate } from '@spichlerz/shared/wire/allocations';
import { changeAgreementStatus, changeContractStatus } from '@spichlerz/shared/wire/contract-changes';
import type { PurchaseContractRequest, SalesContractRequest } from '@spichlerz/shared/wire/contract-form';
import { contractors } from '@spichlerz/shared/wire/contractors';
import { contracts } from '@spichlerz/shared/wire/contracts';
import type { BodyInputOf } from '@spichlerz/shared/wire/endpoint';
import { createRawMaterial, listQualityOptions } from '@spichlerz/shared/wire/materials';
import { changeTransportStatus, createTransport } from '@spichlerz/shared/wire/transports';
import { contractorForm } from './contractor-form.ts';
import type { TestUser } from './test-user.ts';

/* Creates records through the API. Raw materials need an `admin`, other records any user. */

let createdCount = 0;
const nextNumber = () => ++createdCount;

export type Material = { id: number; qualityId: number };

export async function makeMaterial(admin: TestUser): Promise<Material> {
  const { id } = await admin.call(createRawMaterial, {
    body: {
      name: `Surowiec ${nextNumber()}`,
      qualityOptions: [{ title: 'Konsumpcyjna' }, { title: 'Paszowa' }],
    },
  });
  const [quality] = await admin.call(listQualityOptions, { params: { id } });
  return { id, qualityId: quality?.value ?? 0 };
}

async function makeContractor(user: TestUser, side: Side): Promise<number> {
  const body = contractorForm({
    countryCode: 'PL',
    city: 'Łódź',
    street: 'Zbożowa',
    buildingNumber: '1',
    postCode: '90-001',
  });
  const { id } = await user.call(contractors[side].create, { body });
  return id;
}

type Overrides = Partial<PurchaseContractRequest> & Partial<SalesContractRequest>;

/**
 * Creates a contract of 100 t, by default with a new contractor and for receipt from July 2026 to June 2027.
 */
export async function makeContract(
  user: TestUser,
  side: Side,
  material: Material,
  overrides: Overrides = {},
): Promise<number> {
  const contractorId =
    overrides.purchaseSupplierId ?? overrides.salesRecipientId ?? (await makeContractor(user, side));
  const common = {
    userId: user.id,
    status: 'ACTIVE' as const,
    dateOfReceiptFrom: '2026-07-01',
    dateOfReceiptTo: '2027-06-30',
    address: { city: 'Łódź', postCode: '90-001', street: 'Zbożowa', buildingNumber: '1', countryCode: 'PL' },
    rawMaterialId: material.id,
    quantityKg: 100_000,
    mainCargoOption: { price: 80_000, rawMaterialQualityId: material.qualityId },
    ...overrides,
  };
  const create = {
    purchase: () =>
      user.call(contracts.purchase.create, { body: { ...common, purchaseSupplierId: contractorId } }),
    sales: () => user.call(contracts.sales.create, { body: { ...common, salesRecipientId: contractorId } }),
  };
  const { id } = await create[side]();
  return id;
}

export async function makeAllocation(
  user: TestUser,
  purchaseId: number,
  salesId: number,
  quantityKg: number,
): Promise<void> {
  await user.call(allocate, { params: { id: salesId }, body: { purchaseId, quantityKg } });
}

type TransportBody = BodyInputOf<typeof createTransport>;

export async function makeTransport(
  user: TestUser,
  purchaseId: number,
  salesId: number,
  overrides: Partial<TransportBody> = {},
): Promise<number> {
  const { id } = await user.call(createTransport, {
    body: {
      purchaseId,
      salesId,
      status: 'NEW',
      quantityKg: 25_000,
      freightPerTonne: 4_500,
      currency: 'PLN',
      registrationNumber: 'PO 12345',
      trailerNumber: 'PO 54321',
      carrierName: 'Transport Sp. z o.o.',
      driverName: 'Adam Kierowca',
      phoneNumber: '600 700 800',
      dateLoading: '2026-09-01',
      dateUnloading: '2026-09-02',
      ...overrides,
    },
  });
  return id;
}

export async function setTransportStatuses(
  user: TestUser,
  transportId: number,
  ...statuses: BodyInputOf<typeof changeTransportStatus>['status'][]
): Promise<void> {
  const reason = 'Korekta';
  for (const status of statuses)
    await user.call(changeTransportStatus, { body: { transportId, status, reason } });
}

export async function setContractStatus(
  user: TestUser,
  side: Side,
  id: number,
  status: ContractStatus,
): Promise<void> {
  await {
    purchase: () => user.call(changeContractStatus.purchase, { body: { purchaseId: id, status } }),
    sales: () => user.call(changeContractStatus.sales, { body: { salesId: id, status } }),
  }[side]();
}

export async function signContract(user: TestUser, side: Side, id: number): Promise<void> {
  const status = 'SIGNED';
  await {
    purchase: () => user.call(changeAgreementStatus.purchase, { body: { purchaseId: id, status } }),
    sales: () => user.call(changeAgreementStatus.sales, { body: { salesId: id, status } }),
  }[side]();
}
