-- The paper that goes out with a message; it is drawn when the message is sent.
alter table mail add column with_confirmation boolean not null default false;
