-- What a recipient pays for in all, beside the sale it belongs to: the list of settlements is sorted and filtered by it,
-- and adding up the options of all of them took seconds.
alter table settlement_side add column sold_kg bigint;
update settlement_side side
set sold_kg = sold.kg
from (select settlement_id, sum(quantity_kg)::bigint as kg from settlement_option group by settlement_id) as sold
where side.settlement_id = sold.settlement_id and side.side = 'sales';

create function keep_sold_kg() returns trigger language plpgsql as $$
begin
  update settlement_side side
  set sold_kg = (select sum(o.quantity_kg) from settlement_option o where o.settlement_id = side.settlement_id)
  where side.side = 'sales' and side.settlement_id in (select settlement_id from changed);
  return null;
end $$;
create trigger settlement_option_added after insert on settlement_option
referencing new table as changed for each statement execute function keep_sold_kg();
create trigger settlement_option_changed after update on settlement_option
referencing new table as changed for each statement execute function keep_sold_kg();
create trigger settlement_option_removed after delete on settlement_option
referencing old table as changed for each statement execute function keep_sold_kg();

alter view integrity_problem rename to ended_problem;
create view integrity_problem as
select * from ended_problem
union all
select 'settlement', side.settlement_id, 'sold kilograms are not those of the options'
from settlement_side side
where side.side = 'sales'
  and side.sold_kg is distinct from
    (select sum(o.quantity_kg) from settlement_option o where o.settlement_id = side.settlement_id);
