-- A contract without a number goes by its id on every screen (contractNumber in shared/src/words), so it is found by it.

create or replace function contract_fill_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.contractor_id <> old.contractor_id then
    select full_name into new.contractor_name from contractor where id = new.contractor_id for share;
    new.contractor_name := coalesce(new.contractor_name, '');
  end if;
  new.search_text := search_norm(concat_ws(' ', coalesce(new.document_number, 'nr ' || new.id), new.contractor_name,
    new.street, new.building_number, new.post_code, new.city, new.comments));
  return new;
end $$;

-- the trigger writes the text anew
update contract set document_number = null where document_number is null;
