-- A contract that is closed or cancelled holds nothing open (decisions 5). What its trucks gave back afterwards, lighter
-- on the scales, returned or moved, stayed open until now, and the other contract could not promise it to anybody else.
update allocation a set commit_kg = a.in_delivery_kg + a.delivered_kg
where a.open_kg > 0
  and exists (select from contract c where c.id in (a.purchase_id, a.sales_id) and c.status in ('CLOSED', 'CANCELLED'));

alter view integrity_problem rename to stored_problem;
create view integrity_problem as
select * from stored_problem
union all
select 'allocation', a.id, 'open although a contract has ended'
from allocation a
where a.open_kg > 0
  and exists (select from contract c where c.id in (a.purchase_id, a.sales_id) and c.status in ('CLOSED', 'CANCELLED'));
