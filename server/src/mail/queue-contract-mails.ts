import type { Side } from '@spichlerz/shared/domain/side';
import type { Tx } from '../db/tx.ts';
import { queueMail } from './queue-mail.ts';
import { contractMail } from './templates/contract-mail.ts';

/** Queued in the contract's own transaction: a mail exists exactly when the contract does. */
export async function queueContractMails(
  tx: Tx,
  side: Side,
  contractId: number,
  recipients: readonly string[],
): Promise<void> {
  const contract = await tx
    .selectFrom('contract as c')
    .innerJoin('raw_material as m', 'm.id', 'c.raw_material_id')
    .where('c.id', '=', contractId)
    .select([
      'c.document_number as documentNumber',
      'c.contractor_name as contractor',
      'm.name as rawMaterial',
      'c.quantity_kg as quantityKg',
      'c.price_minor_per_tonne as price',
      'c.currency',
      'c.receipt_from as receiptFrom',
      'c.receipt_to as receiptTo',
    ])
    .executeTakeFirstOrThrow();
  await queueMail(tx, { entity: 'contract', entityId: contractId }, recipients, contractMail(side, contract));
}
