-- A key that comes again with another body is refused (api.md, Conventions), so each key keeps a hash of its request,
-- keyed with the server's secret because a request may contain a password. Null for the keys of earlier versions.
alter table idempotency_key add column request_hash bytea;
