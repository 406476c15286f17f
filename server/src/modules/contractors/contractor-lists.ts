import { CONTRACTOR_LIST_MAX } from '@spichlerz/shared/domain/contractor';
import { fieldError } from '@spichlerz/shared/domain/domain-error';
import { sql } from 'kysely';
import type { Changes } from '../../audit/record-change.ts';
import type { Tx } from '../../db/tx.ts';
import {
  assertNoDuplicates,
  assertNotOfAnother,
  assertNotTaken,
  type Entry,
  writeEntries,
} from '../../db/write-entries.ts';

/* The addresses and contacts of a contractor: two tables of named entries in a stored order. */

export type ContractorListField = 'addressList' | 'contactList';
const TABLE = { addressList: 'contractor_address', contactList: 'contractor_contact' } as const;
const AUDIT_KEY = { addressList: 'address_list', contactList: 'contact_list' } as const;

export type NamedEntry = Entry<{ readonly name: string } & Readonly<Record<string, string | null>>>;

/** @throws DomainError VALUE_IS_WRONG when an id to delete belongs to another contractor */
export const assertOwnEntries = (
  tx: Tx,
  list: ContractorListField,
  contractorId: number,
  name: string,
  ids: readonly number[],
): Promise<void> => assertNotOfAnother(tx, TABLE[list], contractorId, ids, (index) => `${name}.${index}`);

/**
 * Writes a list in the order of the form. Only the entries in `deleted` are deleted. Other stored entries
 * that the form omits stay at the end. The first stored entry cannot be deleted (customer decisions 6).
 * @returns the changes for the audit log
 * @throws DomainError CONFLICT for the first entry, VALUE_IS_WRONG for too many entries or an id of another
 * contractor, VALUE_IS_DUPLICATED for a repeated name or id
 */
export async function writeList(
  tx: Tx,
  list: ContractorListField,
  contractorId: number,
  entries: readonly NamedEntry[],
  deleted: readonly number[],
): Promise<Changes> {
  const table = TABLE[list];
  const stored = await storedEntries(tx, list, contractorId);
  const [first] = stored;
  if (first !== undefined && deleted.includes(first.id)) throw fieldError(list, 'CONFLICT');
  assertNoDuplicates(list, entries);
  const deletedIds = stored.filter(({ id }) => deleted.includes(id)).map(({ id }) => id);
  if (deletedIds.length > 0) await tx.deleteFrom(table).where('id', 'in', deletedIds).execute();
  const left = stored.filter(({ id }) => !deleted.includes(id));
  const isShown = new Set(entries.map(({ id }) => id));
  const shown = left.flatMap(({ id }) => (isShown.has(id) ? [id] : []));
  const unnamed = left.filter(({ id }) => !isShown.has(id));
  if (entries.length + unnamed.length > CONTRACTOR_LIST_MAX) throw fieldError(list, 'VALUE_IS_WRONG');
  assertNotTaken(
    entries.map(({ columns }) => columns.name),
    unnamed.map(({ columns }) => columns.name),
    (index) => `${list}.${index}.name`,
  );

  // the listed entries get a temporary name first, so that two entries can swap names
  if (shown.length > 0) {
    await tx
      .updateTable(table)
      .set({ name: sql<string>`id::text || ' ' || name` })
      .where('id', 'in', shown)
      .execute();
  }
  await writeEntries(tx, table, {
    name: list,
    owner: { contractor_id: contractorId },
    entries,
    stored: left.map(({ id }) => id),
  });
  const before = stored.map(({ columns }) => columns);
  const after = [...entries, ...unnamed].map(({ columns }) => columns);
  return isEqual(before, after) ? {} : { [AUDIT_KEY[list]]: [before, after] };
}

async function storedEntries(tx: Tx, list: ContractorListField, contractorId: number) {
  const rows = await tx
    .selectFrom(TABLE[list])
    .where('contractor_id', '=', contractorId)
    .orderBy('position')
    .orderBy('id')
    .selectAll()
    .execute();
  return rows.map(({ id, contractor_id: _contractor, position: _position, ...columns }) => ({ id, columns }));
}

type Columns = Readonly<Record<string, string | null>>;

/** Compares column by column, because the form and the database order the columns differently. */
function isEqual(before: readonly Columns[], after: readonly Columns[]): boolean {
  return (
    before.length === after.length &&
    before.every((columns, index) =>
      Object.entries(columns).every(([name, value]) => value === after[index]?.[name]),
    )
  );
}
