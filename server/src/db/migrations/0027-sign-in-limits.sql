-- The network each session was opened from: the limit of an account over all networks does not hold for a network that
-- its owner signed in from within 30 days.
alter table session add column network text;
create index session_network_idx on session (user_id, network, created_at);

-- A failure whose account is null was forgotten for its account, and still counts for its network.
alter table sign_in_failure alter column account drop not null;

-- A new code leaves the ones sent before it valid, so that nobody can void a code by requesting another one.
-- Pending codes are dropped: they live for 30 minutes and can be requested again.
drop table reset_code;
create table reset_code (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user on delete cascade,
  code_hash bytea not null,
  -- the network of each wrong try
  failed_networks text[] not null default '{}',
  created_at timestamptz not null default now(),
  voided_at timestamptz
);
create index reset_code_user_idx on reset_code (user_id, created_at);
create index reset_code_created_idx on reset_code (created_at);
