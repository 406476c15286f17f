-- What pairs are searched by, kept on the pair: the number and the contractor of both its contracts. Sought in the
-- contracts, a word was looked for in each contract of each pair that another word had found, seconds at 600,000 pairs.

-- Whoever writes pairs has locked a contract first, so nobody who writes holds what this waits for, and who only reads
-- pairs and then their contracts can read on.
lock table contract in exclusive mode;
lock table allocation in access exclusive mode;

-- Without a number a contract goes by its id (0020).
create function contract_names(c contract) returns text language sql stable parallel safe as
  $$ select search_norm(concat_ws(' ', coalesce(c.document_number, 'nr ' || c.id), c.contractor_name)) $$;

-- One for each side: two contracts of a pair that are renamed at once write one each, and neither reads the other.
alter table allocation add column purchase_names text not null default '';
alter table allocation add column sales_names text not null default '';
update allocation a set purchase_names = contract_names(p), sales_names = contract_names(s)
from contract p, contract s where p.id = a.purchase_id and s.id = a.sales_id;
alter table allocation alter column purchase_names drop default;
alter table allocation alter column sales_names drop default;

create index allocation_search_idx on allocation using gin ((purchase_names || ' ' || sales_names) gin_trgm_ops)
  with (gin_pending_list_limit = 256);

create function allocation_fill_names() returns trigger language plpgsql as $$
begin
  -- nobody renames them until the copy is committed (0010); the balances of a new pair take the same locks (0001)
  perform from contract where id in (new.purchase_id, new.sales_id) order by id for no key update;
  -- of a contract that is missing the foreign key tells
  new.purchase_names := coalesce((select contract_names(c) from contract c where c.id = new.purchase_id), '');
  new.sales_names := coalesce((select contract_names(c) from contract c where c.id = new.sales_id), '');
  return new;
end $$;
create trigger allocation_names before insert or update of purchase_id, sales_id on allocation
  for each row execute function allocation_fill_names();

create function contract_spread_names() returns trigger language plpgsql as $$
begin
  if new.side = 'purchase' then
    update allocation set purchase_names = contract_names(new) where purchase_id = new.id;
  else
    update allocation set sales_names = contract_names(new) where sales_id = new.id;
  end if;
  return null;
end $$;
create trigger contract_names_spread after update on contract for each row
  when ((old.document_number, old.contractor_name) is distinct from (new.document_number, new.contractor_name))
  execute function contract_spread_names();

alter view integrity_problem rename to counted_problem;
create view integrity_problem as
select * from counted_problem
union all
select 'allocation', a.id, 'what it is searched by differs from its contracts'
from allocation a join contract p on p.id = a.purchase_id join contract s on s.id = a.sales_id
where (a.purchase_names, a.sales_names) is distinct from (contract_names(p), contract_names(s));
