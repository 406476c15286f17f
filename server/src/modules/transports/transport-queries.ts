import { NOT_ENDED_STATUSES } from '@spichlerz/shared/domain/contract';
import { notFoundInPath } from '@spichlerz/shared/domain/domain-error';
import { searchWords } from '@spichlerz/shared/domain/search';
import type { Side } from '@spichlerz/shared/domain/side';
import { isInProgress, TO_DISPATCH, TRANSPORT_STATUSES } from '@spichlerz/shared/domain/transport';
import type { ContractRow } from '@spichlerz/shared/wire/contracts';
import type { ListRequest } from '@spichlerz/shared/wire/list';
import type {
  TRANSPORT_SORT,
  TransportListQuery,
  TransportListRow,
  TransportRow,
} from '@spichlerz/shared/wire/transports';
import { sql } from 'kysely';
import { compiledOnce, type Ids, isAnyOf } from '../../db/compiled-once.ts';
import { CONTRACT_COLUMN } from '../../db/contract-column.ts';
import type { Db } from '../../db/tx.ts';
import { type Fragment, fragment, literals } from '../../lists/large/fragment.ts';
import {
  FOUND_LIMIT,
  type Found,
  firstRows,
  type IdQueries,
  idsFilteredFirst,
  idsMatchedOnce,
  idsOf,
  SCANNED_ROWS,
  SCANNED_SEARCH_ROWS,
  stableOrder,
} from '../../lists/large/ids.ts';
import { largeList } from '../../lists/large/large-list.ts';
import { indexedWords, searched } from '../../lists/large/searched.ts';
import { counterSum, countOf, rowTotal, withConditions } from '../../lists/large/source.ts';
import { type List, type Page } from '../../lists/list.ts';
import { contractOrder, contractsOf, toContractRow } from '../contracts/contract-list-queries.ts';
import { TRANSPORT_MARGIN_COLUMNS, transportMarginOf } from '../margins/margin-queries.ts';
import { TRANSPORT_ATTENTION } from './transport-attention-queries.ts';
import {
  countTransports,
  hasFilters,
  matchingTransports,
  NO_CONDITIONS,
  type TransportConditions,
  transportConditions,
} from './transport-conditions.ts';
import { selectTransports, toTransportRow } from './transport-rows.ts';
import { foundWithWord, searchInIndexes, searchInRows } from './transport-search.ts';

export {
  countTransports,
  hasFilters,
  matchingTransports,
  NO_CONDITIONS,
  type TransportConditions,
  transportConditions,
} from './transport-conditions.ts';
export { selectTransports, toTransportRow } from './transport-rows.ts';

export async function getTransport(db: Db, id: number): Promise<TransportRow> {
  const row = await selectTransports(db).where('t.id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFoundInPath('TRANSPORT_NOT_FOUND');
  return toTransportRow(row);
}

/** Sort columns of every list of transports. */
export const TRANSPORT_ORDER = {
  id: fragment`t.id`,
  status: fragment`t.status`,
  registration_number: fragment`t.registration_number collate "pl-x-icu"`,
  carrier_name: fragment`t.carrier_name`,
  date_loading: fragment`t.date_loading`,
  date_unloading: fragment`t.date_unloading`,
  price_per_ton: fragment`t.price_minor_per_tonne`,
  cargo_quantity: fragment`t.quantity_kg`,
  real_cargo_quantity: fragment`t.real_quantity_kg`,
} satisfies Record<(typeof TRANSPORT_SORT)[number], Fragment>;

const MAY_BE_NULL = ['real_cargo_quantity'] as const;

type Filter = TransportListQuery['filter'];

/**
 * Returns the statuses without duplicates and in a fixed order, so that equal filters give the same SQL text.
 */
const statusesOf = ({ status }: Filter) => TRANSPORT_STATUSES.filter((one) => status?.includes(one));

/** The conditions of all filters of the list, without the search. */
export function filterConditions(filter: Filter): TransportConditions {
  const { status: _status, attention, ...rest } = filter;
  const conditions = transportConditions(rest, undefined);
  if (attention !== undefined) {
    const { of, condition } = TRANSPORT_ATTENTION[attention];
    conditions[of].push(condition);
  }
  const statuses = statusesOf(filter);
  if (statuses.length > 0)
    conditions.transport.push(fragment`t.status = any(${literals(statuses)}::transport_status[])`);
  return conditions;
}

/** Lists the transports of one contract, or all transports for logistics. */
export function transportList(listQuery: TransportListQuery): List<TransportListRow> {
  const { filter, search } = listQuery;
  const requestedStatuses = statusesOf(filter);
  const contractId = filter.purchaseId ?? filter.salesId;
  const conditions = filterConditions(filter);
  const isNarrow =
    contractId !== undefined ||
    filter.attention !== undefined ||
    (requestedStatuses.length > 0 && requestedStatuses.every((one) => TO_DISPATCH.includes(one)));
  const matches = isNarrow ? searchInRows(search) : searchInIndexes(search);
  conditions.transport.push(...matches);
  // with the status as the only filter, the count comes from counters that triggers maintain (transport_count)
  const isOfStatus = requestedStatuses.length > 0 && !hasFilters(conditions, 1);
  const isFiltered = hasFilters(conditions, contractId === undefined ? 0 : 1);
  const counted = isOfStatus
    ? counterSum({ from: fragment`transport_count as t`, where: conditions.transport })
    : countTransports(conditions);
  return largeList({
    filtered: isFiltered ? counted : null,
    ...idsOfTransports(
      listQuery,
      conditions,
      {
        ...conditions,
        transport: [...conditions.transport.filter((one) => !matches.includes(one)), ...searchInRows(search)],
      },
      isNarrow,
    ),
    select: transportsOf,
    toRow: (row) => Object.assign(toTransportRow(row), transportMarginOf(row)),
    total: scopeTotal(filter),
    isPrepared:
      !isFiltered ||
      (isOfStatus && (requestedStatuses.length === 1 || requestedStatuses.every(isInProgress))),
  });
}

/** Selects the matches of a search. A single word without a filter is looked up in each index separately. */
function foundIn(search: string, conditions: TransportConditions): Fragment {
  const [word, ...more] = searchWords(search);
  return word === undefined || more.length > 0 || hasFilters(conditions, 1)
    ? fragment`select id from matched limit ${FOUND_LIMIT}`
    : foundWithWord(word);
}

type SearchedTransports = ReturnType<typeof idsMatchedOnce>;

/**
 * Builds the queries for the ids in the requested order, depending on the filters (docs/decisions/0011).
 * @param rowConditions the conditions for the bounded scan, which search row by row instead of in the indexes
 */
function idsOfTransports(
  query: TransportListQuery,
  conditions: TransportConditions,
  rowConditions: TransportConditions,
  isNarrow: boolean,
): (IdQueries & { found?: Found }) | SearchedTransports {
  const { filter, search, orderBy } = query;
  const columns = TRANSPORT_ORDER;
  const order = stableOrder(orderBy, columns, MAY_BE_NULL);
  const matching = matchingTransports(conditions);
  const sorted = () => idsFilteredFirst(matching, orderBy, columns, MAY_BE_NULL);
  if (filter.purchaseId !== undefined || filter.salesId !== undefined) return { ids: sorted() };
  const indexed = search === undefined ? 'none' : indexedWords(search);
  const isScanned = !isNarrow && filter.attention === undefined;
  // PostgreSQL assumes that a word and a filter are independent, and without idsMatchedOnce would read all
  // transports that match one of the two.
  const matchedOnce = () => idsMatchedOnce(matching, orderBy, columns, MAY_BE_NULL);
  if (indexed !== 'none' && !isScanned) return matchedOnce();
  if (!hasFilters(conditions, 0)) return { ids: idsOf(matching, columns.id, order) };
  if (filter.attention !== undefined) return { ids: sorted() };
  const scannedRows = search === undefined ? SCANNED_ROWS : SCANNED_SEARCH_ROWS;
  const transports = firstRows(fragment`t`, EVERY_TRANSPORT, order, scannedRows);
  const boundedScan = idsOf(matchingTransports(rowConditions, { transports }), columns.id, order);
  if (search === undefined) return { ids: sorted(), boundedScan };
  const found = {
    rows: foundIn(search, conditions),
    ids: idsOf({ from: fragment`transport as t`, where: [IS_FOUND] }, columns.id, order),
  };
  return { ...matchedOnce(), boundedScan, found };
}

const IS_FOUND = fragment`t.id in (select id from found)`;
const EVERY_TRANSPORT = matchingTransports(NO_CONDITIONS);

const transportsOf = compiledOnce((db: Db, ids: Ids) =>
  selectTransports(db).select(TRANSPORT_MARGIN_COLUMNS).where(isAnyOf('t.id', ids)),
);

type Scope = Pick<Filter, 'purchaseId' | 'salesId'>;

/**
 * Selects the total of the list: for a contract its stored number of transports, for logistics the number of
 * all transports.
 */
function scopeTotal({ purchaseId, salesId }: Scope): Fragment {
  if (purchaseId !== undefined) return transportCountOf(fragment`side = 'purchase' and id = ${purchaseId}`);
  if (salesId !== undefined) return transportCountOf(fragment`side = 'sales' and id = ${salesId}`);
  return rowTotal('transport');
}

const transportCountOf = (contract: Fragment): Fragment =>
  fragment`select coalesce((select transport_count::bigint from contract where ${contract}), 0)`;

type TargetRequest = ListRequest<unknown, 'id' | 'document_number' | 'cargo_quantity' | 'price'>;
type Current = { readonly contractId: number | undefined; readonly transportId: number | undefined };

/**
 * Lists the contracts of a side that a transport may move to: same raw material, not ended, not the current
 * contract (customer decisions 4).
 */
export async function listMoveTargets(
  db: Db,
  side: Side,
  current: Current,
  request: TargetRequest,
): Promise<Page<ContractRow>> {
  const origin = await findOrigin(db, side, current);
  const targets = {
    from: fragment`contract as c`,
    where: [
      fragment`c.side = ${side} and c.raw_material_id = ${origin.rawMaterialId} and c.id <> ${origin.id}
        and c.status = any(${NOT_ENDED_STATUSES}::contract_status[])`,
    ],
  };
  const conditions = searched(fragment`c.search_text`, request.search);
  const matching = withConditions(targets, conditions);
  const list = largeList({
    ids: idsOf(matching, fragment`c.id`, contractOrder(request.orderBy)),
    select: contractsOf[side],
    toRow: (row) => toContractRow(side, row),
    filtered: conditions.length === 0 ? null : countOf(matching),
    total: countOf(targets),
  });
  return list.readPage(db, request);
}

/**
 * Finds the current contract by its own id, or by the id of its transport. If the contract does not exist,
 * returns ids that match no row.
 */
async function findOrigin(
  db: Db,
  side: Side,
  current: Current,
): Promise<{ id: number; rawMaterialId: number }> {
  const contract = await db
    .selectFrom('contract as c')
    .where('c.side', '=', side)
    .where(
      'c.id',
      '=',
      current.contractId ??
        sql<number>`(select t.${sql.ref(CONTRACT_COLUMN[side])} from transport t where t.id = ${current.transportId ?? 0})`,
    )
    .select(['c.id', 'c.raw_material_id as rawMaterialId'])
    .executeTakeFirst();
  return contract ?? { id: 0, rawMaterialId: 0 };
}
