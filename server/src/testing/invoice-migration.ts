import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../repository-root.ts';

/* The migrations of invoices and of their kilograms, which tests run again on current data. */

const migration = (file: string) =>
  readFileSync(path.join(repositoryRoot, 'server/src/db/migrations', file), 'utf8');

export const INVOICE_MIGRATION = migration('0012-invoices.sql') + migration('0027-paid-kilograms.sql');

/** Reverts both migrations, so that they can run again on the same rows. */
export const UNDO_INVOICES = `
  drop view integrity_problem, invoice_sum, invoice_line;
  drop table invoice_total;
  do $$ declare name text; begin
    for name in select oid::regprocedure::text from pg_proc where pronamespace = 'public'::regnamespace
      and proname in ('invoice_recount', 'invoice_hang', 'invoice_take', 'invoice_write', 'settlement_side_hang', 'settlement_side_hung',
        'transport_hang', 'transport_hung', 'transport_invoice_kg', 'invoice_spread', 'invoice_number_lock', 'add_invoice_total', 'invoice_totals')
    loop execute 'drop function ' || name || ' cascade'; end loop;
  end $$;
  alter table settlement_side drop column invoice_id, drop column invoice_date, drop column ksef_number;
  alter table transport drop column freight_invoice_id, drop column freight_ksef_number;
  drop table invoice;
  drop type invoice_kind;
  drop function invoice_number_key, carrier_name_key`;

/** Selects every settlement side and transport without the columns that the migrations add. */
export const ROWS_WITHOUT_INVOICES = `select row from (
  select to_jsonb(s) - '{invoice_id,invoice_date,ksef_number}'::text[] as row from settlement_side s
  union all select to_jsonb(t) - '{freight_invoice_id,freight_ksef_number}'::text[] from transport t) kept`;
