-- Quality into price and kilograms (docs/decisions/0017-quality.md): discount tables, the rules that a contract copied from one,
-- readings and weigh tickets of transports, and what a settlement was computed from.

create type reading_source as enum ('LOADING', 'RECIPIENT', 'ARBITER');
create type weight_basis as enum ('LOADING', 'UNLOADING');
create type rule_direction as enum ('ABOVE', 'BELOW');
create type rule_effect as enum ('PRICE_AMOUNT', 'PRICE_PERCENT', 'WEIGHT_PERCENT', 'DRY_MATTER');
create type rule_stepping as enum ('STARTED', 'FULL', 'PROPORTIONAL');
create type rule_quantity as enum ('ACCEPTED', 'BASIS');

-- The house's rules for a raw material, copied into new contracts of this side and currency.
create table discount_table (
  id bigint generated always as identity primary key,
  name text collate "pl-x-icu" not null check (btrim(name) <> ''),
  raw_material_id bigint not null references raw_material,
  side side not null,
  currency currency not null,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index discount_table_name_key on discount_table (raw_material_id, side, lower(btrim(name)));

-- The contract's own terms of quality and weight; the table is where its rules were copied from.
alter table contract
  add column weight_basis weight_basis not null default 'UNLOADING',
  add column reading_source reading_source not null default 'RECIPIENT',
  add column discount_table_id bigint references discount_table on delete set null,
  add column discount_table_version integer,
  -- counts the changes of the rules; a settlement keeps the version that it was made with
  add column rules_version integer not null default 0,
  add constraint contract_discount_table_version
    check (discount_table_id is null or discount_table_version is not null);
create index contract_discount_table_idx on contract (discount_table_id) where discount_table_id is not null;

-- One rule of a discount table or of a contract's copy.
create table discount_rule (
  id bigint generated always as identity primary key,
  discount_table_id bigint references discount_table on delete cascade,
  contract_id bigint references contract on delete cascade,
  position integer not null,
  -- protects the parameter from being deleted
  parameter_id bigint not null references material_parameter,
  direction rule_direction not null,
  -- null takes the value of the quality
  norm numeric(12, 3),
  applies_beyond numeric(12, 3),
  effect rule_effect not null,
  stepping rule_stepping not null,
  step numeric(12, 3) not null check (step >= 0),
  -- per step: minor units per tonne for PRICE_AMOUNT, otherwise per cent
  rate numeric(15, 3) not null check (rate >= 0),
  per rule_quantity not null,
  band_from numeric(12, 3),
  band_to numeric(12, 3),
  refuse_at numeric(12, 3),
  is_premium boolean not null default false,
  constraint discount_rule_owner check ((discount_table_id is null) <> (contract_id is null))
);
create index discount_rule_table_idx on discount_rule (discount_table_id, position) where discount_table_id is not null;
create index discount_rule_contract_idx on discount_rule (contract_id, position) where contract_id is not null;
create index discount_rule_parameter_idx on discount_rule (parameter_id);

-- The values of a price option's quality when the option got it: an edited quality never changes a contract.
create table contract_norm (
  contract_id bigint not null references contract on delete cascade,
  -- null for the main option
  contract_option_id bigint references contract_option on delete cascade,
  parameter_id bigint not null references material_parameter on delete cascade,
  value numeric(15, 3) not null,
  unique nulls not distinct (contract_id, contract_option_id, parameter_id)
);
create index contract_norm_option_idx on contract_norm (contract_option_id) where contract_option_id is not null;

-- A laboratory's result for a transport.
create table quality_reading (
  transport_id bigint not null references transport on delete cascade,
  parameter_id bigint not null references material_parameter,
  source reading_source not null,
  -- a BOOLEAN parameter has an answer instead of a value
  value numeric(12, 3),
  answer boolean,
  sample_number text,
  taken_on date,
  primary key (transport_id, parameter_id, source),
  constraint quality_reading_one_value check ((value is null) <> (answer is null))
);
create index quality_reading_parameter_idx on quality_reading (parameter_id);

-- The weigh tickets of a transport. The net of the unloading ticket is the transport's unloaded weight.
create table weigh_ticket (
  transport_id bigint not null references transport on delete cascade,
  place weight_basis not null,
  number text,
  gross_kg bigint check (gross_kg > 0),
  tare_kg bigint check (tare_kg >= 0),
  net_kg bigint not null check (net_kg > 0),
  weighed_on date,
  primary key (transport_id, place),
  constraint weigh_ticket_net check (gross_kg is null or tare_kg is null or net_kg = gross_kg - tare_kg)
);

-- A weight that comes by another call goes into the unloading ticket and empties gross and tare.
create function weigh_ticket_sync() returns trigger language plpgsql as $$
begin
  update weigh_ticket set net_kg = new.real_quantity_kg, gross_kg = null, tare_kg = null
  where transport_id = new.id and place = 'UNLOADING' and net_kg <> new.real_quantity_kg;
  return null;
end $$;
create trigger transport_weigh_ticket after update of real_quantity_kg on transport
  for each row when (new.real_quantity_kg is distinct from old.real_quantity_kg and new.real_quantity_kg is not null)
  execute function weigh_ticket_sync();

-- What is paid: the accepted kilograms, and the rules, norms, overrides and lines that gave them. Null when the side was
-- settled by hand.
alter table settlement_side
  add column accepted_kg bigint check (accepted_kg > 0),
  add column snapshot jsonb;
