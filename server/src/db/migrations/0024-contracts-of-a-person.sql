-- The contracts of a person's pairs, on either side, from the index alone.

create index contract_owner_side_idx on contract (owner_id, side, id);
drop index contract_owner_idx;
