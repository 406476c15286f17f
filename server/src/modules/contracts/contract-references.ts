import { isCompleteAddress } from '@spichlerz/shared/domain/contract';
import { type ErrorCode, fieldError } from '@spichlerz/shared/domain/domain-error';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { ContractForm } from '@spichlerz/shared/wire/contract-form';
import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';

/** The contractor's field in the form of each side. */
export const CONTRACTOR_FIELD: BySide<string> = {
  purchase: 'purchaseSupplierId',
  sales: 'salesRecipientId',
};

const CONTRACTOR_MISSING: BySide<ErrorCode> = {
  purchase: 'PURCHASE_SUPPLIER_NOT_FOUND',
  sales: 'RECIPIENT_NOT_FOUND',
};

/**
 * Throws an error for an FCA contract without a complete address, then for a reference to a record that does
 * not exist (order of checks: customer decisions 9).
 * @param ownerId the stored owner, who may stay even when inactive; null for a new contract
 */
export async function checkReferences(
  tx: Tx,
  side: Side,
  form: ContractForm,
  ownerId: number | null,
): Promise<void> {
  if (form.fcaCpt && !isCompleteAddress(form.address)) throw fieldError('address', 'ADDRESS_IS_EMPTY');
  const options = [
    { at: 'mainCargoOption', ...form.mainCargoOption },
    ...form.additionalCargoOption.map((option, index) => ({
      at: `additionalCargoOption.${index}`,
      ...option,
    })),
  ];
  const qualities = options.flatMap(({ at, isContractualQuality, rawMaterialQualityId: id }) =>
    isContractualQuality || id === undefined ? [] : [{ at, id }],
  );
  const found = await tx
    .selectNoFrom([
      sql<boolean>`exists (select from contractor where side = ${side} and id = ${form.contractorId})`.as(
        'contractor',
      ),
      sql<boolean>`exists (select from raw_material where id = ${form.rawMaterialId})`.as('material'),
      sql<
        number[]
      >`coalesce((select array_agg(id) from material_quality where raw_material_id = ${form.rawMaterialId}
        and id = any(${qualities.map(({ id }) => id)}::bigint[])), '{}')`.as('qualities'),
    ])
    .executeTakeFirstOrThrow();
  if (!found.contractor) throw fieldError(CONTRACTOR_FIELD[side], CONTRACTOR_MISSING[side]);
  await requireOwner(tx, form.userId, ownerId);
  if (!found.material) throw fieldError('rawMaterialId', 'RAW_MATERIAL_NOT_FOUND');
  const foreign = qualities.find(({ id }) => !found.qualities.includes(id));
  if (foreign !== undefined) {
    throw fieldError(`${foreign.at}.rawMaterialQualityId`, 'RAW_MATERIAL_QUALITY_RELATION_NOT_FOUND');
  }
}

/**
 * Requires an active owner, unless the owner stays the same: a deactivated user keeps their contracts.
 * @throws DomainError USER_NOT_FOUND
 */
export async function requireOwner(tx: Tx, id: number, before: number | null): Promise<void> {
  if (id === before) return;
  // the lock keeps the user active until the transaction ends
  const owner = await tx
    .selectFrom('app_user')
    .where('id', '=', id)
    .select('active')
    .forShare()
    .executeTakeFirst();
  if (!owner?.active) throw fieldError('userId', 'USER_NOT_FOUND');
}
