-- What open contracts still have to deliver, per raw material, quality and side, kept as they change: the positions are
-- asked all day by everybody and would otherwise read every open contract. As with row_total a figure is spread over 16
-- rows, so that people who write at once do not wait for each other.

create table open_position (
  raw_material_id bigint not null references raw_material on delete cascade,
  -- 0 stands for the contractual qualities together
  quality_id bigint not null,
  side side not null,
  shard smallint not null,
  contracts bigint not null,
  open_kg bigint not null,
  primary key (raw_material_id, quality_id, side, shard)
) with (fillfactor = 50);

-- The twin of OPEN_STATUSES in shared/src/domain/position.ts.
create function is_open_contract(status contract_status) returns boolean
  language sql immutable parallel safe
  return status in ('NEW', 'ACTIVE', 'NEXT_SEASON');

create function add_open_position(c contract, sign integer) returns void language sql as $$
  insert into open_position as p (raw_material_id, quality_id, side, shard, contracts, open_kg)
  select c.raw_material_id, coalesce(c.quality_id, 0), c.side, pg_backend_pid() % 16, sign,
    sign * greatest(0, c.quantity_kg - c.delivered_kg)
  where is_open_contract(c.status)
  on conflict (raw_material_id, quality_id, side, shard)
    do update set contracts = p.contracts + excluded.contracts, open_kg = p.open_kg + excluded.open_kg;
$$;

create function contract_open_position() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform add_open_position(old, -1); end if;
  if tg_op <> 'DELETE' then perform add_open_position(new, 1); end if;
  return null;
end $$;
create trigger contract_open_position_insert after insert on contract
  for each row execute function contract_open_position();
create trigger contract_open_position_delete after delete on contract
  for each row execute function contract_open_position();
-- allocating and planning trucks moves none of these
create trigger contract_open_position_update after update on contract for each row
  when ((old.status, old.raw_material_id, old.quality_id, old.quantity_kg, old.delivered_kg)
    is distinct from (new.status, new.raw_material_id, new.quality_id, new.quantity_kg, new.delivered_kg))
  execute function contract_open_position();

insert into open_position (raw_material_id, quality_id, side, shard, contracts, open_kg)
select raw_material_id, coalesce(quality_id, 0), side, 0, count(*), sum(greatest(0, quantity_kg - delivered_kg))
from contract where is_open_contract(status)
group by raw_material_id, coalesce(quality_id, 0), side;

alter view integrity_problem rename to balance_problem;
create view integrity_problem as
select * from balance_problem
union all
select 'raw_material', raw_material_id, 'open position differs from its contracts'
from (
  select raw_material_id, quality_id, side, contracts, open_kg from open_position
  union all
  select raw_material_id, coalesce(quality_id, 0), side, -1, -greatest(0, quantity_kg - delivered_kg)
  from contract where is_open_contract(status)) kept
group by raw_material_id, quality_id, side
having sum(contracts) <> 0 or sum(open_kg) <> 0;
