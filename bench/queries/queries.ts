import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { ALL_CONTRACT_SORTS, CONTRACT_SORTS, TRANSPORT_SORTS } from '../baseline/handlers.ts';
import type { BenchQuery, Call } from './drive.ts';

/*
 * Typical requests of users on the data of bench/dataset. The app gets `path` and body. The baseline server
 * gets only `parameters`, for its SQL statement with the name of the query.
 */

const LIMIT = 50;
/** The id of wheat, the material of a fifth of all contracts. */
const WHEAT_ID = 1;
const COMMON_TERM = 'toruń';
const RARE_TERM = 'z/2026/141925';
const UNMATCHED_TERM = 'qqzzxx';

export type Allocation = { purchaseId: number; salesId: number };

const get = (path: string, query: Record<string, string | number>, parameters: unknown[] = []): Call => ({
  method: 'GET',
  path: `${path}?${Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`,
  parameters,
});

const readQuery = (
  name: string,
  kind: BenchQuery['kind'],
  call: (iteration: number) => Call,
): BenchQuery => ({
  name,
  kind,
  steps: [call],
});

const contracts = (query: Record<string, string | number>, parameters: unknown[] = []): Call =>
  get('/contract/get-purchase-list', { limit: LIMIT, ...query }, parameters);
const transports = (query: Record<string, string | number>, parameters: unknown[] = []): Call =>
  get('/contract/get-transport-list', { limit: LIMIT, ...query }, parameters);
const invoices = (body: object, parameters: unknown[] = []): Call => ({
  method: 'POST',
  path: '/invoice/list',
  body: { limit: LIMIT, ...body },
  parameters,
});

const allocations = (query: Record<string, string | number>): Call =>
  get('/contract/allocation-list', { limit: LIMIT, ...query });
const settledSales = (query: Record<string, string | number>): Call =>
  get('/contract/settlement-sales-list', { limit: LIMIT, ...query });

const OPEN_FILTER = { raw_material_id: WHEAT_ID, contract_status: 'NEW,ACTIVE' };

const orderBy = (column: string, order: string): string =>
  `${column} ${order.endsWith('desc') ? 'DESC' : 'ASC'}`;

const itemAt = <Item>(items: readonly Item[], iteration: number): Item =>
  items[iteration % items.length] as Item;

export async function createQueries(pool: Pool): Promise<BenchQuery[]> {
  const facts = await findRecords(pool);
  return [
    readQuery('open contracts', 'list', () => contracts(OPEN_FILTER, [WHEAT_ID])),
    readQuery('open contracts, search', 'search', () =>
      contracts({ ...OPEN_FILTER, search: COMMON_TERM }, [WHEAT_ID, COMMON_TERM]),
    ),
    readQuery('search everywhere', 'search', () => contracts({ search: COMMON_TERM }, [COMMON_TERM])),
    readQuery('search a rare term', 'search', () => contracts({ search: RARE_TERM }, [RARE_TERM])),
    readQuery('search without a match', 'search', () =>
      contracts({ search: UNMATCHED_TERM }, [UNMATCHED_TERM]),
    ),
    ...Object.entries(CONTRACT_SORTS).map(([column, order]) =>
      readQuery(`open contracts by ${column}`, 'list', () =>
        contracts({ ...OPEN_FILTER, order_by: orderBy(column, order) }, [WHEAT_ID]),
      ),
    ),
    ...Object.entries(ALL_CONTRACT_SORTS).map(([column, order]) =>
      readQuery(`all contracts by ${column}`, 'list', () => contracts({ order_by: orderBy(column, order) })),
    ),
    readQuery('page 2000 of contracts', 'list', () => contracts({ offset: 99_950 })),
    readQuery('transports of a contract', 'list', (iteration) => {
      const id = itemAt(facts.busyPurchases, iteration);
      return transports({ purchase_id: id }, [id]);
    }),
    readQuery('logistics', 'list', () => transports({})),
    readQuery('logistics, under way', 'list', () => transports({ status: 'NEW,WAITING,ON_THE_WAY' })),
    readQuery('logistics, search', 'search', () => transports({ search: 'kowalski' }, ['kowalski'])),
    ...Object.entries(TRANSPORT_SORTS).map(([column, order]) =>
      readQuery(`logistics by ${column}`, 'list', () => transports({ order_by: orderBy(column, order) })),
    ),
    readQuery('page 2000 of logistics', 'list', () => transports({ offset: 99_950 })),
    readQuery('settlements to settle', 'list', () =>
      get('/contract/settlement-purchase-list', { limit: LIMIT, status: 'TO_BE_SETTLED' }),
    ),
    readQuery('unpaid invoices', 'list', () => invoices({ filter: { kind: 'SALES', is_paid: false } })),
    readQuery('invoices by amount', 'list', () =>
      invoices({ filter: { kind: 'SALES' }, order_by: 'amount DESC' }),
    ),
    readQuery('invoices of a contractor', 'list', (iteration) => {
      const id = itemAt(facts.invoicedRecipients, iteration);
      return invoices({ filter: { kind: 'SALES', contractor_id: id } }, [id]);
    }),
    readQuery('dashboard of a purchase', 'dashboard', (iteration) => {
      const id = itemAt(facts.busyPurchases, iteration);
      return get(`/contract/get-purchase-dashboard/${id}`, {}, [id]);
    }),
    readQuery('dashboard of a sale', 'dashboard', (iteration) => {
      const id = itemAt(facts.sales, iteration);
      return get(`/contract/get-sales-dashboard/${id}`, {}, [id]);
    }),
    readQuery('candidates', 'list', (iteration) => {
      const id = itemAt(facts.sales, iteration);
      return get(`/contract/get-purchase-contract-to-allocate/${id}`, { limit: LIMIT }, [id, WHEAT_ID]);
    }),
    readQuery('positions', 'position', () => ({
      method: 'POST',
      path: '/dashboard/position',
      body: {},
      parameters: [],
    })),
    readQuery('margins of a month by material', 'report', () => marginsOf('MATERIAL', -30)),
    readQuery('margins of a year by month', 'report', () => marginsOf('MONTH', -365)),
    readQuery('options while typing', 'search', () => ({
      method: 'POST',
      path: '/contractor/supplier/option-list',
      body: { limit: 20, search: 'nowak', order_by: 'full_name ASC' },
      parameters: ['nowak'],
    })),
    {
      name: 'allocate',
      kind: 'write',
      steps: [
        (iteration) => {
          const { purchaseId, salesId } = itemAt(facts.allocations, iteration);
          // Passes over the allocations alternate between 1,000 and 1,001 kg, so every call changes a quantity.
          const kg = 1_000 + (Math.floor(iteration / facts.allocations.length) % 2);
          return {
            method: 'POST',
            path: `/contract/allocate-contract/${salesId}`,
            body: { purchase_id: purchaseId, cargo_quantity: kg },
            parameters: [purchaseId, salesId, kg],
          };
        },
      ],
    },
    {
      name: 'create and send a transport',
      kind: 'write',
      steps: [
        (iteration) => createTransportCall(itemAt(facts.allocations, iteration), `bench-${randomUUID()}`),
        (_turn, before) => {
          const { id } = before as { id: number };
          return {
            method: 'PATCH',
            path: '/contract/transport-status-update',
            body: { transport_id: id, status: 'ON_THE_WAY' },
            parameters: [id, 'ON_THE_WAY'],
          };
        },
      ],
    },
  ];
}

/** Requests that the baseline server does not implement: long lists, and searches that match many rows. */
export function createUnboundedQueries(): BenchQuery[] {
  const running = { contract_status: 'NEW,ACTIVE' };
  return [
    readQuery('running contracts', 'list', () => contracts(running)),
    readQuery('running contracts by supplier', 'list', () =>
      contracts({ ...running, order_by: 'supplier ASC' }),
    ),
    readQuery('running contracts by realized', 'list', () =>
      contracts({ ...running, order_by: 'realized ASC' }),
    ),
    readQuery('open contracts by owner', 'list', () => contracts({ ...OPEN_FILTER, order_by: 'owner ASC' })),
    readQuery('page 2000 of contracts by supplier', 'list', () =>
      contracts({ order_by: 'supplier ASC', offset: 99_950 }),
    ),
    readQuery('allocations', 'list', () => allocations({})),
    readQuery('allocations by supplier', 'list', () => allocations({ order_by: 'supplier ASC' })),
    readQuery('allocations, search of a common word', 'search', () => allocations({ search: 'nowak' })),
    readQuery('allocations, search of two common words', 'search', () =>
      allocations({ search: 'nowak młyn' }),
    ),
    readQuery('allocations, search of a number', 'search', () => allocations({ search: RARE_TERM })),
    readQuery('settlements', 'list', () => settledSales({})),
    readQuery('settlements by weight', 'list', () => settledSales({ order_by: 'real_cargo_quantity ASC' })),
    readQuery('settlements to settle by weight', 'list', () =>
      settledSales({ status: 'TO_BE_SETTLED', order_by: 'real_cargo_quantity ASC' }),
    ),
    readQuery('settlements of a weight', 'list', () => settledSales({ real_cargo_quantity_from: 25_100 })),
  ];
}

const DAY_MS = 86_400_000;

const dayFromToday = (days: number): string =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** Requests the margins from `fromDay`, which is relative to today, until today. */
function marginsOf(groupBy: string, fromDay: number): Call {
  const [dateFrom, dateTo] = [dayFromToday(fromDay), dayFromToday(0)];
  return {
    method: 'POST',
    path: '/dashboard/margin',
    body: { group_by: groupBy, date_from: dateFrom, date_to: dateTo },
    parameters: [dateFrom, dateTo],
  };
}

function createTransportCall({ purchaseId, salesId }: Allocation, key: string): Call {
  return {
    method: 'POST',
    path: '/contract/transport-create',
    body: {
      purchase_id: purchaseId,
      sales_id: salesId,
      status: 'NEW',
      cargo_quantity: 1,
      price_per_ton: 5_000,
      currency: 'PLN',
      registration_number: 'PO 12345',
      trailer_number: 'PO 54321',
      carrier_name: 'Miernik',
      driver_name: 'Jan Miernik',
      phone_number: '600100200',
      date_loading: '2026-11-21',
      date_unloading: '2026-11-21',
      is_gmp: false,
    },
    parameters: [purchaseId, salesId, 1, key],
    key,
  };
}

type Facts = {
  readonly busyPurchases: readonly number[];
  readonly sales: readonly number[];
  readonly invoicedRecipients: readonly number[];
  readonly allocations: readonly Allocation[];
};

/**
 * Finds purchases with many transports, sales that can be allocated, recipients with invoices, and allocations
 * that can take more kilograms.
 */
async function findRecords(pool: Pool): Promise<Facts> {
  const idsOf = async (query: string) => (await pool.query<{ id: number }>(query)).rows.map(({ id }) => id);
  return {
    busyPurchases: await idsOf(
      "select id from contract where side = 'purchase' and status = 'ACTIVE' order by transport_count desc, id limit 100",
    ),
    sales: await idsOf(
      `select id from contract where side = 'sales' and raw_material_id = ${WHEAT_ID} and status = 'ACTIVE' order by id limit 100`,
    ),
    invoicedRecipients: await idsOf(
      "select id from contractor r where side = 'sales' and exists (select from invoice where contractor_id = r.id and kind = 'SALES') order by id limit 100",
    ),
    allocations: await findAllocations(pool, 200),
  };
}

/** Finds allocations of running contracts that can take more kilograms. */
export async function findAllocations(pool: Pool, limit: number): Promise<Allocation[]> {
  const { rows } = await pool.query<Allocation>(
    `select a.purchase_id as "purchaseId", a.sales_id as "salesId" from allocation a
     join contract p on p.id = a.purchase_id join contract s on s.id = a.sales_id
     where p.status in ('NEW', 'ACTIVE') and s.status in ('NEW', 'ACTIVE') and a.open_kg > 1000
       and p.plan_max_kg - p.allocated_kg - p.in_delivery_kg - p.delivered_kg > 5000
       and s.plan_max_kg - s.allocated_kg - s.in_delivery_kg - s.delivered_kg > 5000
     order by a.id limit $1`,
    [limit],
  );
  if (rows.length === 0)
    throw new Error('No allocation has open quantity; load the data first (npm run bench:data)');
  return rows;
}
