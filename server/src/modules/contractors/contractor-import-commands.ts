import { DomainError } from '@spichlerz/shared/domain/domain-error';
import type { Side } from '@spichlerz/shared/domain/side';
import { publishChange, writeAuditEntry } from '../../audit/record-change.ts';
import type { Actor } from '../../auth/actor.ts';
import { addressColumns } from '../../db/address-columns.ts';
import { chunk } from '../../db/chunk.ts';
import type { Tx } from '../../db/tx.ts';
import { type ContractorForm, contactColumns, contractorColumns } from './contractor-commands.ts';
import { findDatabaseProblems } from './contractor-import-queries.ts';

/**
 * Creates all contractors or none.
 * @throws DomainError of the first problem, with every affected field, when a row conflicts with stored data
 */
export async function importContractors(
  tx: Tx,
  actor: Actor,
  side: Side,
  forms: readonly ContractorForm[],
): Promise<{ ids: number[] }> {
  const obstacles = await findDatabaseProblems(tx, side, forms);
  const [first] = obstacles;
  if (first !== undefined) {
    throw new DomainError(first.code, {
      fields: obstacles.map(({ row, path, code }) => ({ path: `rows.${row}.${path}`, code })),
    });
  }
  const ids: number[] = [];
  for (const part of chunk(forms)) ids.push(...(await insertContractors(tx, actor, side, part)));
  // the topic alone makes screens reload their lists, so the ids are not needed
  await publishChange(tx, { contractor: [] });
  return { ids };
}

/** Returns the ids in the order of the forms. */
async function insertContractors(
  tx: Tx,
  actor: Actor,
  side: Side,
  forms: readonly ContractorForm[],
): Promise<readonly number[]> {
  const inserted = await tx
    .insertInto('contractor')
    .values(forms.map((form) => ({ side, ...contractorColumns(form) })))
    .returning(['id', 'nip', 'pesel'])
    .execute();
  // the database may return rows in any order; the NIP or PESEL of each contractor is unique
  const idOf = new Map(inserted.map((row) => [numbers(row), row.id]));
  const records = forms.map((form) => {
    const id = idOf.get(numbers(form));
    if (id === undefined) throw new Error('The insert did not return a contractor');
    return { id, form };
  });
  const addresses = records.flatMap(({ id, form }) =>
    form.addressList.map((address, position) => ({
      contractor_id: id,
      position,
      name: address.name,
      ...addressColumns(address),
    })),
  );
  const contacts = records.flatMap(({ id, form }) =>
    form.contactList.map((contact, position) => ({
      contractor_id: id,
      position,
      ...contactColumns(contact),
    })),
  );
  for (const part of chunk(addresses)) await tx.insertInto('contractor_address').values(part).execute();
  for (const part of chunk(contacts)) await tx.insertInto('contractor_contact').values(part).execute();
  await writeAuditEntry(
    tx,
    actor,
    ...records.map(({ id }) => ({ entity: 'contractor', entityId: id, action: 'created' }) as const),
  );
  return records.map(({ id }) => id);
}

function numbers({ nip, pesel }: { nip?: string | null | undefined; pesel?: string | null | undefined }) {
  return `${nip ?? ''} ${pesel ?? ''}`;
}
