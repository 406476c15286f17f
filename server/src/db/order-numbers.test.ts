import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { migrate } from './migrate.ts';
import { createPool } from './pool.ts';

const MIGRATIONS = path.join(import.meta.dirname, 'migrations');

it('the migration numbers existing transports by id within the year of creation; new transports continue the numbers', async () => {
  const database = await createTestDatabase();
  const pool = createPool(database.target, 2, pino({ level: 'silent' }));
  const before = mkdtempSync(path.join(tmpdir(), 'migrations-'));
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
    rmSync(before, { recursive: true });
  });
  for (const name of readdirSync(MIGRATIONS).filter((name) => name < '0011'))
    copyFileSync(path.join(MIGRATIONS, name), path.join(before, name));
  await pool.query('drop schema public cascade; create schema public');
  await migrate(pool, before);
  // transports without contracts, because order numbers do not depend on contracts
  await pool.query('alter table transport drop constraint transport_purchase_id_sales_id_fkey');
  const add = async (...days: string[]) => {
    const { rows } = await pool.query<{ row: { order_number?: string } }>(
      `insert into transport as t (purchase_id, sales_id, status, registration_number, trailer_number, carrier_name,
         driver_name, phone_number, quantity_kg, price_minor_per_tonne, date_loading, date_unloading, created_at)
       select 1, 2, 'NEW', 'PO 1', 'PO 2', 'Firma', 'Jan', '600', 1, 1, day, day, day
       from unnest($1::date[]) with ordinality as d (day, n) order by n returning to_jsonb(t) as row`,
      [days],
    );
    return rows.map(({ row }) => row.order_number);
  };
  await add('2025-12-31', '2026-01-01', '2025-06-30', '2026-11-26');
  // a deleted transport leaves an unused id, but no gap in the order numbers
  await pool.query(
    `delete from transport where id = (select max(id) from transport where created_at < '2026-01-01')`,
  );
  await add('2026-11-26');
  await migrate(pool);
  const { rows } = await pool.query<{ number: string }>(
    'select order_number as number from transport order by id',
  );
  expect(rows.map(({ number }) => number)).toEqual([
    'ZT/2025/0001',
    'ZT/2026/0001',
    'ZT/2026/0002',
    'ZT/2026/0003',
  ]);
  expect(await add('2026-12-31', '2026-12-31')).toEqual(['ZT/2026/0004', 'ZT/2026/0005']);
  expect(await add('2027-01-01', '2027-01-02')).toEqual(['ZT/2027/0001', 'ZT/2027/0002']);
  // a transaction that started before midnight may commit after it
  expect(await add('2026-12-31')).toEqual(['ZT/2027/0003']);
  await pool.query(
    `select setval(pg_get_serial_sequence('transport', 'id'), 10000 + max(id)) from transport`,
  );
  expect(await add('2027-06-01')).toEqual(['ZT/2027/10004']);
  // the first two transports of a company may be written in any order
  await pool.query('truncate transport, transport_order_year cascade');
  await pool.query('alter table transport alter column id set increment by -1 restart with 2');
  expect(await add('2027-06-01', '2027-06-01')).toEqual(['ZT/2027/0002', 'ZT/2027/0001']);
});
