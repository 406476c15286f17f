import { writeAuditEntry } from '../../audit/record-change.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Tx } from '../../db/tx.ts';

type OpenChange = {
  readonly purchaseId: number;
  readonly salesId: number;
  readonly beforeKg: number;
  readonly afterKg: number;
};

/**
 * Writes each change of an open quantity to the audit log of both contracts. Each entry refers to the other
 * contract.
 */
export async function auditOpenQuantities(
  tx: Tx,
  actor: Actor,
  action: 'allocated' | 'allocationReleased',
  changes: readonly OpenChange[],
): Promise<void> {
  await writeAuditEntry(
    tx,
    actor,
    ...changes.flatMap(({ purchaseId, salesId, beforeKg, afterKg }) =>
      [
        { own: purchaseId, counterpart: salesId },
        { own: salesId, counterpart: purchaseId },
      ].map(({ own, counterpart }) => ({
        entity: 'contract' as const,
        entityId: own,
        action,
        changes: {
          open_kg: [beforeKg, afterKg] as [unknown, unknown],
          contract_id: [counterpart, counterpart] as [unknown, unknown],
        },
      })),
    ),
  );
}
