-- The running contracts of a material, and the purchases that can still give to a sale, were sorted and counted anew for
-- each page, which grew with the company. Every order of running contracts has an index of just these now, and how many
-- purchases can give is kept.

-- Whoever writes has read a contract first: locked from the start, nobody holds what this waits for.
lock table contract in share row exclusive mode;

-- ---- every order of the running contracts of a material -------------------------------------------------------
-- The twin of RUNNING_STATUSES in shared/src/domain/contract.ts, as in contract_running_idx (0022).

create index contract_running_name_idx on contract (side, raw_material_id, contractor_name, id)
  where status in ('NEW', 'ACTIVE');
create index contract_running_quantity_idx on contract (side, raw_material_id, quantity_kg, id)
  where status in ('NEW', 'ACTIVE');
create index contract_running_price_idx on contract (side, raw_material_id, price_minor_per_tonne, id)
  where status in ('NEW', 'ACTIVE');
create index contract_running_receipt_from_idx on contract (side, raw_material_id, receipt_from, id)
  where status in ('NEW', 'ACTIVE');
create index contract_running_receipt_to_idx on contract (side, raw_material_id, receipt_to, id)
  where status in ('NEW', 'ACTIVE');
create index contract_running_number_idx on contract (side, raw_material_id, document_number collate "pl-x-icu", id)
  where status in ('NEW', 'ACTIVE');
-- what has no number stands last either way
create index contract_running_number_desc_idx on contract
  (side, raw_material_id, document_number collate "pl-x-icu" desc nulls last, id desc)
  where status in ('NEW', 'ACTIVE');

-- What is realized and the owner's name are in no index of the contract (0008): the table that keeps them says of which
-- material a contract runs.
create function running_material(c contract) returns bigint language sql immutable parallel safe as
  $$ select case when c.status in ('NEW', 'ACTIVE') then c.raw_material_id end $$;

alter table contract_sort add column running_material_id bigint;
update contract_sort z set running_material_id = running_material(c)
from contract c where c.id = z.contract_id and running_material(c) is not null;
create index contract_sort_running_realized_idx on contract_sort (side, running_material_id, realized_kg, contract_id)
  where running_material_id is not null;
create index contract_sort_running_owner_idx on contract_sort (side, running_material_id, owner_name, contract_id)
  where running_material_id is not null;

create or replace function contract_sort_insert() returns trigger language plpgsql as $$
begin
  insert into contract_sort (contract_id, side, realized_kg, owner_name, running_material_id)
  select new.id, new.side, new.in_delivery_kg + new.delivered_kg, owner_sort_name(o), running_material(new)
  from app_user o where o.id = new.owner_id for share;
  return null;
end $$;

create function contract_sort_run() returns trigger language plpgsql as $$
begin
  update contract_sort set running_material_id = running_material(new) where contract_id = new.id;
  return null;
end $$;
create trigger contract_sort_run after update on contract for each row
  when ((old.status, old.raw_material_id) is distinct from (new.status, new.raw_material_id))
  execute function contract_sort_run();

-- ---- how many purchases can still give ------------------------------------------------------------------------
-- What contract_candidate_idx (0022) holds, for each material; spread over 16 rows like row_total.

create table candidate_count (
  raw_material_id bigint not null references raw_material on delete cascade,
  shard smallint not null,
  n bigint not null,
  primary key (raw_material_id, shard)
) with (fillfactor = 50);

-- The twin of OFFERED_STATUSES in shared/src/domain/contract.ts.
create function candidate_material(c contract) returns bigint language sql immutable parallel safe as $$
  select case when c.side = 'purchase' and c.status in ('NEW', 'ACTIVE', 'NEXT_SEASON') and c.has_allowed
    then c.raw_material_id end
$$;

create function add_candidate_count(material bigint, difference bigint) returns void language sql as $$
  insert into candidate_count as t (raw_material_id, shard, n)
  values (material, pg_backend_pid() % 16, difference)
  on conflict (raw_material_id, shard) do update set n = t.n + excluded.n;
$$;

create function candidate_counts() returns trigger language plpgsql as $$
begin
  perform add_candidate_count(material, case tg_op when 'INSERT' then count(*) else -count(*) end)
  from (select candidate_material(changed) as material from changed) of_them
  where material is not null group by material;
  return null;
end $$;
create trigger candidate_count_insert after insert on contract
  referencing new table as changed for each statement execute function candidate_counts();
create trigger candidate_count_delete after delete on contract
  referencing old table as changed for each statement execute function candidate_counts();

create function candidate_count_update() returns trigger language plpgsql as $$
begin
  if candidate_material(old) is not distinct from candidate_material(new) then return null; end if;
  -- both always in the same order, so that two people who change one to the other do not lock each other out
  perform add_candidate_count(material, difference)
  from (values (candidate_material(old), -1), (candidate_material(new), 1)) as changed (material, difference)
  where material is not null order by material;
  return null;
end $$;
create trigger candidate_count_update after update on contract for each row
  when ((old.status, old.raw_material_id, old.has_allowed)
    is distinct from (new.status, new.raw_material_id, new.has_allowed))
  execute function candidate_count_update();

insert into candidate_count (raw_material_id, shard, n)
select raw_material_id, 0, count(*) from contract c where candidate_material(c) is not null group by raw_material_id;

alter view integrity_problem rename to named_problem;
create view integrity_problem as
select * from named_problem
union all
select 'contract', c.id, 'it is sorted among those that run, or not, unlike its status'
from contract c join contract_sort z on z.contract_id = c.id
where z.running_material_id is distinct from running_material(c)
union all
select 'candidate_count', raw_material_id, 'purchases that can give'
from (
  select raw_material_id, n from candidate_count
  union all select raw_material_id, -1 from contract c where candidate_material(c) is not null) counted
group by raw_material_id having sum(n) <> 0;
