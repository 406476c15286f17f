import { notFoundInPath } from '@spichlerz/shared/domain/domain-error';
import {
  CARRIER_NAMES_MAX,
  type CarrierListQuery,
  type CarrierNameGroup,
  type CarrierOption,
  type CarrierRecord,
  type CarrierRow,
} from '@spichlerz/shared/wire/carriers';
import type { ListRequest } from '@spichlerz/shared/wire/list';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import type { List, Page } from '../../lists/list.ts';
import { countRows, inDirection, plainList } from '../../lists/plain-list.ts';
import { matchesSearch } from '../../lists/search.ts';
import { contacts } from './contractor-queries.ts';

const SEARCH_TEXT = sql<string>`r.search_text`;

const SORT_COLUMNS = {
  id: 'r.id',
  company_name: 'r.company_name',
  nip: 'r.nip',
  phone_number: sql`r.phone_number collate "pl-x-icu"`,
} as const;

const carriersOf = (db: Db) => db.selectFrom('contractor as r').where('r.side', 'is', null);

/**
 * The database requires a company name of every carrier (constraint contractor_carrier), although the column is
 * nullable.
 */
const name = sql<string>`r.company_name`;

const CARRIER_COLUMNS = [
  'r.id',
  name.as('companyName'),
  'r.nip',
  'r.email',
  'r.phone_number as phoneNumber',
  'r.city',
  'r.street',
  'r.building_number as buildingNumber',
  'r.post_code as postCode',
  'r.country_code as countryCode',
  'r.payment_days as paymentDays',
  'r.note',
  sql<number>`(select count(*) from transport t where t.carrier_id = r.id)`.as('transportCount'),
] as const;

export function carrierList({ search, orderBy: { column, direction } }: CarrierListQuery): List<CarrierRow> {
  const isFound = matchesSearch(SEARCH_TEXT, search);
  return plainList((db) => ({
    rows: carriersOf(db)
      .where(isFound)
      .orderBy(SORT_COLUMNS[column], inDirection(direction))
      .orderBy('r.id', inDirection(direction))
      .select([...CARRIER_COLUMNS, contacts.as('contacts')]),
    filtered: countRows(carriersOf(db).where(isFound)),
    total: countRows(carriersOf(db)),
  }));
}

/** Lists carriers to choose from. Carriers requested by id come first and ignore the search. */
export function listCarrierOptions(
  db: Db,
  request: ListRequest<{ includeIds?: number[] | undefined }, 'id' | 'company_name'>,
): Promise<Page<CarrierOption>> {
  const {
    search,
    filter: { includeIds = [] },
    orderBy: { column, direction },
  } = request;
  const isIncluded = sql<SqlBool>`r.id = any(${includeIds}::bigint[])`;
  const isFound = sql<SqlBool>`(${isIncluded} or ${matchesSearch(SEARCH_TEXT, search)})`;
  const options = plainList((reader) => ({
    rows: carriersOf(reader)
      .where(isFound)
      .orderBy(isIncluded, 'desc')
      .orderBy(SORT_COLUMNS[column], inDirection(direction))
      .orderBy('r.id', inDirection(direction))
      .select(['r.id as value', name.as('label'), 'r.nip', 'r.city', 'r.payment_days as paymentDays']),
    filtered: countRows(carriersOf(reader).where(isFound)),
    total: countRows(carriersOf(reader)),
  }));
  return options.readPage(db, request);
}

export async function getCarrier(db: Db, id: number): Promise<CarrierRecord> {
  const carrier = await carriersOf(db)
    .where('r.id', '=', id)
    .select([...CARRIER_COLUMNS, 'r.version', contacts.as('contactList')])
    .executeTakeFirst();
  if (carrier === undefined) throw notFoundInPath('CARRIER_NOT_FOUND');
  return carrier;
}

const NAME_ORDER = { transport_count: sql`sum(spelling.count)`, name: sql`min(spelling.name)` } as const;

const spellingsOf = (reader: Db) =>
  reader
    .selectFrom(
      sql<{ key: string; name: string; count: number }>`(
        select search_key(t.carrier_name) as key, t.carrier_name as name, count(*) as count
        from transport t where t.carrier_id is null group by t.carrier_name)`.as<'spelling'>('spelling'),
    )
    .groupBy('spelling.key');

/**
 * Lists the carrier names of transports that have no carrier record. Spellings with the same search key form
 * one group.
 */
export function listCarrierNames(
  db: Db,
  request: ListRequest<unknown, keyof typeof NAME_ORDER>,
): Promise<Page<CarrierNameGroup>> {
  const {
    search,
    orderBy: { column, direction },
  } = request;
  const isFound = matchesSearch(sql<string>`spelling.key`, search);
  const list = plainList((reader) => ({
    rows: spellingsOf(reader)
      .where(isFound)
      .orderBy(NAME_ORDER[column], inDirection(direction))
      .orderBy('spelling.key')
      .select([
        sql<string>`(array_agg(spelling.name order by spelling.count desc, spelling.name))[1]`.as('name'),
        sql<
          string[]
        >`(array_agg(spelling.name order by spelling.count desc, spelling.name))[:${sql.lit(CARRIER_NAMES_MAX)}]`.as(
          'names',
        ),
        sql<number>`sum(spelling.count)::bigint`.as('transportCount'),
        sql<number | null>`(select min(r.id) from contractor r
          where r.side is null and search_key(r.company_name) = spelling.key)`.as('carrierId'),
      ]),
    filtered: countRows(spellingsOf(reader).where(isFound).select('spelling.key')),
    total: countRows(spellingsOf(reader).select('spelling.key')),
  }));
  return list.readPage(db, request);
}

/** Returns the carrier's name, which a transport copies, and locks the carrier against deletion. */
export async function findCarrierName(db: Db, id: number): Promise<string | undefined> {
  const carrier = await db
    .selectFrom('contractor as r')
    .where('r.side', 'is', null)
    .where('r.id', '=', id)
    .select(name.as('name'))
    .forKeyShare()
    .executeTakeFirst();
  return carrier?.name;
}
