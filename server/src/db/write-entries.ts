import { nameKey } from '@spichlerz/shared/domain/contractor';
import { DomainError, fieldError } from '@spichlerz/shared/domain/domain-error';
import { sql } from 'kysely';
import type { Tx } from './tx.ts';

/** Tables whose rows are an ordered list within a record. */
type EntryTable = 'contract_option' | 'contract_contact' | 'contractor_address' | 'contractor_contact';

export type Entry<Columns = Readonly<Record<string, unknown>>> = {
  /** The id of a stored entry; undefined for a new one. */
  readonly id: number | undefined;
  readonly columns: Columns;
};

type List = {
  /** The name of the form field. */
  readonly name: string;
  /** The column that refers to the record, and the record's id. */
  readonly owner: Readonly<Record<string, number>>;
  /** The entries in their new order. */
  readonly entries: readonly Entry[];
  /** Ids of the record's stored entries, in their order. */
  readonly stored: readonly number[];
};

/**
 * Updates and inserts the entries of a form in their order. Stored entries that the form does not contain come
 * after them.
 * @throws DomainError VALUE_IS_WRONG for an id that does not belong to this record
 */
export async function writeEntries(
  tx: Tx,
  table: EntryTable,
  { name, owner, entries, stored }: List,
): Promise<void> {
  const isStored = new Set<number | undefined>(stored);
  const foreign = entries.findIndex(({ id }) => id !== undefined && !isStored.has(id));
  if (foreign >= 0) throw fieldError(`${name}.${foreign}.id`, 'VALUE_IS_WRONG');
  for (const [position, { id, columns }] of entries.entries()) {
    if (id !== undefined) {
      await tx
        .updateTable(table)
        .set({ ...columns, position })
        .where('id', '=', id)
        .execute();
    } else {
      await tx
        .insertInto(table)
        .values({ ...columns, ...owner, position })
        .execute();
    }
  }
  for (const [index, id] of unlistedIds(stored, entries).entries()) {
    await tx
      .updateTable(table)
      .set({ position: entries.length + index })
      .where('id', '=', id)
      .execute();
  }
}

const OWNER_COLUMN = {
  contract_option: 'contract_id',
  contract_contact: 'contract_id',
  contractor_address: 'contractor_id',
  contractor_contact: 'contractor_id',
  material_quality: 'raw_material_id',
} as const satisfies Record<EntryTable | 'material_quality', string>;

/**
 * Rejects ids of entries that belong to another record. An id without an entry is allowed, because another user
 * may have deleted the entry.
 * @param pathOf returns the form field of the id with this index
 * @throws DomainError VALUE_IS_WRONG
 */
export async function assertNotOfAnother(
  tx: Tx,
  table: keyof typeof OWNER_COLUMN,
  ownerId: number,
  ids: readonly (number | undefined)[],
  pathOf: (index: number) => string,
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)}
    where id = any(${ids.filter((id) => id !== undefined)}::bigint[]) and ${sql.ref(OWNER_COLUMN[table])} <> ${ownerId}`.execute(
    tx,
  );
  const foreign = new Set<number | undefined>(rows.map(({ id }) => id));
  const index = ids.findIndex((id) => foreign.has(id));
  if (index >= 0) throw fieldError(pathOf(index), 'VALUE_IS_WRONG');
}

/** The ids of stored entries that are missing from the form. */
export function unlistedIds(stored: readonly number[], entries: readonly Entry[]): number[] {
  const named = new Set(entries.map(({ id }) => id));
  return stored.filter((id) => !named.has(id));
}

/**
 * Rejects a name that is already used by a stored entry that the form omits. `unnamed` are the names of these
 * stored entries.
 */
export function assertNotTaken(
  names: readonly string[],
  unnamed: readonly string[],
  pathOf: (index: number) => string,
): void {
  const taken = new Set(unnamed.map(nameKey));
  const fields = names.flatMap((name, index) =>
    taken.has(nameKey(name)) ? [{ path: pathOf(index), code: 'VALUE_IS_DUPLICATED' as const }] : [],
  );
  if (fields.length > 0) throw new DomainError('VALUE_IS_DUPLICATED', { fields });
}

/** Rejects a form in which two entries have the same id, because the second would overwrite the first. */
export function assertNoDuplicates(
  list: string,
  entries: readonly { readonly id?: number | undefined }[],
): void {
  const ids = entries.map(({ id }) => id);
  const again = ids.findIndex((id, index) => id !== undefined && ids.indexOf(id) < index);
  if (again >= 0) throw fieldError(`${list}.${again}.id`, 'VALUE_IS_DUPLICATED');
}
