import type { Pool } from 'pg';
import { CONTRACT_JOINS, contractColumns, contractOf, recordOf, recordStatement } from './contract-rows.ts';
import { INVOICES } from './invoices.ts';
import { CANDIDATE_MARGIN_COLUMNS, candidateMargin } from './margin-fields.ts';
import { margins } from './margins.ts';
import type { Handler, Row } from './row.ts';
import {
  SETTLEMENT_COLUMNS,
  settlementOf,
  TRANSPORT_COLUMNS,
  TRANSPORT_JOINS,
  transportOf,
} from './transport-rows.ts';
import { WRITES } from './writes.ts';

/** Runs a named prepared statement. */
const queryPrepared = async (pool: Pick<Pool, 'query'>, name: string, text: string, values: unknown[]) =>
  (await pool.query<Row>({ name, text, values })).rows;

type ListStatement = {
  /** The query of the ids in list order, without limit and offset. */
  ids: string;
  table: string;
  columns: string;
  order: string;
  /** The query of the number of matching rows. Omitted for a list without filters. */
  filtered?: string;
  total: string;
  toWire: (row: Row) => unknown;
};

const rowTotal = (scope: string): string =>
  `(select coalesce(sum(n), 0)::bigint from row_total where scope = '${scope}')`;

/** Returns a page of a list with its counts, in one SQL statement. */
const page = (name: string, limit: number, offset: number, list: ListStatement): Handler => {
  const filtered = list.filtered === undefined ? list.total : `(${list.filtered})`;
  const text = `with page as materialized (${list.ids} limit ${limit} offset ${offset})
    select ${list.columns}, ${filtered} as filtered, ${list.total} as total
    from page ${list.table} order by ${list.order}`;
  return async (pool, parameters) => {
    const rows = await queryPrepared(pool, name, text, parameters);
    const [first] = rows;
    if (first !== undefined)
      return { list: rows.map(list.toWire), filtered: first['filtered'], total: first['total'] };
    const [counted] = await queryPrepared(pool, `${name}.empty`, `select ${list.total} as total`, []);
    // Beyond the last row, the query returns no row and thus no count. Without filters, the number of matching
    // rows is the total.
    const isBeyond = offset > 0 && list.filtered === undefined;
    return { list: [], filtered: isBeyond ? counted?.['total'] : 0, total: counted?.['total'] };
  };
};

const OPEN_STATUSES = `array['NEW', 'ACTIVE']::contract_status[]`;
const contracts = (where: string, order: string) => ({
  table: `join contract c using (id) ${CONTRACT_JOINS}`,
  columns: contractColumns('purchase'),
  order,
  ids: `select c.id from contract c where c.side = 'purchase'${where === '' ? '' : ` and ${where}`} order by ${order}`,
  ...(where !== '' && { filtered: `select count(*) from contract c where c.side = 'purchase' and ${where}` }),
  total: rowTotal('contract:purchase'),
  toWire: (row: Row) => contractOf('purchase', row),
});
const OF_MATERIAL = `c.raw_material_id = $1 and c.status = any(${OPEN_STATUSES})`;
/** The open contracts of a material. The counter table contract_count has the number of matching rows. */
const openContracts = (order: string) => ({
  ...contracts(OF_MATERIAL, order),
  filtered: `select sum(n)::bigint from contract_count c where c.side = 'purchase' and ${OF_MATERIAL}`,
});
const matchesSearch = (column: string, parameter: string) => `${column} like search_pattern(${parameter})`;

const transports = (where: string, order: string, total: string) => ({
  table: `join transport t using (id) ${TRANSPORT_JOINS}`,
  columns: TRANSPORT_COLUMNS,
  order,
  ids: `select t.id from transport t${where === '' ? '' : ` where ${where}`} order by ${order}`,
  ...(where !== '' && { filtered: `select count(*) from transport t where ${where}` }),
  total,
  toWire: transportOf,
});
const ALL_TRANSPORTS = rowTotal('transport');
const UNDER_WAY = `t.status = any(array['NEW', 'WAITING', 'ON_THE_WAY']::transport_status[])`;

const settlements = (where: string) => ({
  table: `join transport t using (id) ${TRANSPORT_JOINS}`,
  columns: SETTLEMENT_COLUMNS,
  order: 'x.id desc',
  ids: `select t.id from settlement_side w join settlement x on x.id = w.settlement_id
    join transport t on t.id = x.transport_id where ${where} order by x.id desc`,
  filtered: `select count(*) from settlement_side w where ${where}`,
  total: rowTotal('settlement'),
  toWire: settlementOf,
});

/** The sort columns of contracts: wire name → SQL order. */
export const CONTRACT_SORTS: Readonly<Record<string, string>> = {
  id: 'c.id desc',
  supplier: 'c.contractor_name, c.id',
  cargo_quantity: 'c.quantity_kg, c.id',
  price: 'c.price_minor_per_tonne, c.id',
  date_of_receipt_from: 'c.receipt_from, c.id',
  date_of_receipt_to: 'c.receipt_to, c.id',
  realized: '(c.in_delivery_kg + c.delivered_kg), c.id',
  document_number: 'c.document_number collate "pl-x-icu" nulls last, c.id',
};
/**
 * The sort columns of the list of all contracts, which can also be sorted by owner. The table `contract_sort`
 * has columns for the orders `owner` and `realized`.
 */
export const ALL_CONTRACT_SORTS: Readonly<Record<string, string>> = {
  ...CONTRACT_SORTS,
  owner: "(o.last_name || ' ' || o.first_name), c.id",
};
const SORT_TABLE_COLUMNS: Readonly<Record<string, string>> = { realized: 'realized_kg', owner: 'owner_name' };

export const TRANSPORT_SORTS: Readonly<Record<string, string>> = {
  status: 't.status, t.id',
  registration_number: 't.registration_number collate "pl-x-icu", t.id',
  carrier_name: 't.carrier_name, t.id',
  date_loading: 't.date_loading, t.id',
  date_unloading: 't.date_unloading, t.id',
  price_per_ton: 't.price_minor_per_tonne, t.id',
  cargo_quantity: 't.quantity_kg, t.id',
  real_cargo_quantity: 't.real_quantity_kg nulls last, t.id',
};

const sorts = (
  prefix: string,
  columns: Readonly<Record<string, string>>,
  list: (order: string, column: string) => ListStatement,
): Record<string, Handler> =>
  Object.fromEntries(
    Object.entries(columns).map(([column, order]) => [
      `${prefix} ${column}.0`,
      page(`${prefix} ${column}`, 50, 0, list(order, column)),
    ]),
  );

const sortedByTable = (list: ListStatement, column: string, where = ''): ListStatement => {
  const key = SORT_TABLE_COLUMNS[column];
  if (key === undefined) return list;
  const ids = `select contract_id as id from contract_sort where side = 'purchase'${where} order by ${key}, contract_id`;
  return { ...list, ids };
};

const contractRecord =
  (side: 'purchase' | 'sales'): Handler =>
  async (pool, parameters) => {
    const [row] = await queryPrepared(pool, `record ${side}`, recordStatement(side), parameters);
    return row && recordOf(side, row);
  };

/** Whether a contract has a status in which it can be allocated. */
const IS_ALLOCATABLE = `c.status = any(array['NEW', 'ACTIVE', 'NEXT_SEASON']::contract_status[])`;
const FULL_ALLOCATIONS = `allocation a join contract c on c.id = a.purchase_id
  where a.sales_id = $1 and (a.commit_kg <> 0 or a.transport_count > 0) and ${IS_ALLOCATABLE} and not c.has_allowed`;
const CANDIDATES = `(
  (select c.* from contract c where c.side = 'purchase' and c.raw_material_id = $2 and ${IS_ALLOCATABLE} and c.has_allowed
  order by c.id desc)
  union all select c.* from ${FULL_ALLOCATIONS}) c`;
const CANDIDATE_COUNT = `(select coalesce(sum(n), 0)::bigint from candidate_count where raw_material_id = $2)
  + (select count(*) from ${FULL_ALLOCATIONS})`;

const positions: Handler = async (pool, parameters) => {
  const rows = await queryPrepared(
    pool,
    'positions',
    `select m.id, m.name, b.quality_id, q.title, b.purchase, b.sales from raw_material m
     left join (select raw_material_id, nullif(quality_id, 0) as quality_id,
         coalesce(sum(open_kg) filter (where side = 'purchase'), 0)::bigint as purchase,
         coalesce(sum(open_kg) filter (where side = 'sales'), 0)::bigint as sales
       from open_position group by raw_material_id, quality_id having sum(contracts) > 0) b on b.raw_material_id = m.id
     left join material_quality q on q.id = b.quality_id
     order by m.display_order, m.id, q.position nulls last, q.id`,
    parameters,
  );
  type Kg = { purchase: number; sales: number };
  type Position = Kg & { id: unknown; translate_pl: unknown; details: unknown[] };
  const byMaterial = new Map<unknown, Position>();
  for (const row of rows) {
    const one: Position = byMaterial.get(row['id']) ?? {
      id: row['id'],
      translate_pl: row['name'],
      purchase: 0,
      sales: 0,
      details: [],
    };
    byMaterial.set(row['id'], one);
    if (row['purchase'] === null) continue;
    const { purchase, sales } = row as Kg;
    one.purchase += purchase;
    one.sales += sales;
    one.details.push({
      id: row['quality_id'] ?? 0,
      title: row['title'] ?? 'Jakość kontraktowa',
      purchase,
      sales,
    });
  }
  return [...byMaterial.values()];
};

const options: Handler = async (pool, parameters) => {
  const rows = await queryPrepared(
    pool,
    'options',
    `with matching as materialized (select r.id, r.full_name from contractor r
       where r.side = 'purchase' and ${matchesSearch('r.search_text', '$1')})
     select r.id as value, r.full_name as label, r.company_name, r.city, r.nip, (select json_agg(json_build_object(
         'city', a.city, 'street', a.street, 'building_number', a.building_number,
         'post_code', a.post_code, 'country_code', a.country_code, 'name', a.name) order by a.position, a.id) from (
       select -1 as position, 0 as id, null as name, r.city, r.street, r.building_number, r.post_code, r.country_code
       union all select position, id, name, city, street, building_number, post_code, country_code
       from contractor_address where contractor_id = r.id) a) as addresses,
       (select count(*) from matching) as filtered,
       (select count(*) from contractor where side = 'purchase') as total
     from (select * from matching order by full_name, id limit 20) page join contractor r using (id)
     order by r.full_name, r.id`,
    parameters,
  );
  const [first] = rows;
  return {
    list: rows.map(({ filtered: _filtered, total: _total, ...row }) => row),
    filtered: first?.['filtered'] ?? 0,
    total: first?.['total'] ?? 0,
  };
};

export const HANDLERS: Readonly<Record<string, Handler>> = {
  'open contracts.0': page('open', 50, 0, openContracts('c.id desc')),
  'open contracts, search.0': page(
    'open search',
    50,
    0,
    contracts(`${OF_MATERIAL} and ${matchesSearch('c.search_text', '$2')}`, 'c.id desc'),
  ),
  'search everywhere.0': page('search', 50, 0, contracts(matchesSearch('c.search_text', '$1'), 'c.id desc')),
  'search a rare term.0': page('rare', 50, 0, contracts(matchesSearch('c.search_text', '$1'), 'c.id desc')),
  'search without a match.0': page(
    'none',
    50,
    0,
    contracts(matchesSearch('c.search_text', '$1'), 'c.id desc'),
  ),
  'page 2000 of contracts.0': page('deep contracts', 50, 99_950, contracts('', 'c.id desc')),
  'page 2000 of logistics.0': page('deep trucks', 50, 99_950, transports('', 't.id desc', ALL_TRANSPORTS)),
  ...sorts('open contracts by', CONTRACT_SORTS, (order, column) =>
    sortedByTable(openContracts(order), column, ' and running_material_id = $1'),
  ),
  ...sorts('all contracts by', ALL_CONTRACT_SORTS, (order, column) =>
    sortedByTable(contracts('', order), column),
  ),
  'transports of a contract.0': page('trucks of', 50, 0, {
    ...transports(
      't.purchase_id = $1',
      't.id desc',
      '(select transport_count::bigint from contract where id = $1)',
    ),
    filtered: 'select transport_count::bigint from contract where id = $1',
  }),
  'logistics.0': page('logistics', 50, 0, transports('', 't.id desc', ALL_TRANSPORTS)),
  'logistics, under way.0': page('under way', 50, 0, {
    ...transports(UNDER_WAY, 't.id desc', ALL_TRANSPORTS),
    filtered: `select sum(n)::bigint from transport_count t where ${UNDER_WAY}`,
  }),
  'logistics, search.0': page(
    'truck search',
    50,
    0,
    transports(matchesSearch('t.search_text', '$1'), 't.id desc', ALL_TRANSPORTS),
  ),
  ...sorts('logistics by', TRANSPORT_SORTS, (order) => transports('', order, ALL_TRANSPORTS)),
  'settlements to settle.0': page(
    'to settle',
    50,
    0,
    settlements("w.side = 'purchase' and w.status = 'TO_BE_SETTLED'"),
  ),
  'settlements by rules.0': page(
    'by rules',
    50,
    0,
    settlements("w.side = 'purchase' and w.status = 'SETTLED'"),
  ),
  'dashboard of a purchase.0': contractRecord('purchase'),
  'dashboard of a sale.0': contractRecord('sales'),
  'candidates.0': page('candidates', 50, 0, {
    ...contracts('', 'c.id desc'),
    ids: `select c.id, a.open_kg, a.in_delivery_kg as pair_in, a.delivered_kg as pair_delivered
      from ${CANDIDATES} left join allocation a on a.purchase_id = c.id and a.sales_id = $1 order by c.id desc`,
    columns: `${contractColumns('purchase')}, coalesce(page.open_kg, 0) as pair_open,
      coalesce(page.pair_in, 0) as pair_in_delivery, coalesce(page.pair_delivered, 0) as pair_delivered,
      ${CANDIDATE_MARGIN_COLUMNS}`,
    total: CANDIDATE_COUNT,
    toWire: (row) => ({
      ...contractOf('purchase', row),
      allocated_for_sales: row['pair_open'],
      in_delivery_for_sales: row['pair_in_delivery'],
      delivered_for_sales: row['pair_delivered'],
      ...candidateMargin(row, contractOf('purchase', row).allowed),
    }),
  }),
  'positions.0': positions,
  'margins of a month by material.0': margins('material'),
  'margins of a year by month.0': margins('month'),
  'options while typing.0': options,
  ...INVOICES,
  ...WRITES,
};
