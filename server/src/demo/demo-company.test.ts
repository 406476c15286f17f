import { AGREEMENT_STATUSES, CONTRACT_STATUSES } from '@spichlerz/shared/domain/contract';
import { SETTLEMENT_STATUSES } from '@spichlerz/shared/domain/settlement';
import { SIDES } from '@spichlerz/shared/domain/side';
import { TRANSPORT_STATUSES } from '@spichlerz/shared/domain/transport';
import { listInvoices } from '@spichlerz/shared/wire/invoices';
import { listPositions } from '@spichlerz/shared/wire/positions';
import { listRawMaterialTabs } from '@spichlerz/shared/wire/reference';
import { getMe, signIn } from '@spichlerz/shared/wire/session';
import { listSettlements } from '@spichlerz/shared/wire/settlements';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { call } from '../testing/call.ts';
import { INVOICE_MIGRATION, ROWS_WITHOUT_INVOICES, UNDO_INVOICES } from '../testing/invoice-migration.ts';
import { seedDemoCompany } from './demo-company.ts';

const log = pino({ level: 'fatal' });
let company: TestApp;
let token: string;

beforeAll(async () => {
  company = await startTestApp();
  // Seeds twice in parallel, like two servers that start at once.
  await Promise.all([1, 2].map(() => seedDemoCompany({ pool: company.pool, log })));
  ({ token } = await call(company.app, signIn, {
    body: { email: 'handlowiec@spichlerz.test', password: 'Spichlerz1!' },
  }));
  // Creating the company took more than a minute on a busy machine.
}, 180_000);
afterAll(() => company.close());

function sorted(found: readonly unknown[]): string[] {
  return found.map(String).toSorted((one, other) => one.localeCompare(other));
}

async function values(query: string): Promise<unknown[]> {
  const { rows } = await company.pool.query({ text: query, rowMode: 'array' });
  return rows.map((row: unknown[]) => row[0]);
}

test.each([
  ['app_user', 6],
  ['raw_material', 8],
  [`contractor where side = 'purchase'`, 40],
  [`contractor where side = 'sales'`, 25],
  [`contract where side = 'purchase'`, 65],
  [`contract where side = 'sales'`, 55],
  ['allocation', 200],
  ['transport', 400],
  ['mail', 0],
])('the demo company has the expected number of rows in %s: %i', async (rows, count) => {
  expect(await values(`select count(*) from ${rows}`)).toEqual([count]);
});

test('the demo company has no problem in the integrity view', async () => {
  expect(await values('select problem from integrity_problem')).toEqual([]);
});

test.each([
  ['ADMIN', 'admin@spichlerz.test'],
  ['USER', 'handlowiec@spichlerz.test'],
])('the %s of the demo company can sign in as %s without changing the password', async (role, email) => {
  const session = await call(company.app, signIn, { body: { email, password: 'Spichlerz1!' } });
  const me = await call(company.app, getMe, {}, { token: session.token });
  expect(me).toMatchObject({ role, email, passwordExpired: false });
});

test('the demo company has several users of each role', async () => {
  expect(await values('select count(*) from app_user group by role having count(*) > 1')).toHaveLength(2);
});

describe.each(SIDES)('%s contracts of the demo company', (side) => {
  test.each([
    ['status', CONTRACT_STATUSES],
    ['agreement_status', AGREEMENT_STATUSES],
  ] as const)('exist in every %s', async (column, statuses) => {
    const found = await values(`select distinct ${column}::text from contract where side = '${side}'`);
    expect(sorted(found)).toEqual(sorted(statuses));
  });

  test.each([
    'is_gmp',
    'is_cert',
    'is_for',
    'fca_cpt',
    'not fca_cpt',
    'comments is not null',
    'contractual_quality is not null',
    'raw_material_variant_id is not null',
    'receipt_from <= current_date and receipt_to >= current_date',
    `status = 'ACTIVE' and receipt_to < current_date`,
    `status = 'NEXT_SEASON' and extract(month from receipt_from) in (7, 8)`,
    'exists (select from contract_option o where o.contract_id = c.id)',
    'exists (select from contract_contact o where o.contract_id = c.id)',
  ])('include at least two rows where %s', async (condition) => {
    const found = await values(`select id from contract c where side = '${side}' and ${condition}`);
    expect(found.length).toBeGreaterThan(1);
  });

  test('have tolerances of both parties in both units', async () => {
    const found = await values(
      `select distinct tolerance_type || ' ' || tolerance_unit from contract where side = '${side}'`,
    );
    expect(found).toEqual(expect.arrayContaining(['BUYER T', 'BUYER PERCENT', 'SELLER T', 'SELLER PERCENT']));
  });

  test('are numbered from 0001 without a gap in each year', async () => {
    const gaps = await values(`
      select document_number from (
        select document_number, right(document_number, 4)::int as number,
          row_number() over (partition by left(document_number, 7) order by document_number) as place
        from contract where side = '${side}') numbered
      where number <> place or document_number !~ '^[ZS]/[0-9]{4}/[0-9]{4}$'`);
    expect(gaps).toEqual([]);
  });

  test('have settlements in every status that their side can have', async () => {
    const found = await values(`select distinct status::text from settlement_side where side = '${side}'`);
    const stages = {
      purchase: SETTLEMENT_STATUSES,
      sales: SETTLEMENT_STATUSES.filter((s) => s !== 'SETTLED'),
    };
    expect(sorted(found)).toEqual(sorted(stages[side]));
  });
});

test('the demo company has at least three transports in every status', async () => {
  const found = await values('select status::text from transport group by status having count(*) > 2');
  expect(sorted(found)).toEqual(sorted(TRANSPORT_STATUSES));
});

test.each([
  [
    'returned and still paid for',
    `select id from transport where is_returned and status in ('INVOICE', 'PAID')`,
  ],
  ['redirected', `select entity_id from history where action = 'redirected'`],
  ['moved to another sale', `select entity_id from history where action = 'sales.moved'`],
  ['moved to another purchase', `select entity_id from history where action = 'purchase.moved'`],
  ['re-opened with a reason', `select id from history where action like '%reopened' and reason is not null`],
  ['settled with deductions', 'select settlement_id from settlement_side where deductions is not null'],
  [
    'split into several sale options',
    'select settlement_id from settlement_option group by settlement_id having count(*) > 1',
  ],
])('several transports or settlements of the demo company are %s', async (_, query) => {
  expect((await values(query)).length).toBeGreaterThan(1);
});

test.each(['PURCHASE', 'SALES', 'FREIGHT'])(
  'the demo company has joint, paid and overdue %s invoices, with and without a KSeF number',
  async (kind) => {
    for (const condition of [
      'transport_count > 3',
      'unpaid_count = 0',
      'unpaid_count > 0 and due_date < current_date',
      'length(ksef_number) = 35',
      'ksef_number is null',
    ])
      expect(
        (await values(`select id from invoice where kind = '${kind}' and ${condition}`)).length,
      ).toBeGreaterThan(1);
  },
);

test('one invoice of the demo company is a correction', async () => {
  expect(await values('select count(*) from invoice where corrects_id is not null')).toEqual([1]);
});

test('some sales settlements of the demo company need a correction', async () => {
  const { list } = await call(
    company.app,
    listSettlements.sales,
    { query: { limit: 100, status: ['INVOICE', 'PAID'] } },
    { token },
  );
  expect(list.filter((row) => row.needsCorrection).length).toBeGreaterThan(1);
});

test('each unloaded weight is a multiple of 20 kg and differs from the planned weight by at most 500 kg', async () => {
  const odd = await values(`
    select id from transport
    where real_quantity_kg is not null and (abs(real_quantity_kg - quantity_kg) > 500 or real_quantity_kg % 20 <> 0)`);
  expect(odd).toEqual([]);
});

test('the unloading date of a delivered transport is tomorrow at the latest', async () => {
  const odd = await values(`
    select id from transport where status in ('DELIVERED', 'TO_BE_SETTLED', 'INVOICE', 'PAID')
      and date_unloading > current_date + 1`);
  expect(odd).toEqual([]);
});

test('every raw material has an open quantity on both sides; the first raw material has the id 1', async () => {
  const positions = await call(company.app, listPositions, { body: {} }, { token });
  expect(positions).toHaveLength(8);
  for (const { purchase, sales } of positions) {
    expect(purchase).toBeGreaterThan(0);
    expect(sales).toBeGreaterThan(0);
  }
  const [first] = await call(company.app, listRawMaterialTabs, {}, { token });
  expect(first?.id).toBe(1);
});

test('loading the demo company a second time changes nothing', async () => {
  const last = 'select max(id) from history';
  const before = await values(last);
  await seedDemoCompany({ pool: company.pool, log });
  expect(await values(last)).toEqual(before);
});

test('loading the demo company into two databases on the same day creates the same contracts and transports', {
  timeout: 180_000,
}, async () => {
  const digest = `
    select md5(string_agg(t::text, '|' order by t.id)) from (
      select t.id, purchase_id, sales_id, t.status, registration_number, t.quantity_kg, real_quantity_kg, date_loading,
        freight_minor, comment, p.price_minor_per_tonne, p.search_text, s.search_text
      from transport t join contract p on p.id = t.purchase_id join contract s on s.id = t.sales_id) t`;
  const again = await startTestApp();
  try {
    await seedDemoCompany({ pool: again.pool, log });
    const { rows } = await again.pool.query({ text: digest, rowMode: 'array' });
    expect(rows[0]).toEqual(await values(digest));
  } finally {
    await again.close();
  }
});

const rows = () => values(`${ROWS_WITHOUT_INVOICES} order by row::text`);
const invoices = async () =>
  sorted(
    await values(`select concat_ws('|', kind, contractor_id, carrier_key, currency, number,
  due_date, transport_count, unpaid_count, quantity_kg, amount_minor) from invoice where transport_count > 0`),
  );

test.each(['PURCHASE', 'SALES', 'FREIGHT'] as const)(
  'the list of %s invoices can be sorted by contractor',
  async (kind) => {
    const inOrder = async (orderBy: 'contractor ASC' | 'contractor DESC') => {
      const body = { filter: { kind }, orderBy, limit: 50, offset: 50 };
      return (await call(company.app, listInvoices, { body }, { token })).list.map(({ id }) => id);
    };
    const ids = await values(`select i.id from invoice i left join contractor r on r.id = i.contractor_id
    where kind = '${kind}' order by coalesce(r.full_name, i.carrier_key) collate "pl-x-icu", i.id`);
    expect(await inOrder('contractor ASC')).toEqual(ids.slice(50, 100));
    expect(await inOrder('contractor DESC')).toEqual(ids.toReversed().slice(50, 100));
  },
);

// This test comes last, because it removes the changes that later migrations made to invoices.
test('undoing and repeating the invoice migration on the demo company creates the same invoices and rows', async () => {
  const before = { rows: await rows(), invoices: await invoices() };
  await company.pool.query(`begin; ${UNDO_INVOICES}; ${INVOICE_MIGRATION}; commit`);
  expect({ rows: await rows(), invoices: await invoices() }).toEqual(before);
});
