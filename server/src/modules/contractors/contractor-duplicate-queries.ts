import type { ContractorKind } from '@spichlerz/shared/domain/contractor';
import type { Identity, UniqueField } from '@spichlerz/shared/domain/contractor-import';
import { DomainError, type ErrorCode } from '@spichlerz/shared/domain/domain-error';
import type { ImportProblem } from '@spichlerz/shared/wire/contractor-import';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import { isOfKind } from './contractor-queries.ts';

export type ExistingContractor = NonNullable<ImportProblem['holder']>;

export const DUPLICATE_ERROR: Record<UniqueField, ErrorCode> = {
  nip: 'NIP_IS_DUPLICATED',
  pesel: 'PESEL_IS_DUPLICATED',
  companyName: 'NAME_IS_DUPLICATED',
};

/** Compares a stored value with a requested one in the same way as the unique index. */
const MATCHES: Record<UniqueField, RawBuilder<boolean>> = {
  nip: sql`r.nip = wanted.value`,
  pesel: sql`r.pesel = wanted.value`,
  companyName: sql`lower(btrim(r.company_name)) = lower(btrim(wanted.value collate "pl-x-icu"))`,
};

/** Returns the contractors of this kind that already have one of the values, keyed by the value. */
export async function findExisting(
  db: Db,
  kind: ContractorKind,
  identities: readonly Identity[],
  field: UniqueField,
): Promise<ReadonlyMap<string, ExistingContractor>> {
  const values = [...new Set(identities.flatMap((identity) => identity[field] ?? []))];
  if (values.length === 0) return new Map();
  const { rows } = await sql<{ value: string; id: number; fullName: string }>`
    select wanted.value, r.id, r.full_name as "fullName"
    from unnest(${values}::text[]) as wanted(value)
    join contractor r on ${isOfKind(kind)} and ${MATCHES[field]}`.execute(db);
  return new Map(rows.map(({ value, id, fullName }) => [value, { id, fullName }]));
}

/**
 * Throws an error that names each field whose value another contractor of the kind has. The error of a unique
 * index would name one field. The indexes still reject the second of two users who save the same value at once.
 * @throws DomainError NAME_IS_DUPLICATED, NIP_IS_DUPLICATED, PESEL_IS_DUPLICATED
 */
export async function assertUnique(
  db: Db,
  kind: ContractorKind,
  form: Identity,
  ownId: number | null = null,
): Promise<void> {
  const fields: { path: UniqueField; code: ErrorCode }[] = [];
  for (const path of ['companyName', 'nip', 'pesel'] as const) {
    const holders = await findExisting(db, kind, [form], path);
    if ([...holders.values()].some(({ id }) => id !== ownId))
      fields.push({ path, code: DUPLICATE_ERROR[path] });
  }
  const [first] = fields;
  if (first !== undefined) throw new DomainError(first.code, { fields });
}
