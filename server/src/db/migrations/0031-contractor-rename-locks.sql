-- A renamed contractor, or one with another code, is renamed on its contracts, which are locked in id order, as every
-- command locks them.
create or replace function contractor_spread_name() returns trigger language plpgsql as $$
begin
  perform from contract where contractor_id = new.id order by id for no key update;
  update contract set contractor_name = new.full_name where contractor_id = new.id;
  return null;
end $$;
