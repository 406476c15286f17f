-- Who listens uses the ids of people alone, and none at all stands for any (server/src/http/events.ts). The ids of
-- everything that a large statement changed are more than a notification takes, 8,000 bytes, and the statement failed.
create or replace function notify_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('spichlerz_change', json_build_object('topic', topic,
    'ids', case when topic = 'user' and cardinality(ids) <= 100 then ids else '{}' end)::text) from added;
  return null;
end $$;

-- The last number of a year, as contract_document_number_key tells numbers apart: z/2026/0007 is Z/2026/0007.
drop index contract_numbering_idx;
create index contract_numbering_idx on contract (side, left(lower(btrim(document_number)), 7),
  length(lower(btrim(document_number))), (lower(btrim(document_number))) collate "C");
