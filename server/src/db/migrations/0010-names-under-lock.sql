-- A name is copied from a row that nobody renames until the copy is committed. Read without a lock it could be the old
-- one of a person or a firm that was being renamed: the renaming spreads to the contracts it can see, and one that is
-- not committed yet is none of them.

create or replace function contract_fill_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.contractor_id <> old.contractor_id then
    select full_name into new.contractor_name from contractor where id = new.contractor_id for share;
    new.contractor_name := coalesce(new.contractor_name, '');
  end if;
  new.search_text := search_norm(concat_ws(' ', new.document_number, new.contractor_name, new.street,
    new.building_number, new.post_code, new.city, new.comments));
  return new;
end $$;

create or replace function contract_sort_insert() returns trigger language plpgsql as $$
begin
  insert into contract_sort (contract_id, side, realized_kg, owner_name)
  select new.id, new.side, new.in_delivery_kg + new.delivered_kg, owner_sort_name(o)
  from app_user o where o.id = new.owner_id for share;
  return null;
end $$;

-- Trucks change what is realized all day and no name: they neither read nor lock a person.
create or replace function contract_sort_update() returns trigger language plpgsql as $$
begin
  update contract_sort set realized_kg = new.in_delivery_kg + new.delivered_kg where contract_id = new.id;
  return null;
end $$;
create or replace trigger contract_sort_update after update on contract for each row
  when (old.in_delivery_kg + old.delivered_kg <> new.in_delivery_kg + new.delivered_kg)
  execute function contract_sort_update();

create function contract_sort_hand_over() returns trigger language plpgsql as $$
begin
  -- the former owner too: a renaming of theirs, under way, would still take the contract for one of theirs
  perform from app_user where id in (old.owner_id, new.owner_id) order by id for share;
  update contract_sort z set owner_name = owner_sort_name(o)
  from app_user o where o.id = new.owner_id and z.contract_id = new.id;
  return null;
end $$;
create trigger contract_sort_hand_over after update on contract for each row
  when (old.owner_id <> new.owner_id)
  execute function contract_sort_hand_over();

-- What went wrong before. The triggers above hold everybody who writes contracts off until this is committed.
update contract c set contractor_name = r.full_name
from contractor r where r.id = c.contractor_id and c.contractor_name <> r.full_name;
update contract_sort z set owner_name = owner_sort_name(o)
from contract c join app_user o on o.id = c.owner_id
where z.contract_id = c.id and z.owner_name <> owner_sort_name(o);
