-- The hourly clean-up (server/src/clean-up.ts) finds what has expired without reading the rest of the table.
create index refresh_token_expires_idx on refresh_token (expires_at);
