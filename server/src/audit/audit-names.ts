import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/tx.ts';

type Key = number | string;
/** `name` is null only for a contract without a number. */
type Named = { readonly key: Key; readonly name: string | null };
type NameQuery = (keys: readonly Key[]) => RawBuilder<Named>;

const contract: NameQuery = (keys) =>
  sql`select id as key, document_number as name from contract where id = any(${keys}::bigint[])`;

const contractor: NameQuery = (keys) =>
  sql`select id as key, full_name as name from contractor where id = any(${keys}::bigint[])`;

/** Columns that hold the key of another record, with the query for that record's name. */
const NAME_QUERIES: Readonly<Record<string, NameQuery>> = {
  contract_id: contract,
  purchase_id: contract,
  sales_id: contract,
  carrier_id: contractor,
  contractor_id: contractor,
  owner_id: (keys) =>
    sql`select id as key, first_name || ' ' || last_name as name from app_user where id = any(${keys}::bigint[])`,
  raw_material_id: (keys) => sql`select id as key, name from raw_material where id = any(${keys}::bigint[])`,
  raw_material_variant_id: (keys) =>
    sql`select id as key, name from material_variant where id = any(${keys}::bigint[])`,
  quality_id: (keys) =>
    sql`select id as key, title as name from material_quality where id = any(${keys}::bigint[])`,
  discount_table_id: (keys) =>
    sql`select id as key, name from discount_table where id = any(${keys}::bigint[])`,
  country_code: (keys) => sql`select code as key, name from country where code = any(${keys}::text[])`,
  county_code: (keys) => sql`select code as key, name from county where code = any(${keys}::text[])`,
};

type Row = { readonly changes: Readonly<Record<string, readonly [unknown, unknown]>> };

/** Returns the current names of the records that each row's changes refer to, keyed by `column:key`. */
export async function findNames(db: Db, rows: readonly Row[]): Promise<Record<string, string>[]> {
  const known = new Map<string, string>();
  for (const [column, find] of Object.entries(NAME_QUERIES)) {
    const keys = [...new Set(rows.flatMap(({ changes }) => keysOf(changes[column])))];
    if (keys.length === 0) continue;
    const { rows: found } = await find(keys).execute(db);
    for (const { key, name } of found)
      known.set(`${column}:${key}`, name ?? contractNumber({ id: Number(key), documentNumber: null }));
  }
  return rows.map(({ changes }) => {
    const mentioned = Object.entries(changes).flatMap(([column, change]) =>
      keysOf(change).map((key) => `${column}:${key}`),
    );
    return Object.fromEntries(
      mentioned.flatMap((key) => {
        const name = known.get(key);
        return name === undefined ? [] : [[key, name]];
      }),
    );
  });
}

function keysOf(change: readonly [unknown, unknown] | undefined): Key[] {
  return change?.filter((key) => typeof key === 'number' || typeof key === 'string') ?? [];
}
