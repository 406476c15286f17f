import { assertVersion, notFoundInPath } from '@spichlerz/shared/domain/domain-error';
import type { CarrierForm, carriers } from '@spichlerz/shared/wire/carriers';
import type { BodyOf } from '@spichlerz/shared/wire/endpoint';
import { sql } from 'kysely';
import { type Changes, changedFields, publishChange, writeAuditEntry } from '../../audit/record-change.ts';
import type { Actor } from '../../auth/actor.ts';
import { addressColumns } from '../../db/address-columns.ts';
import { patched } from '../../db/patched.ts';
import type { Tx } from '../../db/tx.ts';
import { linkTransports } from '../transports/carrier-link-commands.ts';
import { findCarrierName } from './carrier-queries.ts';
import { checkCountries, contactColumns } from './contractor-commands.ts';
import { assertUnique } from './contractor-duplicate-queries.ts';
import { assertOwnEntries, writeList } from './contractor-lists.ts';

/** @throws DomainError NAME_IS_DUPLICATED or NIP_IS_DUPLICATED, VALUE_IS_WRONG for an unknown country */
export async function createCarrier(
  tx: Tx,
  actor: Actor,
  { transportNames, ...form }: BodyOf<typeof carriers.create>,
): Promise<{ id: number }> {
  await checkCountries(tx, { ...form, addressList: [] });
  await assertUnique(tx, 'carrier', form);
  const { id } = await tx
    .insertInto('contractor')
    .values(carrierColumns(form))
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeContacts(tx, id, form, []);
  await writeAuditEntry(tx, actor, { entity: 'contractor', entityId: id, action: 'created' });
  if (transportNames !== undefined) await linkTransports(tx, actor, id, transportNames);
  await publishChange(tx, { contractor: [id] });
  return { id };
}

/**
 * The column company_name holds the code of a supplier or recipient, but the name of a carrier. The audit log
 * therefore stores a carrier's name as carrier_name.
 */
function withOwnName({ company_name: carrierName, ...others }: Changes): Changes {
  return carrierName === undefined ? others : { ...others, carrier_name: carrierName };
}

/**
 * @throws DomainError CARRIER_NOT_FOUND, CONFLICT when another user changed the record, VALUE_IS_WRONG for a
 * contact of another carrier
 */
export async function changeCarrier(tx: Tx, actor: Actor, id: number, form: CarrierForm): Promise<true> {
  const before = await tx
    .selectFrom('contractor')
    .where('side', 'is', null)
    .where('id', '=', id)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (before === undefined) throw notFoundInPath('CARRIER_NOT_FOUND');
  assertVersion(form.version, before.version);
  await checkCountries(tx, { ...form, addressList: [] });
  await assertUnique(tx, 'carrier', form, id);
  const { carrierContactDelete = [] } = form;
  await assertOwnEntries(tx, 'contactList', id, 'carrierContactDelete', carrierContactDelete);
  const columns = carrierColumns(form, before);
  await tx
    .updateTable('contractor')
    .set({ ...columns, version: before.version + 1, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  const contacts = await writeContacts(tx, id, form, carrierContactDelete);
  await writeAuditEntry(tx, actor, {
    entity: 'contractor',
    entityId: id,
    action: 'changed',
    changes: { ...withOwnName(changedFields<object>(before, columns)), ...contacts },
  });
  await publishChange(tx, { contractor: [id] });
  return true;
}

/** Throws CONFLICT if a transport refers to the carrier: the foreign key forbids the deletion. */
export async function deleteCarrier(tx: Tx, actor: Actor, id: number): Promise<true> {
  const deleted = await tx
    .deleteFrom('contractor')
    .where('side', 'is', null)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (deleted === undefined) throw notFoundInPath('CARRIER_NOT_FOUND');
  await writeAuditEntry(tx, actor, { entity: 'contractor', entityId: id, action: 'deleted' });
  await publishChange(tx, { contractor: [id] });
  return true;
}

export async function linkTransportsByName(
  tx: Tx,
  actor: Actor,
  id: number,
  names: readonly string[],
): Promise<{ transportCount: number }> {
  if ((await findCarrierName(tx, id)) === undefined) throw notFoundInPath('CARRIER_NOT_FOUND');
  return { transportCount: await linkTransports(tx, actor, id, names) };
}

/**
 * The columns of a carrier. A form without a payment term keeps the stored payment term (customer api.md,
 * Conventions).
 */
export function carrierColumns(form: CarrierForm, stored?: { readonly payment_days: number | null }) {
  return {
    side: null,
    // carriers have no accounting method on screen; VAT means that they invoice us
    accounting_method: 'VAT',
    label: 'FIRMA',
    company_name: form.companyName,
    email: form.email ?? null,
    phone_number: form.phoneNumber ?? null,
    nip: form.nip ?? null,
    payment_days: patched(form.paymentDays, stored?.payment_days ?? null),
    note: form.note ?? null,
    ...addressColumns(form),
  } as const;
}

function writeContacts(tx: Tx, id: number, form: CarrierForm, deleted: readonly number[]) {
  const contacts = form.contactList.map((contact) => ({ id: contact.id, columns: contactColumns(contact) }));
  return writeList(tx, 'contactList', id, contacts, deleted);
}
