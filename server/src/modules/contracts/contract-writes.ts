import type { ContractForm } from '@spichlerz/shared/wire/contract-form';
import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';

/* How a form becomes rows: the contract's own columns, its additional price options and its contacts. */

type Option = ContractForm['mainCargoOption'];

function qualityColumns(option: Option): { quality_id: number | null; contractual_quality: string | null } {
  return option.isContractualQuality
    ? { quality_id: null, contractual_quality: option.contractualQuality ?? null }
    : { quality_id: option.rawMaterialQualityId ?? null, contractual_quality: null };
}

/** Tolerance fields are dropped when tolerance is off; contractual quality is kept only with its flag. */
export function contractColumns(form: ContractForm) {
  return {
    owner_id: form.userId,
    status: form.status,
    agreement_status: form.agreementStatus,
    document_number: form.documentNumber ?? null,
    currency: form.currency,
    fca_cpt: form.fcaCpt,
    is_for: form.isFor,
    is_cert: form.isCert,
    is_gmp: form.isGmp,
    county_code: form.countyCode ?? null,
    receipt_from: form.dateOfReceiptFrom,
    receipt_to: form.dateOfReceiptTo,
    city: form.address.city ?? null,
    street: form.address.street ?? null,
    building_number: form.address.buildingNumber ?? null,
    post_code: form.address.postCode ?? null,
    country_code: form.address.countryCode ?? null,
    raw_material_variant_id: form.rawMaterialVariantId ?? null,
    quantity_kg: form.cargoQuantity,
    price_minor_per_tonne: form.mainCargoOption.price,
    ...qualityColumns(form.mainCargoOption),
    min_price_minor_per_tonne: form.minPrice ?? null,
    tolerance_type: form.isTolerance ? (form.toleranceType ?? null) : null,
    tolerance_unit: form.isTolerance ? (form.toleranceUnit ?? null) : null,
    tolerance_quantity: form.isTolerance ? (form.toleranceQuantity ?? null) : null,
    comments: form.comments ?? null,
  };
}

/** Price options and contacts, as the history tells them. */
export async function readListed(tx: Tx, contractId: number) {
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

export async function deleteListed(tx: Tx, contractId: number, form: ContractForm): Promise<void> {
  const { additionalCargoOptionDelete: options = [], contactListDelete: contacts = [] } = form;
  if (options.length > 0) {
    await tx
      .deleteFrom('contract_option')
      .where('contract_id', '=', contractId)
      .where('id', 'in', options)
      .execute();
  }
  if (contacts.length > 0) {
    await tx
      .deleteFrom('contract_contact')
      .where('contract_id', '=', contractId)
      .where('id', 'in', contacts)
      .execute();
  }
}

export async function writeOptions(tx: Tx, contractId: number, form: ContractForm): Promise<void> {
  const kept = new Set(
    (await tx.selectFrom('contract_option').where('contract_id', '=', contractId).select('id').execute()).map(
      ({ id }) => id,
    ),
  );
  for (const [position, option] of form.additionalCargoOption.entries()) {
    const columns = {
      raw_material_id: form.rawMaterialId,
      position,
      price_minor_per_tonne: option.price,
      ...qualityColumns(option),
      attach_to_contract: option.attachToContract,
    };
    if (option.id !== undefined && kept.has(option.id)) {
      await tx.updateTable('contract_option').set(columns).where('id', '=', option.id).execute();
    } else {
      await tx
        .insertInto('contract_option')
        .values({ contract_id: contractId, ...columns })
        .execute();
    }
  }
}

export async function writeContacts(tx: Tx, contractId: number, form: ContractForm): Promise<void> {
  const kept = new Set(
    (
      await tx.selectFrom('contract_contact').where('contract_id', '=', contractId).select('id').execute()
    ).map(({ id }) => id),
  );
  for (const [position, contact] of form.contactList.entries()) {
    const columns = { position, contact: contact.contactField };
    if (contact.id !== undefined && kept.has(contact.id)) {
      await tx.updateTable('contract_contact').set(columns).where('id', '=', contact.id).execute();
      kept.delete(contact.id);
    } else {
      await tx
        .insertInto('contract_contact')
        .values({ contract_id: contractId, ...columns })
        .execute();
    }
  }
}
