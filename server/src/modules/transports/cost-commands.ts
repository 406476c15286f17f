import { assertVersion, notFoundInPath } from '@spichlerz/shared/domain/domain-error';
import type { BodyOf } from '@spichlerz/shared/wire/endpoint';
import type {
  changeTransportCosts as changeCall,
  TransportCosts,
} from '@spichlerz/shared/wire/transport-costs';
import { currencySymbol, formatPriceWithoutUnit, NBSP } from '@spichlerz/shared/words/figures';
import { COST_KIND_LABELS } from '@spichlerz/shared/words/margin';
import { changedFields, writeAuditEntry } from '../../audit/record-change.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Tx } from '../../db/tx.ts';
import { getTransportCosts } from './cost-queries.ts';
import {
  lockTransport,
  publishTransportChange,
  transportAuditEntry,
  writeTransport,
} from './transport-lock.ts';

/**
 * Replaces the other costs of a transport. Every status allows it, because such costs are often known late.
 * @throws DomainError TRANSPORT_NOT_FOUND, CONFLICT
 */
export async function changeTransportCosts(
  tx: Tx,
  actor: Actor,
  id: number,
  { costs, version }: BodyOf<typeof changeCall>,
): Promise<TransportCosts> {
  const transport = await lockTransport(tx, id);
  if (transport === undefined) throw notFoundInPath('TRANSPORT_NOT_FOUND');
  const { row } = transport;
  assertVersion(version, row.version);
  const before = await getTransportCosts(tx, id);
  if (before.costs.length > 0) await tx.deleteFrom('transport_cost').where('transport_id', '=', id).execute();
  if (costs.length > 0)
    await tx
      .insertInto('transport_cost')
      .values(
        costs.map(({ kind, amount, currency, note }, position) => ({
          transport_id: id,
          position,
          kind,
          amount_minor: amount,
          currency,
          note: note ?? null,
        })),
      )
      .execute();
  await writeTransport(tx, row, {});
  const after = await getTransportCosts(tx, id);
  await writeAuditEntry(tx, actor, {
    ...transportAuditEntry(row),
    action: 'changed',
    changes: changedFields({ costs: before.costs.map(describe) }, { costs: after.costs.map(describe) }),
  });
  await publishTransportChange(tx, id, [row.purchase_id, row.sales_id]);
  return after;
}

function describe({ kind, amount, currency, note }: TransportCosts['costs'][number]): string {
  const figures = `${formatPriceWithoutUnit(amount)}${NBSP}${currencySymbol(currency)}`;
  return `${COST_KIND_LABELS[kind]}: ${figures}${note === null ? '' : `, ${note}`}`;
}
