-- Screens refresh at once only when they show a changed record, so every notification carries its ids. A notification
-- is limited to 8,000 bytes; after a change of more than a hundred records a screen counts as not showing them.
create or replace function notify_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('spichlerz_change', json_build_object('topic', topic,
    'ids', case when cardinality(ids) <= 100 then ids else '{}' end)::text) from added;
  return null;
end $$;
