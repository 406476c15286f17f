-- The hourly clean-up (server/src/clean-up.ts) finds wrong sign-ins that no longer count without reading those that do.
create index sign_in_failure_at_idx on sign_in_failure (at);
