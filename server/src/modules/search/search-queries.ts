import { canUseSearchIndex, searchWords, transportOrderNumberOf } from '@spichlerz/shared/domain/search';
import { SIDES, type Side } from '@spichlerz/shared/domain/side';
import type { SearchHits } from '@spichlerz/shared/wire/search';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import { matchesSearch } from '../../lists/search.ts';
import { CONTRACTOR_NAME } from '../invoices/invoice-queries.ts';

/** The maximum number of hits of each kind. */
const MAX_HITS = 8;
/**
 * The number of newest rows that are searched first, which takes a few milliseconds. A common word usually
 * has enough hits among them.
 */
const NEWEST_ROWS = 2_000;

const NO_HITS: SearchHits = { contracts: [], transports: [], contractors: [], carriers: [], invoices: [] };

/**
 * Finds the newest records of each kind. A query without a word that an index can look up would read every row,
 * so it finds nothing.
 */
export async function findEverywhere(db: Db, search: string): Promise<SearchHits> {
  if (!searchWords(search).some(canUseSearchIndex)) return NO_HITS;
  const contractors = await findContractors(db, search);
  return {
    contractors,
    carriers: await findCarriers(db, search),
    contracts: await findContracts(db, search, contractors),
    transports: await findTransports(db, search),
    invoices: await findInvoices(db, search),
  };
}

/** A table, or a part of it, that is searched by an indexed search key. */
type Source = {
  readonly table: string;
  readonly id: RawBuilder<number>;
  readonly scope: RawBuilder<SqlBool>;
  /** The columns that `matches` refers to. */
  readonly columns: RawBuilder<unknown>;
  readonly matches: RawBuilder<SqlBool>;
};

/**
 * Returns the newest matching ids. The newest rows are searched first: a common word usually has enough matches
 * there, while the index would return every match of the table. If there are not enough, the index is used.
 */
async function findNewestIds(db: Db, source: Source): Promise<number[]> {
  const { table, id, scope, columns, matches } = source;
  const newest = await sql<{ id: number }>`select id from (
      select ${id} as id, ${columns} from ${sql.table(table)} where ${scope} order by ${id} desc limit ${NEWEST_ROWS}
    ) as newest where ${matches} order by id desc limit ${MAX_HITS}`.execute(db);
  if (newest.rows.length === MAX_HITS) return newest.rows.map((row) => row.id);
  // offset 0 prevents PostgreSQL from scanning the primary key until enough rows match
  const all = await sql<{ id: number }>`select id from (
      select ${id} as id from ${sql.table(table)} where ${scope} and ${matches} offset 0
    ) as matched order by id desc limit ${MAX_HITS}`.execute(db);
  return all.rows.map((row) => row.id);
}

async function findTransports(db: Db, search: string): Promise<SearchHits['transports']> {
  const orderNumber = transportOrderNumberOf(search);
  const found = matchesSearch(sql`search_text`, search);
  const ids = await findNewestIds(db, {
    table: 'transport',
    id: sql`id`,
    scope: sql`true`,
    columns: orderNumber === null ? sql`search_text` : sql`search_text, order_number`,
    matches: orderNumber === null ? found : sql<SqlBool>`(${found} or order_number = ${orderNumber})`,
  });
  if (ids.length === 0) return [];
  return await db
    .selectFrom('transport as t')
    .innerJoin('contract as p', 'p.id', 't.purchase_id')
    .innerJoin('contract as s', 's.id', 't.sales_id')
    .where('t.id', 'in', ids)
    .orderBy('t.id', 'desc')
    .select([
      't.id',
      't.registration_number as registrationNumber',
      't.driver_name as driverName',
      't.carrier_name as carrierName',
      'p.contractor_name as supplier',
      's.contractor_name as recipient',
      't.date_loading as dateLoading',
      't.status',
      't.purchase_id as purchaseId',
      't.sales_id as salesId',
    ])
    .execute();
}

async function findContractors(db: Db, search: string): Promise<SearchHits['contractors']> {
  return await db
    .selectFrom('contractor as c')
    .where('c.side', 'is not', null)
    .where(matchesSearch(sql`c.search_text`, search))
    .orderBy('c.id', 'desc')
    .limit(MAX_HITS)
    .select(['c.id', sql<Side>`c.side`.as('side'), 'c.full_name as name', 'c.nip', 'c.city'])
    .execute();
}

async function findCarriers(db: Db, search: string): Promise<SearchHits['carriers']> {
  return await db
    .selectFrom('contractor as c')
    .where('c.side', 'is', null)
    .where(matchesSearch(sql`c.search_text`, search))
    .orderBy('c.id', 'desc')
    .limit(MAX_HITS)
    .select(['c.id', 'c.full_name as name', 'c.nip', 'c.city'])
    .execute();
}

/**
 * Finds contracts by their own search key, and the contracts of the contractors that were found, for example
 * by NIP.
 */
async function findContracts(
  db: Db,
  search: string,
  contractors: SearchHits['contractors'],
): Promise<SearchHits['contracts']> {
  const ids: number[] = [];
  for (const side of SIDES) {
    ids.push(
      ...(await findNewestIds(db, {
        table: 'contract',
        id: sql`id`,
        scope: sql`side = ${sql.lit(side)}`,
        columns: sql`search_text`,
        matches: matchesSearch(sql`search_text`, search),
      })),
    );
  }
  const contractorIds = contractors.map(({ id }) => id);
  return await db
    .selectFrom('contract as c')
    .innerJoin('raw_material as m', 'm.id', 'c.raw_material_id')
    .where((where) =>
      where.or([
        where('c.id', '=', sql<number>`any(${ids})`),
        where('c.contractor_id', '=', sql<number>`any(${contractorIds})`),
      ]),
    )
    .orderBy('c.id', 'desc')
    .limit(MAX_HITS)
    .select([
      'c.id',
      'c.side',
      'c.document_number as documentNumber',
      'c.contractor_name as contractor',
      'm.name as rawMaterial',
      'c.status',
    ])
    .execute();
}

/** Finds invoices whose number begins with the query; separators are ignored. */
async function findInvoices(db: Db, search: string): Promise<SearchHits['invoices']> {
  const ids = await findNewestIds(db, {
    table: 'invoice',
    id: sql`id`,
    scope: sql`true`,
    columns: sql`search_text`,
    // search_text begins with the number, and substr removes the leading wildcard of search_pattern
    matches: sql<SqlBool>`search_text like substr(search_pattern(${search}), 2)`,
  });
  if (ids.length === 0) return [];
  return await db
    .selectFrom('invoice as i')
    .leftJoin('contractor as r', 'r.id', 'i.contractor_id')
    .where('i.id', 'in', ids)
    .orderBy('i.id', 'desc')
    .select([
      'i.id',
      'i.kind',
      'i.number',
      CONTRACTOR_NAME.as('contractor'),
      'i.transport_count as transportCount',
    ])
    .execute();
}
