import { refuseField } from '@spichlerz/shared/domain/refusal';
import type { Tx } from './tx.ts';

/** Tables of a record's entries that stand in an order of their own. */
type EntryTable = 'contract_option' | 'contract_contact' | 'contractor_address' | 'contractor_contact';

export type Entry<Columns = Readonly<Record<string, unknown>>> = {
  /** Absent in one that is new. */
  readonly id: number | undefined;
  readonly columns: Columns;
};

type List = {
  /** The column that names the record, and its id. */
  readonly owner: Readonly<Record<string, number>>;
  /** In the order in which they shall stand. */
  readonly entries: readonly Entry[];
  /** Ids of what the record has, in its order. */
  readonly stored: readonly number[];
};

/** Brings a list to these entries in their order. A stored one that is not among them stays, behind them. */
export async function writeEntries(
  tx: Tx,
  table: EntryTable,
  { owner, entries, stored }: List,
): Promise<void> {
  const isStored = new Set<number | undefined>(stored);
  for (const [position, { id, columns }] of entries.entries()) {
    if (id !== undefined && isStored.has(id)) {
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
  for (const [index, id] of unnamedOf(stored, entries).entries()) {
    await tx
      .updateTable(table)
      .set({ position: entries.length + index })
      .where('id', '=', id)
      .execute();
  }
}

/** What is stored and not among the entries. */
export function unnamedOf(stored: readonly number[], entries: readonly Entry[]): number[] {
  const named = new Set(entries.map(({ id }) => id));
  return stored.filter((id) => !named.has(id));
}

/** What a form sends twice with one id would be written over itself. */
export function refuseNamedTwice(
  list: string,
  entries: readonly { readonly id?: number | undefined }[],
): void {
  const ids = entries.map(({ id }) => id);
  const again = ids.findIndex((id, index) => id !== undefined && ids.indexOf(id) < index);
  if (again >= 0) throw refuseField(`${list}.${again}.id`, 'VALUE_IS_DUPLICATED');
}
