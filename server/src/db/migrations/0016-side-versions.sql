-- The two sides of a settlement run on their own, so each has a version of its own: a statement to the supplier is no
-- change of what somebody prepares for the recipient. What the truck weighed is part of both.
alter table settlement_side add column version integer not null default 1;
update settlement_side side set version = x.version from settlement x where x.id = side.settlement_id and x.version > 1;
alter table settlement drop column version;
