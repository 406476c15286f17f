import { suggestsSettlement, whyNotDeleteContract } from '@spichlerz/shared/domain/contract';
import { notFoundInPath } from '@spichlerz/shared/domain/refusal';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { ContractRecord, ContractRow, PriceOption } from '@spichlerz/shared/wire/contracts';
import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import { balanceOf, type SelectedContract, selectContracts, toContractRow } from './contract-rows.ts';

export async function requireContract(db: Db, side: Side, id: number): Promise<void> {
  const found = await db
    .selectFrom('contract')
    .where('side', '=', side)
    .where('id', '=', id)
    .select('id')
    .executeTakeFirst();
  if (found === undefined) throw notFoundInPath('CONTRACT_NOT_FOUND');
}

async function getContractRow(db: Db, side: Side, id: number): Promise<SelectedContract> {
  const row = await selectContracts(db, side).where('c.id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFoundInPath('CONTRACT_NOT_FOUND');
  return row;
}

const recordFields: BySide<
  (parts: {
    contractorId: number;
    contractorAddress: ContractRow['address'];
    emails: string[];
  }) => Partial<ContractRecord>
> = {
  purchase: ({ contractorId, contractorAddress, emails }) => ({
    purchaseSupplierId: contractorId,
    supplierAddress: contractorAddress,
    purchaseNotificationEmails: emails,
  }),
  sales: ({ contractorId, contractorAddress, emails }) => ({
    salesRecipientId: contractorId,
    recipientAddress: contractorAddress,
    salesNotificationEmails: emails,
  }),
};

export async function getContractRecord(db: Db, side: Side, id: number): Promise<ContractRecord> {
  const row = await getContractRow(db, side, id);
  const more = await db
    .selectFrom('contract as c')
    .innerJoin('contractor as r', 'r.id', 'c.contractor_id')
    .where('c.id', '=', id)
    .select([
      'c.county_code as countyCode',
      'c.raw_material_variant_id as rawMaterialVariantId',
      'r.city',
      'r.street',
      'r.building_number as buildingNumber',
      'r.post_code as postCode',
      'r.country_code as countryCode',
    ])
    .executeTakeFirstOrThrow();
  const [options, contacts, emails] = [
    await listOptions(db, id),
    await db
      .selectFrom('contract_contact')
      .where('contract_id', '=', id)
      .orderBy('position')
      .select(['id', 'contact as contactField'])
      .execute(),
    await db
      .selectFrom('contract_notification_email')
      .where('contract_id', '=', id)
      .orderBy('position')
      .select('email')
      .execute(),
  ];
  const { countyCode, rawMaterialVariantId, ...contractorAddress } = more;
  const main: PriceOption = {
    id: null,
    isMainOption: true,
    price: row.price,
    rawMaterialQualityId: row.rawMaterialQualityId,
    rawMaterialQualityTitle: row.rawMaterialQualityTitle,
    isContractualQuality: row.contractualQuality !== null,
    contractualQuality: row.contractualQuality,
    attachToContract: true,
  };
  const contract = toContractRow(side, row);
  return {
    ...contract,
    ...recordFields[side]({
      contractorId: row.contractorId,
      contractorAddress,
      emails: emails.map(({ email }) => email),
    }),
    userId: row.ownerId,
    status: row.contractStatus,
    countyCode,
    rawMaterialVariantId,
    priceOptions: [main, ...options],
    mainCargoOption: main,
    additionalCargoOption: options,
    contactList: contacts,
    transportCount: row.transportCount,
    canDelete: whyNotDeleteContract(side, row) === null,
    suggestsSettlement: suggestsSettlement(row.contractStatus, balanceOf(row), row.inDeliveryCount),
  };
}

function listOptions(db: Db, contractId: number): Promise<PriceOption[]> {
  return db
    .selectFrom('contract_option as x')
    .leftJoin('material_quality as q', 'q.id', 'x.quality_id')
    .where('x.contract_id', '=', contractId)
    .orderBy('x.position')
    .select([
      'x.id',
      sql<boolean>`false`.as('isMainOption'),
      sql<number>`x.price_minor_per_tonne`.as('price'),
      'x.quality_id as rawMaterialQualityId',
      sql<string>`coalesce(q.title, x.contractual_quality)`.as('rawMaterialQualityTitle'),
      sql<boolean>`x.contractual_quality is not null`.as('isContractualQuality'),
      'x.contractual_quality as contractualQuality',
      'x.attach_to_contract as attachToContract',
    ])
    .execute();
}

export async function getContractContractor(db: Db, side: Side, contractId: number) {
  const contractor = await db
    .selectFrom('contract as c')
    .innerJoin('contractor as r', 'r.id', 'c.contractor_id')
    .where('c.side', '=', side)
    .where('c.id', '=', contractId)
    .select([
      'r.id',
      'r.full_name as name',
      'r.company_name as companyName',
      'r.first_name as firstName',
      'r.last_name as lastName',
      'r.nip',
      'r.pesel',
      'r.email',
      'r.phone_number as phoneNumber',
      'r.city',
      'r.street',
      'r.building_number as buildingNumber',
      'r.post_code as postCode',
      'r.country_code as countryCode',
    ])
    .executeTakeFirst();
  if (contractor === undefined) throw notFoundInPath('CONTRACT_NOT_FOUND');
  return contractor;
}

/** The highest number of the year that follows the pattern; null when the year has none yet. */
export async function findLastDocumentSequence(db: Db, side: Side, prefix: string): Promise<number | null> {
  const row = await db
    .selectFrom('contract')
    .where('side', '=', side)
    .where(sql`left(document_number, 7)`, '=', prefix)
    .where(sql<boolean>`document_number ~ '^[ZS]/[0-9]{4}/[0-9]{4,9}$'`)
    .orderBy(sql`length(document_number)`, 'desc')
    .orderBy(sql`document_number collate "C"`, 'desc')
    .select(sql<number>`substr(document_number, 8)::bigint`.as('sequence'))
    .limit(1)
    .executeTakeFirst();
  return row?.sequence ?? null;
}
