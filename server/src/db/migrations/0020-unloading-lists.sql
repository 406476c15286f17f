-- Unloading lists of recipients (unloading.md): what each list applied, so that the same ticket is applied once and a list
-- can be taken back.

create table unloading_list (
  id bigint generated always as identity primary key,
  recipient_id bigint not null references contractor on delete cascade,
  applied_by bigint references app_user on delete set null,
  applied_at timestamptz not null default now()
);
create index unloading_list_recipient_idx on unloading_list (recipient_id);

create table unloading_row (
  id bigint generated always as identity primary key,
  list_id bigint not null references unloading_list on delete cascade,
  recipient_id bigint not null references contractor on delete cascade,
  transport_id bigint not null references transport on delete cascade,
  row_number integer not null,
  -- the ticket's identity among those of the recipient (unloadingTicketKey)
  ticket_key text not null,
  net_kg bigint not null check (net_kg > 0),
  -- status, weight, readings, tickets and versions of the transport before the row
  before jsonb not null,
  -- the versions after the row, the second of both settlement sides together: any other one shows a later change
  version integer not null,
  side_version integer not null,
  taken_back_at timestamptz
);
create index unloading_row_list_idx on unloading_row (list_id);
create index unloading_row_ticket_idx on unloading_row (recipient_id, ticket_key);
create index unloading_row_transport_idx on unloading_row (transport_id);

-- Tickets that were entered by hand are found by their number.
create function ticket_number_key(number text) returns text
  language sql immutable parallel safe strict as $$ select upper(regexp_replace(number, '\s+', '', 'g')) $$;
create index weigh_ticket_number_idx on weigh_ticket (ticket_number_key(number)) where place = 'UNLOADING';

-- The meaning of each column of a recipient's lists, by its header.
create table unloading_mapping (
  recipient_id bigint primary key references contractor on delete cascade,
  mapping jsonb not null
);
