import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import type { DatabaseTarget } from './database-target.ts';
import { createPool } from './pool.ts';

describe('createPool', () => {
  let database: TestDatabase;
  let pool: Pool;

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = createPool(database.target, 2, pino({ level: 'silent' }));
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  const read = async (expression: string): Promise<unknown> => {
    const { rows } = await pool.query(`select ${expression} as value`);
    return rows[0].value;
  };

  it.each([
    ['9007199254740991::int8', Number.MAX_SAFE_INTEGER],
    ['count(*)', 1],
    [`'{1,null,3}'::int8[]`, [1, null, 3]],
    ['12.50::numeric', '12.50'],
    [`'{12.50,null}'::numeric[]`, ['12.50', null]],
    [`'2026-03-29'::date`, '2026-03-29'],
    [`'{2026-03-29,null}'::date[]`, ['2026-03-29', null]],
    [`'12:30'::time`, '12:30:00'],
    [`'2026-03-29 02:30'::timestamp`, '2026-03-29 02:30:00'],
    [`'1 day'::interval`, '1 day'],
    [`'2026-03-29 03:00+02'::timestamptz`, '2026-03-29T01:00:00.000Z'],
    [`'2026-12-01 12:00:00.123456'::timestamptz`, '2026-12-01T11:00:00.123Z'],
    [`'2026-07-01 01:59:59.1+02'::timestamptz`, '2026-06-30T23:59:59.100Z'],
    [`'2026-07-01 02:00:00.999999+02'::timestamptz`, '2026-07-01T00:00:00.999Z'],
    [`'1900-01-01 12:00+00'::timestamptz`, '1900-01-01T12:00:00.000Z'],
    [`'infinity'::timestamptz`, 'infinity'],
    [`array['2026-07-01 12:00'::timestamptz, null]`, ['2026-07-01T10:00:00.000Z', null]],
    ['null::int8', null],
    ['true', true],
    ['7::int4', 7],
    [`'{"a":[1]}'::jsonb`, { a: [1] }],
    [`'{a,b}'::text[]`, ['a', 'b']],
  ])('converts the SQL value %s to the documented JavaScript value', async (expression, value) => {
    expect(await read(expression)).toEqual(value);
  });

  it('rejects an integer that a JavaScript number cannot represent exactly', async () => {
    await expect(read('9007199254740992::int8')).rejects.toThrow(
      '9007199254740992 is beyond the whole numbers kept exactly',
    );
    expect(await read('1::int8')).toBe(1);
  });

  it.each([
    ['timezone', 'Europe/Warsaw'],
    ['random_page_cost', '1.1'],
    ['jit', 'off'],
    ['statement_timeout', '15s'],
    ['lock_timeout', '5s'],
    ['idle_in_transaction_session_timeout', '30s'],
  ])('sets %s to %s', async (name, value) => {
    expect(await read(`current_setting('${name}')`)).toBe(value);
  });

  it.each([
    ['timezone', 'Europe/Warsaw'],
    ['statement_timeout', '15s'],
    ['work_mem', '7MB'],
  ])('with work_mem and timezone as options in the URL, the setting %s is %s', async (name, value) => {
    const address = addressOf(database.target);
    address.searchParams.set('options', '-c work_mem=7MB -c timezone=UTC');
    const other = createPool(address.href, 1, pino({ level: 'silent' }));
    const { rows } = await other.query(`select current_setting('${name}') as value`);
    await other.end();
    expect(rows).toEqual([{ value }]);
  });

  it('opens a new connection after the server has closed one', async () => {
    const pid = await read('pg_backend_pid()');
    const killer = createPool(database.target, 1, pino({ level: 'silent' }));
    await killer.query('select pg_terminate_backend($1)', [pid]);
    await killer.end();
    await expect.poll(() => read('1').catch(() => 0), { timeout: 5000 }).toBe(1);
  });
});

/** The target as a URL, as in DATABASE_URL. */
function addressOf(target: DatabaseTarget): URL {
  if (typeof target === 'string') return new URL(target);
  const { database, host, port, user } = target;
  const address = new URL(`postgres:///${database}`);
  for (const [name, value] of Object.entries({ host, port, user }))
    address.searchParams.set(name, String(value));
  return address;
}
