import { ADDITIONAL_OPTIONS_MAX, CONTACTS_MAX } from '@spichlerz/shared/domain/contract';
import { fieldError } from '@spichlerz/shared/domain/domain-error';
import type { ContractForm } from '@spichlerz/shared/wire/contract-form';
import { type Selectable, sql } from 'kysely';
import { type Changes, changedFields } from '../../audit/record-change.ts';
import { addressColumns } from '../../db/address-columns.ts';
import { patched } from '../../db/patched.ts';
import type { Database } from '../../db/schema.ts';
import type { Tx } from '../../db/tx.ts';
import {
  assertNotOfAnother,
  assertNotTaken,
  type Entry,
  unlistedIds,
  writeEntries,
} from '../../db/write-entries.ts';

/* Converts a form to rows: the columns of the contract, its additional price options and its contacts. */

type Option = ContractForm['mainCargoOption'];

function qualityColumns(option: Option): { quality_id: number | null; contractual_quality: string | null } {
  return option.isContractualQuality
    ? { quality_id: null, contractual_quality: option.contractualQuality ?? null }
    : { quality_id: option.rawMaterialQualityId ?? null, contractual_quality: null };
}

type PrintedTerms = Pick<Stored, 'payment_days' | 'concluded_on' | 'concluded_at' | 'printed_remarks'>;

/** The terms printed on the confirmation. A field that the form omits keeps its stored value. */
export const printedTerms = (form: ContractForm, stored: PrintedTerms | null) => ({
  payment_days: patched(form.paymentDays, stored?.payment_days ?? null),
  concluded_on: patched(form.concludedOn, stored?.concluded_on ?? null),
  concluded_at: patched(form.concludedAt, stored?.concluded_at ?? null),
  printed_remarks: patched(form.printedRemarks, stored?.printed_remarks ?? null),
});

/** Clears the tolerance fields if isTolerance is false, and the contractual quality if its flag is false. */
export function contractColumns(form: ContractForm) {
  return {
    owner_id: form.userId,
    status: form.status,
    agreement_status: form.agreementStatus,
    document_number: form.documentNumber ?? null,
    currency: form.currency ?? 'PLN',
    fca_cpt: form.fcaCpt,
    is_for: form.isFor,
    is_cert: form.isCert,
    is_gmp: form.isGmp,
    county_code: form.countyCode ?? null,
    receipt_from: form.dateOfReceiptFrom,
    receipt_to: form.dateOfReceiptTo,
    ...addressColumns(form.address),
    raw_material_variant_id: form.rawMaterialVariantId ?? null,
    quantity_kg: form.quantityKg,
    price_minor_per_tonne: form.mainCargoOption.price,
    ...qualityColumns(form.mainCargoOption),
    min_price_minor_per_tonne: form.minPrice ?? null,
    tolerance_type: form.isTolerance ? (form.toleranceType ?? null) : null,
    tolerance_unit: form.isTolerance ? (form.toleranceUnit ?? null) : null,
    tolerance_quantity: form.isTolerance ? (form.toleranceQuantity ?? null) : null,
    comments: form.comments ?? null,
    weight_basis: form.weightBasis ?? 'UNLOADING',
    reading_source: form.readingSource ?? 'RECIPIENT',
  } as const;
}

type Stored = Selectable<Database['contract']>;
type Columns = ReturnType<typeof contractColumns>;

const TOLERANCE_SIZE = ['tolerance_quantity', 'tolerance_unit'] as const;

/**
 * Returns the old and new values of the changed columns. If the size or the unit of the tolerance changed,
 * returns both columns.
 */
export function changedColumns(stored: Stored, after: Columns): Changes {
  const { tolerance_quantity: size } = stored;
  // the driver returns decimals as text, but the form has numbers
  const before = { ...stored, tolerance_quantity: size === null ? null : Number(size) };
  const changes = changedFields<object>(before, after);
  if (TOLERANCE_SIZE.every((column) => changes[column] === undefined)) return changes;
  for (const column of TOLERANCE_SIZE) changes[column] = [before[column], after[column]];
  return changes;
}

/** Reads price options and contacts in the form of the audit log. */
export async function readLists(tx: Tx, contractId: number) {
  const options = await tx
    .selectFrom('contract_option as o')
    .leftJoin('material_quality as q', 'q.id', 'o.quality_id')
    .where('o.contract_id', '=', contractId)
    .orderBy('o.position')
    .select([
      'o.id',
      'o.price_minor_per_tonne',
      sql<string>`coalesce(q.title, o.contractual_quality)`.as('quality'),
      'o.attach_to_contract',
    ])
    .execute();
  const contacts = await tx
    .selectFrom('contract_contact')
    .where('contract_id', '=', contractId)
    .orderBy('position')
    .select(['id', 'contact'])
    .execute();
  return { price_options: options, contacts };
}

const LISTS = {
  additionalCargoOption: { table: 'contract_option', max: ADDITIONAL_OPTIONS_MAX },
  contactList: { table: 'contract_contact', max: CONTACTS_MAX },
} as const;

/**
 * Deletes the entries that the form lists as deleted.
 * @throws DomainError VALUE_IS_WRONG for an entry of another contract
 */
export async function deleteRemovedEntries(tx: Tx, contractId: number, form: ContractForm): Promise<void> {
  for (const list of ['additionalCargoOption', 'contactList'] as const) {
    const name = `${list}Delete` as const;
    const { [name]: ids = [] } = form;
    if (ids.length === 0) continue;
    const { table } = LISTS[list];
    await assertNotOfAnother(tx, table, contractId, ids, (index) => `${name}.${index}`);
    await tx.deleteFrom(table).where('contract_id', '=', contractId).where('id', 'in', ids).execute();
  }
}

/**
 * Writes the additional price options. An option without a quality gets that of the main option.
 * @param replaced null if the stored options stay and are updated. After a change of the raw material, the ids
 * of the deleted options: the options of the form are then inserted, and may have these ids
 * @throws DomainError VALUE_IS_WRONG for an id that does not belong to this contract
 */
export async function writeOptions(
  tx: Tx,
  contractId: number,
  form: ContractForm,
  replaced: readonly number[] | null,
): Promise<void> {
  const foreign = form.additionalCargoOption.findIndex(
    ({ id }) => replaced !== null && id !== undefined && !replaced.includes(id),
  );
  if (foreign >= 0) throw fieldError(`additionalCargoOption.${foreign}.id`, 'VALUE_IS_WRONG');
  const options = form.additionalCargoOption.map((option) => ({
    id: replaced === null ? option.id : undefined,
    columns: {
      raw_material_id: form.rawMaterialId,
      price_minor_per_tonne: option.price,
      ...qualityColumns(hasQuality(option) ? option : form.mainCargoOption),
      attach_to_contract: option.attachToContract,
    },
  }));
  await arrange(tx, 'additionalCargoOption', contractId, options);
}

const hasQuality = (option: Option): boolean =>
  option.isContractualQuality || option.rawMaterialQualityId !== undefined;

export async function writeContacts(tx: Tx, contractId: number, form: ContractForm): Promise<void> {
  const contacts = form.contactList.map(({ id, contactField }) => ({
    id,
    columns: { contact: contactField },
  }));
  const stored = await tx
    .selectFrom('contract_contact')
    .where('contract_id', '=', contractId)
    .select(['id', 'contact'])
    .execute();
  const unnamed = stored.filter(({ id }) => !contacts.some((contact) => contact.id === id));
  await arrange(tx, 'contactList', contractId, contacts);
  assertNotTaken(
    contacts.map(({ columns }) => columns.contact),
    unnamed.map(({ contact }) => contact),
    (index) => `contactList.${index}.contactField`,
  );
}

/**
 * Writes a list in the order of the form. Stored entries that the form omits stay at the end.
 * @throws DomainError VALUE_IS_WRONG for too many entries
 */
async function arrange(
  tx: Tx,
  list: keyof typeof LISTS,
  contractId: number,
  entries: readonly Entry[],
): Promise<void> {
  const { table, max } = LISTS[list];
  const rows = await tx
    .selectFrom(table)
    .where('contract_id', '=', contractId)
    .orderBy('position')
    .orderBy('id')
    .select('id')
    .execute();
  const stored = rows.map(({ id }) => id);
  if (entries.length + unlistedIds(stored, entries).length > max) throw fieldError(list, 'VALUE_IS_WRONG');
  await writeEntries(tx, table, { name: list, owner: { contract_id: contractId }, entries, stored });
}
