-- Saved views: the named state of a list, for its owner or for all users, and the view a user starts with.

create table list_view (
  id bigint generated always as identity primary key,
  owner_id bigint not null references app_user on delete cascade,
  -- whether all users see the view; only the owner and administrators change it
  is_shared boolean not null,
  -- the path of the list in the menu
  list text not null,
  name text not null,
  -- the path and search parameters of the list with its filters and order
  address text not null,
  column_order text[] not null,
  hidden_columns text[] not null,
  is_dense boolean not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index list_view_name_key on list_view (owner_id, list, lower(name));
create index list_view_list_idx on list_view (list) where is_shared;

alter table app_user add column start_view_id bigint references list_view on delete set null;
