-- After this time what the message says is no longer true (a code to reset a password), so it is not sent; null: never.
alter table mail add column expires_at timestamptz;
update mail set expires_at = created_at + interval '30 minutes' where entity = 'user';
