-- Search ignores separators: `WGM-12345`, `WGM 12345` and `wgm12345` are one registration number, `99300` is `99-300`.
-- Every searched text becomes a key without separators; '|' stands between its fields, so that no word matches across two.

-- In this order a writer that waits for one of them holds none of the later ones; a deadlock repeats the migration.
lock table contractor, contract, allocation, transport in access exclusive mode;

-- Blanks, hyphens and dashes, slashes, dots, commas and brackets. The twin of SEPARATORS in shared/src/domain/search.ts.
create function search_key(value text) returns text
  language sql immutable parallel safe strict
  return translate(search_norm(value),
    E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
    || E'-\u2010\u2011\u2012\u2013\u2014\u2015\u2212' || E'/\\\u2044\u2215' || '.,()[]{}', '');

-- The pattern of LIKE that finds a word inside a key. A backslash is a separator, so the key has none to escape.
create function search_pattern(word text) returns text
  language sql immutable parallel safe strict
  return '%' || replace(replace(search_key(word), '%', '\%'), '_', '\_') || '%';

-- ---- contractors ----------------------------------------------------------------------------------------------
-- The city is searched too, because selects show it. A NIP is also found with the prefix of its country.

alter table contractor drop column search_text;
alter table contractor add column search_text text not null generated always as (search_key(
  coalesce(contractor_full_name(first_name, middle_name, last_name, company_name), '') || '|' ||
  coalesce(company_name, '') || '|' || coalesce('PL' || nip, '') || '|' || coalesce(pesel, '') || '|' ||
  coalesce(phone_number, '') || '|' || coalesce(city, ''))) stored;

-- ---- transports -----------------------------------------------------------------------------------------------

alter table transport drop column search_text;
alter table transport add column search_text text not null generated always as (search_key(
  carrier_name || '|' || driver_name || '|' || coalesce(gmp_number, '') || '|' || phone_number || '|' ||
  registration_number || '|' || coalesce(comment, ''))) stored;
create index transport_search_idx on transport using gin (search_text gin_trgm_ops)
  with (gin_pending_list_limit = 256);

-- ---- contracts ------------------------------------------------------------------------------------------------
-- Contracts are searched by the code of their contractor as well, which is kept on them like the name.

create function pg_temp.company_name_of(id bigint) returns text language sql stable as
  $$ select r.company_name from contractor r where r.id = company_name_of.id $$;

-- One rewrite of the table instead of an update, which would write every index twice.
alter table contract add column contractor_company_name text collate "pl-x-icu";
alter table contract
  alter column contractor_company_name type text collate "pl-x-icu" using pg_temp.company_name_of(contractor_id),
  alter column search_text type text using search_key(concat_ws('|', coalesce(document_number, 'nr ' || id),
    contractor_name, pg_temp.company_name_of(contractor_id), street, building_number, post_code, city, comments));

create function contract_search_text(c contract) returns text language sql stable parallel safe as $$
  select search_key(concat_ws('|', coalesce(c.document_number, 'nr ' || c.id), c.contractor_name,
    c.contractor_company_name, c.street, c.building_number, c.post_code, c.city, c.comments))
$$;

create or replace function contract_fill_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.contractor_id <> old.contractor_id then
    select full_name, company_name into new.contractor_name, new.contractor_company_name
    from contractor where id = new.contractor_id for share;
    new.contractor_name := coalesce(new.contractor_name, '');
  end if;
  new.search_text := contract_search_text(new);
  return new;
end $$;
create or replace trigger contract_names_update
  before update of contractor_id, contractor_name, contractor_company_name, document_number, street, building_number,
    post_code, city, comments
  on contract for each row execute function contract_fill_names();

create or replace function contractor_spread_name() returns trigger language plpgsql as $$
begin
  update contract set contractor_name = new.full_name, contractor_company_name = new.company_name
  where contractor_id = new.id;
  return null;
end $$;
create or replace trigger contractor_name_spread after update on contractor for each row
  when ((old.full_name, old.company_name) is distinct from (new.full_name, new.company_name))
  execute function contractor_spread_name();

-- ---- allocations ----------------------------------------------------------------------------------------------

create or replace function contract_names(c contract) returns text language sql stable parallel safe as $$
  select search_key(concat_ws('|', coalesce(c.document_number, 'nr ' || c.id), c.contractor_name,
    c.contractor_company_name))
$$;

create or replace trigger contract_names_spread after update on contract for each row
  when ((old.document_number, old.contractor_name, old.contractor_company_name)
    is distinct from (new.document_number, new.contractor_name, new.contractor_company_name))
  execute function contract_spread_names();

-- Built again afterwards, and no quantity changes.
drop index allocation_search_idx;
alter table allocation disable trigger allocation_balance_update;
update allocation a set purchase_names = contract_names(p), sales_names = contract_names(s)
from contract p, contract s where p.id = a.purchase_id and s.id = a.sales_id;
alter table allocation enable trigger allocation_balance_update;
create index allocation_search_idx on allocation using gin ((purchase_names || '|' || sales_names) gin_trgm_ops)
  with (gin_pending_list_limit = 256);

-- ---- integrity ------------------------------------------------------------------------------------------------

alter view integrity_problem rename to sorted_problem;
create view integrity_problem as
select * from sorted_problem
union all
select 'contract', c.id, 'code of the contractor is out of date'
from contract c join contractor r on r.id = c.contractor_id
where c.contractor_company_name is distinct from r.company_name
union all
select 'contract', c.id, 'what it is searched by differs from it'
from contract c where c.search_text <> contract_search_text(c);
