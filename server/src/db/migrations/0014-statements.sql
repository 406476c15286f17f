-- Settlement statements (invoices.md): what a counterparty got, kept when a settlement is taken back.

create table statement (
  id bigint generated always as identity primary key,
  number text not null unique,
  side side not null,
  -- the statement keeps the contractor's data when the record is deleted
  contractor_id bigint references contractor on delete set null,
  -- the day of the statement
  day date not null,
  -- the contractor, the currency and the lines as printed
  printed jsonb not null,
  created_by bigint references app_user on delete set null,
  created_at timestamptz not null default now()
);
create index statement_contractor_idx on statement (contractor_id);

create table statement_transport (
  statement_id bigint not null references statement on delete cascade,
  transport_id bigint not null references transport on delete cascade,
  primary key (statement_id, transport_id)
);
create index statement_transport_idx on statement_transport (transport_id, statement_id);

-- The last number of each year. Numbers have no gaps, so that creations of one year wait for each other.
create table statement_year (year integer primary key, last_number integer not null);
