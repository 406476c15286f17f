-- Carriers (invoices.md): contractors without a side, so that one invoice refers to any contractor by its id.

alter table contractor
  alter column side drop not null,
  add column is_carrier boolean not null generated always as (side is null) stored,
  -- the payment term and the note of a carrier
  add column payment_days integer check (payment_days between 0 and 365),
  add column note text,
  drop constraint contractor_has_number,
  add constraint contractor_has_number check (side is null or nip is not null or pesel is not null),
  -- a carrier is a company with a name only
  add constraint contractor_carrier check (case when side is null
    then company_name is not null and coalesce(first_name, middle_name, last_name, pesel) is null
    else payment_days is null and note is null end),
  -- lets a transport refer to a carrier only
  add unique (is_carrier, id);

-- The name and the NIP belong to one carrier; the indexes by side do not compare rows without one.
create unique index contractor_carrier_name_key on contractor (lower(btrim(company_name))) where side is null;
create unique index contractor_carrier_nip_key on contractor (nip) where side is null;

-- carrier_name is filled from the record when it is chosen; transports without a record have the name alone.
alter table transport
  add column carrier_id bigint,
  add column is_carrier boolean not null default true check (is_carrier),
  add foreign key (is_carrier, carrier_id) references contractor (is_carrier, id);
create index transport_carrier_idx on transport (carrier_id, id) where carrier_id is not null;
-- The names that are offered to become carriers.
create index transport_carrier_offer_idx on transport (carrier_name) where carrier_id is null;
