import path from 'node:path';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { repositoryRoot } from '../repository-root.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { migrate } from './migrate.ts';
import { createPool } from './pool.ts';

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

/** Every object of the schema by kind, name and definition; comments in function bodies and views are left out. */
const SCHEMA = `
  select 'column' as kind, c.relname || '.' || a.attname as name, concat_ws(' ', format_type(a.atttypid, a.atttypmod),
    case when a.attnotnull then 'not null' end, a.attidentity, a.attgenerated, l.collname,
    pg_get_expr(d.adbin, d.adrelid)) as definition
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  left join pg_collation l on l.oid = a.attcollation
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
  union all
  select 'table', relname, array_to_string(reloptions, ' ')
  from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
  union all
  select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid)
  from pg_constraint where connamespace = 'public'::regnamespace
  union all
  select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
  union all
  select 'trigger', tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all
  select 'function', p.oid::regprocedure::text, regexp_replace(pg_get_functiondef(p.oid), '\\s*--[^\\n]*', '', 'g')
  from pg_proc p where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
  union all
  select 'type', t.typname, string_agg(e.enumlabel, ' ' order by e.enumsortorder)
  from pg_type t join pg_enum e on e.enumtypid = t.oid group by t.typname
  union all
  select 'data', 'country', md5(string_agg(c::text, '|' order by code)) from country c
  union all
  select 'data', 'county', md5(string_agg(c::text, '|' order by code)) from county c
  order by kind, name`;

it('the baseline gives the same schema and reference data as the chain of migrations', async () => {
  const schemaOf = async (folder: string) => {
    await pool.query('drop schema public cascade; create schema public');
    await migrate(pool, path.join(repositoryRoot, 'server', 'src', 'db', folder));
    return (await pool.query(SCHEMA)).rows;
  };
  const chain = await schemaOf('migrations');
  expect(chain.length).toBeGreaterThan(500);
  expect(await schemaOf('baseline')).toEqual(chain);
});
