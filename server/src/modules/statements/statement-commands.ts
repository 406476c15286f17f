import type { BodyOf } from '@spichlerz/shared/wire/endpoint';
import type { createStatement as createCall } from '@spichlerz/shared/wire/statements';
import { sql } from 'kysely';
import { publishChange, writeAuditEntry } from '../../audit/record-change.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Tx } from '../../db/tx.ts';
import { lockContractsOf } from '../transports/transport-commands.ts';
import { readStatement } from './statement-lines.ts';

/** @throws DomainError the errors of readStatement */
export async function createStatement(
  tx: Tx,
  actor: Actor,
  { side, transportIds }: BodyOf<typeof createCall>,
): Promise<{ id: number; number: string }> {
  // Without these locks, some lines of the statement could be older than other lines. Locks of the contracts
  // are not enough, because settlements and invoices lock only the transport.
  await lockContractsOf(tx, transportIds);
  await tx
    .selectFrom('transport')
    .where(sql<boolean>`id = any(${transportIds}::bigint[])`)
    .orderBy('id')
    .forShare()
    .select('id')
    .execute();
  const { contractorId, contractIds, ...printed } = await readStatement(tx, side, transportIds);
  const number = await nextNumber(tx);
  const { id } = await tx
    .insertInto('statement')
    .values({
      number,
      side,
      contractor_id: contractorId,
      contract_ids: contractIds,
      day: sql<string>`(now() at time zone 'Europe/Warsaw')::date`,
      printed: JSON.stringify(printed),
      created_by: actor.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const transports = [...new Set(transportIds)];
  await tx
    .insertInto('statement_transport')
    .values(transports.map((transportId) => ({ statement_id: id, transport_id: transportId })))
    .execute();
  await writeAuditEntry(
    tx,
    actor,
    ...contractIds.map((contractId) => ({
      entity: 'contract' as const,
      entityId: contractId,
      action: 'statementCreated',
      changes: { statement_number: [null, number] as [unknown, unknown] },
    })),
  );
  await publishChange(tx, { contract: contractIds });
  return { id, number };
}

async function nextNumber(tx: Tx): Promise<string> {
  const { year, last } = await tx
    .insertInto('statement_year')
    .values({
      year: sql<number>`extract(year from now() at time zone 'Europe/Warsaw')::int4`,
      last_number: 1,
    })
    .onConflict((conflict) =>
      conflict.column('year').doUpdateSet({ last_number: sql<number>`statement_year.last_number + 1` }),
    )
    .returning(['year', 'last_number as last'])
    .executeTakeFirstOrThrow();
  return `RZ/${year}/${String(last).padStart(4, '0')}`;
}
