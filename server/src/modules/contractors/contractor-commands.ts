import { assertVersion, DomainError, notFoundInPath } from '@spichlerz/shared/domain/domain-error';
import type { Side } from '@spichlerz/shared/domain/side';
import { CONTRACTOR_PATH, type contractors } from '@spichlerz/shared/wire/contractors';
import type { BodyOf } from '@spichlerz/shared/wire/endpoint';
import { sql } from 'kysely';
import { type Changes, changedFields, publishChange, writeAuditEntry } from '../../audit/record-change.ts';
import type { Actor } from '../../auth/actor.ts';
import { addressColumns } from '../../db/address-columns.ts';
import type { Tx } from '../../db/tx.ts';
import { assertUnique } from './contractor-duplicate-queries.ts';
import { assertOwnEntries, writeList } from './contractor-lists.ts';
import { CONTRACTOR_NOT_FOUND } from './contractor-queries.ts';

type SupplierForm = BodyOf<typeof contractors.purchase.create>;
type RecipientForm = BodyOf<typeof contractors.sales.create>;
export type ContractorForm = SupplierForm | RecipientForm;

/** Ids of the stored addresses and contacts that a change deletes. */
export type DeletedEntries = { readonly addresses: readonly number[]; readonly contacts: readonly number[] };

export async function createContractor(
  tx: Tx,
  actor: Actor,
  side: Side,
  form: ContractorForm,
): Promise<{ id: number }> {
  await checkCountries(tx, form);
  await assertUnique(tx, side, form);
  const { id } = await tx
    .insertInto('contractor')
    .values({ side, ...contractorColumns(form) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeLists(tx, id, form, { addresses: [], contacts: [] });
  await writeAuditEntry(tx, actor, { entity: 'contractor', entityId: id, action: 'created' });
  await publishChange(tx, { contractor: [id] });
  return { id };
}

/**
 * @throws DomainError CONFLICT when another user changed the record, or when its first address or contact
 * would be deleted. VALUE_IS_WRONG for an address or contact of another contractor.
 */
export async function changeContractor(
  tx: Tx,
  actor: Actor,
  side: Side,
  id: number,
  form: ContractorForm,
  deleted: DeletedEntries,
): Promise<true> {
  const before = await tx
    .selectFrom('contractor')
    .where('side', '=', side)
    .where('id', '=', id)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (before === undefined) throw notFoundInPath(CONTRACTOR_NOT_FOUND[side]);
  assertVersion(form.version, before.version);
  await checkCountries(tx, form);
  await assertUnique(tx, side, form, id);
  const kind = CONTRACTOR_PATH[side];
  await assertOwnEntries(tx, 'addressList', id, `${kind}AddressDelete`, deleted.addresses);
  await assertOwnEntries(tx, 'contactList', id, `${kind}ContactDelete`, deleted.contacts);
  const columns = contractorColumns(form);
  await tx
    .updateTable('contractor')
    .set({ ...columns, version: before.version + 1, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  const listChanges = await writeLists(tx, id, form, deleted);
  await writeAuditEntry(tx, actor, {
    entity: 'contractor',
    entityId: id,
    action: 'changed',
    changes: { ...changedFields<object>(before, columns), ...listChanges },
  });
  await publishChange(tx, { contractor: [id] });
  return true;
}

/** Throws CONFLICT if a contract refers to the contractor: the foreign key forbids the deletion. */
export async function deleteContractor(tx: Tx, actor: Actor, side: Side, id: number): Promise<true> {
  const deleted = await tx
    .deleteFrom('contractor')
    .where('side', '=', side)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (deleted === undefined) throw notFoundInPath(CONTRACTOR_NOT_FOUND[side]);
  await writeAuditEntry(tx, actor, { entity: 'contractor', entityId: id, action: 'deleted' });
  await publishChange(tx, { contractor: [id] });
  return true;
}

export function contractorColumns(form: ContractorForm) {
  return {
    accounting_method: form.accountingMethod,
    label: form.label,
    company_name: form.companyName ?? null,
    first_name: form.firstName ?? null,
    middle_name: form.middleName ?? null,
    last_name: form.lastName ?? null,
    email: form.email ?? null,
    phone_number: form.phoneNumber ?? null,
    nip: form.nip ?? null,
    pesel: form.pesel ?? null,
    ...addressColumns(form),
  };
}

export function contactColumns(contact: ContractorForm['contactList'][number]) {
  return {
    name: contact.name,
    first_name: contact.firstName ?? null,
    last_name: contact.lastName ?? null,
    email: contact.email ?? null,
    phone_number: contact.phoneNumber ?? null,
  };
}

/** Writes the addresses and contacts and returns their changes for the audit log. */
async function writeLists(
  tx: Tx,
  contractorId: number,
  form: ContractorForm,
  deleted: DeletedEntries,
): Promise<Changes> {
  const addresses = form.addressList.map((address) => ({
    id: address.id,
    columns: { name: address.name, ...addressColumns(address) },
  }));
  const contacts = form.contactList.map((contact) => ({
    id: contact.id,
    columns: contactColumns(contact),
  }));
  return {
    ...(await writeList(tx, 'addressList', contractorId, addresses, deleted.addresses)),
    ...(await writeList(tx, 'contactList', contractorId, contacts, deleted.contacts)),
  };
}

/**
 * Throws an error that names each field with an unknown country. The error of the foreign key could not name
 * the address.
 */
export async function checkCountries(
  tx: Tx,
  form: Pick<ContractorForm, 'countryCode' | 'addressList'>,
): Promise<void> {
  const named = [
    { path: 'countryCode', code: form.countryCode },
    ...form.addressList.map(({ countryCode }, index) => ({
      path: `addressList.${index}.countryCode`,
      code: countryCode,
    })),
  ].flatMap(({ path, code }) => (code === undefined ? [] : [{ path, code }]));
  if (named.length === 0) return;
  const known = await tx
    .selectFrom('country')
    .where(
      'code',
      'in',
      named.map(({ code }) => code),
    )
    .select('code')
    .execute();
  const codes = new Set(known.map(({ code }) => code));
  const wrong = named.filter(({ code }) => !codes.has(code));
  if (wrong.length === 0) return;
  throw new DomainError('VALUE_IS_WRONG', {
    fields: wrong.map(({ path }) => ({ path, code: 'VALUE_IS_WRONG' as const })),
  });
}
