-- The integrity view of 0004, which also knows weigh tickets and what sides were settled by (0006). Accepted kilograms of a
-- sale are not compared with its invoice: they may differ until the invoice is corrected.

create or replace view integrity_problem as
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

-- quality
union all
select 'transport', w.transport_id, 'unloaded weight differs from its weigh ticket'
from weigh_ticket w join transport t on t.id = w.transport_id
where w.place = 'UNLOADING' and w.net_kg is distinct from t.real_quantity_kg
union all
select 'settlement', side.settlement_id, side.side || ' differs from the lines of its rules'
from settlement_side side, lateral (
  select coalesce(sum((line->>'quantity')::bigint), 0) as kg, coalesce(sum((line->>'pricePerTonne')::bigint), 0) as price
  from jsonb_array_elements(side.snapshot->'lines') line) change
where side.snapshot is not null
  and (side.accepted_kg, side.price_minor_per_tonne) is distinct from
    ((side.snapshot->>'basisKg')::bigint + change.kg, (side.snapshot->>'contractPrice')::bigint + change.price)
union all
select 'settlement', side.settlement_id, 'sent amount differs from the accepted kilograms'
from settlement_side side
where side.side = 'purchase' and side.accepted_kg is not null
  and side.sent_amount_minor is distinct from round(side.accepted_kg * side.price_minor_per_tonne / 1000.0)

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
