-- The contracts an entry tells about, and what its record was called, both as they were then: the history of a
-- contract keeps the trucks that went elsewhere later or were deleted.
alter table history add column contract_ids bigint[] not null default '{}';
alter table history add column subject text;

update history set contract_ids = array[entity_id] where entity = 'contract';
update history h set contract_ids = array[t.purchase_id, t.sales_id], subject = t.registration_number
  from transport t where h.entity = 'transport' and t.id = h.entity_id;
update history h
  set contract_ids = array[case split_part(h.action, '.', 1) when 'purchase' then t.purchase_id else t.sales_id end],
    subject = t.registration_number
  from settlement x join transport t on t.id = x.transport_id
  where h.entity = 'settlement' and x.id = h.entity_id;

create index history_contract_idx on history using gin (contract_ids);
