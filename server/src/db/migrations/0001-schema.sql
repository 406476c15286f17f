-- The whole schema of the product, at the SQL level of PostgreSQL 15.
-- Quantities are whole kilograms, money whole minor units (a price: minor units per tonne).

create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- What searches compare: no case, no Polish diacritics. unaccent itself is only stable, because its dictionary
-- could be replaced; ours never is, so the wrapper may be used in generated columns and indexes.
create function search_norm(value text) returns text
  language sql immutable parallel safe strict
  return lower(public.unaccent('public.unaccent'::regdictionary, value));

create type side as enum ('purchase', 'sales');
create type user_role as enum ('ADMIN', 'USER');
create type contract_status as enum ('NEW', 'NEXT_SEASON', 'ACTIVE', 'TO_SETTLEMENT', 'CLOSED', 'CANCELLED');
create type agreement_status as enum ('EMPTY', 'TO_SIGN', 'SIGNED');
create type currency as enum ('PLN', 'EUR', 'USD');
create type tolerance_type as enum ('BUYER', 'SELLER');
create type tolerance_unit as enum ('T', 'PERCENT');
create type transport_status as enum
  ('NEW', 'WAITING', 'ON_THE_WAY', 'DELIVERED', 'TO_BE_SETTLED', 'RETURN_TO_CLIENT', 'INVOICE', 'PAID', 'CANCELLED');
create type settlement_status as enum ('DELIVERED', 'TO_BE_SETTLED', 'SETTLED', 'INVOICE', 'PAID');
create type parameter_type as enum ('BOOLEAN', 'NUMBER', 'TEXT');

-- ---- reference data -------------------------------------------------------------------------------------------

create table country (
  code text primary key check (code ~ '^[A-Z]{2}$'),
  name text collate "pl-x-icu" not null
);

-- Powiats; the code is the four-digit TERYT one.
create table county (
  code text primary key check (code ~ '^[0-9]{4}$'),
  name text collate "pl-x-icu" not null,
  voivodeship text collate "pl-x-icu" not null
);

-- ---- people ---------------------------------------------------------------------------------------------------

create table app_user (
  id bigint generated always as identity primary key,
  email text not null,
  first_name text collate "pl-x-icu" not null,
  last_name text collate "pl-x-icu" not null,
  role user_role not null,
  active boolean not null default true,
  gender text check (gender in ('female', 'male')),
  password_hash text not null,
  -- set by someone else and not yet changed by its owner
  password_expired boolean not null default true,
  password_changed_at timestamptz not null default now(),
  is_notify_on_purchase boolean not null default false,
  is_notify_on_sales boolean not null default false,
  city text, street text, building_number text, post_code text,
  country_code text references country,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index app_user_email_key on app_user (lower(btrim(email)));

create table session (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references app_user on delete cascade,
  device text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  ended_at timestamptz
);
create index session_user_idx on session (user_id) where ended_at is null;

-- Refresh tokens are stored hashed and rotate; one that comes back after its use ends the session.
create table refresh_token (
  token_hash bytea primary key,
  session_id uuid not null references session on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index refresh_token_session_idx on refresh_token (session_id);

create table reset_code (
  user_id bigint primary key references app_user on delete cascade,
  code_hash bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null default now()
);

-- Wrong sign-ins, counted per account and per address over a sliding window.
create table sign_in_failure (
  id bigint generated always as identity primary key,
  account text not null,
  address text not null,
  at timestamptz not null default now()
);
create index sign_in_failure_account_idx on sign_in_failure (account, at);
create index sign_in_failure_address_idx on sign_in_failure (address, at);

-- ---- raw materials --------------------------------------------------------------------------------------------

create table raw_material (
  id bigint generated always as identity primary key,
  name text collate "pl-x-icu" not null check (btrim(name) <> ''),
  display_order integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create unique index raw_material_name_key on raw_material (lower(btrim(name)));

create table material_parameter (
  id bigint generated always as identity primary key,
  raw_material_id bigint not null references raw_material on delete cascade,
  name text collate "pl-x-icu" not null check (btrim(name) <> ''),
  type parameter_type not null,
  unit text,
  unique (raw_material_id, id)
);
create unique index material_parameter_name_key on material_parameter (raw_material_id, lower(btrim(name)));

create table material_variant (
  id bigint generated always as identity primary key,
  raw_material_id bigint not null references raw_material on delete cascade,
  name text collate "pl-x-icu" not null check (btrim(name) <> ''),
  unique (raw_material_id, id)
);
create unique index material_variant_name_key on material_variant (raw_material_id, lower(btrim(name)));

create table material_quality (
  id bigint generated always as identity primary key,
  raw_material_id bigint not null references raw_material on delete cascade,
  title text collate "pl-x-icu" not null check (btrim(title) <> ''),
  position integer not null default 0,
  unique (raw_material_id, id)
);
create unique index material_quality_title_key on material_quality (raw_material_id, lower(btrim(title)));

create table quality_parameter_value (
  quality_id bigint not null references material_quality on delete cascade,
  parameter_id bigint not null references material_parameter on delete cascade,
  value text not null,
  primary key (quality_id, parameter_id)
);

-- ---- contractors ----------------------------------------------------------------------------------------------

create function contractor_full_name(first_name text, middle_name text, last_name text, company_name text)
  returns text language sql immutable parallel safe
  return coalesce(
    nullif(btrim(coalesce(first_name || ' ', '') || coalesce(middle_name || ' ', '') || coalesce(last_name, '')), ''),
    company_name);

create table contractor (
  id bigint generated always as identity primary key,
  -- suppliers stand on the purchase side, recipients on the sales side
  side side not null,
  accounting_method text not null check (accounting_method in ('VAT', 'RR')),
  label text not null check (label in ('FIRMA', 'GR')),
  company_name text collate "pl-x-icu",
  first_name text collate "pl-x-icu",
  middle_name text collate "pl-x-icu",
  last_name text collate "pl-x-icu",
  full_name text collate "pl-x-icu" not null
    generated always as (contractor_full_name(first_name, middle_name, last_name, company_name)) stored,
  email text,
  phone_number text,
  nip text check (nip ~ '^[0-9]{10}$'),
  pesel text check (pesel ~ '^[0-9]{11}$'),
  country_code text references country,
  city text, street text, building_number text, post_code text,
  search_text text not null generated always as (search_norm(
    coalesce(contractor_full_name(first_name, middle_name, last_name, company_name), '') || ' ' ||
    coalesce(company_name, '') || ' ' || coalesce(nip, '') || ' ' || coalesce(pesel, '') || ' ' ||
    coalesce(phone_number, '') || ' ' || regexp_replace(coalesce(phone_number, ''), '[^0-9]', '', 'g'))) stored,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (side, id),
  constraint contractor_has_name check (company_name is not null or last_name is not null),
  constraint contractor_has_number check (nip is not null or pesel is not null)
);
create unique index contractor_nip_key on contractor (side, nip);
create unique index contractor_pesel_key on contractor (side, pesel);
create unique index contractor_company_name_key on contractor (side, lower(btrim(company_name)));
create index contractor_full_name_idx on contractor (side, full_name, id);

create table contractor_address (
  id bigint generated always as identity primary key,
  contractor_id bigint not null references contractor on delete cascade,
  position integer not null,
  name text not null,
  country_code text references country,
  city text, street text, building_number text, post_code text
);
create unique index contractor_address_name_key on contractor_address (contractor_id, lower(btrim(name)));

create table contractor_contact (
  id bigint generated always as identity primary key,
  contractor_id bigint not null references contractor on delete cascade,
  position integer not null,
  name text not null,
  first_name text, last_name text, email text, phone_number text
);
create unique index contractor_contact_name_key on contractor_contact (contractor_id, lower(btrim(name)));

-- ---- contracts ------------------------------------------------------------------------------------------------

-- The tolerance in kilograms; the twin of toleranceKg in shared/src/domain/contract.ts.
create function tolerance_kg(quantity_kg bigint, unit tolerance_unit, quantity numeric) returns bigint
  language sql immutable parallel safe
  return case unit when 'T' then round(quantity) when 'PERCENT' then round(quantity_kg * quantity / 100) else 0 end;

create table contract (
  id bigint generated always as identity primary key,
  side side not null,
  contractor_id bigint not null,
  -- the contractor's full name, kept here by triggers: lists sort and search by it
  contractor_name text collate "pl-x-icu" not null,
  owner_id bigint not null references app_user,
  status contract_status not null default 'NEW',
  agreement_status agreement_status not null default 'EMPTY',
  document_number text check (btrim(document_number) <> ''),
  currency currency not null default 'PLN',
  fca_cpt boolean not null,
  is_for boolean not null default false,
  is_cert boolean not null default false,
  is_gmp boolean not null default false,
  county_code text references county,
  receipt_from date not null,
  receipt_to date not null,
  city text, street text, building_number text, post_code text,
  country_code text references country,
  raw_material_id bigint not null references raw_material,
  raw_material_variant_id bigint,
  quantity_kg bigint not null constraint contract_quantity_positive check (quantity_kg > 0),
  -- the main price option
  price_minor_per_tonne bigint not null check (price_minor_per_tonne > 0),
  quality_id bigint,
  contractual_quality text,
  min_price_minor_per_tonne bigint check (min_price_minor_per_tonne >= 0),
  tolerance_type tolerance_type,
  tolerance_unit tolerance_unit,
  -- kilograms in T, a percentage in PERCENT
  tolerance_quantity numeric(12, 2) check (tolerance_quantity > 0),
  comments text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null,

  -- balances, kept by the triggers below from the pairs of the contract
  allocated_kg bigint not null default 0 constraint contract_allocated_not_negative check (allocated_kg >= 0),
  in_delivery_kg bigint not null default 0 constraint contract_in_delivery_not_negative check (in_delivery_kg >= 0),
  -- the part of in_delivery_kg that is still NEW or WAITING
  in_delivery_planned_kg bigint not null default 0 check (in_delivery_planned_kg >= 0),
  in_delivery_count integer not null default 0 check (in_delivery_count >= 0),
  delivered_kg bigint not null default 0 constraint contract_delivered_not_negative check (delivered_kg >= 0),
  transport_count integer not null default 0 check (transport_count >= 0),
  -- most we may plan and most we must accept (planMax, acceptMax in the domain)
  plan_max_kg bigint not null generated always as (quantity_kg + case
    when side = 'purchase' and tolerance_type = 'BUYER' or side = 'sales' and tolerance_type = 'SELLER'
      then tolerance_kg(quantity_kg, tolerance_unit, tolerance_quantity) else 0 end) stored,
  accept_max_kg bigint not null generated always as (
    quantity_kg + tolerance_kg(quantity_kg, tolerance_unit, tolerance_quantity)) stored,

  unique (side, id),
  unique (side, id, raw_material_id),
  foreign key (side, contractor_id) references contractor (side, id),
  foreign key (raw_material_id, raw_material_variant_id) references material_variant (raw_material_id, id),
  foreign key (raw_material_id, quality_id) references material_quality (raw_material_id, id),
  constraint contract_receipt_dates check (receipt_to >= receipt_from),
  constraint contract_quality_one check ((quality_id is null) <> (contractual_quality is null)),
  constraint contract_tolerance_whole check (
    (tolerance_type is null) = (tolerance_quantity is null) and (tolerance_unit is null) = (tolerance_quantity is null)),
  constraint contract_purchase_only check (
    side = 'purchase' or (county_code is null and min_price_minor_per_tonne is null))
) with (fillfactor = 85);
create unique index contract_document_number_key on contract (side, lower(btrim(document_number)));
create index contract_material_idx on contract (side, raw_material_id, id);
create index contract_material_status_idx on contract (side, raw_material_id, status, id);
create index contract_contractor_idx on contract (contractor_id);
create index contract_owner_idx on contract (owner_id);
-- the last number of a year: Z/2026/ first, longer numbers are higher
create index contract_numbering_idx on contract
  (side, left(document_number, 7), length(document_number), document_number collate "C");

-- Additional price options; the main one is the contract's own.
create table contract_option (
  id bigint generated always as identity primary key,
  contract_id bigint not null references contract on delete cascade,
  raw_material_id bigint not null,
  position integer not null,
  price_minor_per_tonne bigint not null check (price_minor_per_tonne > 0),
  quality_id bigint,
  contractual_quality text,
  attach_to_contract boolean not null default false,
  foreign key (raw_material_id, quality_id) references material_quality (raw_material_id, id),
  constraint contract_option_quality_one check ((quality_id is null) <> (contractual_quality is null))
);
create index contract_option_contract_idx on contract_option (contract_id);

create table contract_contact (
  id bigint generated always as identity primary key,
  contract_id bigint not null references contract on delete cascade,
  position integer not null check (position between 0 and 5),
  contact text not null,
  unique (contract_id, position) deferrable initially deferred
);

create table contract_notification_email (
  contract_id bigint not null references contract on delete cascade,
  position integer not null,
  email text not null,
  primary key (contract_id, position)
);

-- ---- pairs, transports, settlements ---------------------------------------------------------------------------

-- What one purchase promised to one sale. The constant side columns and the shared raw material make a reversed
-- allocation, or one between two materials, impossible.
create table allocation (
  id bigint generated always as identity primary key,
  purchase_id bigint not null,
  sales_id bigint not null,
  purchase_side side not null default 'purchase' check (purchase_side = 'purchase'),
  sales_side side not null default 'sales' check (sales_side = 'sales'),
  raw_material_id bigint not null,
  -- promised kilograms; negative only after over-delivered trucks moved away
  commit_kg bigint not null default 0,

  -- balances, kept by triggers from the pair's transports
  in_delivery_kg bigint not null default 0 check (in_delivery_kg >= 0),
  in_delivery_planned_kg bigint not null default 0 check (in_delivery_planned_kg >= 0),
  in_delivery_count integer not null default 0 check (in_delivery_count >= 0),
  delivered_kg bigint not null default 0 check (delivered_kg >= 0),
  transport_count integer not null default 0 check (transport_count >= 0),
  open_kg bigint not null generated always as (greatest(0, commit_kg - in_delivery_kg - delivered_kg)) stored,

  created_at timestamptz not null default now(),
  unique (purchase_id, sales_id),
  foreign key (purchase_side, purchase_id, raw_material_id) references contract (side, id, raw_material_id),
  foreign key (sales_side, sales_id, raw_material_id) references contract (side, id, raw_material_id)
) with (fillfactor = 85);
create index allocation_sales_idx on allocation (sales_id);
create index allocation_material_idx on allocation (raw_material_id, id);

create table transport (
  id bigint generated always as identity primary key,
  purchase_id bigint not null,
  sales_id bigint not null,
  status transport_status not null,
  -- the goods went back to the supplier; stays true while the freight is invoiced and paid
  is_returned boolean not null default false,
  registration_number text not null,
  trailer_number text not null,
  carrier_name text collate "pl-x-icu" not null,
  driver_name text not null,
  phone_number text not null,
  quantity_kg bigint not null constraint transport_quantity_positive check (quantity_kg > 0),
  real_quantity_kg bigint constraint transport_real_quantity_positive check (real_quantity_kg > 0),
  -- kilograms beyond what was open when the truck was planned; given back when it stops counting
  extra_kg bigint not null default 0 check (extra_kg >= 0),
  price_minor_per_tonne bigint not null check (price_minor_per_tonne > 0),
  currency currency not null default 'PLN',
  date_loading date not null,
  date_unloading date not null,
  is_gmp boolean not null default false,
  gmp_number text,
  comment text,
  details text,
  -- freight as settled with the carrier
  freight_minor bigint check (freight_minor > 0),
  freight_invoice_number text,
  freight_invoice_date date,
  freight_payment_date date,
  -- what the truck counts for (decisions 1); the twin of effKg in shared/src/domain/transport.ts
  in_delivery_kg bigint not null generated always as (
    case when status in ('NEW', 'WAITING', 'ON_THE_WAY') and not is_returned then quantity_kg else 0 end) stored,
  delivered_kg bigint not null generated always as (
    case when status in ('DELIVERED', 'TO_BE_SETTLED', 'INVOICE', 'PAID') and not is_returned
      then coalesce(real_quantity_kg, quantity_kg) else 0 end) stored,
  search_text text not null generated always as (search_norm(
    carrier_name || ' ' || driver_name || ' ' || coalesce(gmp_number, '') || ' ' || phone_number || ' ' ||
    regexp_replace(phone_number, '[^0-9]', '', 'g') || ' ' || registration_number || ' ' ||
    replace(registration_number, ' ', '') || ' ' || coalesce(comment, ''))) stored,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (purchase_id, sales_id) references allocation (purchase_id, sales_id),
  constraint transport_dates check (date_unloading >= date_loading),
  constraint transport_gmp_number check (not is_gmp or gmp_number is not null),
  constraint transport_returned check (not is_returned or status in ('RETURN_TO_CLIENT', 'INVOICE', 'PAID', 'CANCELLED')),
  constraint transport_invoiced check (
    status not in ('INVOICE', 'PAID') or (freight_minor is not null and freight_invoice_number is not null
      and freight_invoice_date is not null)),
  constraint transport_paid check (status <> 'PAID' or freight_payment_date is not null)
) with (fillfactor = 90);
create index transport_purchase_idx on transport (purchase_id, id);
create index transport_sales_idx on transport (sales_id, id);
create index transport_status_idx on transport (status, id);
create index transport_date_loading_idx on transport (date_loading, id);
create index transport_date_unloading_idx on transport (date_unloading, id);
create index transport_search_idx on transport using gin (search_text gin_trgm_ops);

create table settlement (
  id bigint generated always as identity primary key,
  transport_id bigint not null references transport,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint settlement_transport_key unique (transport_id)
);

-- The two sides of a settlement run on their own.
create table settlement_side (
  settlement_id bigint not null references settlement on delete cascade,
  side side not null,
  status settlement_status not null default 'DELIVERED',
  price_minor_per_tonne bigint not null check (price_minor_per_tonne > 0),
  quality text not null,
  details text,
  deductions text,
  invoice_number text,
  deliver_date date,
  payment_date date,
  -- what the papers that went out say: kilograms of the supplier's statement, amount of an invoice
  sent_quantity_kg bigint check (sent_quantity_kg > 0),
  sent_amount_minor bigint,
  primary key (settlement_id, side),
  constraint settlement_side_settled check (side = 'purchase' or status <> 'SETTLED'),
  constraint settlement_side_invoiced check (
    status not in ('INVOICE', 'PAID') or (invoice_number is not null and deliver_date is not null)),
  constraint settlement_side_paid check (status <> 'PAID' or payment_date is not null)
);
create index settlement_side_status_idx on settlement_side (side, status);

-- What a recipient pays for a truck, split into one to five options.
create table settlement_option (
  settlement_id bigint not null,
  side side not null default 'sales' check (side = 'sales'),
  position smallint not null check (position between 0 and 4),
  quantity_kg bigint not null check (quantity_kg > 0),
  price_minor_per_tonne bigint not null check (price_minor_per_tonne > 0),
  quality text not null,
  primary key (settlement_id, position),
  foreign key (settlement_id, side) references settlement_side (settlement_id, side) on delete cascade
);

-- ---- what happened, what is to be sent, what was asked --------------------------------------------------------

create table history (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  user_id bigint references app_user on delete set null,
  entity text not null,
  entity_id bigint not null,
  action text not null,
  reason text,
  -- field → [old, new]
  changes jsonb not null default '{}'
);
create index history_entity_idx on history (entity, entity_id, id);

create table mail (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  entity text,
  entity_id bigint,
  created_at timestamptz not null default now(),
  next_try_at timestamptz not null default now(),
  tries integer not null default 0,
  sent_at timestamptz,
  last_error text
);
create index mail_due_idx on mail (next_try_at) where sent_at is null;
create index mail_entity_idx on mail (entity, entity_id);

-- One row per change people may be looking at; the notification wakes every server (see http/events.ts).
create table change_event (
  id bigint generated always as identity primary key,
  topic text not null,
  ids bigint[] not null,
  at timestamptz not null default now()
);
create index change_event_at_idx on change_event (at);

create function notify_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('spichlerz_change', json_build_object('id', id, 'topic', topic, 'ids', ids)::text) from added;
  return null;
end $$;
create trigger change_event_notify after insert on change_event
  referencing new table as added for each statement execute function notify_change();

create table idempotency_key (
  user_id bigint not null references app_user on delete cascade,
  key text not null,
  call text not null,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, call, key)
);
create index idempotency_key_created_idx on idempotency_key (created_at);

-- ---- names kept on contracts ----------------------------------------------------------------------------------

create function contract_fill_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.contractor_id <> old.contractor_id then
    select full_name into new.contractor_name from contractor where id = new.contractor_id;
    new.contractor_name := coalesce(new.contractor_name, '');
  end if;
  new.search_text := search_norm(concat_ws(' ', new.document_number, new.contractor_name, new.street,
    new.building_number, new.post_code, new.city, new.comments));
  return new;
end $$;
create trigger contract_names_insert before insert on contract
  for each row execute function contract_fill_names();
create trigger contract_names_update
  before update of contractor_id, contractor_name, document_number, street, building_number, post_code, city, comments
  on contract for each row execute function contract_fill_names();

create function contractor_spread_name() returns trigger language plpgsql as $$
begin
  update contract set contractor_name = new.full_name where contractor_id = new.id;
  return null;
end $$;
create trigger contractor_name_spread after update on contractor
  for each row when (old.full_name is distinct from new.full_name) execute function contractor_spread_name();

-- ---- balances: transports → pairs → contracts -----------------------------------------------------------------
-- Statement triggers: one update per touched pair and contract, however many rows a statement moves.

create function transport_balance_insert() returns trigger language plpgsql as $$
begin
  update allocation a set
    in_delivery_kg = a.in_delivery_kg + d.in_delivery, in_delivery_planned_kg = a.in_delivery_planned_kg + d.planned,
    in_delivery_count = a.in_delivery_count + d.trucks, delivered_kg = a.delivered_kg + d.delivered,
    transport_count = a.transport_count + d.total
  from (
    select purchase_id, sales_id, sum(in_delivery_kg) as in_delivery,
      coalesce(sum(in_delivery_kg) filter (where status <> 'ON_THE_WAY'), 0) as planned,
      count(*) filter (where in_delivery_kg > 0) as trucks, sum(delivered_kg) as delivered, count(*) as total
    from added group by purchase_id, sales_id) d
  where a.purchase_id = d.purchase_id and a.sales_id = d.sales_id;
  return null;
end $$;

create function transport_balance_delete() returns trigger language plpgsql as $$
begin
  update allocation a set
    in_delivery_kg = a.in_delivery_kg - d.in_delivery, in_delivery_planned_kg = a.in_delivery_planned_kg - d.planned,
    in_delivery_count = a.in_delivery_count - d.trucks, delivered_kg = a.delivered_kg - d.delivered,
    transport_count = a.transport_count - d.total
  from (
    select purchase_id, sales_id, sum(in_delivery_kg) as in_delivery,
      coalesce(sum(in_delivery_kg) filter (where status <> 'ON_THE_WAY'), 0) as planned,
      count(*) filter (where in_delivery_kg > 0) as trucks, sum(delivered_kg) as delivered, count(*) as total
    from removed group by purchase_id, sales_id) d
  where a.purchase_id = d.purchase_id and a.sales_id = d.sales_id;
  return null;
end $$;

create function transport_balance_update() returns trigger language plpgsql as $$
begin
  update allocation a set
    in_delivery_kg = a.in_delivery_kg + d.in_delivery, in_delivery_planned_kg = a.in_delivery_planned_kg + d.planned,
    in_delivery_count = a.in_delivery_count + d.trucks, delivered_kg = a.delivered_kg + d.delivered,
    transport_count = a.transport_count + d.total
  from (
    select purchase_id, sales_id, sum(sign * in_delivery_kg) as in_delivery,
      coalesce(sum(sign * in_delivery_kg) filter (where status <> 'ON_THE_WAY'), 0) as planned,
      coalesce(sum(sign) filter (where in_delivery_kg > 0), 0) as trucks,
      sum(sign * delivered_kg) as delivered, sum(sign) as total
    from (
      select -1 as sign, purchase_id, sales_id, status, in_delivery_kg, delivered_kg from removed
      union all
      select 1, purchase_id, sales_id, status, in_delivery_kg, delivered_kg from added
    ) moved group by purchase_id, sales_id) d
  where a.purchase_id = d.purchase_id and a.sales_id = d.sales_id
    and (d.in_delivery <> 0 or d.planned <> 0 or d.trucks <> 0 or d.delivered <> 0 or d.total <> 0);
  return null;
end $$;

create trigger transport_balance_insert after insert on transport
  referencing new table as added for each statement execute function transport_balance_insert();
create trigger transport_balance_delete after delete on transport
  referencing old table as removed for each statement execute function transport_balance_delete();
create trigger transport_balance_update after update on transport
  referencing old table as removed new table as added for each statement execute function transport_balance_update();

create function allocation_balance_insert() returns trigger language plpgsql as $$
begin
  update contract c set allocated_kg = c.allocated_kg + d.open, in_delivery_kg = c.in_delivery_kg + d.in_delivery,
    in_delivery_planned_kg = c.in_delivery_planned_kg + d.planned, in_delivery_count = c.in_delivery_count + d.trucks,
    delivered_kg = c.delivered_kg + d.delivered, transport_count = c.transport_count + d.total
  from (
    select contract_id, sum(open_kg) as open, sum(in_delivery_kg) as in_delivery, sum(in_delivery_planned_kg) as planned,
      sum(in_delivery_count) as trucks, sum(delivered_kg) as delivered, sum(transport_count) as total
    from (select purchase_id as contract_id, * from added union all select sales_id, * from added) both_sides
    group by contract_id) d
  where c.id = d.contract_id
    and (d.open <> 0 or d.in_delivery <> 0 or d.planned <> 0 or d.trucks <> 0 or d.delivered <> 0 or d.total <> 0);
  return null;
end $$;

create function allocation_balance_delete() returns trigger language plpgsql as $$
begin
  update contract c set allocated_kg = c.allocated_kg - d.open, in_delivery_kg = c.in_delivery_kg - d.in_delivery,
    in_delivery_planned_kg = c.in_delivery_planned_kg - d.planned, in_delivery_count = c.in_delivery_count - d.trucks,
    delivered_kg = c.delivered_kg - d.delivered, transport_count = c.transport_count - d.total
  from (
    select contract_id, sum(open_kg) as open, sum(in_delivery_kg) as in_delivery, sum(in_delivery_planned_kg) as planned,
      sum(in_delivery_count) as trucks, sum(delivered_kg) as delivered, sum(transport_count) as total
    from (select purchase_id as contract_id, * from removed union all select sales_id, * from removed) both_sides
    group by contract_id) d
  where c.id = d.contract_id
    and (d.open <> 0 or d.in_delivery <> 0 or d.planned <> 0 or d.trucks <> 0 or d.delivered <> 0 or d.total <> 0);
  return null;
end $$;

create function allocation_balance_update() returns trigger language plpgsql as $$
begin
  update contract c set allocated_kg = c.allocated_kg + d.open, in_delivery_kg = c.in_delivery_kg + d.in_delivery,
    in_delivery_planned_kg = c.in_delivery_planned_kg + d.planned, in_delivery_count = c.in_delivery_count + d.trucks,
    delivered_kg = c.delivered_kg + d.delivered, transport_count = c.transport_count + d.total
  from (
    select contract_id, sum(sign * open_kg) as open, sum(sign * in_delivery_kg) as in_delivery,
      sum(sign * in_delivery_planned_kg) as planned, sum(sign * in_delivery_count) as trucks,
      sum(sign * delivered_kg) as delivered, sum(sign * transport_count) as total
    from (
      select -1 as sign, purchase_id as contract_id, * from removed union all select -1, sales_id, * from removed
      union all select 1, purchase_id, * from added union all select 1, sales_id, * from added) both_sides
    group by contract_id) d
  where c.id = d.contract_id
    and (d.open <> 0 or d.in_delivery <> 0 or d.planned <> 0 or d.trucks <> 0 or d.delivered <> 0 or d.total <> 0);
  return null;
end $$;

create trigger allocation_balance_insert after insert on allocation
  referencing new table as added for each statement execute function allocation_balance_insert();
create trigger allocation_balance_delete after delete on allocation
  referencing old table as removed for each statement execute function allocation_balance_delete();
create trigger allocation_balance_update after update on allocation
  referencing old table as removed new table as added for each statement execute function allocation_balance_update();

-- ---- totals of lists ------------------------------------------------------------------------------------------
-- "total" of a list counts everything in its scope, which must not cost more as the company grows. The count is
-- spread over 16 rows, so that people who write at once do not wait for each other.

create table row_total (
  scope text not null,
  shard smallint not null,
  n bigint not null,
  primary key (scope, shard)
);

create function add_row_total(total_scope text, difference bigint) returns void language sql as $$
  insert into row_total as t (scope, shard, n)
  select total_scope, pg_backend_pid() % 16, difference where difference <> 0
  on conflict (scope, shard) do update set n = t.n + excluded.n;
$$;

create function contract_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_row_total('contract:' || side, count(*)) from added group by side;
  else
    perform add_row_total('contract:' || side, -count(*)) from removed group by side;
  end if;
  return null;
end $$;
create trigger contract_total_insert after insert on contract
  referencing new table as added for each statement execute function contract_totals();
create trigger contract_total_delete after delete on contract
  referencing old table as removed for each statement execute function contract_totals();

create function table_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_row_total(tg_table_name, count(*)) from added;
  else
    perform add_row_total(tg_table_name, -count(*)) from removed;
  end if;
  return null;
end $$;
create trigger transport_total_insert after insert on transport
  referencing new table as added for each statement execute function table_totals();
create trigger transport_total_delete after delete on transport
  referencing old table as removed for each statement execute function table_totals();
create trigger allocation_total_insert after insert on allocation
  referencing new table as added for each statement execute function table_totals();
create trigger allocation_total_delete after delete on allocation
  referencing old table as removed for each statement execute function table_totals();
create trigger settlement_total_insert after insert on settlement
  referencing new table as added for each statement execute function table_totals();
create trigger settlement_total_delete after delete on settlement
  referencing old table as removed for each statement execute function table_totals();

-- ---- integrity ------------------------------------------------------------------------------------------------
-- Everything stored for speed, recomputed from the rows it stands for; no row here is the only good answer.

create view integrity_problem as
with pair_truth as (
  select a.id,
    coalesce(sum(t.quantity_kg) filter (where t.status in ('NEW', 'WAITING', 'ON_THE_WAY')), 0) as in_delivery,
    coalesce(sum(t.quantity_kg) filter (where t.status in ('NEW', 'WAITING')), 0) as planned,
    count(t.id) filter (where t.status in ('NEW', 'WAITING', 'ON_THE_WAY')) as trucks,
    coalesce(sum(coalesce(t.real_quantity_kg, t.quantity_kg)) filter (
      where t.status in ('DELIVERED', 'TO_BE_SETTLED', 'INVOICE', 'PAID') and not t.is_returned), 0) as delivered,
    count(t.id) as total
  from allocation a left join transport t on t.purchase_id = a.purchase_id and t.sales_id = a.sales_id
  group by a.id
), pair_of_contract as (
  select a.purchase_id as contract_id, a.commit_kg, p.* from allocation a join pair_truth p using (id)
  union all
  select a.sales_id, a.commit_kg, p.* from allocation a join pair_truth p using (id)
), contract_truth as (
  select c.id, coalesce(sum(greatest(0, p.commit_kg - p.in_delivery - p.delivered)), 0) as allocated,
    coalesce(sum(p.in_delivery), 0) as in_delivery, coalesce(sum(p.planned), 0) as planned,
    coalesce(sum(p.trucks), 0) as trucks, coalesce(sum(p.delivered), 0) as delivered, coalesce(sum(p.total), 0) as total
  from contract c left join pair_of_contract p on p.contract_id = c.id
  group by c.id
)
select 'allocation' as entity, a.id as entity_id, 'balance differs from its transports' as problem
from allocation a join pair_truth p using (id)
where (a.in_delivery_kg, a.in_delivery_planned_kg, a.in_delivery_count, a.delivered_kg, a.transport_count)
  is distinct from (p.in_delivery, p.planned, p.trucks, p.delivered, p.total)
union all
select 'contract', c.id, 'balance differs from its pairs'
from contract c join contract_truth t using (id)
where (c.allocated_kg, c.in_delivery_kg, c.in_delivery_planned_kg, c.in_delivery_count, c.delivered_kg, c.transport_count)
  is distinct from (t.allocated, t.in_delivery, t.planned, t.trucks, t.delivered, t.total)
union all
select 'contract', c.id, 'name of the contractor is out of date'
from contract c join contractor r on r.id = c.contractor_id where c.contractor_name is distinct from r.full_name
union all
select 'transport', t.id, 'delivered without a settlement, or the other way round'
from transport t left join settlement s on s.transport_id = t.id
where (s.id is null) = (t.status in ('DELIVERED', 'TO_BE_SETTLED', 'INVOICE', 'PAID') and not t.is_returned)
union all
select 'settlement', s.id, 'does not have two sides'
from settlement s left join settlement_side p on p.settlement_id = s.id
group by s.id having count(p.side) <> 2
union all
select 'row_total', 0, scope
from (
  select scope, sum(n) as n from row_total group by scope
  union all select 'contract:' || side, -count(*) from contract group by side
  union all select 'transport', -count(*) from transport
  union all select 'allocation', -count(*) from allocation
  union all select 'settlement', -count(*) from settlement) totals
group by scope having sum(n) <> 0;
