-- What a statement's contracts add to the open positions is added at once, however many it brings: by 0007 each of
-- them updated the same row, and a row that one transaction updates many times grows slow.

drop trigger contract_open_position_insert on contract;
drop trigger contract_open_position_delete on contract;
drop trigger contract_open_position_update on contract;
drop function contract_open_position();
drop function add_open_position(contract, integer);

create function add_open_position(material bigint, quality bigint, its_side side, more_contracts bigint, more_kg bigint)
  returns void language sql as $$
  insert into open_position as p (raw_material_id, quality_id, side, shard, contracts, open_kg)
  values (material, coalesce(quality, 0), its_side, pg_backend_pid() % 16, more_contracts, more_kg)
  on conflict (raw_material_id, quality_id, side, shard)
    do update set contracts = p.contracts + excluded.contracts, open_kg = p.open_kg + excluded.open_kg;
$$;

create function open_kg(c contract) returns bigint language sql immutable parallel safe as
  $$ select greatest(0, c.quantity_kg - c.delivered_kg) $$;

create function contract_open_position_insert() returns trigger language plpgsql as $$
begin
  perform add_open_position(c.raw_material_id, c.quality_id, c.side, count(*), sum(open_kg(c))::bigint)
  from added c where is_open_contract(c.status) group by c.raw_material_id, c.quality_id, c.side;
  return null;
end $$;
create trigger contract_open_position_insert after insert on contract
  referencing new table as added for each statement execute function contract_open_position_insert();

create function contract_open_position_delete() returns trigger language plpgsql as $$
begin
  perform add_open_position(c.raw_material_id, c.quality_id, c.side, -count(*), -sum(open_kg(c))::bigint)
  from removed c where is_open_contract(c.status) group by c.raw_material_id, c.quality_id, c.side;
  return null;
end $$;
create trigger contract_open_position_delete after delete on contract
  referencing old table as removed for each statement execute function contract_open_position_delete();

create function contract_open_position_update() returns trigger language plpgsql as $$
begin
  if is_open_contract(old.status) then
    perform add_open_position(old.raw_material_id, old.quality_id, old.side, -1, -open_kg(old));
  end if;
  if is_open_contract(new.status) then
    perform add_open_position(new.raw_material_id, new.quality_id, new.side, 1, open_kg(new));
  end if;
  return null;
end $$;
-- allocating and planning trucks moves none of these
create trigger contract_open_position_update after update on contract for each row
  when ((old.status, old.raw_material_id, old.quality_id, old.quantity_kg, old.delivered_kg)
    is distinct from (new.status, new.raw_material_id, new.quality_id, new.quantity_kg, new.delivered_kg))
  execute function contract_open_position_update();
