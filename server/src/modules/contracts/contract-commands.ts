import {
  type AgreementStatus,
  balanceAfter,
  type ContractStatus,
  type Currency,
  isContractorLocked,
  isCurrencyLocked,
  isEnded,
  isEnding,
  isRawMaterialLocked,
  toleranceOf,
  whyNotChangeContractStatus,
  whyNotChangeQuantity,
  whyNotDeleteContract,
} from '@spichlerz/shared/domain/contract';
import {
  assertAllowed,
  assertVersion,
  type ErrorCode,
  fieldError,
  notFoundInPath,
} from '@spichlerz/shared/domain/domain-error';
import { type BySide, COUNTERPART, type Side } from '@spichlerz/shared/domain/side';
import { kilograms } from '@spichlerz/shared/domain/units';
import type { ContractForm } from '@spichlerz/shared/wire/contract-form';
import { sql } from 'kysely';
import { changedFields, publishChange, writeAuditEntry } from '../../audit/record-change.ts';
import type { Actor } from '../../auth/actor.ts';
import { CONTRACT_COLUMN } from '../../db/contract-column.ts';
import type { Tx } from '../../db/tx.ts';
import { queueContractMails } from '../../mail/queue-contract-mails.ts';
import { type LockedContract, lockContracts, ofSide } from './contract-lock.ts';
import { CONTRACTOR_FIELD, checkReferences, requireOwner } from './contract-references.ts';
import {
  copyChosenTable,
  freezeNorms,
  readOptionQualities,
  replaceContractRules,
} from './contract-rule-commands.ts';
import {
  changedColumns,
  contractColumns,
  deleteRemovedEntries,
  printedTerms,
  readLists,
  writeContacts,
  writeOptions,
} from './contract-writes.ts';
import { releaseAllocations } from './release-allocations.ts';

export { auditOpenQuantities } from './audit-open-quantities.ts';
export { type LockedContract, lockContracts, ofSide } from './contract-lock.ts';
export { releaseIfEnded } from './release-allocations.ts';

/**
 * Creates a contract and queues its notification e-mails in the same transaction.
 * @throws DomainError ADDRESS_IS_EMPTY, PURCHASE_SUPPLIER_NOT_FOUND or RECIPIENT_NOT_FOUND, USER_NOT_FOUND,
 * RAW_MATERIAL_NOT_FOUND, RAW_MATERIAL_QUALITY_RELATION_NOT_FOUND. The unique index causes
 * DOCUMENT_NUMBER_IS_DUPLICATED.
 */
export async function createContract(
  tx: Tx,
  actor: Actor,
  side: Side,
  form: ContractForm,
): Promise<{ id: number }> {
  await checkReferences(tx, side, form, null);
  const { id } = await tx
    .insertInto('contract')
    .values({
      side,
      ...contractColumns(form),
      ...printedTerms(form, null),
      raw_material_id: form.rawMaterialId,
      contractor_id: form.contractorId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeOptions(tx, id, form, []);
  await writeContacts(tx, id, form);
  const scope = { side, rawMaterialId: form.rawMaterialId, currency: form.currency ?? 'PLN' };
  await copyChosenTable(tx, id, scope, form);
  await freezeNorms(tx, id, new Map());
  if (form.emailNotificationList.length > 0) {
    await tx
      .insertInto('contract_notification_email')
      .values(form.emailNotificationList.map((email, position) => ({ contract_id: id, position, email })))
      .execute();
    await queueContractMails(tx, side, id, form.emailNotificationList, form.attachConfirmation);
  }
  await writeAuditEntry(tx, actor, { entity: 'contract', entityId: id, action: 'created' });
  await publishChange(tx, { contract: [id] });
  return { id };
}

/**
 * Saves a contract's form, which may change the status. Sends no e-mails; only `createContract` does.
 * @throws DomainError as createContract; also CONTRACT_NOT_FOUND, CONFLICT for an older version or a locked
 * field, PURCHASE_/SALE_CONTRACT_IS_IN_TRANSPORT for the status, ALLOCATE_QUANTITY_IS_TO_BIG
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
  assertVersion(form.version, before.version);
  const columns = {
    ...contractColumns(form),
    ...printedTerms(form, before),
    currency: form.currency ?? before.currency,
    weight_basis: form.weightBasis ?? before.weight_basis,
    reading_source: form.readingSource ?? before.reading_source,
    raw_material_id: form.rawMaterialId,
    contractor_id: form.contractorId,
  };
  assertNotLocked(side, contract, before, columns);
  if (form.status !== contract.status)
    assertAllowed(whyNotChangeStatusTo(side, contract, form.status), 'status');
  await checkReferences(tx, side, form, before.owner_id);
  assertAllowed(
    whyNotChangeQuantity(side, balanceAfter(contract, { from: contract.status, to: form.status }), {
      quantityKg: kilograms(form.quantityKg),
      tolerance: form.isTolerance ? toleranceOf(form) : null,
    }),
    'quantityKg',
  );

  const listed = await readLists(tx, id);
  const qualities = await readOptionQualities(tx, id);
  if (form.rawMaterialId !== before.raw_material_id) {
    // only a contract without open quantities and transports can get here (isRawMaterialLocked), so its
    // allocations are empty
    await tx.deleteFrom('allocation').where(CONTRACT_COLUMN[side], '=', id).execute();
    await tx.deleteFrom('contract_option').where('contract_id', '=', id).execute();
  }
  await tx
    .updateTable('contract')
    .set({ ...columns, version: before.version + 1, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  await deleteRemovedEntries(tx, id, form);
  await writeOptions(
    tx,
    id,
    form,
    form.rawMaterialId === before.raw_material_id ? null : listed.price_options.map((option) => option.id),
  );
  await writeContacts(tx, id, form);
  await freezeNorms(tx, id, qualities);
  const ruleChanges = await replaceContractRules(
    tx,
    id,
    { side, rawMaterialId: form.rawMaterialId, currency: columns.currency },
    form,
    {
      tableId: before.discount_table_id,
      currency: before.currency,
      isScopeChanged: form.rawMaterialId !== before.raw_material_id || columns.currency !== before.currency,
    },
  );
  if (isEnding(contract.status, form.status))
    await releaseAllocations(tx, actor, { [CONTRACT_COLUMN[side]]: id });
  await writeAuditEntry(tx, actor, {
    entity: 'contract',
    entityId: id,
    action: 'changed',
    reason: form.reason,
    changes: {
      ...changedColumns(before, columns),
      ...ruleChanges,
      ...changedFields<object>(listed, await readLists(tx, id)),
    },
    currency: [before.currency, columns.currency],
  });
  await publishChange(tx, { contract: [id] });
  return true;
}

export async function deleteContract(tx: Tx, actor: Actor, side: Side, id: number): Promise<true> {
  const contract = ofSide(await lockContracts(tx, [id]), side, id);
  if (contract === undefined) throw notFoundInPath('CONTRACT_NOT_FOUND');
  assertAllowed(whyNotDeleteContract(side, contract));
  await tx.deleteFrom('allocation').where(CONTRACT_COLUMN[side], '=', id).execute();
  await tx.deleteFrom('contract').where('id', '=', id).execute();
  await writeAuditEntry(tx, actor, { entity: 'contract', entityId: id, action: 'deleted' });
  await publishChange(tx, { contract: [id] });
  return true;
}

const ID_FIELD: BySide<string> = { purchase: 'purchaseId', sales: 'salesId' };
const notFoundInBody = (side: Side) => fieldError(ID_FIELD[side], 'CONTRACT_NOT_FOUND');

/**
 * A status that ends the contract also releases its open quantities (customer decisions 5).
 * @throws DomainError CONTRACT_NOT_FOUND, CONFLICT for an older version, the code of
 * whyNotChangeContractStatus
 */
export async function changeContractStatus(
  tx: Tx,
  actor: Actor,
  side: Side,
  id: number,
  status: ContractStatus,
  version: number | undefined,
): Promise<true> {
  const contract = await lockForStatus(tx, side, id, status);
  if (contract === undefined) throw notFoundInBody(side);
  // a repeated call succeeds, because the client may have lost the first response
  if (contract.status === status) return true;
  assertVersion(version, contract.version);
  assertAllowed(whyNotChangeStatusTo(side, contract, status));
  await tx
    .updateTable('contract')
    .set({ status, version: sql<number>`version + 1`, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  if (isEnded(status)) await releaseAllocations(tx, actor, { [CONTRACT_COLUMN[side]]: id });
  await writeAuditEntry(tx, actor, {
    entity: 'contract',
    entityId: id,
    action: 'statusChanged',
    changes: { status: [contract.status, status] },
  });
  await publishChange(tx, { contract: [id] });
  return true;
}

export async function changeAgreementStatus(
  tx: Tx,
  actor: Actor,
  side: Side,
  id: number,
  status: AgreementStatus,
  version: number | undefined,
): Promise<true> {
  const contract = ofSide(await lockContracts(tx, [id]), side, id);
  if (contract === undefined) throw notFoundInBody(side);
  if (contract.agreementStatus === status) return true;
  assertVersion(version, contract.version);
  await tx
    .updateTable('contract')
    .set({ agreement_status: status, version: sql<number>`version + 1`, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  await writeAuditEntry(tx, actor, {
    entity: 'contract',
    entityId: id,
    action: 'agreementStatusChanged',
    changes: { agreement_status: [contract.agreementStatus, status] },
  });
  await publishChange(tx, { contract: [id] });
  return true;
}

/**
 * @throws DomainError CONTRACT_NOT_FOUND, CONFLICT for an older version, USER_NOT_FOUND for an unknown or
 * inactive user
 */
export async function changeContractOwner(
  tx: Tx,
  actor: Actor,
  side: Side,
  id: number,
  ownerId: number,
  version: number | undefined,
): Promise<true> {
  const contract = ofSide(await lockContracts(tx, [id]), side, id);
  if (contract === undefined) throw notFoundInBody(side);
  await requireOwner(tx, ownerId, contract.ownerId);
  if (contract.ownerId === ownerId) return true;
  assertVersion(version, contract.version);
  await tx
    .updateTable('contract')
    .set({ owner_id: ownerId, version: sql<number>`version + 1`, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  await writeAuditEntry(tx, actor, {
    entity: 'contract',
    entityId: id,
    action: 'ownerChanged',
    changes: { owner_id: [contract.ownerId, ownerId] },
  });
  await publishChange(tx, { contract: [id] });
  return true;
}

type LockedFields = { raw_material_id: number; contractor_id: number; currency: Currency };

/**
 * Throws CONFLICT for a changed field that transports, allocations or settlements rely on (customer decisions
 * 5).
 */
function assertNotLocked(
  side: Side,
  contract: LockedContract,
  before: LockedFields,
  after: LockedFields,
): void {
  if (after.raw_material_id !== before.raw_material_id && isRawMaterialLocked(contract))
    throw fieldError('rawMaterialId', 'CONFLICT');
  if (after.contractor_id !== before.contractor_id && isContractorLocked(contract))
    throw fieldError(CONTRACTOR_FIELD[side], 'CONFLICT');
  if (after.currency !== before.currency && isCurrencyLocked(contract))
    throw fieldError('currency', 'CONFLICT');
}

function whyNotChangeStatusTo(side: Side, contract: LockedContract, to: ContractStatus): ErrorCode | null {
  return whyNotChangeContractStatus(
    side,
    { transportsInProgress: contract.inDeliveryCount, deliveredKg: contract.deliveredKg },
    to,
  );
}

/**
 * Locks the contract. A status that ends the contract releases its allocations, which also changes the
 * counterpart contracts. All these contracts are therefore locked together, in id order.
 */
async function lockForStatus(
  tx: Tx,
  side: Side,
  id: number,
  to: ContractStatus,
): Promise<LockedContract | undefined> {
  const counterparts = isEnded(to)
    ? await tx
        .selectFrom('allocation')
        .where(CONTRACT_COLUMN[side], '=', id)
        .select(`${CONTRACT_COLUMN[COUNTERPART[side]]} as id`)
        .execute()
    : [];
  return ofSide(
    await lockContracts(tx, [id, ...counterparts.map((counterpart) => counterpart.id)]),
    side,
    id,
  );
}
