-- The list of pairs shows those that hold something, so its total counts no others: a pair stays, empty, when a contract
-- is closed or its last truck is redirected, and comes back to life with the next allocation.

-- The twin of HOLDS_SOMETHING in server/src/modules/contracts/contract-list-queries.ts.
create function holds_something(a allocation) returns boolean language sql immutable parallel safe as
  $$ select a.commit_kg <> 0 or a.transport_count > 0 $$;

create function allocation_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_row_total('allocation', count(*)) from added a where holds_something(a);
  else
    perform add_row_total('allocation', -count(*)) from removed a where holds_something(a);
  end if;
  return null;
end $$;
create or replace trigger allocation_total_insert after insert on allocation
  referencing new table as added for each statement execute function allocation_totals();
create or replace trigger allocation_total_delete after delete on allocation
  referencing old table as removed for each statement execute function allocation_totals();

create function allocation_total_update() returns trigger language plpgsql as $$
begin
  perform add_row_total('allocation', case when holds_something(new) then 1 else -1 end);
  return null;
end $$;
-- Hardly ever: trucks come and go on pairs that hold something before and after.
create trigger allocation_total_update after update on allocation for each row
  when (holds_something(old) <> holds_something(new))
  execute function allocation_total_update();

-- The triggers above hold everybody who writes pairs off until this is committed.
delete from row_total where scope = 'allocation';
insert into row_total (scope, shard, n) select 'allocation', 0, count(*) from allocation a where holds_something(a);

alter view integrity_problem rename to kept_problem;
create view integrity_problem as
-- 0001 compares this total with all pairs
select * from kept_problem where (entity, problem) <> ('row_total', 'allocation')
union all
select 'row_total', 0, 'allocation'
where (select coalesce(sum(n), 0) from row_total where scope = 'allocation')
  <> (select count(*) from allocation a where holds_something(a));
