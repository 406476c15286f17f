-- The contracts that a statement was made for. Its transports may move to other contracts later.
alter table statement add column contract_ids bigint[] not null default '{}';

-- The audit log has an entry in each contract of a statement.
update statement s set contract_ids = h.contract_ids
from (select changes #>> '{statement_number,1}' as number, array_agg(distinct entity_id) as contract_ids
  from history where entity = 'contract' and action = 'statementCreated' group by 1) h
where h.number = s.number;
