import type { Currency } from '@spichlerz/shared/domain/contract';
import type { AuditEntity } from '@spichlerz/shared/wire/audit-log';
import type { Topic } from '@spichlerz/shared/wire/topics';
import type { Actor } from '../auth/actor.ts';
import { chunk } from '../db/chunk.ts';
import type { Tx } from '../db/tx.ts';

export type Changes = Record<string, [unknown, unknown]>;

/**
 * A change of a transport, a settlement or an invoice. `subject` is the registration number or the invoice
 * number. The audit logs of the contracts with `contractIds` also show the entry.
 */
type TransportAudit = {
  readonly entity: 'transport' | 'settlement' | 'invoice';
  readonly contractIds: readonly number[];
  readonly subject: string;
};
/** A mailed printout of one or more contracts; the audit log of each contract shows the entry. */
type ContractsAudit = { readonly entity: 'contract'; readonly contractIds: readonly number[] };
/** A change of a raw material. `subject` is the name of the changed part, such as a parameter. */
type MaterialAudit = { readonly entity: 'material'; readonly subject?: string | undefined };
type OwnAudit = { readonly entity: Exclude<AuditEntity, TransportAudit['entity'] | 'material'> };

type AuditRecord = (TransportAudit | ContractsAudit | MaterialAudit | OwnAudit) & {
  readonly entityId: number;
  readonly action: string;
  readonly reason?: string | undefined;
  readonly changes?: Changes;
  /** The currency of the changed amounts, before and after. */
  readonly currency?: readonly [Currency, Currency];
};

/**
 * Writes an audit entry in the transaction of the change, with the author, the time, and the old and new
 * values. Writes nothing for a form that was saved without changes.
 * @returns the ids of the written entries
 */
export async function writeAuditEntry(
  tx: Tx,
  actor: Pick<Actor, 'userId'>,
  ...records: AuditRecord[]
): Promise<number[]> {
  const rows = records.filter(hasChanges).map((record) => ({
    user_id: actor.userId,
    entity: record.entity,
    entity_id: record.entityId,
    action: record.action,
    reason: record.reason ?? null,
    changes: JSON.stringify(withCurrency(record)),
    contract_ids: contractsOf(record),
    subject: 'subject' in record ? (record.subject ?? null) : null,
  }));
  const ids: number[] = [];
  for (const part of chunk(rows)) {
    const written = await tx.insertInto('history').values(part).returning('id').execute();
    ids.push(...written.map(({ id }) => id));
  }
  return ids;
}

/** The actions that save a form, which may be unchanged. */
const FORM_ACTIONS: ReadonlySet<string> = new Set([
  'changed',
  'addressChanged',
  'variantChanged',
  'parameterChanged',
  'discountTableChanged',
]);

function hasChanges({ action, changes = {} }: AuditRecord): boolean {
  return !FORM_ACTIONS.has(action) || Object.keys(changes).length > 0;
}

/** Columns that hold amounts, directly or in the elements of a list. */
const MONEY = /_minor(_per_tonne)?$|^(price_)?options$/;

/** Adds the currency to an entry with amounts, because an amount is meaningless without it. */
function withCurrency({ changes = {}, currency }: AuditRecord): object {
  const hasAmounts = Object.keys(changes).some((column) => MONEY.test(column));
  return hasAmounts && currency !== undefined ? { ...changes, currency } : changes;
}

function contractsOf(record: AuditRecord): number[] {
  if ('contractIds' in record) return [...new Set(record.contractIds)];
  return record.entity === 'contract' ? [record.entityId] : [];
}

/** Notifies every server, and through it every open screen, when the transaction commits. */
export async function publishChange(
  tx: Tx,
  changed: Partial<Record<Topic, readonly number[]>>,
): Promise<void> {
  const rows = Object.entries(changed).map(([topic, ids]) => ({ topic, ids: [...new Set(ids)] }));
  await tx.insertInto('change_event').values(rows).execute();
}

/**
 * Returns the fields of `after` that differ from `before`, as [old, new]. Undefined and null are equal, as in
 * the database.
 */
export function changedFields<T extends object>(before: T, after: Partial<T>): Changes {
  const changes: Changes = {};
  for (const [key, value] of Object.entries(after)) {
    const old = before[key as keyof T];
    if (JSON.stringify(old ?? null) !== JSON.stringify(value ?? null))
      changes[key] = [old ?? null, value ?? null];
  }
  return changes;
}
