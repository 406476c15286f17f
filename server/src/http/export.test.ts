import { once } from 'node:events';
import { get, type RequestOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listAllocations, listCandidates } from '@spichlerz/shared/wire/allocations';
import { carriers } from '@spichlerz/shared/wire/carriers';
import { contractors } from '@spichlerz/shared/wire/contractors';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { createDiscountTable, listDiscountTables } from '@spichlerz/shared/wire/discount-tables';
import type { Endpoint } from '@spichlerz/shared/wire/endpoint';
import { listInvoices } from '@spichlerz/shared/wire/invoices';
import type { ListEndpoint, ListRowOf } from '@spichlerz/shared/wire/list-endpoint';
import { listMargins } from '@spichlerz/shared/wire/margin';
import { listRawMaterials } from '@spichlerz/shared/wire/materials';
import { listSettlements } from '@spichlerz/shared/wire/settlements';
import { listTransports, settleFreight } from '@spichlerz/shared/wire/transports';
import { listUsers } from '@spichlerz/shared/wire/users';
import readWorkbook from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ALLOCATION_SHEET } from '../export/allocation-sheet.ts';
import { ALLOCATED_SHEET, CANDIDATE_SHEET, CONTRACT_SHEET } from '../export/contract-sheets.ts';
import { carrierSheet, contractorSheet } from '../export/contractor-sheet.ts';
import { DISCOUNT_TABLE_SHEET } from '../export/discount-table-sheet.ts';
import { INVOICE_SHEET } from '../export/invoice-sheet.ts';
import { RAW_MATERIAL_SHEET } from '../export/raw-material-sheet.ts';
import { NO_QUALITY, settlementSheet } from '../export/settlement-sheet.ts';
import { DECIMALS, type Sheet } from '../export/sheet.ts';
import { TRANSPORT_SHEET } from '../export/transport-sheet.ts';
import { USER_SHEET } from '../export/user-sheet.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { download, failureOf } from '../testing/call.ts';
import {
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
  setTransportStatuses,
} from '../testing/make.ts';
import { createTestUser, type TestUser } from '../testing/test-user.ts';
import { until } from '../testing/until.ts';

let test: TestApp;
let admin: TestUser;
let user: TestUser;
let purchaseId: number;
let salesId: number;

beforeAll(async () => {
  test = await startTestApp();
  admin = await createTestUser(test, 'ADMIN');
  user = await createTestUser(test);
  const material = await makeMaterial(admin);
  const table = {
    name: 'Zasady',
    rawMaterialId: material.id,
    side: 'sales',
    currency: 'EUR',
    rules: [],
  } as const;
  await admin.call(createDiscountTable, { body: { ...table, rules: [] } });
  const purchase = (overrides = {}) => makeContract(user, 'purchase', material, overrides);
  const sale = (overrides = {}) => makeContract(user, 'sales', material, overrides);
  purchaseId = await purchase({ documentNumber: 'Z/2026/0001', comments: '=1+1; "pilne"' });
  salesId = await sale({ documentNumber: 'S/2026/0001' });
  await user.call(carriers.create, { body: { companyName: 'Przewozy', paymentDays: 30, note: 'Wywrotki' } });
  const [otherPurchase, otherSale] = [await purchase({ quantityKg: 50_500 }), await sale()];
  await makeAllocation(user, purchaseId, salesId, 60_000);
  await makeAllocation(user, otherPurchase, salesId, 20_000);
  await makeAllocation(user, purchaseId, otherSale, 10_000);
  const invoiced = await makeTransport(user, purchaseId, salesId, { status: 'DELIVERED' });
  await setTransportStatuses(user, invoiced, 'TO_BE_SETTLED');
  await user.call(settleFreight, {
    body: {
      transportId: invoiced,
      status: 'INVOICE',
      freightAmount: 45_000,
      transportInvoiceNumber: 'FT/1',
      transportInvoiceCreateDate: '2026-09-06',
      transportKsefNumber: 'OFF',
    },
  });
  await makeTransport(user, purchaseId, salesId, { status: 'DELIVERED', registrationNumber: 'PO 2' });
  await makeTransport(user, otherPurchase, salesId, { registrationNumber: 'PO 3' });
});
afterAll(() => test.close());

type Case = {
  name: string;
  endpoint: ListEndpoint;
  /** The cells expected in the sheet, from all pages of the list. */
  expected: () => Promise<unknown[][]>;
  file: (format: 'xlsx' | 'csv') => Promise<{ body: Buffer; type: string; disposition: string }>;
};

type Page = { list: unknown[]; filtered: number };

/** `input` is the input of both endpoints: params, and search, order and filters in the query or the body. */
function exportCase<E extends ListEndpoint>(
  name: string,
  endpoint: E,
  sheet: Sheet<ListRowOf<E>>,
  input: () => { params?: object; query?: object; body?: object },
): Case {
  const place = endpoint.query === undefined ? 'body' : 'query';
  return {
    name,
    endpoint,
    expected: async () => {
      const rows: unknown[] = [];
      for (let offset = 0, total = 1; offset < total; offset += 1) {
        const request = input();
        const paged = { ...request, [place]: { ...request[place], limit: 1, offset } };
        const page = (await admin.call<Endpoint>(endpoint, paged as never)) as Page;
        rows.push(...page.list);
        total = page.filtered;
      }
      return rows.map((row) => cellsOf(sheet, row as ListRowOf<E>));
    },
    file: (format) => {
      const request = input();
      const exported = { ...request, query: { ...request.query, format } };
      return download<Endpoint>(test.app, endpoint.export, exported as never, admin.token);
    },
  };
}

function cellsOf<Row>(sheet: Sheet<Row>, row: Row): unknown[] {
  return sheet.columns.map((column) => {
    const value = column.value(row);
    if (value === null || value === undefined || value === '') return null;
    if (column.kind === 'day') return new Date(`${value}T00:00:00Z`);
    return column.kind === 'text' ? value : Number(value) / 10 ** DECIMALS[column.kind];
  });
}

const all = { orderBy: 'id ASC' };
const CASES: Case[] = [
  exportCase('contracts, purchase', contracts.purchase.list, CONTRACT_SHEET.purchase, () => ({ query: all })),
  exportCase('contracts, sales', contracts.sales.list, CONTRACT_SHEET.sales, () => ({
    query: { search: 'S/2026', contractStatus: ['ACTIVE'] },
  })),
  exportCase('allocated to a purchase', contracts.purchase.allocated, ALLOCATED_SHEET.purchase, () => ({
    params: { id: purchaseId },
    query: {},
  })),
  exportCase('allocated to a sale', contracts.sales.allocated, ALLOCATED_SHEET.sales, () => ({
    params: { id: salesId },
    query: { orderBy: 'cargo_quantity ASC' },
  })),
  exportCase('candidates', listCandidates, CANDIDATE_SHEET, () => ({ params: { id: salesId }, query: {} })),
  exportCase('allocations', listAllocations, ALLOCATION_SHEET, () => ({
    query: { orderBy: 'allocated ASC', salesId },
  })),
  exportCase('transports', listTransports, TRANSPORT_SHEET, () => ({
    query: { orderBy: 'registration_number DESC', status: ['DELIVERED', 'NEW'] },
  })),
  exportCase(
    'settlements, purchase',
    listSettlements.purchase,
    settlementSheet('purchase', NO_QUALITY),
    () => ({
      query: { purchaseId },
    }),
  ),
  exportCase('settlements, sales', listSettlements.sales, settlementSheet('sales', NO_QUALITY), () => ({
    query: { ...all, salesId },
  })),
  exportCase(
    'suppliers',
    contractors.purchase.list,
    contractorSheet('purchase', { addresses: 1, contacts: 1 }),
    () => ({ body: {} }),
  ),
  exportCase('invoices', listInvoices, INVOICE_SHEET, () => ({ body: { orderBy: 'id ASC' } })),
  exportCase('carriers', carriers.list, carrierSheet({ addresses: 1, contacts: 1 }), () => ({ body: {} })),
  exportCase(
    'recipients',
    contractors.sales.list,
    contractorSheet('sales', { addresses: 1, contacts: 1 }),
    () => ({ body: { search: 'firma' } }),
  ),
  exportCase('raw materials', listRawMaterials, RAW_MATERIAL_SHEET, () => ({ body: {} })),
  exportCase('discount tables', listDiscountTables, DISCOUNT_TABLE_SHEET, () => ({ body: {} })),
  exportCase('users', listUsers, USER_SHEET, () => ({ body: { orderBy: 'email DESC' } })),
];

/** Option lists of the forms, and lists that belong to a record, such as its audit log. */
const NOT_EXPORTED = [
  '/contractor/supplier/option-list',
  '/contractor/recipient/option-list',
  '/contractor/carrier/option-list',
  '/contractor/carrier/name-list',
  '/profile/option-list',
  '/contract/contract-to-reallocate',
  '/contract/purchase-contract-to-reallocate',
  '/history',
];

/** The reports, which return all rows in one reply. */
const REPORTS = [listMargins.path];

async function worksheet(body: Buffer): Promise<unknown[][]> {
  const [sheet] = await readWorkbook(body);
  return sheet?.data ?? [];
}

const isList = ({ reply }: Endpoint) => 'shape' in reply && 'filtered' in (reply.shape as object);

/** The number of open snapshots of exports, including exports whose client does not read. */
async function reading(): Promise<number> {
  const { rows } = await test.pool.query<{ n: number }>(
    `select count(*) as n from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and xact_start is not null
       and pid <> pg_backend_pid()`,
  );
  return rows[0]?.n ?? 0;
}

describe('the export of a list', () => {
  it.each(CASES)(
    '$name: the sheet has the rows of the list in the order of the list',
    async ({ expected, file }) => {
      const rows = await expected();
      expect(rows.length).toBeGreaterThan(0);
      const { body, type } = await file('xlsx');
      const [headers, ...records] = await worksheet(body);
      expect(type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
      expect(headers).not.toContain(null);
      expect(records).toEqual(rows);
      const csv = (await file('csv')).body.toString('utf8');
      expect(csv.trimEnd().split('\r\n')).toHaveLength(rows.length + 1);
      expect(csv).toMatch(new RegExp(`^\\ufeff${String(headers?.[0])};`));
    },
  );

  it('exists for every list except option lists and lists that belong to one record', () => {
    const lists = test.app.endpoints.filter(isList).map(({ path }) => path);
    expect(lists.filter((path) => !NOT_EXPORTED.includes(path)).toSorted()).toEqual(
      CASES.map(({ endpoint }) => endpoint.path).toSorted(),
    );
    const exports = test.app.endpoints.filter(({ path }) => path.endsWith('/export'));
    expect(exports).toHaveLength(CASES.length + REPORTS.length);
    expect(exports.map(({ access }) => access)).toEqual(
      exports.map(({ path }) => test.app.endpoints.find((list) => `${list.path}/export` === path)?.access),
    );
  });

  it('is named after the list and the day', async () => {
    const { file } = exportCase('', contracts.sales.list, CONTRACT_SHEET.sales, () => ({ query: {} }));
    expect((await file('xlsx')).disposition).toMatch(
      /^attachment; filename="kontrakty-sprzedazy-\d{4}-\d\d-\d\d\.xlsx"$/,
    );
    const { disposition, type } = await file('csv');
    expect(disposition).toMatch(/\.csv"$/);
    expect(type).toBe('text/csv; charset=utf-8');
  });

  it('as CSV has Polish decimals and separators, and escapes a text that begins like a formula', async () => {
    const query = { format: 'csv' as const, search: 'Z/2026/0001' };
    const { body } = await download(test.app, contracts.purchase.list.export, { query }, user.token);
    const [headers = '', record = ''] = body.toString('utf8').split('\r\n');
    const cell = (header: string) => record.split(';')[headers.split(';').indexOf(header)];
    expect(cell('Nr kontraktu')).toBe('Z/2026/0001');
    expect(cell('Status')).toBe('Aktywny');
    expect(cell('Ilość (t)')).toBe('100,000');
    expect(cell('Dostarczono (t)')).toBe('50,000');
    expect(cell('Cena (za t)')).toBe('800,00');
    expect(cell('Termin odbioru od')).toBe('2026-07-01');
    expect(cell('GMP')).toBe('Nie');
    expect(record).toContain(`;"'=1+1; ""pilne"""`);
  });

  it('rejects an unknown format and a page limit, and the error names the field', async () => {
    const call = (query: object) =>
      failureOf(download<Endpoint>(test.app, contracts.purchase.list.export, { query } as never, user.token));
    expect(await call({ format: 'pdf' })).toMatchObject({ status: 400, fields: [{ path: 'format' }] });
    expect(await call({ limit: 10 })).toMatchObject({ status: 400, fields: [{ path: 'limit' }] });
    expect(await call({ orderBy: 'recipient ASC' })).toMatchObject({ code: 'INVALID_SORT_PARAMS' });
    const body = failureOf(
      download<Endpoint>(
        test.app,
        listRawMaterials.export,
        { query: { format: 'xls' } } as never,
        user.token,
      ),
    );
    expect(await body).toMatchObject({ status: 400, fields: [{ path: 'format' }] });
  });

  it('rejects an unknown contract with a JSON error', async () => {
    const input = { params: { id: 999_999_999 }, query: {} };
    expect(
      await failureOf(download(test.app, contracts.sales.allocated.export, input, user.token)),
    ).toMatchObject({ status: 404, code: 'CONTRACT_NOT_FOUND' });
  });
});

const untilNoReaders = () => until(async () => (await reading()) === 0, 20_000);

describe('the client of an export', () => {
  let options: RequestOptions;
  let others: TestUser[];
  beforeAll(async () => {
    others = [await createTestUser(test), await createTestUser(test)];
    // on a busy machine this many rows exceed the time limit of a statement
    await test.pool.query(
      `begin; set local statement_timeout = 0;
       insert into contractor (side, accounting_method, first_name, last_name, label, nip)
       select 'purchase', 'VAT', repeat('Gospodarstwo ', 15), 'Nr ' || n, 'FIRMA', 2000000000 + n
       from generate_series(1, 60000) n; commit`,
    );
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = test.app.server.address() as AddressInfo;
    options = {
      port,
      method: 'POST',
      path: `/api${contractors.purchase.list.export.path}?format=csv`,
    };
  });

  /** Starts an export; its body is not read. */
  const startExport = async ({ token } = user) => {
    const request = get({ ...options, headers: { authorization: `Bearer ${token}` } });
    // The test may destroy the request later, which emits an error.
    request.on('error', () => undefined);
    onTestFinished(() => void request.destroy());
    const [response] = await once(request, 'response');
    response.on('error', () => undefined);
    const retryAfter = response.headers['retry-after'] as string | undefined;
    return { request, status: response.statusCode as number, retryAfter };
  };

  it('may run two exports at once; all clients together may run three', async () => {
    const [other, third] = others;
    const readers = [await startExport(), await startExport()];
    expect(readers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await startExport()).toMatchObject({ status: 429, retryAfter: '5' });
    readers.push(await startExport(other));
    expect(readers[2]?.status).toBe(200);
    expect(await reading()).toBe(3);
    expect(await startExport(third)).toMatchObject({ status: 429, retryAfter: '5' });
    for (const { request } of readers) request.destroy();
    await untilNoReaders();
    expect((await startExport()).status).toBe(200);
  });

  it('is disconnected when it reads nothing for a long time', async () => {
    const { server } = test.app;
    // The timeout must be longer than the heartbeat interval of live changes.
    expect(server.timeout).toBeGreaterThan(20_000);
    await untilNoReaders();
    const { timeout } = server;
    // The timeout applies to new connections only. It includes the time to the first byte, which is long on a
    // busy machine.
    server.timeout = 4_000;
    for (const reader of [user, user, others[0]]) expect((await startExport(reader)).status).toBe(200);
    server.timeout = timeout;
    expect((await startExport()).status).toBe(429);
    await untilNoReaders();
    expect((await startExport()).status).toBe(200);
  });
});
