import type { ContractorKind } from '@spichlerz/shared/domain/contractor';
import { repeatedValues, UNIQUE_FIELDS, type UniqueField } from '@spichlerz/shared/domain/contractor-import';
import type { ErrorCode } from '@spichlerz/shared/domain/domain-error';
import { carrierBody } from '@spichlerz/shared/wire/carriers';
import { pathToSnake } from '@spichlerz/shared/wire/case';
import type { ImportProblem } from '@spichlerz/shared/wire/contractor-import';
import { contractorBody } from '@spichlerz/shared/wire/contractors';
import { fieldErrors } from '@spichlerz/shared/wire/field-errors';
import type { z } from 'zod';
import type { Db } from '../../db/tx.ts';
import { eventLoopYielder } from '../../event-loop-yielder.ts';
import { DUPLICATE_ERROR, type ExistingContractor, findExisting } from './contractor-duplicate-queries.ts';

/** A row of the request. It may be invalid. */
type UncheckedRow = Readonly<Record<string, unknown>>;
type Identity = Partial<Record<UniqueField, string>>;

const ROW_SCHEMA: Record<ContractorKind, z.ZodType<UncheckedRow>> = {
  ...contractorBody,
  carrier: carrierBody,
};

/** Checks each row like the form of one contractor, and returns the problems of all rows. Writes nothing. */
export async function checkImport(
  db: Db,
  kind: ContractorKind,
  rows: readonly UncheckedRow[],
): Promise<{ problems: ImportProblem[] }> {
  const problems: ImportProblem[] = [];
  const read: UncheckedRow[] = [];
  const yieldIfDue = eventLoopYielder();
  for (const [row, loose] of rows.entries()) {
    const result = ROW_SCHEMA[kind].safeParse(loose, { reportInput: true });
    read.push(result.success ? result.data : loose);
    for (const { path, code } of result.error === undefined ? [] : fieldErrors(result.error))
      problems.push(problem(row, path, code));
    await yieldIfDue();
  }
  for (const { row, field } of repeatedValues(read.map(identityOf)))
    problems.push(problem(row, field, 'VALUE_IS_DUPLICATED'));
  return { problems: [...problems, ...(await findDatabaseProblems(db, kind, read))] };
}

/** Finds values of unique fields that are already stored, and countries that the database does not have. */
export async function findDatabaseProblems(
  db: Db,
  kind: ContractorKind,
  rows: readonly UncheckedRow[],
): Promise<ImportProblem[]> {
  const identities = rows.map(identityOf);
  const holders = {
    nip: await findExisting(db, kind, identities, 'nip'),
    pesel: await findExisting(db, kind, identities, 'pesel'),
    companyName: await findExisting(db, kind, identities, 'companyName'),
  };
  const countries = await db.selectFrom('country').select('code').execute();
  const known = new Set(countries.map(({ code }) => code));
  return rows.flatMap((loose, row) => {
    const identity = identityOf(loose);
    const taken = UNIQUE_FIELDS.flatMap((field) => {
      const holder = holders[field].get(identity[field] ?? '');
      return holder === undefined ? [] : [problem(row, field, DUPLICATE_ERROR[field], holder)];
    });
    const unknownCountries = countriesOf(loose)
      .filter(({ code }) => !known.has(code))
      .map(({ path }) => problem(row, path, 'VALUE_IS_WRONG'));
    return [...taken, ...unknownCountries];
  });
}

function problem(
  row: number,
  path: string,
  code: ErrorCode,
  holder: ExistingContractor | null = null,
): ImportProblem {
  return { row, path: pathToSnake(path), code, holder };
}

function identityOf(row: UncheckedRow): Identity {
  const identity: Identity = {};
  for (const field of UNIQUE_FIELDS) {
    const value = row[field];
    // PostgreSQL rejects a NUL byte even in comparisons
    if (typeof value === 'string' && !value.includes('\u0000')) identity[field] = value;
  }
  return identity;
}

/** Returns the two-letter country codes of a row. The schema rejects all other codes. */
function countriesOf(row: UncheckedRow): { path: string; code: string }[] {
  const list = row['addressList'];
  const addresses: unknown[] = Array.isArray(list) ? list : [];
  return [row, ...addresses].flatMap((address, index) => {
    const { countryCode }: UncheckedRow = Object(address);
    if (typeof countryCode !== 'string' || !/^\s*[a-z]{2}\s*$/i.test(countryCode)) return [];
    const path = index === 0 ? 'countryCode' : `addressList.${index - 1}.countryCode`;
    return [{ path, code: countryCode.trim().toUpperCase() }];
  });
}
