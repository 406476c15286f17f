-- What all contracts of a side are sorted by and an index of the contract cannot hold: realized kilograms, which trucks
-- change all day (0006 tells why they are in no index of the contract), and the name of the owner, which is the
-- person's. Kept by the triggers below.

create table contract_sort (
  contract_id bigint primary key,
  side side not null,
  realized_kg bigint not null,
  owner_name text collate "pl-x-icu" not null,
  foreign key (side, contract_id) references contract (side, id) on delete cascade
) with (fillfactor = 80);

create function owner_sort_name(owner app_user) returns text language sql immutable parallel safe as
  $$ select owner.last_name || ' ' || owner.first_name $$;

insert into contract_sort (contract_id, side, realized_kg, owner_name)
select c.id, c.side, c.in_delivery_kg + c.delivered_kg, owner_sort_name(o)
from contract c join app_user o on o.id = c.owner_id;

create index contract_sort_realized_idx on contract_sort (side, realized_kg, contract_id);
create index contract_sort_owner_idx on contract_sort (side, owner_name, contract_id);

create function contract_sort_insert() returns trigger language plpgsql as $$
begin
  insert into contract_sort (contract_id, side, realized_kg, owner_name)
  select new.id, new.side, new.in_delivery_kg + new.delivered_kg, owner_sort_name(o)
  from app_user o where o.id = new.owner_id;
  return null;
end $$;
create trigger contract_sort_insert after insert on contract
  for each row execute function contract_sort_insert();

create function contract_sort_update() returns trigger language plpgsql as $$
begin
  update contract_sort z set realized_kg = new.in_delivery_kg + new.delivered_kg, owner_name = owner_sort_name(o)
  from app_user o where o.id = new.owner_id and z.contract_id = new.id;
  return null;
end $$;
-- a truck that is unloaded with what was planned moves neither
create trigger contract_sort_update after update on contract for each row
  when ((old.owner_id, old.in_delivery_kg + old.delivered_kg)
    is distinct from (new.owner_id, new.in_delivery_kg + new.delivered_kg))
  execute function contract_sort_update();

create function owner_spread_name() returns trigger language plpgsql as $$
begin
  update contract_sort z set owner_name = owner_sort_name(new)
  from contract c where c.owner_id = new.id and z.contract_id = c.id;
  return null;
end $$;
create trigger owner_name_spread after update on app_user for each row
  when ((old.last_name, old.first_name) is distinct from (new.last_name, new.first_name))
  execute function owner_spread_name();

alter view integrity_problem rename to figure_problem;
create view integrity_problem as
select * from figure_problem
union all
select 'contract', c.id, 'its place in sorted lists differs from it'
from contract c join app_user o on o.id = c.owner_id left join contract_sort z on z.contract_id = c.id
where (z.side, z.realized_kg, z.owner_name)
  is distinct from (c.side, c.in_delivery_kg + c.delivered_kg, owner_sort_name(o));
