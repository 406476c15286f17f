import { type ErrorCode, notFoundInPath } from '@spichlerz/shared/domain/domain-error';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type {
  ContractorListQuery,
  ContractorOption,
  ContractorRecord,
  ContractorRow,
} from '@spichlerz/shared/wire/contractors';
import type { ListRequest, Order } from '@spichlerz/shared/wire/list';
import type { ListLengths } from '@spichlerz/shared/words/contractor-fields';
import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import { compiledOnce } from '../../lists/compiled-once.ts';
import { type Fragment, fragment } from '../../lists/fragment.ts';
import {
  countOf,
  type Ids,
  idsOf,
  isAnyOf,
  type List,
  type Page,
  readPage,
  type Source,
  stableOrder,
  unchangedRow,
  withConditions,
  withIncluded,
} from '../../lists/list-page.ts';
import { searched } from '../../lists/search.ts';
import { contractUsage } from '../contracts/contract-usage-queries.ts';

export const CONTRACTOR_NOT_FOUND: BySide<ErrorCode> = {
  purchase: 'SUPPLIER_NOT_FOUND',
  sales: 'RECIPIENT_NOT_FOUND',
};

type Sort = 'id' | 'full_name' | 'company_name' | 'phone_number' | 'nip' | 'pesel';

const ORDER = {
  id: fragment`r.id`,
  full_name: fragment`r.full_name`,
  company_name: fragment`r.company_name`,
  phone_number: fragment`r.phone_number collate "pl-x-icu"`,
  nip: fragment`r.nip`,
  pesel: fragment`r.pesel`,
} satisfies Record<Sort, Fragment>;

function contractorOrder(order: Order<Sort>) {
  return stableOrder(order, ORDER, ['company_name', 'phone_number', 'nip', 'pesel']);
}

const contacts = sql<
  ContractorRow['contacts']
>`coalesce((select json_agg(json_build_object('id', k.id, 'name', k.name,
  'firstName', k.first_name, 'lastName', k.last_name, 'email', k.email, 'phoneNumber', k.phone_number) order by k.position, k.id)
  from contractor_contact k where k.contractor_id = r.id), '[]')`;

const addressList = sql<
  ContractorRow['addressList']
>`coalesce((select json_agg(json_build_object('id', a.id, 'name', a.name, 'city', a.city, 'street', a.street,
  'buildingNumber', a.building_number, 'postCode', a.post_code, 'countryCode', a.country_code) order by a.position, a.id)
  from contractor_address a where a.contractor_id = r.id), '[]')`;

const SEARCHED = fragment`r.search_text`;

const contractorsOfSide = (side: Side): Source => ({
  from: fragment`contractor as r`,
  where: [fragment`r.side = ${side}`],
});

export function contractorList(
  side: Side,
  { search, orderBy }: ContractorListQuery,
): List<ContractorRow, ContractorRow> {
  const all = contractorsOfSide(side);
  const matching = withConditions(all, searched(SEARCHED, search));
  return {
    ids: idsOf(matching, ORDER.id, contractorOrder(orderBy)),
    select: contractorsOf,
    toRow: unchangedRow,
    filtered: search === undefined ? null : countOf(matching),
    total: countOf(all),
  };
}

const contractorsOf = compiledOnce((db: Db, ids: Ids) =>
  db
    .selectFrom('contractor as r')
    .where(isAnyOf('r.id', ids))
    .select([
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
      contractUsage(sql`c.side = r.side and c.contractor_id = r.id`).as('usedIn'),
    ]),
);

/**
 * Returns the highest numbers of addresses and of contacts per contractor of this side, at least 1. The
 * export file has so many columns.
 */
export async function getListLengths(db: Db, side: Side): Promise<ListLengths> {
  const most = (table: 'contractor_address' | 'contractor_contact') => sql<number>`coalesce((
    select max(n)::integer from (select count(*) as n from ${sql.table(table)} e
      join contractor r on r.id = e.contractor_id where r.side = ${side} group by e.contractor_id) counted), 1)`;
  return db
    .selectNoFrom([most('contractor_address').as('addresses'), most('contractor_contact').as('contacts')])
    .executeTakeFirstOrThrow();
}

/**
 * All addresses that a contract may copy: the accounting address first, then the named ones (decisions 5).
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

const optionsOf = compiledOnce((db: Db, ids: Ids) =>
  db
    .selectFrom('contractor as r')
    .where(isAnyOf('r.id', ids))
    .select([
      'r.id',
      'r.full_name as label',
      'r.company_name as companyName',
      'r.city',
      addresses.as('addresses'),
    ]),
);

/** Lists contractors to choose from. Contractors requested by id come first and ignore the search. */
export async function listContractorOptions(
  db: Db,
  side: Side,
  request: ListRequest<{ includeIds?: number[] | undefined }, 'id' | 'full_name' | 'company_name'>,
): Promise<Page<ContractorOption>> {
  const all = contractorsOfSide(side);
  const { matching, ids } = withIncluded(all, searched(SEARCHED, request.search), {
    id: ORDER.id,
    ids: request.filter.includeIds,
    order: contractorOrder(request.orderBy),
  });
  return readPage(db, request, {
    ids,
    select: optionsOf,
    toRow: ({ id, ...option }) => ({ value: id, ...option }),
    filtered: countOf(matching),
    total: countOf(all),
  });
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
