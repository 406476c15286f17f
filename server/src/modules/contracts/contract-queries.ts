import { documentNumber, suggestsSettlement, whyNotDeleteContract } from '@spichlerz/shared/domain/contract';
import { notFoundInPath } from '@spichlerz/shared/domain/domain-error';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type {
  ContractDashboard,
  ContractRecord,
  ContractRow,
  PriceOption,
} from '@spichlerz/shared/wire/contracts';
import { type RawBuilder, sql } from 'kysely';
import { compiledOnce } from '../../db/compiled-once.ts';
import type { Db } from '../../db/tx.ts';
import { contractMarginColumn, contractMarginOf } from '../margins/margin-queries.ts';
import { selectContracts, toContractBalance, toContractRow } from './contract-rows.ts';

export async function requireContract(db: Db, side: Side, id: number): Promise<void> {
  const found = await db
    .selectFrom('contract')
    .where('side', '=', side)
    .where('id', '=', id)
    .select('id')
    .executeTakeFirst();
  if (found === undefined) throw notFoundInPath('CONTRACT_NOT_FOUND');
}

const recordFields: BySide<
  (parts: {
    contractorId: number;
    contractorAddress: ContractRow['address'];
    emails: string[];
    contacts: ContractRecord['contactList'];
  }) => Partial<ContractRecord>
> = {
  purchase: ({ contractorId, contractorAddress, emails, contacts }) => ({
    purchaseSupplierId: contractorId,
    supplierAddress: contractorAddress,
    purchaseNotificationEmails: emails,
    purchaseContact: contacts,
  }),
  sales: ({ contractorId, contractorAddress, emails, contacts }) => ({
    salesRecipientId: contractorId,
    recipientAddress: contractorAddress,
    salesNotificationEmails: emails,
    salesContact: contacts,
  }),
};

/*
 * These columns are only on the screen of one contract, not in lists. One query selects them together with
 * the columns of a list row.
 */

const contractorAddress = sql<ContractRow['address']>`json_build_object('city', r.city, 'street', r.street,
  'buildingNumber', r.building_number, 'postCode', r.post_code, 'countryCode', r.country_code)`;

const additionalOptions = sql<PriceOption[]>`(
  select coalesce(json_agg(json_build_object('id', x.id, 'isMainOption', false, 'price', x.price_minor_per_tonne,
    'rawMaterialQualityId', x.quality_id, 'rawMaterialQualityTitle', coalesce(y.title, x.contractual_quality),
    'isContractualQuality', x.contractual_quality is not null, 'contractualQuality', x.contractual_quality,
    'attachToContract', x.attach_to_contract) order by x.position), '[]')
  from contract_option x left join material_quality y on y.id = x.quality_id where x.contract_id = c.id)`;

const contacts = sql<ContractRecord['contactList']>`(
  select coalesce(json_agg(json_build_object('id', k.id, 'contactField', k.contact) order by k.position), '[]')
  from contract_contact k where k.contract_id = c.id)`;

const notificationEmails = sql<string[]>`(
  select coalesce(json_agg(e.email order by e.position), '[]')
  from contract_notification_email e where e.contract_id = c.id)`;

const selectRecord = (db: Db, side: Side, id: RawBuilder<number>) =>
  selectContracts(db, side)
    .where('c.id', '=', id)
    .select([
      'c.county_code as countyCode',
      'c.payment_days as paymentDays',
      'c.concluded_on as concludedOn',
      'c.concluded_at as concludedAt',
      'c.printed_remarks as printedRemarks',
      'c.raw_material_variant_id as rawMaterialVariantId',
      contractorAddress.as('contractorAddress'),
      additionalOptions.as('options'),
      contacts.as('contacts'),
      notificationEmails.as('emails'),
    ]);
type SelectedRecord = Awaited<ReturnType<ReturnType<typeof selectRecord>['execute']>>[number];

const recordOf = (side: Side) => compiledOnce((db: Db, id: RawBuilder<number>) => selectRecord(db, side, id));
const dashboardOf = (side: Side) =>
  compiledOnce((db: Db, id: RawBuilder<number>) =>
    selectRecord(db, side, id).select(contractMarginColumn(side).as('marginSums')),
  );
const selectedRecord = { purchase: recordOf('purchase'), sales: recordOf('sales') };
const selectedDashboard = { purchase: dashboardOf('purchase'), sales: dashboardOf('sales') };

export async function getContractRecord(db: Db, side: Side, id: number): Promise<ContractRecord> {
  const [row] = await selectedRecord[side](db, id);
  if (row === undefined) throw notFoundInPath('CONTRACT_NOT_FOUND');
  return toContractRecord(side, row);
}

function toContractRecord(side: Side, row: SelectedRecord): ContractRecord {
  const { options } = row;
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
    ...recordFields[side](row),
    userId: row.ownerId,
    status: row.contractStatus,
    countyCode: row.countyCode,
    paymentDays: row.paymentDays,
    concludedOn: row.concludedOn,
    concludedAt: row.concludedAt,
    printedRemarks: row.printedRemarks,
    rawMaterialVariantId: row.rawMaterialVariantId,
    priceOptions: [main, ...options],
    mainCargoOption: main,
    additionalCargoOption: options,
    contactList: row.contacts,
    transportCount: row.transportCount,
    canDelete: whyNotDeleteContract(side, row) === null,
    suggestsSettlement: suggestsSettlement(row.contractStatus, toContractBalance(row), row.inDeliveryCount),
  };
}

/** Returns the contract with its margin, which printouts must not show. */
export async function getContractDashboard(db: Db, side: Side, id: number): Promise<ContractDashboard> {
  const [row] = await selectedDashboard[side](db, id);
  if (row === undefined) throw notFoundInPath('CONTRACT_NOT_FOUND');
  return { ...toContractRecord(side, row), ...contractMarginOf(row.marginSums, row.currency) };
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

/**
 * Proposes the number of a new contract. Two users may get the same proposal, but only one of them can save it.
 */
export async function proposeDocumentNumber(db: Db, side: Side): Promise<{ documentNumber: string }> {
  const { year } = await db
    .selectNoFrom(sql<number>`extract(year from now())::int4`.as('year'))
    .executeTakeFirstOrThrow();
  const first = documentNumber(side, year, 1);
  const last = await findLastDocumentSequence(db, side, first.slice(0, 7));
  return { documentNumber: documentNumber(side, year, (last ?? 0) + 1) };
}

/** The document number as its unique index compares it, without case and outer spaces. */
const NUMBER_KEY = sql<string>`lower(btrim(document_number))`;
/**
 * The sequence number has four digits, or more without a leading zero, so that a longer number is always a
 * higher one.
 */
const FOLLOWS_PATTERN = sql<boolean>`${NUMBER_KEY} ~ '^[zs]/[0-9]{4}/([0-9]{4}|[1-9][0-9]{4,8})$'`;

/** Returns the highest sequence number of the document numbers with this prefix, or null if there is none. */
async function findLastDocumentSequence(db: Db, side: Side, prefix: string): Promise<number | null> {
  const row = await db
    .selectFrom('contract')
    .where('side', '=', side)
    .where(sql`left(${NUMBER_KEY}, 7)`, '=', prefix.toLowerCase())
    .where(FOLLOWS_PATTERN)
    .orderBy(sql`length(${NUMBER_KEY})`, 'desc')
    .orderBy(sql`${NUMBER_KEY} collate "C"`, 'desc')
    .select(sql<number>`substr(${NUMBER_KEY}, 8)::bigint`.as('sequence'))
    .limit(1)
    .executeTakeFirst();
  return row?.sequence ?? null;
}
