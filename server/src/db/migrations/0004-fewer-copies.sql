-- Two stored figures that no list needs (docs/decisions/0011-lists-by-ids.md, 2026-11-25) are removed: the sold kilograms of
-- a sale, which are the sum of its options, and the contractor's code in each contract, which only search keys contain.

drop view integrity_problem;

drop trigger settlement_option_added on settlement_option;
drop trigger settlement_option_changed on settlement_option;
drop trigger settlement_option_removed on settlement_option;
drop function keep_sold_kg();
alter table settlement_side drop column sold_kg;

-- ---- search keys: contractor → contract → allocation ----------------------------------------------------------

-- The search key of a contract.
create or replace function contract_search_text(c contract) returns text language sql stable parallel safe as $$
  select search_key(concat_ws('|', coalesce(c.document_number, 'nr ' || c.id), c.contractor_name,
    (select r.company_name from contractor r where r.id = c.contractor_id),
    c.street, c.building_number, c.post_code, c.city, c.comments))
$$;

-- The search key of one contract in its allocations: number, contractor and contractor code.
create or replace function contract_names(c contract) returns text language sql stable parallel safe as $$
  select search_key(concat_ws('|', coalesce(c.document_number, 'nr ' || c.id), c.contractor_name,
    (select r.company_name from contractor r where r.id = c.contractor_id)))
$$;

-- Copies the contractor's name, and derives the search key.
create or replace function contract_fill_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.contractor_id <> old.contractor_id then
    select full_name into new.contractor_name from contractor where id = new.contractor_id for share;
    new.contractor_name := coalesce(new.contractor_name, '');
  end if;
  new.search_text := contract_search_text(new);
  return new;
end $$;
drop trigger contract_names_update on contract;
create trigger contract_names_update
  before update of contractor_id, contractor_name, document_number, street, building_number, post_code, city, comments
    on contract
  for each row execute function contract_fill_names();

-- A renamed contractor, or one with another code, is renamed on its contracts.
create or replace function contractor_spread_name() returns trigger language plpgsql as $$
begin
  update contract set contractor_name = new.full_name where contractor_id = new.id;
  return null;
end $$;

-- A renamed contract is renamed in its allocations. Another code of the same contractor shows only in the search key,
-- which the address and the comments change too; therefore equal keys are not written.
create or replace function contract_spread_names() returns trigger language plpgsql as $$
declare
  names constant text := contract_names(new);
begin
  if new.side = 'purchase' then
    update allocation set purchase_names = names where purchase_id = new.id and purchase_names <> names;
  else
    update allocation set sales_names = names where sales_id = new.id and sales_names <> names;
  end if;
  return null;
end $$;
drop trigger contract_names_spread on contract;
create trigger contract_names_spread after update on contract
  for each row when ((old.document_number, old.contractor_id, old.contractor_name, old.search_text)
    is distinct from (new.document_number, new.contractor_id, new.contractor_name, new.search_text))
  execute function contract_spread_names();

alter table contract drop column contractor_company_name;

-- ---- integrity ------------------------------------------------------------------------------------------------
-- Every stored figure, recomputed from the rows it is derived from. `npm run integrity` reads this view; any row is a
-- problem. A migration that must change the view replaces it whole.

create view integrity_problem as
with allocation_sum as (
  select a.id, a.purchase_id, a.sales_id, a.commit_kg,
    coalesce(sum(t.quantity_kg) filter (where t.status in ('NEW', 'WAITING', 'ON_THE_WAY')), 0) as in_delivery,
    coalesce(sum(t.quantity_kg) filter (where t.status in ('NEW', 'WAITING')), 0) as planned,
    count(t.id) filter (where t.status in ('NEW', 'WAITING', 'ON_THE_WAY')) as transports_in_delivery,
    coalesce(sum(coalesce(t.real_quantity_kg, t.quantity_kg)) filter (
      where t.status in ('DELIVERED', 'TO_BE_SETTLED', 'INVOICE', 'PAID') and not t.is_returned), 0) as delivered,
    count(t.id) as transports
  from allocation a left join transport t on t.purchase_id = a.purchase_id and t.sales_id = a.sales_id
  group by a.id
), contract_sum as (
  select c.id, coalesce(sum(greatest(0, s.commit_kg - s.in_delivery - s.delivered)), 0) as allocated,
    coalesce(sum(s.in_delivery), 0) as in_delivery, coalesce(sum(s.planned), 0) as planned,
    coalesce(sum(s.transports_in_delivery), 0) as transports_in_delivery, coalesce(sum(s.delivered), 0) as delivered,
    coalesce(sum(s.transports), 0) as transports
  from contract c
  left join (select purchase_id as contract_id, * from allocation_sum union all select sales_id, * from allocation_sum) s
    on s.contract_id = c.id
  group by c.id
)

-- sums of allocations and contracts
select 'allocation' as entity, a.id as entity_id, 'sums differ from its transports' as problem
from allocation a join allocation_sum s using (id)
where (a.in_delivery_kg, a.in_delivery_planned_kg, a.in_delivery_count, a.delivered_kg, a.transport_count)
  is distinct from (s.in_delivery, s.planned, s.transports_in_delivery, s.delivered, s.transports)
union all
select 'contract', c.id, 'sums differ from its allocations'
from contract c join contract_sum s using (id)
where (c.allocated_kg, c.in_delivery_kg, c.in_delivery_planned_kg, c.in_delivery_count, c.delivered_kg, c.transport_count)
  is distinct from (s.allocated, s.in_delivery, s.planned, s.transports_in_delivery, s.delivered, s.transports)
union all
select 'contract', id, 'has_allowed differs from its sums'
from contract where has_allowed <> (plan_max_kg > allocated_kg + in_delivery_kg + delivered_kg)
union all
select 'allocation', a.id, 'open although a contract has ended'
from allocation a
where a.open_kg > 0
  and exists (select from contract c where c.id in (a.purchase_id, a.sales_id) and c.status in ('CLOSED', 'CANCELLED'))

-- settlements
union all
select 'transport', t.id, 'delivered without a settlement, or settled without a delivery'
from transport t left join settlement s on s.transport_id = t.id
where (s.id is null) = (t.status in ('DELIVERED', 'TO_BE_SETTLED', 'INVOICE', 'PAID') and not t.is_returned)
union all
select 'settlement', s.id, 'does not have two sides'
from settlement s left join settlement_side side on side.settlement_id = s.id
group by s.id having count(side.side) <> 2

-- copied names and search keys
union all
select 'contract', c.id, 'name of the contractor is out of date'
from contract c join contractor r on r.id = c.contractor_id where c.contractor_name is distinct from r.full_name
union all
select 'contract', c.id, 'search key is out of date'
from contract c where c.search_text <> contract_search_text(c)
union all
select 'allocation', a.id, 'search keys differ from its contracts'
from allocation a join contract p on p.id = a.purchase_id join contract s on s.id = a.sales_id
where a.purchase_names is distinct from contract_names(p) or a.sales_names is distinct from contract_names(s)

-- sort keys
union all
select 'contract', c.id, 'sort keys are out of date'
from contract c
join app_user o on o.id = c.owner_id
left join contract_sort z on z.contract_id = c.id
where (z.side, z.realized_kg, z.owner_name, z.running_material_id)
  is distinct from (c.side, c.in_delivery_kg + c.delivered_kg, owner_sort_name(o), running_material(c))

-- counters and positions
union all
select 'row_total', 0, scope
from (
  select scope, n from row_total
  union all select 'contract:' || side, -count(*) from contract group by side
  union all select 'transport', -count(*) from transport
  union all select 'allocation', -count(*) from allocation a where holds_something(a)
  union all select 'settlement', -count(*) from settlement) counted
group by scope having sum(n) <> 0
union all
select 'contract_count', raw_material_id, side || ' ' || status
from (
  select side, raw_material_id, status, n from contract_count
  union all select side, raw_material_id, status, -1 from contract) counted
group by side, raw_material_id, status having sum(n) <> 0
union all
select 'transport_count', 0, status::text
from (
  select status, n from transport_count
  union all select status, -1 from transport) counted
group by status having sum(n) <> 0
union all
select 'candidate_count', raw_material_id, 'purchases that can supply a sale'
from (
  select raw_material_id, n from candidate_count
  union all select c.raw_material_id, -1 from contract c where candidate_material(c) is not null) counted
group by raw_material_id having sum(n) <> 0
union all
select 'raw_material', raw_material_id, 'open position differs from its contracts'
from (
  select raw_material_id, quality_id, side, contracts, open_kg from open_position
  union all
  select raw_material_id, coalesce(quality_id, 0), side, -1, -open_kg(contract) from contract
  where is_open_contract(status)) counted
group by raw_material_id, quality_id, side having sum(contracts) <> 0 or sum(open_kg) <> 0;
