import { type Allocation, hasEnded } from '@spichlerz/shared/domain/allocation';
import { DomainError } from '@spichlerz/shared/domain/domain-error';
import type { TransportStatus } from '@spichlerz/shared/domain/transport';
import { restoreCommitment } from '@spichlerz/shared/domain/transport-quantities';
import type { Kilograms } from '@spichlerz/shared/domain/units';
import { changedFields, writeAuditEntry } from '../../audit/record-change.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Tx } from '../../db/tx.ts';
import { releaseIfEnded } from '../contracts/contract-commands.ts';
import { replaceMeasurements, type StoredMeasurements, withoutNulls } from './reading-commands.ts';
import { getTransportReadings } from './reading-queries.ts';
import { recountAllocation } from './recount-allocation.ts';
import {
  lockTransport,
  publishTransportChange,
  transportAuditEntry,
  writeTransport,
} from './transport-lock.ts';
import { syncSettlementStatus, syncSettlementWeight } from './transport-settlement.ts';

/** The state of a transport before it was unloaded. */
export type TransportBefore = StoredMeasurements & {
  readonly status: TransportStatus;
  readonly realQuantityKg: number | null;
  /** The transport's allocation before the whole list. */
  readonly allocation: Allocation;
  /**
   * The kilograms by which the list made transports of this allocation heavier, without transports that are
   * already restored.
   */
  readonly heavierKg: Kilograms;
};

/**
 * Undoes an unloading: restores status, weight, readings and tickets. The caller must have checked by the
 * versions that the transport and its settlement have not changed since the unloading.
 * @throws DomainError TRANSPORT_NOT_FOUND, CONTRACT_IS_NOT_COMPATIBLE for a contract that ended,
 * TRANSPORT_QUANTITY_IS_TO_BIG
 */
export async function restoreBeforeUnloading(
  tx: Tx,
  actor: Actor,
  id: number,
  before: TransportBefore,
  reason: string,
): Promise<void> {
  const transport = await lockTransport(tx, id);
  if (transport === undefined) throw new DomainError('TRANSPORT_NOT_FOUND');
  const { row } = transport;
  const measured = await getTransportReadings(tx, id);
  const unlisted = { ...before.allocation, heavierKg: before.heavierKg };
  const isEnded = hasEnded(transport.purchase, transport.sale);
  const after = await recountAllocation(
    tx,
    transport,
    before.status,
    before.realQuantityKg,
    (allocation, counted, restored, roomKg) =>
      restoreCommitment(allocation, unlisted, counted, restored, { roomKg, isEnded }),
  );
  await writeTransport(tx, row, after);
  await syncSettlementWeight(tx, transport, after.real_quantity_kg);
  if (before.status !== row.status) await syncSettlementStatus(tx, transport, before.status);
  const { changes } = await replaceMeasurements(tx, transport, measured, {
    readings: before.readings.map(withoutNulls),
    tickets: before.tickets.map(withoutNulls),
  });
  await releaseIfEnded(tx, actor, transport);
  await writeAuditEntry(tx, actor, {
    ...transportAuditEntry(row),
    action: 'unloadingTakenBack',
    reason,
    changes: { ...changedFields<object>(row, after), ...changes },
  });
  await publishTransportChange(tx, id, [row.purchase_id, row.sales_id]);
}
