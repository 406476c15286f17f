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

-- When the mail server refused the message for good: it waits no more, and nobody tries it again.
alter table mail add column given_up_at timestamptz;
drop index mail_due_idx;
create index mail_due_idx on mail (next_try_at) where sent_at is null and given_up_at is null;
-- counted at every look at the metrics
create index mail_given_up_idx on mail (given_up_at) where given_up_at is not null;
