-- What the lists people open all day counted or read anew for each page, and what therefore grew with the company: how
-- many contracts of a material and how many trucks stand in some statuses, the newest running contracts, and the
-- purchases that can still give to a sale.

-- The table of contracts is written anew below. Whoever writes has read a contract first: locked from the start, nobody
-- holds what this waits for while waiting for what this holds.
lock table contract in access exclusive mode;
lock table transport in share row exclusive mode;

-- ---- how many stand in each status ----------------------------------------------------------------------------
-- As with row_total a figure is spread over 16 rows, so that people who write at once do not wait for each other.

create table contract_count (
  side side not null,
  raw_material_id bigint not null references raw_material on delete cascade,
  status contract_status not null,
  shard smallint not null,
  n bigint not null,
  primary key (side, raw_material_id, status, shard)
) with (fillfactor = 50);

create function add_contract_count(its_side side, material bigint, its_status contract_status, difference bigint)
  returns void language sql as $$
  insert into contract_count as t (side, raw_material_id, status, shard, n)
  values (its_side, material, its_status, pg_backend_pid() % 16, difference)
  on conflict (side, raw_material_id, status, shard) do update set n = t.n + excluded.n;
$$;

create function contract_counts() returns trigger language plpgsql as $$
begin
  perform add_contract_count(side, raw_material_id, status, case tg_op when 'INSERT' then count(*) else -count(*) end)
  from changed group by side, raw_material_id, status;
  return null;
end $$;
create trigger contract_count_insert after insert on contract
  referencing new table as changed for each statement execute function contract_counts();
create trigger contract_count_delete after delete on contract
  referencing old table as changed for each statement execute function contract_counts();

create function contract_count_update() returns trigger language plpgsql as $$
begin
  -- both always in the same order, so that two people who change one to the other do not lock each other out
  perform add_contract_count(side, material, status, difference)
  from (values (old.side, old.raw_material_id, old.status, -1), (new.side, new.raw_material_id, new.status, 1))
    as changed (side, material, status, difference)
  order by side, material, status;
  return null;
end $$;
create trigger contract_count_update after update on contract for each row
  when ((old.side, old.raw_material_id, old.status) is distinct from (new.side, new.raw_material_id, new.status))
  execute function contract_count_update();

create table transport_count (
  status transport_status not null,
  shard smallint not null,
  n bigint not null,
  primary key (status, shard)
) with (fillfactor = 50);

create function add_transport_count(its_status transport_status, difference bigint) returns void language sql as $$
  insert into transport_count as t (status, shard, n)
  values (its_status, pg_backend_pid() % 16, difference)
  on conflict (status, shard) do update set n = t.n + excluded.n;
$$;

create function transport_counts() returns trigger language plpgsql as $$
begin
  perform add_transport_count(status, case tg_op when 'INSERT' then count(*) else -count(*) end)
  from changed group by status;
  return null;
end $$;
create trigger transport_count_insert after insert on transport
  referencing new table as changed for each statement execute function transport_counts();
create trigger transport_count_delete after delete on transport
  referencing old table as changed for each statement execute function transport_counts();

create function transport_count_update() returns trigger language plpgsql as $$
begin
  perform add_transport_count(status, difference)
  from (values (old.status, -1), (new.status, 1)) as changed (status, difference) order by status;
  return null;
end $$;
create trigger transport_count_update after update on transport for each row
  when (old.status <> new.status) execute function transport_count_update();

-- The triggers above hold everybody who writes contracts and trucks off until this is committed.
insert into contract_count (side, raw_material_id, status, shard, n)
select side, raw_material_id, status, 0, count(*) from contract group by side, raw_material_id, status;
insert into transport_count (status, shard, n) select status, 0, count(*) from transport group by status;

-- ---- the newest running contracts of a material ---------------------------------------------------------------
-- The twin of RUNNING_STATUSES in shared/src/domain/contract.ts: what the lists of contracts begin with, newest first.

create index contract_running_idx on contract (side, raw_material_id, id) where status in ('NEW', 'ACTIVE');

-- ---- purchases that can still give ----------------------------------------------------------------------------
-- Whether anything is allowed (decisions 1), as a column of its own: it changes when a contract is filled up, not with
-- each truck, so it can be in an index while the balances are in none (0006 tells why). plan_max_kg once more, as a
-- generated column cannot read another.

alter table contract add column has_allowed boolean not null generated always as (
  allocated_kg + in_delivery_kg + delivered_kg < quantity_kg + case
    when side = 'purchase' and tolerance_type = 'BUYER' or side = 'sales' and tolerance_type = 'SELLER'
      then tolerance_kg(quantity_kg, tolerance_unit, tolerance_quantity) else 0 end) stored;

-- The twin of OFFERED_STATUSES in shared/src/domain/contract.ts.
create index contract_candidate_idx on contract (raw_material_id, id)
  where side = 'purchase' and status in ('NEW', 'ACTIVE', 'NEXT_SEASON') and has_allowed;

alter view integrity_problem rename to held_problem;
create view integrity_problem as
select * from held_problem
union all
select 'contract_count', raw_material_id, side || ' ' || status
from (
  select side, raw_material_id, status, n from contract_count
  union all select side, raw_material_id, status, -1 from contract) counted
group by side, raw_material_id, status having sum(n) <> 0
union all
select 'transport_count', 0, status::text
from (select status, n from transport_count union all select status, -1 from transport) counted
group by status having sum(n) <> 0
union all
select 'contract', id, 'what is allowed differs from its balances'
from contract where has_allowed <> (plan_max_kg > allocated_kg + in_delivery_kg + delivered_kg);

-- ---- tidy for reading -----------------------------------------------------------------------------------------
-- What is counted from an index alone looks into the table for each page that was written since the last vacuum, which
-- by default waits until a fifth of a table has changed: 200,000 of a million trucks.

alter table contract set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
alter table allocation set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
alter table transport set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
alter table settlement set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
alter table settlement_side set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
