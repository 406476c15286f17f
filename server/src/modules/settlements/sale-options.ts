import type { MinorUnits } from '@spichlerz/shared/domain/units';
import type { Selectable } from 'kysely';
import { type Changes, changedFields } from '../../audit/record-change.ts';
import type { Database } from '../../db/schema.ts';
import type { Tx } from '../../db/tx.ts';

/** A stored option of a split sale (customer decisions 3). */
export type StoredOption = Omit<Selectable<Database['settlement_option']>, 'settlement_id' | 'side'>;

export function storedOptions(tx: Tx, settlementId: number): Promise<StoredOption[]> {
  return tx
    .selectFrom('settlement_option')
    .where('settlement_id', '=', settlementId)
    .select(['position', 'quantity_kg', 'price_minor_per_tonne', 'quality'])
    .orderBy('position')
    .execute();
}

/**
 * Replaces the options.
 * @returns the change for the audit log
 */
export async function writeOptions(
  tx: Tx,
  settlementId: number,
  options: readonly StoredOption[],
): Promise<Changes> {
  const before = await storedOptions(tx, settlementId);
  await tx.deleteFrom('settlement_option').where('settlement_id', '=', settlementId).execute();
  await tx
    .insertInto('settlement_option')
    .values(options.map((option) => ({ settlement_id: settlementId, ...option })))
    .execute();
  return changedFields<{ options: readonly StoredOption[] }>({ options: before }, { options });
}

/** Applies the price of another contract to a split; kilograms and qualities stay (customer decisions 4). */
export async function repriceOptions(tx: Tx, settlementId: number, price: MinorUnits): Promise<Changes> {
  const options = await storedOptions(tx, settlementId);
  if (options.length === 0) return {};
  return writeOptions(
    tx,
    settlementId,
    options.map((option) => ({ ...option, price_minor_per_tonne: price })),
  );
}
