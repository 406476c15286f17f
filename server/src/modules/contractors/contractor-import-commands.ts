import type { ContractorKind } from '@spichlerz/shared/domain/contractor';
import { DomainError } from '@spichlerz/shared/domain/domain-error';
import type { Side } from '@spichlerz/shared/domain/side';
import type { CarrierForm } from '@spichlerz/shared/wire/carriers';
import type { Insertable } from 'kysely';
import { publishChange, writeAuditEntry } from '../../audit/record-change.ts';
import type { Actor } from '../../auth/actor.ts';
import { addressColumns } from '../../db/address-columns.ts';
import { chunk } from '../../db/chunk.ts';
import type { Database } from '../../db/schema.ts';
import type { Tx } from '../../db/tx.ts';
import { carrierColumns } from './carrier-commands.ts';
import { type ContractorForm, contactColumns, contractorColumns } from './contractor-commands.ts';
import { findDatabaseProblems } from './contractor-import-queries.ts';

type ImportedForm = Pick<ContractorForm, 'contactList'> & Partial<Pick<ContractorForm, 'addressList'>>;
type ToColumns<Form> = (form: Form) => Insertable<Database['contractor']>;

export function importContractors(
  tx: Tx,
  actor: Actor,
  side: Side,
  forms: readonly ContractorForm[],
): Promise<{ ids: number[] }> {
  return importAll(tx, actor, side, forms, (form) => ({ side, ...contractorColumns(form) }));
}

export function importCarriers(
  tx: Tx,
  actor: Actor,
  forms: readonly CarrierForm[],
): Promise<{ ids: number[] }> {
  return importAll(tx, actor, 'carrier', forms, (form) => carrierColumns(form));
}

/**
 * Creates all contractors or none.
 * @throws DomainError with the code of the first conflict with stored data, and with the fields of all
 * conflicts
 */
async function importAll<Form extends ImportedForm>(
  tx: Tx,
  actor: Actor,
  kind: ContractorKind,
  forms: readonly Form[],
  toColumns: ToColumns<Form>,
): Promise<{ ids: number[] }> {
  const obstacles = await findDatabaseProblems(tx, kind, forms);
  const [first] = obstacles;
  if (first !== undefined) {
    throw new DomainError(first.code, {
      fields: obstacles.map(({ row, path, code }) => ({ path: `rows.${row}.${path}`, code })),
    });
  }
  const ids: number[] = [];
  for (const part of chunk(forms)) ids.push(...(await insertContractors(tx, actor, part, toColumns)));
  // screens reload their lists for the topic alone, so the event has no ids
  await publishChange(tx, { contractor: [] });
  return { ids };
}

/** Returns the ids in the order of the forms. */
async function insertContractors<Form extends ImportedForm>(
  tx: Tx,
  actor: Actor,
  forms: readonly Form[],
  toColumns: ToColumns<Form>,
): Promise<readonly number[]> {
  const rows = forms.map(toColumns);
  const inserted = await tx
    .insertInto('contractor')
    .values(rows)
    .returning(['id', 'nip', 'pesel', 'company_name'])
    .execute();
  // the database may return rows in any order, so the rows are matched by their unique numbers or names
  const idOf = new Map(inserted.map((row) => [identity(row), row.id]));
  const records = forms.map((form, index) => {
    const id = idOf.get(identity(rows[index] ?? {}));
    if (id === undefined) throw new Error('The insert did not return a contractor');
    return { id, form };
  });
  const addresses = records.flatMap(({ id, form }) =>
    (form.addressList ?? []).map((address, position) => ({
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

type Identity = { nip?: string | null; pesel?: string | null; company_name?: string | null };

const identity = ({ nip, pesel, company_name: name }: Identity) => JSON.stringify([nip, pesel, name]);
