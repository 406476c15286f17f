-- The schema of Spichlerz for PostgreSQL 15 or newer, by concept: tables, then their indexes; the functions and triggers
-- that derive stored figures follow the tables they read. The integrity view is in 0003-integrity-view.sql.
--
-- Quantities are whole kilograms (…_kg), money is whole minor units (…_minor), prices are minor units per tonne
-- (…_minor_per_tonne), days are dates without a time zone.

-- ---- text: search keys and comparisons ------------------------------------------------------------------------

create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- Text without case and Polish diacritics. unaccent() is only stable because its dictionary could be replaced; the
-- wrapper names the dictionary, so that generated columns and indexes may use it.
create function search_norm(value text) returns text
  language sql immutable parallel safe strict
  return lower(public.unaccent('public.unaccent'::regdictionary, value));

-- The key that searches compare: `WGM-12345`, `WGM 12345` and `wgm12345` are equal. It removes blanks, hyphens, dashes,
-- slashes, dots, commas and brackets, like SEPARATORS in shared/src/domain/search.ts. Fields of a key are joined by '|',
-- which is not removed, so that no word matches across two fields.
create function search_key(value text) returns text
  language sql immutable parallel safe strict
  return translate(search_norm(value),
    E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
    || E'-\u2010\u2011\u2012\u2013\u2014\u2015\u2212' || E'/\\\u2044\u2215' || '.,()[]{}', '');

-- The LIKE pattern that finds a word inside a key. A backslash is a separator, so a key has none to escape.
create function search_pattern(word text) returns text
  language sql immutable parallel safe strict
  return '%' || replace(replace(search_key(word), '%', '\%'), '_', '\_') || '%';

-- A registration number as vehicles are looked up by it: capital letters and digits only.
create function plate_key(plate text) returns text
  language sql immutable strict parallel safe
  return upper(regexp_replace(plate, '[^[:alnum:]]', '', 'g'));

-- ---- types ----------------------------------------------------------------------------------------------------

create type user_role as enum ('ADMIN', 'USER');
-- Suppliers and purchase contracts are on the purchase side, recipients and sales contracts on the sales side.
create type side as enum ('purchase', 'sales');
create type currency as enum ('PLN', 'EUR', 'USD');
create type parameter_type as enum ('BOOLEAN', 'NUMBER', 'TEXT');
create type contract_status as enum ('NEW', 'NEXT_SEASON', 'ACTIVE', 'TO_SETTLEMENT', 'CLOSED', 'CANCELLED');
create type agreement_status as enum ('EMPTY', 'TO_SIGN', 'SIGNED');
create type tolerance_type as enum ('BUYER', 'SELLER');
create type tolerance_unit as enum ('T', 'PERCENT');
create type transport_status as enum (
  'NEW', 'WAITING', 'ON_THE_WAY', 'DELIVERED', 'TO_BE_SETTLED', 'RETURN_TO_CLIENT', 'INVOICE', 'PAID', 'CANCELLED');
create type settlement_status as enum ('DELIVERED', 'TO_BE_SETTLED', 'SETTLED', 'INVOICE', 'PAID');

-- ---- reference data -------------------------------------------------------------------------------------------

-- Countries by their ISO 3166-1 alpha-2 code.
create table country (
  code text primary key check (code ~ '^[A-Z]{2}$'),
  name text collate "pl-x-icu" not null
);

-- Powiats of Poland by their four-digit TERYT code, for the certificate of origin.
create table county (
  code text primary key check (code ~ '^[0-9]{4}$'),
  name text collate "pl-x-icu" not null,
  voivodeship text collate "pl-x-icu" not null
);

-- ---- people: users, sessions, password resets -----------------------------------------------------------------

-- Users sign in by e-mail. A deactivated user stays for the audit log and the contracts they own.
create table app_user (
  id bigint generated always as identity primary key,
  email text not null,
  first_name text collate "pl-x-icu" not null,
  last_name text collate "pl-x-icu" not null,
  role user_role not null,
  active boolean not null default true,
  gender text check (gender in ('female', 'male')),
  password_hash text not null,
  -- true while the password was set by an administrator and not yet changed by the user
  password_expired boolean not null default true,
  password_changed_at timestamptz not null default now(),
  is_notify_on_purchase boolean not null default false,
  is_notify_on_sales boolean not null default false,
  city text,
  street text,
  building_number text,
  post_code text,
  country_code text references country,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- Two users cannot have the same e-mail in another case or with blanks around it.
create unique index app_user_email_key on app_user (lower(btrim(email)));

-- One row per sign-in on a device; an ended session accepts no token.
create table session (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references app_user on delete cascade,
  device text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  ended_at timestamptz,
  -- the network of the sign-in; known networks of a user have a higher limit of wrong passwords
  network text
);
-- The open sessions of a user.
create index session_user_idx on session (user_id) where ended_at is null;
-- Whether a user signed in from a network within the last 30 days.
create index session_network_idx on session (user_id, network, created_at);

-- Refresh tokens are stored hashed and rotated; one used after its successor ends the session.
create table refresh_token (
  token_hash bytea primary key,
  session_id uuid not null references session on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index refresh_token_session_idx on refresh_token (session_id);
-- Expired tokens, deleted by the clean-up job.
create index refresh_token_expires_idx on refresh_token (expires_at);

-- Codes of password resets, hashed. Wrong tries close a code for a network first, then for all.
create table reset_code (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user on delete cascade,
  code_hash bytea not null,
  failed_networks text[] not null default '{}',
  created_at timestamptz not null default now(),
  voided_at timestamptz
);
-- The valid codes of a user.
create index reset_code_user_idx on reset_code (user_id, created_at);
-- Expired codes, deleted by the clean-up job.
create index reset_code_created_idx on reset_code (created_at);

-- Wrong sign-ins, counted per account and per network over a sliding window. account is null for an unknown e-mail.
create table sign_in_failure (
  id bigint generated always as identity primary key,
  account text,
  address text not null,
  at timestamptz not null default now()
);
-- The limit of an account.
create index sign_in_failure_account_idx on sign_in_failure (account, at);
-- The limit of a network.
create index sign_in_failure_address_idx on sign_in_failure (address, at);
-- Old failures, deleted by the clean-up job.
create index sign_in_failure_at_idx on sign_in_failure (at);

-- ---- contractors ----------------------------------------------------------------------------------------------

-- The name of a contractor: first, middle and last name, or the contractor code when all three are missing.
create function contractor_full_name(first_name text, middle_name text, last_name text, company_name text)
  returns text language sql immutable parallel safe
  return coalesce(
    nullif(btrim(coalesce(first_name || ' ', '') || coalesce(middle_name || ' ', '') || coalesce(last_name, '')), ''),
    company_name);

-- Suppliers and recipients; the side decides which. company_name is the contractor code.
create table contractor (
  id bigint generated always as identity primary key,
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
  city text,
  street text,
  building_number text,
  post_code text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- a NIP is also found with the prefix of its country
  search_text text not null generated always as (search_key(
    coalesce(contractor_full_name(first_name, middle_name, last_name, company_name), '') || '|' ||
    coalesce(company_name, '') || '|' || coalesce('PL' || nip, '') || '|' || coalesce(pesel, '') || '|' ||
    coalesce(phone_number, '') || '|' || coalesce(city, ''))) stored,
  constraint contractor_has_name check (company_name is not null or last_name is not null),
  constraint contractor_has_number check (nip is not null or pesel is not null),
  -- lets a contract refer to a contractor of its own side
  unique (side, id)
);
-- A contractor code, a NIP and a PESEL belong to one contractor of a side.
create unique index contractor_company_name_key on contractor (side, lower(btrim(company_name)));
create unique index contractor_nip_key on contractor (side, nip);
create unique index contractor_pesel_key on contractor (side, pesel);
-- The order of the list.
create index contractor_full_name_idx on contractor (side, full_name, id);

-- Further addresses of a contractor, offered as places of loading and unloading.
create table contractor_address (
  id bigint generated always as identity primary key,
  contractor_id bigint not null references contractor on delete cascade,
  position integer not null,
  name text not null,
  country_code text references country,
  city text,
  street text,
  building_number text,
  post_code text
);
-- A contractor has no two addresses of the same name.
create unique index contractor_address_name_key on contractor_address (contractor_id, lower(btrim(name)));

-- Contact people of a contractor.
create table contractor_contact (
  id bigint generated always as identity primary key,
  contractor_id bigint not null references contractor on delete cascade,
  position integer not null,
  name text not null,
  first_name text,
  last_name text,
  email text,
  phone_number text
);
-- A contractor has no two contacts of the same name.
create unique index contractor_contact_name_key on contractor_contact (contractor_id, lower(btrim(name)));

-- ---- materials ------------------------------------------------------------------------------------------------

-- What the company trades, in the order of the tabs.
create table raw_material (
  id bigint generated always as identity primary key,
  name text collate "pl-x-icu" not null check (btrim(name) <> ''),
  display_order integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create unique index raw_material_name_key on raw_material (lower(btrim(name)));

-- Qualities offered for a raw material.
create table material_quality (
  id bigint generated always as identity primary key,
  raw_material_id bigint not null references raw_material on delete cascade,
  title text collate "pl-x-icu" not null check (btrim(title) <> ''),
  position integer not null default 0,
  -- lets a contract refer to a quality of its own raw material
  unique (raw_material_id, id)
);
create unique index material_quality_title_key on material_quality (raw_material_id, lower(btrim(title)));

-- Variants of a raw material.
create table material_variant (
  id bigint generated always as identity primary key,
  raw_material_id bigint not null references raw_material on delete cascade,
  name text collate "pl-x-icu" not null check (btrim(name) <> ''),
  unique (raw_material_id, id)
);
create unique index material_variant_name_key on material_variant (raw_material_id, lower(btrim(name)));

-- Quality parameters of a raw material, such as moisture.
create table material_parameter (
  id bigint generated always as identity primary key,
  raw_material_id bigint not null references raw_material on delete cascade,
  name text collate "pl-x-icu" not null check (btrim(name) <> ''),
  type parameter_type not null,
  unit text,
  unique (raw_material_id, id)
);
create unique index material_parameter_name_key on material_parameter (raw_material_id, lower(btrim(name)));

-- The value of a parameter in a quality, as text that fits the parameter's type.
create table quality_parameter_value (
  quality_id bigint not null references material_quality on delete cascade,
  parameter_id bigint not null references material_parameter on delete cascade,
  value text not null,
  primary key (quality_id, parameter_id)
);

-- ---- contracts ------------------------------------------------------------------------------------------------

-- The tolerance of a contract in kilograms, like toleranceKg in shared/src/domain/contract.ts.
create function tolerance_kg(quantity_kg bigint, unit tolerance_unit, quantity numeric) returns bigint
  language sql immutable parallel safe
  return case unit when 'T' then round(quantity) when 'PERCENT' then round(quantity_kg * quantity / 100) else 0 end;

-- Purchase and sales contracts; composite keys with the side refuse a supplier on a sales contract.
create table contract (
  id bigint generated always as identity primary key,
  side side not null,
  contractor_id bigint not null,
  -- copies of the contractor's name and code, by which lists sort and search; written by triggers
  contractor_name text collate "pl-x-icu" not null,
  contractor_company_name text collate "pl-x-icu",
  owner_id bigint not null references app_user,
  status contract_status not null default 'NEW',
  agreement_status agreement_status not null default 'EMPTY',
  document_number text check (btrim(document_number) <> ''),
  currency currency not null default 'PLN',
  -- delivery terms: true is FCA, false is CPT
  fca_cpt boolean not null,
  is_for boolean not null default false,
  is_cert boolean not null default false,
  is_gmp boolean not null default false,
  county_code text references county,
  receipt_from date not null,
  receipt_to date not null,
  city text,
  street text,
  building_number text,
  post_code text,
  country_code text references country,
  raw_material_id bigint not null references raw_material,
  raw_material_variant_id bigint,
  quantity_kg bigint not null,
  -- the main price option; the others are in contract_option
  price_minor_per_tonne bigint not null check (price_minor_per_tonne > 0),
  quality_id bigint,
  contractual_quality text,
  min_price_minor_per_tonne bigint check (min_price_minor_per_tonne >= 0),
  tolerance_type tolerance_type,
  tolerance_unit tolerance_unit,
  -- kilograms for the unit T, a percentage for PERCENT
  tolerance_quantity numeric(12, 2) check (tolerance_quantity > 0),
  comments text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- written by a trigger, because a generated column cannot read the id
  search_text text not null,
  -- sums over the contract's allocations, written by triggers
  allocated_kg bigint not null default 0,
  in_delivery_kg bigint not null default 0,
  -- the part of in_delivery_kg whose transports are NEW or WAITING
  in_delivery_planned_kg bigint not null default 0 check (in_delivery_planned_kg >= 0),
  in_delivery_count integer not null default 0 check (in_delivery_count >= 0),
  delivered_kg bigint not null default 0,
  transport_count integer not null default 0 check (transport_count >= 0),
  -- the largest plan: the quantity, with the tolerance when it is at our option (planMax in the domain)
  plan_max_kg bigint not null generated always as (
    quantity_kg + case
      when side = 'purchase' and tolerance_type = 'BUYER' or side = 'sales' and tolerance_type = 'SELLER'
      then tolerance_kg(quantity_kg, tolerance_unit, tolerance_quantity) else 0 end) stored,
  -- the largest delivery that must be accepted: the quantity with any tolerance (acceptMax in the domain)
  accept_max_kg bigint not null
    generated always as (quantity_kg + tolerance_kg(quantity_kg, tolerance_unit, tolerance_quantity)) stored,
  -- whether more may be allocated; a generated column cannot read plan_max_kg, so its expression is repeated
  has_allowed boolean not null generated always as (
    allocated_kg + in_delivery_kg + delivered_kg < quantity_kg + case
      when side = 'purchase' and tolerance_type = 'BUYER' or side = 'sales' and tolerance_type = 'SELLER'
      then tolerance_kg(quantity_kg, tolerance_unit, tolerance_quantity) else 0 end) stored,
  constraint contract_quantity_positive check (quantity_kg > 0),
  constraint contract_receipt_dates check (receipt_to >= receipt_from),
  constraint contract_quality_one check ((quality_id is null) <> (contractual_quality is null)),
  constraint contract_purchase_only
    check (side = 'purchase' or (county_code is null and min_price_minor_per_tonne is null)),
  constraint contract_tolerance_whole check (
    (tolerance_type is null) = (tolerance_quantity is null) and (tolerance_unit is null) = (tolerance_quantity is null)),
  constraint contract_allocated_not_negative check (allocated_kg >= 0),
  constraint contract_in_delivery_not_negative check (in_delivery_kg >= 0),
  constraint contract_delivered_not_negative check (delivered_kg >= 0),
  unique (side, id),
  -- lets an allocation join only contracts of the same raw material
  unique (side, id, raw_material_id),
  foreign key (side, contractor_id) references contractor (side, id),
  foreign key (raw_material_id, raw_material_variant_id) references material_variant (raw_material_id, id),
  foreign key (raw_material_id, quality_id) references material_quality (raw_material_id, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

-- A contract number is used once on a side.
create unique index contract_document_number_key on contract (side, lower(btrim(document_number)));
-- The highest number of a year, for the proposed number: a longer number is higher.
create index contract_numbering_idx on contract (side, left(lower(btrim(document_number)), 7),
  length(lower(btrim(document_number))), lower(btrim(document_number)) collate "C");
create index contract_contractor_idx on contract (contractor_id);
create index contract_owner_side_idx on contract (owner_id, side, id);

-- The orders of the list of all contracts of a side.
create index contract_contractor_name_idx on contract (side, contractor_name, id);
create index contract_document_number_idx on contract (side, document_number collate "pl-x-icu", id);
create index contract_document_number_desc_idx
  on contract (side, document_number collate "pl-x-icu" desc nulls last, id desc);
create index contract_price_idx on contract (side, price_minor_per_tonne, id);
create index contract_quantity_idx on contract (side, quantity_kg, id);
create index contract_receipt_from_idx on contract (side, receipt_from, id);
create index contract_receipt_to_idx on contract (side, receipt_to, id);
create index contract_material_idx on contract (side, raw_material_id, id);
-- Filters, counts and searches by material and status are answered from this index without reading the table.
create index contract_material_status_idx on contract (side, raw_material_id, status, id)
  include (search_text, contractor_name, quantity_kg, price_minor_per_tonne, receipt_from, receipt_to, document_number);

-- The orders of the running contracts of a material, with which the screens open.
create index contract_running_idx on contract (side, raw_material_id, id) where status in ('NEW', 'ACTIVE');
create index contract_running_name_idx on contract (side, raw_material_id, contractor_name, id)
  where status in ('NEW', 'ACTIVE');
create index contract_running_number_idx on contract (side, raw_material_id, document_number collate "pl-x-icu", id)
  where status in ('NEW', 'ACTIVE');
create index contract_running_number_desc_idx
  on contract (side, raw_material_id, document_number collate "pl-x-icu" desc nulls last, id desc)
  where status in ('NEW', 'ACTIVE');
create index contract_running_price_idx on contract (side, raw_material_id, price_minor_per_tonne, id)
  where status in ('NEW', 'ACTIVE');
create index contract_running_quantity_idx on contract (side, raw_material_id, quantity_kg, id)
  where status in ('NEW', 'ACTIVE');
create index contract_running_receipt_from_idx on contract (side, raw_material_id, receipt_from, id)
  where status in ('NEW', 'ACTIVE');
create index contract_running_receipt_to_idx on contract (side, raw_material_id, receipt_to, id)
  where status in ('NEW', 'ACTIVE');

-- Purchases that can still supply a sale.
create index contract_candidate_idx on contract (raw_material_id, id)
  where side = 'purchase' and status in ('NEW', 'ACTIVE', 'NEXT_SEASON') and has_allowed;

-- Searches by any part of a word, one index per side. A short pending list keeps searches fast after many writes.
create index contract_search_purchase_idx on contract using gin (search_text gin_trgm_ops)
  with (gin_pending_list_limit = 256) where side = 'purchase';
create index contract_search_sales_idx on contract using gin (search_text gin_trgm_ops)
  with (gin_pending_list_limit = 256) where side = 'sales';

-- Additional price options; the main option is in the contract itself.
create table contract_option (
  id bigint generated always as identity primary key,
  contract_id bigint not null references contract on delete cascade,
  raw_material_id bigint not null,
  position integer not null,
  price_minor_per_tonne bigint not null check (price_minor_per_tonne > 0),
  quality_id bigint,
  contractual_quality text,
  attach_to_contract boolean not null default false,
  constraint contract_option_quality_one check ((quality_id is null) <> (contractual_quality is null)),
  foreign key (raw_material_id, quality_id) references material_quality (raw_material_id, id)
);
create index contract_option_contract_idx on contract_option (contract_id);

-- Contacts printed on the contract. Positions may be swapped within a transaction.
create table contract_contact (
  id bigint generated always as identity primary key,
  contract_id bigint not null references contract on delete cascade,
  position integer not null check (position between 0 and 5),
  contact text not null,
  unique (contract_id, position) deferrable initially deferred
);

-- Recipients of the e-mails about a contract.
create table contract_notification_email (
  contract_id bigint not null references contract on delete cascade,
  position integer not null,
  email text not null,
  primary key (contract_id, position)
);

-- ---- allocations ----------------------------------------------------------------------------------------------

-- Kilograms of one purchase promised to one sale. The constant side columns and the shared raw material make a reversed
-- allocation, or one between two materials, impossible.
create table allocation (
  id bigint generated always as identity primary key,
  purchase_id bigint not null,
  sales_id bigint not null,
  purchase_side side not null default 'purchase' check (purchase_side = 'purchase'),
  sales_side side not null default 'sales' check (sales_side = 'sales'),
  raw_material_id bigint not null,
  -- the commitment; negative only after over-delivered transports moved away
  commit_kg bigint not null default 0,
  -- sums over the allocation's transports, written by triggers
  in_delivery_kg bigint not null default 0 check (in_delivery_kg >= 0),
  in_delivery_planned_kg bigint not null default 0 check (in_delivery_planned_kg >= 0),
  in_delivery_count integer not null default 0 check (in_delivery_count >= 0),
  delivered_kg bigint not null default 0 check (delivered_kg >= 0),
  transport_count integer not null default 0 check (transport_count >= 0),
  -- promised and not yet planned in a transport (openKg in the domain)
  open_kg bigint not null generated always as (greatest(0, commit_kg - in_delivery_kg - delivered_kg)) stored,
  created_at timestamptz not null default now(),
  -- search keys of both contracts, written by triggers
  purchase_names text not null,
  sales_names text not null,
  unique (purchase_id, sales_id),
  foreign key (purchase_side, purchase_id, raw_material_id) references contract (side, id, raw_material_id),
  foreign key (sales_side, sales_id, raw_material_id) references contract (side, id, raw_material_id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index allocation_sales_idx on allocation (sales_id);
create index allocation_material_idx on allocation (raw_material_id, id);
-- Searches by the numbers and contractors of both contracts.
create index allocation_search_idx on allocation using gin ((purchase_names || '|' || sales_names) gin_trgm_ops)
  with (gin_pending_list_limit = 256);

-- ---- transports -----------------------------------------------------------------------------------------------

-- Goods on a vehicle from the supplier of a purchase to the recipient of a sale.
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
  -- the planned weight
  quantity_kg bigint not null,
  -- the unloaded weight, null until it is known
  real_quantity_kg bigint,
  -- planned kilograms beyond the allocation's open quantity; given back when the transport stops counting
  extra_kg bigint not null default 0 check (extra_kg >= 0),
  -- the agreed freight; the settled amount is freight_minor
  price_minor_per_tonne bigint not null check (price_minor_per_tonne > 0),
  currency currency not null default 'PLN',
  date_loading date not null,
  date_unloading date not null,
  is_gmp boolean not null default false,
  gmp_number text,
  -- printed on the transport order
  comment text,
  -- about the freight, never printed
  details text,
  freight_minor bigint check (freight_minor > 0),
  freight_invoice_number text,
  freight_invoice_date date,
  freight_payment_date date,
  -- what the transport counts for in its allocation (decisions 1), like effKg in shared/src/domain/transport.ts
  in_delivery_kg bigint not null generated always as (
    case when status in ('NEW', 'WAITING', 'ON_THE_WAY') and not is_returned then quantity_kg else 0 end) stored,
  delivered_kg bigint not null generated always as (
    case when status in ('DELIVERED', 'TO_BE_SETTLED', 'INVOICE', 'PAID') and not is_returned
      then coalesce(real_quantity_kg, quantity_kg) else 0 end) stored,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (search_key(
    carrier_name || '|' || driver_name || '|' || coalesce(gmp_number, '') || '|' || phone_number || '|' ||
    registration_number || '|' || coalesce(comment, ''))) stored,
  constraint transport_quantity_positive check (quantity_kg > 0),
  constraint transport_real_quantity_positive check (real_quantity_kg > 0),
  constraint transport_dates check (date_unloading >= date_loading),
  constraint transport_gmp_number check (not is_gmp or gmp_number is not null),
  constraint transport_returned
    check (not is_returned or status in ('RETURN_TO_CLIENT', 'INVOICE', 'PAID', 'CANCELLED')),
  constraint transport_invoiced check (status not in ('INVOICE', 'PAID') or
    (freight_minor is not null and freight_invoice_number is not null and freight_invoice_date is not null)),
  constraint transport_paid check (status <> 'PAID' or freight_payment_date is not null),
  foreign key (purchase_id, sales_id) references allocation (purchase_id, sales_id)
) with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

-- The transports of a contract, and of a status.
create index transport_purchase_idx on transport (purchase_id, id);
create index transport_sales_idx on transport (sales_id, id);
create index transport_status_idx on transport (status, id);
-- The orders of the list.
create index transport_carrier_name_idx on transport (carrier_name, id);
create index transport_date_loading_idx on transport (date_loading, id);
create index transport_date_unloading_idx on transport (date_unloading, id);
create index transport_price_idx on transport (price_minor_per_tonne, id);
create index transport_quantity_idx on transport (quantity_kg, id);
create index transport_real_quantity_idx on transport (real_quantity_kg, id);
create index transport_real_quantity_desc_idx on transport (real_quantity_kg desc nulls last, id desc);
create index transport_registration_number_idx on transport (registration_number collate "pl-x-icu", id);
-- Earlier transports of a vehicle, whose data the form offers.
create index transport_plate_idx on transport (plate_key(registration_number), id);
-- Freight invoices that are overdue.
create index transport_unpaid_idx on transport (freight_payment_date) where status = 'INVOICE';
create index transport_search_idx on transport using gin (search_text gin_trgm_ops)
  with (gin_pending_list_limit = 256);

-- ---- settlements ----------------------------------------------------------------------------------------------

-- The settlement of a delivered transport with its supplier and its recipient.
create table settlement (
  id bigint generated always as identity primary key,
  transport_id bigint not null references transport,
  created_at timestamptz not null default now(),
  constraint settlement_transport_key unique (transport_id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

-- Each side is settled, invoiced and paid independently of the other.
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
  -- the kilograms and the amount of the statement or invoice that was sent
  sent_quantity_kg bigint check (sent_quantity_kg > 0),
  sent_amount_minor bigint,
  version integer not null default 1,
  -- the sum of the sale's options, written by a trigger; null without options
  sold_kg bigint,
  primary key (settlement_id, side),
  constraint settlement_side_settled check (side = 'purchase' or status <> 'SETTLED'),
  constraint settlement_side_invoiced
    check (status not in ('INVOICE', 'PAID') or (invoice_number is not null and deliver_date is not null)),
  constraint settlement_side_paid check (status <> 'PAID' or payment_date is not null)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
-- The settlements of a status.
create index settlement_side_status_idx on settlement_side (side, status);
-- The order by delivery date.
create index settlement_side_deliver_date_idx on settlement_side (side, deliver_date, settlement_id)
  where deliver_date is not null;
-- Invoices that are overdue.
create index settlement_side_unpaid_idx on settlement_side (side, payment_date) where status = 'INVOICE';

-- One to five options into which a recipient's payment for a transport is split.
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

-- Updates the sold kilograms of each settlement whose options changed.
create function keep_sold_kg() returns trigger language plpgsql as $$
begin
  update settlement_side side
  set sold_kg = (select sum(o.quantity_kg) from settlement_option o where o.settlement_id = side.settlement_id)
  where side.side = 'sales' and side.settlement_id in (select settlement_id from changed);
  return null;
end $$;
create trigger settlement_option_added after insert on settlement_option
  referencing new table as changed for each statement execute function keep_sold_kg();
create trigger settlement_option_changed after update on settlement_option
  referencing new table as changed for each statement execute function keep_sold_kg();
create trigger settlement_option_removed after delete on settlement_option
  referencing old table as changed for each statement execute function keep_sold_kg();

-- ---- audit log and live changes -------------------------------------------------------------------------------

-- The audit log: one row per change of a record, in the transaction of the change.
create table history (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  user_id bigint references app_user on delete set null,
  entity text not null,
  entity_id bigint not null,
  action text not null,
  reason text,
  -- field → [old, new]
  changes jsonb not null default '{}',
  -- the contracts on whose pages the entry is listed
  contract_ids bigint[] not null default '{}',
  -- the registration number, in entries about a transport or its settlement
  subject text
);
create index history_entity_idx on history (entity, entity_id, id);
-- The entries of a contract. Without fastupdate a read never has to scan a pending list.
create index history_contract_idx on history using gin (contract_ids) with (fastupdate = off);

-- Records that changed; every server is notified on commit and tells its open screens (server/src/http/events.ts).
create table change_event (
  id bigint generated always as identity primary key,
  topic text not null,
  ids bigint[] not null,
  at timestamptz not null default now()
);
-- Old events, deleted by the clean-up job.
create index change_event_at_idx on change_event (at);

-- Sends one notification per change. Ids go along only where the receiver needs them, because a notification is limited
-- to 8,000 bytes.
create function notify_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('spichlerz_change', json_build_object('topic', topic,
    'ids', case when topic = 'user' and cardinality(ids) <= 100 then ids else '{}' end)::text) from added;
  return null;
end $$;
create trigger change_event_notify after insert on change_event
  referencing new table as added for each statement execute function notify_change();

-- Replies to creating requests by the client's Idempotency-Key, so that a repeated request gets the first reply.
create table idempotency_key (
  user_id bigint not null references app_user on delete cascade,
  key text not null,
  call text not null,
  -- null until the call has its reply
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, call, key)
);
-- Old keys, deleted by the clean-up job.
create index idempotency_key_created_idx on idempotency_key (created_at);

-- ---- mail -----------------------------------------------------------------------------------------------------

-- The queue of e-mails, written in the transaction that causes them.
create table mail (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  -- the record that the e-mail is about
  entity text,
  entity_id bigint,
  created_at timestamptz not null default now(),
  next_try_at timestamptz not null default now(),
  tries integer not null default 0,
  sent_at timestamptz,
  last_error text,
  -- attaches the confirmation of the contract as PDF
  with_confirmation boolean not null default false,
  -- later the e-mail is no longer true and is not sent; null for never
  expires_at timestamptz,
  given_up_at timestamptz
);
-- E-mails to be sent now.
create index mail_due_idx on mail (next_try_at) where sent_at is null and given_up_at is null;
create index mail_entity_idx on mail (entity, entity_id);
-- Failed e-mails, which the metrics count.
create index mail_given_up_idx on mail (given_up_at) where given_up_at is not null;

-- ---- copied names: contractor and owner → contract → allocation -----------------------------------------------
-- Lists sort and search by these copies. Each trigger locks the row it copies from until commit, so that a rename in
-- another transaction cannot be missed.

-- The search key of a contract.
create function contract_search_text(c contract) returns text language sql stable parallel safe as $$
  select search_key(concat_ws('|', coalesce(c.document_number, 'nr ' || c.id), c.contractor_name,
    c.contractor_company_name, c.street, c.building_number, c.post_code, c.city, c.comments))
$$;

-- Copies the contractor's name and code, and derives the search key.
create function contract_fill_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.contractor_id <> old.contractor_id then
    select full_name, company_name into new.contractor_name, new.contractor_company_name
    from contractor where id = new.contractor_id for share;
    new.contractor_name := coalesce(new.contractor_name, '');
  end if;
  new.search_text := contract_search_text(new);
  return new;
end $$;
create trigger contract_names_insert before insert on contract
  for each row execute function contract_fill_names();
create trigger contract_names_update
  before update of contractor_id, contractor_name, contractor_company_name, document_number, street, building_number,
    post_code, city, comments on contract
  for each row execute function contract_fill_names();

-- A renamed contractor is renamed on its contracts.
create function contractor_spread_name() returns trigger language plpgsql as $$
begin
  update contract set contractor_name = new.full_name, contractor_company_name = new.company_name
  where contractor_id = new.id;
  return null;
end $$;
create trigger contractor_name_spread after update on contractor
  for each row when ((old.full_name, old.company_name) is distinct from (new.full_name, new.company_name))
  execute function contractor_spread_name();

-- The search key of one contract in its allocations: number, contractor and contractor code.
create function contract_names(c contract) returns text language sql stable parallel safe as $$
  select search_key(concat_ws('|', coalesce(c.document_number, 'nr ' || c.id), c.contractor_name,
    c.contractor_company_name))
$$;

-- Copies the search keys of both contracts into a new allocation.
create function allocation_fill_names() returns trigger language plpgsql as $$
begin
  -- no rename can happen before the copy is committed; the sums of a new allocation take the same locks
  perform from contract where id in (new.purchase_id, new.sales_id) order by id for no key update;
  -- the foreign key refuses a missing contract
  new.purchase_names := coalesce((select contract_names(c) from contract c where c.id = new.purchase_id), '');
  new.sales_names := coalesce((select contract_names(c) from contract c where c.id = new.sales_id), '');
  return new;
end $$;
create trigger allocation_names before insert or update of purchase_id, sales_id on allocation
  for each row execute function allocation_fill_names();

-- A renamed contract is renamed in its allocations.
create function contract_spread_names() returns trigger language plpgsql as $$
begin
  if new.side = 'purchase' then
    update allocation set purchase_names = contract_names(new) where purchase_id = new.id;
  else
    update allocation set sales_names = contract_names(new) where sales_id = new.id;
  end if;
  return null;
end $$;
create trigger contract_names_spread after update on contract
  for each row when ((old.document_number, old.contractor_name, old.contractor_company_name)
    is distinct from (new.document_number, new.contractor_name, new.contractor_company_name))
  execute function contract_spread_names();

-- ---- sums: transports → allocations → contracts ---------------------------------------------------------------
-- Statement triggers: one update per changed allocation and contract, however many rows a statement changes.

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

-- ---- sort keys of contracts -----------------------------------------------------------------------------------

-- The material of a running contract (NEW, ACTIVE), null for others.
create function running_material(c contract) returns bigint language sql immutable parallel safe as $$ select case when c.status in ('NEW', 'ACTIVE') then c.raw_material_id end $$;

-- The name by which the owner is sorted.
create function owner_sort_name(owner app_user) returns text language sql immutable parallel safe as $$ select owner.last_name || ' ' || owner.first_name $$;

-- Sort keys that change often or belong to the owner. In a narrow table of their own, so that a transport does not
-- rewrite the contract's many indexes.
create table contract_sort (
  contract_id bigint primary key,
  side side not null,
  realized_kg bigint not null,
  owner_name text collate "pl-x-icu" not null,
  running_material_id bigint,
  foreign key (side, contract_id) references contract (side, id) on delete cascade
) with (fillfactor = 80);
-- The orders of all contracts of a side.
create index contract_sort_realized_idx on contract_sort (side, realized_kg, contract_id);
create index contract_sort_owner_idx on contract_sort (side, owner_name, contract_id);
-- The orders of the running contracts of a material.
create index contract_sort_running_realized_idx on contract_sort (side, running_material_id, realized_kg, contract_id)
  where running_material_id is not null;
create index contract_sort_running_owner_idx on contract_sort (side, running_material_id, owner_name, contract_id)
  where running_material_id is not null;

-- A new contract gets its sort keys.
create function contract_sort_insert() returns trigger language plpgsql as $$
begin
  insert into contract_sort (contract_id, side, realized_kg, owner_name, running_material_id)
  select new.id, new.side, new.in_delivery_kg + new.delivered_kg, owner_sort_name(o), running_material(new)
  from app_user o where o.id = new.owner_id for share;
  return null;
end $$;
create trigger contract_sort_insert after insert on contract
  for each row execute function contract_sort_insert();

-- The realized quantity changes.
create function contract_sort_update() returns trigger language plpgsql as $$
begin
  update contract_sort set realized_kg = new.in_delivery_kg + new.delivered_kg where contract_id = new.id;
  return null;
end $$;
create trigger contract_sort_update after update on contract
  for each row when (old.in_delivery_kg + old.delivered_kg <> new.in_delivery_kg + new.delivered_kg)
  execute function contract_sort_update();

-- The contract starts or stops running, or gets another material.
create function contract_sort_run() returns trigger language plpgsql as $$
begin
  update contract_sort set running_material_id = running_material(new) where contract_id = new.id;
  return null;
end $$;
create trigger contract_sort_run after update on contract
  for each row when ((old.status, old.raw_material_id) is distinct from (new.status, new.raw_material_id))
  execute function contract_sort_run();

-- The contract gets another owner.
create function contract_sort_hand_over() returns trigger language plpgsql as $$
begin
  -- locks the former owner too: a concurrent rename of that owner would still update this contract
  perform from app_user where id in (old.owner_id, new.owner_id) order by id for share;
  update contract_sort z set owner_name = owner_sort_name(o)
  from app_user o where o.id = new.owner_id and z.contract_id = new.id;
  return null;
end $$;
create trigger contract_sort_hand_over after update on contract
  for each row when (old.owner_id <> new.owner_id)
  execute function contract_sort_hand_over();

-- The owner is renamed.
create function owner_spread_name() returns trigger language plpgsql as $$
begin
  update contract_sort z set owner_name = owner_sort_name(new)
  from contract c where c.owner_id = new.id and z.contract_id = c.id;
  return null;
end $$;
create trigger owner_name_spread after update on app_user
  for each row when ((old.last_name, old.first_name) is distinct from (new.last_name, new.first_name))
  execute function owner_spread_name();

-- ---- counters -------------------------------------------------------------------------------------------------
-- Counts that lists show must not cost more as the company grows. Each counter is spread over 16 rows (shards), so that
-- concurrent writers do not wait for each other; its value is the sum of its shards.

-- Rows of a list without any filter, by scope: 'contract:purchase', 'contract:sales', 'transport', 'allocation',
-- 'settlement'.
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
create trigger settlement_total_insert after insert on settlement
  referencing new table as added for each statement execute function table_totals();
create trigger settlement_total_delete after delete on settlement
  referencing old table as removed for each statement execute function table_totals();

-- Whether an allocation is listed: it has a commitment or a transport.
create function holds_something(a allocation) returns boolean language sql immutable parallel safe as $$ select a.commit_kg <> 0 or a.transport_count > 0 $$;
create function allocation_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_row_total('allocation', count(*)) from added a where holds_something(a);
  else
    perform add_row_total('allocation', -count(*)) from removed a where holds_something(a);
  end if;
  return null;
end $$;
create function allocation_total_update() returns trigger language plpgsql as $$
begin
  perform add_row_total('allocation', case when holds_something(new) then 1 else -1 end);
  return null;
end $$;
create trigger allocation_total_insert after insert on allocation
  referencing new table as added for each statement execute function allocation_totals();
create trigger allocation_total_delete after delete on allocation
  referencing old table as removed for each statement execute function allocation_totals();
create trigger allocation_total_update after update on allocation
  for each row when (holds_something(old) <> holds_something(new))
  execute function allocation_total_update();

-- Contracts by side, material and status.
create table contract_count (
  side side not null,
  raw_material_id bigint not null references raw_material on delete cascade,
  status contract_status not null,
  shard smallint not null,
  n bigint not null,
  primary key (side, raw_material_id, status, shard)
) with (fillfactor = 50);
create function add_contract_count(its_side side, material bigint, its_status contract_status, difference bigint) returns void language sql as $$
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
create function contract_count_update() returns trigger language plpgsql as $$
begin
  -- in a fixed order, so that two transactions that swap values cannot deadlock
  perform add_contract_count(side, material, status, difference)
  from (values (old.side, old.raw_material_id, old.status, -1), (new.side, new.raw_material_id, new.status, 1))
    as changed (side, material, status, difference)
  order by side, material, status;
  return null;
end $$;
create trigger contract_count_insert after insert on contract
  referencing new table as changed for each statement execute function contract_counts();
create trigger contract_count_delete after delete on contract
  referencing old table as changed for each statement execute function contract_counts();
create trigger contract_count_update after update on contract
  for each row when ((old.side, old.raw_material_id, old.status)
    is distinct from (new.side, new.raw_material_id, new.status))
  execute function contract_count_update();

-- Transports by status.
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
create function transport_count_update() returns trigger language plpgsql as $$
begin
  perform add_transport_count(status, difference)
  from (values (old.status, -1), (new.status, 1)) as changed (status, difference) order by status;
  return null;
end $$;
create trigger transport_count_insert after insert on transport
  referencing new table as changed for each statement execute function transport_counts();
create trigger transport_count_delete after delete on transport
  referencing old table as changed for each statement execute function transport_counts();
create trigger transport_count_update after update on transport
  for each row when (old.status <> new.status)
  execute function transport_count_update();

-- Purchases of a material that can still supply a sale.
create table candidate_count (
  raw_material_id bigint not null references raw_material on delete cascade,
  shard smallint not null,
  n bigint not null,
  primary key (raw_material_id, shard)
) with (fillfactor = 50);
-- The material of a purchase that can still supply a sale, null for other contracts.
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
create function candidate_count_update() returns trigger language plpgsql as $$
begin
  if candidate_material(old) is not distinct from candidate_material(new) then return null; end if;
  -- in a fixed order, so that two transactions that swap values cannot deadlock
  perform add_candidate_count(material, difference)
  from (values (candidate_material(old), -1), (candidate_material(new), 1)) as changed (material, difference)
  where material is not null order by material;
  return null;
end $$;
create trigger candidate_count_insert after insert on contract
  referencing new table as changed for each statement execute function candidate_counts();
create trigger candidate_count_delete after delete on contract
  referencing old table as changed for each statement execute function candidate_counts();
create trigger candidate_count_update after update on contract
  for each row when ((old.status, old.raw_material_id, old.has_allowed)
    is distinct from (new.status, new.raw_material_id, new.has_allowed))
  execute function candidate_count_update();

-- ---- positions ------------------------------------------------------------------------------------------------

-- Contracts and undelivered kilograms of each material, quality and side. Contractual qualities have the quality_id 0.
create table open_position (
  raw_material_id bigint not null references raw_material on delete cascade,
  quality_id bigint not null,
  side side not null,
  shard smallint not null,
  contracts bigint not null,
  open_kg bigint not null,
  primary key (raw_material_id, quality_id, side, shard)
) with (fillfactor = 50);

-- The statuses that count for a position.
create function is_open_contract(status contract_status) returns boolean
  language sql immutable parallel safe
  return status in ('NEW', 'ACTIVE', 'NEXT_SEASON');

-- The undelivered kilograms of a contract.
create function open_kg(c contract) returns bigint language sql immutable parallel safe as $$ select greatest(0, c.quantity_kg - c.delivered_kg) $$;
create function add_open_position(material bigint, quality bigint, its_side side, more_contracts bigint, more_kg bigint) returns void language sql as $$
  insert into open_position as p (raw_material_id, quality_id, side, shard, contracts, open_kg)
  values (material, coalesce(quality, 0), its_side, pg_backend_pid() % 16, more_contracts, more_kg)
  on conflict (raw_material_id, quality_id, side, shard)
    do update set contracts = p.contracts + excluded.contracts, open_kg = p.open_kg + excluded.open_kg;
$$;
create function contract_open_position_insert() returns trigger language plpgsql as $$
begin
  perform add_open_position(c.raw_material_id, c.quality_id, c.side, count(*), sum(open_kg(c))::bigint)
  from added c where is_open_contract(c.status) group by c.raw_material_id, c.quality_id, c.side;
  return null;
end $$;
create function contract_open_position_delete() returns trigger language plpgsql as $$
begin
  perform add_open_position(c.raw_material_id, c.quality_id, c.side, -count(*), -sum(open_kg(c))::bigint)
  from removed c where is_open_contract(c.status) group by c.raw_material_id, c.quality_id, c.side;
  return null;
end $$;
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
create trigger contract_open_position_insert after insert on contract
  referencing new table as added for each statement execute function contract_open_position_insert();
create trigger contract_open_position_delete after delete on contract
  referencing old table as removed for each statement execute function contract_open_position_delete();
create trigger contract_open_position_update after update on contract
  for each row when ((old.status, old.raw_material_id, old.quality_id, old.quantity_kg, old.delivered_kg)
    is distinct from (new.status, new.raw_material_id, new.quality_id, new.quantity_kg, new.delivered_kg))
  execute function contract_open_position_update();
