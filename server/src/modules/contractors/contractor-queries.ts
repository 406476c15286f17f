import type { ContractorKind } from '@spichlerz/shared/domain/contractor';
import { type ErrorCode, notFoundInPath } from '@spichlerz/shared/domain/domain-error';
import type { Side } from '@spichlerz/shared/domain/side';
import type {
  ContractorListQuery,
  ContractorOption,
  ContractorRecord,
  ContractorRow,
} from '@spichlerz/shared/wire/contractors';
import type { ListRequest } from '@spichlerz/shared/wire/list';
import type { ListLengths } from '@spichlerz/shared/words/contractor-fields';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import type { List, Page } from '../../lists/list.ts';
import { countRows, inDirection, plainList } from '../../lists/plain-list.ts';
import { matchesSearch } from '../../lists/search.ts';
import { selectContractUsage } from '../contracts/contract-usage-queries.ts';

export const CONTRACTOR_NOT_FOUND: Record<ContractorKind, ErrorCode> = {
  purchase: 'SUPPLIER_NOT_FOUND',
  sales: 'RECIPIENT_NOT_FOUND',
  carrier: 'CARRIER_NOT_FOUND',
};

const SORT_COLUMNS = {
  id: 'r.id',
  full_name: 'r.full_name',
  company_name: 'r.company_name',
  phone_number: sql`r.phone_number collate "pl-x-icu"`,
  nip: 'r.nip',
  pesel: 'r.pesel',
} as const;

export const contacts = sql<
  ContractorRow['contacts']
>`coalesce((select json_agg(json_build_object('id', k.id, 'name', k.name,
  'firstName', k.first_name, 'lastName', k.last_name, 'email', k.email, 'phoneNumber', k.phone_number) order by k.position, k.id)
  from contractor_contact k where k.contractor_id = r.id), '[]')`;

const addressList = sql<
  ContractorRow['addressList']
>`coalesce((select json_agg(json_build_object('id', a.id, 'name', a.name, 'city', a.city, 'street', a.street,
  'buildingNumber', a.building_number, 'postCode', a.post_code, 'countryCode', a.country_code) order by a.position, a.id)
  from contractor_address a where a.contractor_id = r.id), '[]')`;

const SEARCH_TEXT = sql<string>`r.search_text`;

/**
 * Compares the side, which is the first column of the indexes of suppliers and recipients. A carrier has no
 * side.
 */
export const isOfKind = (kind: ContractorKind): RawBuilder<SqlBool> =>
  kind === 'carrier' ? sql`r.side is null` : sql`r.side = ${kind}`;

const contractorsOf = (db: Db, side: Side) => db.selectFrom('contractor as r').where('r.side', '=', side);

export function contractorList(
  side: Side,
  { search, orderBy: { column, direction } }: ContractorListQuery,
): List<ContractorRow> {
  const isFound = matchesSearch(SEARCH_TEXT, search);
  return plainList((db) => ({
    rows: selectContractors(db, side)
      .where(isFound)
      .orderBy(SORT_COLUMNS[column], inDirection(direction))
      .orderBy('r.id', inDirection(direction)),
    filtered: countRows(contractorsOf(db, side).where(isFound)),
    total: countRows(contractorsOf(db, side)),
  }));
}

const selectContractors = (db: Db, side: Side) =>
  contractorsOf(db, side).select([
    'r.id',
    'r.full_name as fullName',
    sql<ContractorRow['accountingMethod']>`r.accounting_method`.as('accountingMethod'),
    'r.company_name as companyName',
    'r.first_name as firstName',
    'r.middle_name as middleName',
    'r.last_name as lastName',
    'r.phone_number as phoneNumber',
    'r.nip',
    'r.pesel',
    'r.email',
    'r.label',
    'r.city',
    'r.street',
    'r.building_number as buildingNumber',
    'r.post_code as postCode',
    'r.country_code as countryCode',
    addressList.as('addressList'),
    contacts.as('contacts'),
    selectContractUsage(sql`c.side = r.side and c.contractor_id = r.id`).as('usedIn'),
  ]);

/**
 * Returns the largest number of addresses, and of contacts, of a contractor of this kind, at least 1. The
 * export has columns for that many.
 */
export async function getListLengths(db: Db, kind: ContractorKind): Promise<ListLengths> {
  const most = (table: 'contractor_address' | 'contractor_contact') => sql<number>`coalesce((
    select max(n)::integer from (select count(*) as n from ${sql.table(table)} e
      join contractor r on r.id = e.contractor_id where ${isOfKind(kind)} group by e.contractor_id) counted), 1)`;
  return db
    .selectNoFrom([most('contractor_address').as('addresses'), most('contractor_contact').as('contacts')])
    .executeTakeFirstOrThrow();
}

/**
 * All addresses that a contract may copy: the accounting address first, then the named addresses (customer
 * decisions 5).
 */
const addresses = sql<ContractorOption['addresses']>`(
  select json_agg(json_build_object('name', a.name, 'city', a.city, 'street', a.street, 'buildingNumber', a.building_number,
    'postCode', a.post_code, 'countryCode', a.country_code) order by a.position, a.id)
  from (
    select -1 as position, 0 as id, null as name, r.city, r.street, r.building_number, r.post_code, r.country_code
    union all
    select position, id, name, city, street, building_number, post_code, country_code
    from contractor_address where contractor_id = r.id
  ) a)`;

/** Lists contractors to choose from. Contractors requested by id come first and ignore the search. */
export function listContractorOptions(
  db: Db,
  side: Side,
  request: ListRequest<{ includeIds?: number[] | undefined }, 'id' | 'full_name' | 'company_name'>,
): Promise<Page<ContractorOption>> {
  const {
    search,
    filter: { includeIds = [] },
    orderBy: { column, direction },
  } = request;
  const isMatch = matchesSearch(SEARCH_TEXT, search);
  const isIncluded = sql<SqlBool>`r.id = any(${includeIds}::bigint[])`;
  // without requested ids, PostgreSQL can scan an index in the order of the list until the page is full
  const includes = includeIds.length > 0;
  const isFound = includes ? sql<SqlBool>`(${isIncluded} or ${isMatch})` : isMatch;
  const options = plainList((reader) => ({
    rows: contractorsOf(reader, side)
      .where(isFound)
      .$if(includes, (query) => query.orderBy(isIncluded, 'desc'))
      .orderBy(SORT_COLUMNS[column], inDirection(direction))
      .orderBy('r.id', inDirection(direction))
      .select([
        'r.id as value',
        'r.full_name as label',
        'r.company_name as companyName',
        'r.city',
        'r.nip',
        addresses.as('addresses'),
      ]),
    filtered: countRows(contractorsOf(reader, side).where(isFound)),
    total: countRows(contractorsOf(reader, side)),
  }));
  return options.readPage(db, request);
}

export async function getContractor(db: Db, side: Side, id: number): Promise<ContractorRecord> {
  const contractor = await db
    .selectFrom('contractor as r')
    .where('r.side', '=', side)
    .where('r.id', '=', id)
    .select([
      'r.id',
      'r.version',
      sql<ContractorRecord['accountingMethod']>`r.accounting_method`.as('accountingMethod'),
      'r.company_name as companyName',
      'r.first_name as firstName',
      'r.middle_name as middleName',
      'r.last_name as lastName',
      'r.full_name as fullName',
      'r.email',
      'r.phone_number as phoneNumber',
      'r.nip',
      'r.pesel',
      'r.label',
      'r.country_code as countryCode',
      'r.city',
      'r.street',
      'r.building_number as buildingNumber',
      'r.post_code as postCode',
      addressList.as('addressList'),
      contacts.as('contactList'),
    ])
    .executeTakeFirst();
  if (contractor === undefined) throw notFoundInPath(CONTRACTOR_NOT_FOUND[side]);
  return contractor;
}
