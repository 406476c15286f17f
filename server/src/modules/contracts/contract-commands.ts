import {
  type AgreementStatus,
  type ContractStatus,
  documentNumber,
  isCompleteAddress,
  isContractorLocked,
  isEnded,
  isRawMaterialLocked,
  whyNotChangeContractStatus,
  whyNotChangeQuantity,
  whyNotDeleteContract,
} from '@spichlerz/shared/domain/contract';
import {
  notFoundInPath,
  Refusal,
  type RefusalCode,
  refuseField,
  refuseIf,
} from '@spichlerz/shared/domain/refusal';
import { type BySide, COUNTERPART, type Side } from '@spichlerz/shared/domain/side';
import { kilograms } from '@spichlerz/shared/domain/units';
import type { ContractForm } from '@spichlerz/shared/wire/contracts';
import { sql } from 'kysely';
import { announceChange, changedFields, recordHistory } from '../../db/record-change.ts';
import type { Db, Tx } from '../../db/tx.ts';
import type { Actor } from '../../http/actor.ts';
import { queueContractMails } from '../../mail/queue-contract-mails.ts';
import { type LockedContract, lockContracts, ofSide } from './contract-lock.ts';
import { findLastDocumentSequence } from './contract-queries.ts';
import { PAIR_COLUMN } from './contract-rows.ts';

export { type LockedContract, lockContracts, ofSide } from './contract-lock.ts';

const CONTRACTOR_MISSING: BySide<{ code: RefusalCode; field: string }> = {
  purchase: { code: 'PURCHASE_SUPPLIER_NOT_FOUND', field: 'purchaseSupplierId' },
  sales: { code: 'RECIPIENT_NOT_FOUND', field: 'salesRecipientId' },
};

/** @throws Refusal for references that do not exist, a missing address, a duplicate number */
export async function createContract(
  tx: Tx,
  actor: Actor,
  side: Side,
  form: ContractForm,
): Promise<{ id: number }> {
  await checkReferences(tx, side, form);
  const { id } = await tx
    .insertInto('contract')
    .values({
      side,
      ...contractColumns(form),
      raw_material_id: form.rawMaterialId,
      contractor_id: form.contractorId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeOptions(tx, id, form);
  await writeContacts(tx, id, form);
  if (form.emailNotificationList.length > 0) {
    await tx
      .insertInto('contract_notification_email')
      .values(form.emailNotificationList.map((email, position) => ({ contract_id: id, position, email })))
      .execute();
    await queueContractMails(tx, side, id, form.emailNotificationList);
  }
  await recordHistory(tx, actor, { entity: 'contract', entityId: id, action: 'created' });
  await announceChange(tx, { contract: [id] });
  return { id };
}

/**
 * Changes a contract. What trucks or allocations rely on is locked: CONFLICT names the field. Notification
 * e-mails belong to the creation and are not touched.
 */
export async function changeContract(
  tx: Tx,
  actor: Actor,
  side: Side,
  id: number,
  form: ContractForm,
): Promise<true> {
  const contract = await lockForStatus(tx, side, id, form.status);
  if (contract === undefined) throw notFoundInPath('CONTRACT_NOT_FOUND');
  const before = await tx.selectFrom('contract').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
  if (form.version !== undefined && form.version !== before.version) throw new Refusal('CONFLICT');
  if (form.rawMaterialId !== before.raw_material_id && isRawMaterialLocked(contract)) {
    throw refuseField('rawMaterialId', 'CONFLICT');
  }
  if (form.contractorId !== before.contractor_id && isContractorLocked(contract)) {
    throw refuseField(CONTRACTOR_MISSING[side].field, 'CONFLICT');
  }
  if (form.status !== contract.status) refuseIf(whyNotChangeStatusTo(side, contract, form.status), 'status');
  await checkReferences(tx, side, form);
  const tolerance = form.isTolerance
    ? { type: form.toleranceType, unit: form.toleranceUnit, quantity: form.toleranceQuantity }
    : null;
  refuseIf(
    whyNotChangeQuantity(side, contract, {
      quantityKg: kilograms(form.cargoQuantity),
      tolerance: tolerance as LockedContract['tolerance'],
    }),
    'cargoQuantity',
  );

  if (form.rawMaterialId !== before.raw_material_id) {
    // nothing is open or on a truck (isRawMaterialLocked), so pairs that are left hold nothing
    await tx.deleteFrom('allocation').where(PAIR_COLUMN[side], '=', id).execute();
    await tx.deleteFrom('contract_option').where('contract_id', '=', id).execute();
  }
  const columns = {
    ...contractColumns(form),
    raw_material_id: form.rawMaterialId,
    contractor_id: form.contractorId,
  };
  await tx
    .updateTable('contract')
    .set({ ...columns, version: before.version + 1, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  await deleteListed(tx, id, form);
  await writeOptions(tx, id, form);
  await writeContacts(tx, id, form);
  if (form.status !== contract.status && isEnded(form.status))
    await releaseOpenAllocations(tx, actor, side, id);
  await recordHistory(tx, actor, {
    entity: 'contract',
    entityId: id,
    action: 'changed',
    changes: changedFields<object>(before, columns),
  });
  await announceChange(tx, { contract: [id] });
  return true;
}

export async function deleteContract(tx: Tx, actor: Actor, side: Side, id: number): Promise<true> {
  const contract = ofSide(await lockContracts(tx, [id]), side, id);
  if (contract === undefined) throw notFoundInPath('CONTRACT_NOT_FOUND');
  refuseIf(whyNotDeleteContract(side, contract));
  await tx.deleteFrom('allocation').where(PAIR_COLUMN[side], '=', id).execute();
  await tx.deleteFrom('contract').where('id', '=', id).execute();
  await recordHistory(tx, actor, { entity: 'contract', entityId: id, action: 'deleted' });
  await announceChange(tx, { contract: [id] });
  return true;
}

/** Free, except that a contract with trucks under way cannot end; ending releases what is still open (decisions 5). */
export async function changeContractStatus(
  tx: Tx,
  actor: Actor,
  side: Side,
  id: number,
  status: ContractStatus,
): Promise<true> {
  const contract = await lockForStatus(tx, side, id, status);
  if (contract === undefined) throw new Refusal('CONTRACT_NOT_FOUND');
  if (contract.status === status) return true;
  refuseIf(whyNotChangeStatusTo(side, contract, status));
  await tx
    .updateTable('contract')
    .set({ status, version: sql<number>`version + 1`, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  if (isEnded(status)) await releaseOpenAllocations(tx, actor, side, id);
  await recordHistory(tx, actor, {
    entity: 'contract',
    entityId: id,
    action: 'statusChanged',
    changes: { status: [contract.status, status] },
  });
  await announceChange(tx, { contract: [id] });
  return true;
}

export async function changeAgreementStatus(
  tx: Tx,
  actor: Actor,
  side: Side,
  id: number,
  status: AgreementStatus,
): Promise<true> {
  const contract = ofSide(await lockContracts(tx, [id]), side, id);
  if (contract === undefined) throw new Refusal('CONTRACT_NOT_FOUND');
  if (contract.agreementStatus === status) return true;
  await tx
    .updateTable('contract')
    .set({ agreement_status: status, version: sql<number>`version + 1`, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  await recordHistory(tx, actor, {
    entity: 'contract',
    entityId: id,
    action: 'agreementStatusChanged',
    changes: { agreement_status: [contract.agreementStatus, status] },
  });
  await announceChange(tx, { contract: [id] });
  return true;
}

/** The number a new contract proposes; two people may be proposed the same, the database lets one have it. */
export async function proposeDocumentNumber(db: Db, side: Side): Promise<{ documentNumber: string }> {
  const { year } = await db
    .selectNoFrom(sql<number>`extract(year from now())::int4`.as('year'))
    .executeTakeFirstOrThrow();
  const first = documentNumber(side, year, 1);
  const last = await findLastDocumentSequence(db, side, first.slice(0, 7));
  return { documentNumber: documentNumber(side, year, (last ?? 0) + 1) };
}

/* ---- parts ---- */

function whyNotChangeStatusTo(side: Side, contract: LockedContract, to: ContractStatus): RefusalCode | null {
  return whyNotChangeContractStatus(
    side,
    { transportsInProgress: contract.inDeliveryCount, deliveredKg: contract.deliveredKg },
    to,
  );
}

/** Ending a contract touches its counterparts too, so they are locked with it from the start, in id order. */
async function lockForStatus(
  tx: Tx,
  side: Side,
  id: number,
  to: ContractStatus,
): Promise<LockedContract | undefined> {
  const counterparts = isEnded(to)
    ? await tx
        .selectFrom('allocation')
        .where(PAIR_COLUMN[side], '=', id)
        .select(`${PAIR_COLUMN[COUNTERPART[side]]} as id`)
        .execute()
    : [];
  return ofSide(
    await lockContracts(tx, [id, ...counterparts.map((counterpart) => counterpart.id)]),
    side,
    id,
  );
}

/** The pair keeps what its trucks carry and gives the rest back to both contracts (decisions 5). */
async function releaseOpenAllocations(tx: Tx, actor: Actor, side: Side, id: number): Promise<void> {
  const pairs = await tx
    .selectFrom('allocation')
    .where(PAIR_COLUMN[side], '=', id)
    .where('open_kg', '>', 0 as never)
    .select(['id', 'purchase_id', 'sales_id', 'open_kg'])
    .execute();
  if (pairs.length === 0) return;
  await tx
    .updateTable('allocation')
    .set({ commit_kg: sql<number>`in_delivery_kg + delivered_kg` })
    .where(
      'id',
      'in',
      pairs.map((pair) => pair.id),
    )
    .execute();
  await recordHistory(
    tx,
    actor,
    ...pairs.flatMap((pair) =>
      [pair.purchase_id, pair.sales_id].map((entityId) => ({
        entity: 'contract' as const,
        entityId,
        action: 'allocationReleased',
        changes: { open_kg: [pair.open_kg, 0] as [unknown, unknown] },
      })),
    ),
  );
  await announceChange(tx, {
    allocation: pairs.map((pair) => pair.id),
    contract: pairs.flatMap((pair) => [pair.purchase_id, pair.sales_id]),
  });
}

/** Completeness of the address comes before the references (decisions 9, order of checks). */
async function checkReferences(tx: Tx, side: Side, form: ContractForm): Promise<void> {
  if (form.fcaCpt && !isCompleteAddress(form.address)) throw refuseField('address', 'ADDRESS_IS_EMPTY');
  const qualities = [form.mainCargoOption, ...form.additionalCargoOption].flatMap((option) =>
    option.isContractualQuality || option.rawMaterialQualityId === undefined
      ? []
      : [option.rawMaterialQualityId],
  );
  const found = await tx
    .selectNoFrom([
      sql<boolean>`exists (select from contractor where side = ${side} and id = ${form.contractorId})`.as(
        'contractor',
      ),
      sql<boolean>`exists (select from app_user where id = ${form.userId})`.as('owner'),
      sql<boolean>`exists (select from raw_material where id = ${form.rawMaterialId})`.as('material'),
      sql<
        number[]
      >`coalesce((select array_agg(id) from material_quality where raw_material_id = ${form.rawMaterialId}
        and id = any(${qualities}::bigint[])), '{}')`.as('qualities'),
    ])
    .executeTakeFirstOrThrow();
  const missing = CONTRACTOR_MISSING[side];
  if (!found.contractor) throw refuseField(missing.field, missing.code);
  if (!found.owner) throw refuseField('userId', 'USER_NOT_FOUND');
  if (!found.material) throw refuseField('rawMaterialId', 'RAW_MATERIAL_NOT_FOUND');
  if (qualities.some((quality) => !found.qualities.includes(quality))) {
    throw new Refusal('RAW_MATERIAL_QUALITY_RELATION_NOT_FOUND');
  }
}

type Option = ContractForm['mainCargoOption'];

function qualityColumns(option: Option): { quality_id: number | null; contractual_quality: string | null } {
  return option.isContractualQuality
    ? { quality_id: null, contractual_quality: option.contractualQuality ?? null }
    : { quality_id: option.rawMaterialQualityId ?? null, contractual_quality: null };
}

/** Tolerance fields are dropped when tolerance is off; contractual quality is kept only with its flag. */
function contractColumns(form: ContractForm) {
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

async function deleteListed(tx: Tx, contractId: number, form: ContractForm): Promise<void> {
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

async function writeOptions(tx: Tx, contractId: number, form: ContractForm): Promise<void> {
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

async function writeContacts(tx: Tx, contractId: number, form: ContractForm): Promise<void> {
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
