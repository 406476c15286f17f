import { DomainError, fieldError } from '@spichlerz/shared/domain/domain-error';
import type { BySide } from '@spichlerz/shared/domain/side';
import { effKg } from '@spichlerz/shared/domain/transport';
import { moveTransportQuantities } from '@spichlerz/shared/domain/transport-quantities';
import type { Kilograms } from '@spichlerz/shared/domain/units';
import type { Actor } from '../../auth/actor.ts';
import type { Tx } from '../../db/tx.ts';
import { addToCommit, findAllocation, findOrCreateAllocation } from '../allocations/allocation-commands.ts';
import { type LockedContract, releaseIfEnded } from '../contracts/contract-commands.ts';
import { type LockedTransport, writeTransport } from './transport-lock.ts';

type Contracts = { purchase: LockedContract; sale: LockedContract };

/** The field with the new contract, for each side. */
export const TARGET_FIELD: BySide<string> = { purchase: 'newPurchaseId', sales: 'newSalesId' };

/** Replaces the transport's contract on the target's side with the target. */
const withTarget: BySide<(transport: Contracts, target: LockedContract) => Contracts> = {
  purchase: ({ sale }, target) => ({ purchase: target, sale }),
  sales: ({ purchase }, target) => ({ purchase, sale: target }),
};

/**
 * Moves a transport and its commitment to `target`, which replaces the contract of the same side (customer
 * decisions 4).
 * @param roomKg the room of the target contract, as in moveTransportQuantities
 * @throws DomainError TRANSPORT_QUANTITY_IS_TO_BIG
 */
export async function moveToContract(
  tx: Tx,
  actor: Actor,
  transport: LockedTransport,
  target: LockedContract,
  roomKg: Kilograms,
): Promise<void> {
  const ends = withTarget[target.side](transport, target);
  const targetAllocation = await findOrCreateAllocation(tx, ends.purchase, ends.sale.id);
  const move = moveTransportQuantities(targetAllocation, effKg(transport.counted), roomKg);
  if (typeof move === 'string') throw fieldError(TARGET_FIELD[target.side], move);
  const oldAllocation = await findAllocation(tx, transport.purchase.id, transport.sale.id);
  if (oldAllocation === undefined) throw new DomainError('ALLOCATION_IS_MISSING');
  await writeTransport(tx, transport.row, {
    purchase_id: ends.purchase.id,
    sales_id: ends.sale.id,
    extra_kg: move.extraKg,
  });
  await addToCommit(tx, oldAllocation.id, move.oldCommitChangeKg);
  await addToCommit(tx, targetAllocation.id, move.targetCommitChangeKg);
  await releaseIfEnded(tx, actor, transport);
}
