-- Numbers are looked up in the invoices themselves, no longer in the sides and freights that hang on them.
drop index settlement_side_invoice_number_idx;
drop index transport_invoice_number_idx;
alter table invoice add column search_text text not null generated always as (search_key(
  number || '|' || coalesce(ksef_number, '') || '|' || coalesce(carrier_key, ''))) stored;
create index invoice_search_idx on invoice using gin (search_text gin_trgm_ops);

-- Counts and sums of all invoices, which lists show for every page, spread over shards like the counters of 0001.
create table invoice_total (
  kind invoice_kind not null,
  currency currency not null,
  is_paid boolean not null,
  shard smallint not null,
  n bigint not null,
  amount_minor bigint not null,
  unpaid_minor bigint not null,
  primary key (kind, currency, is_paid, shard)
) with (fillfactor = 50);
create function add_invoice_total(
  its_kind invoice_kind, its_currency currency, paid boolean, difference bigint, amount bigint, unpaid bigint
) returns void language sql as $$
  insert into invoice_total as t (kind, currency, is_paid, shard, n, amount_minor, unpaid_minor)
  values (its_kind, its_currency, paid, pg_backend_pid() % 16, difference, amount, unpaid)
  on conflict (kind, currency, is_paid, shard) do update
    set n = t.n + excluded.n, amount_minor = t.amount_minor + excluded.amount_minor,
      unpaid_minor = t.unpaid_minor + excluded.unpaid_minor;
$$;
create function invoice_totals() returns trigger language plpgsql as $$
begin
  -- in a fixed order, so that two transactions that change the same totals cannot deadlock
  perform add_invoice_total(kind, currency, paid, sum(difference)::bigint, sum(difference * amount)::bigint,
    sum(difference * unpaid)::bigint)
  from (
    select old.kind, old.currency, old.unpaid_count = 0 as paid, -1 as difference, old.amount_minor as amount,
      old.unpaid_minor as unpaid
    where tg_op <> 'INSERT'
    union all
    select new.kind, new.currency, new.unpaid_count = 0, 1, new.amount_minor, new.unpaid_minor where tg_op <> 'DELETE'
  ) changed
  group by kind, currency, paid order by kind, currency, paid;
  return null;
end $$;
create trigger invoice_total_insert after insert on invoice for each row execute function invoice_totals();
create trigger invoice_total_delete after delete on invoice for each row execute function invoice_totals();
create trigger invoice_total_update after update on invoice
  for each row when ((old.kind, old.currency, old.unpaid_count = 0, old.amount_minor, old.unpaid_minor)
    is distinct from (new.kind, new.currency, new.unpaid_count = 0, new.amount_minor, new.unpaid_minor))
  execute function invoice_totals();
insert into invoice_total
select kind, currency, unpaid_count = 0, 0, count(*), sum(amount_minor), sum(unpaid_minor) from invoice group by 1, 2, 3;

-- ---- integrity ------------------------------------------------------------------------------------------------

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
select 'invoice_total', 0, kind || ' ' || currency || case when is_paid then ' paid' else ' unpaid' end
from (
  select kind, currency, is_paid, n, amount_minor, unpaid_minor from invoice_total
  union all select kind, currency, unpaid_count = 0, -1, -amount_minor, -unpaid_minor from invoice) counted
group by kind, currency, is_paid having sum(n) <> 0 or sum(amount_minor) <> 0 or sum(unpaid_minor) <> 0
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
group by raw_material_id, quality_id, side having sum(contracts) <> 0 or sum(open_kg) <> 0

-- invoices
union all
select 'invoice', i.id, 'sums differ from what hangs on it'
from invoice i left join invoice_sum z on z.invoice_id = i.id
where (i.first_delivery, i.transport_count, i.unpaid_count, i.quantity_kg, i.amount_minor, i.unpaid_minor)
  is distinct from (z.first_delivery, z.transport_count, z.unpaid_count, z.quantity_kg, z.amount_minor, z.unpaid_minor)
union all
select 'settlement', s.settlement_id, s.side || ' differs from its invoice'
from settlement_side s join settlement x on x.id = s.settlement_id join transport t on t.id = x.transport_id
join contract c on c.id = case s.side when 'purchase' then t.purchase_id else t.sales_id end
left join invoice i on i.id = s.invoice_id
where (s.status in ('INVOICE', 'PAID') or s.invoice_number is not null)
  and (i.kind::text, i.contractor_id, i.currency, btrim(i.number), i.issue_date, i.due_date, i.ksef_number)
    is distinct from (upper(s.side::text), c.contractor_id, c.currency, btrim(s.invoice_number), s.invoice_date,
      s.payment_date, s.ksef_number)
union all
select 'transport', t.id, 'freight differs from its invoice'
from transport t left join invoice i on i.id = t.freight_invoice_id
where (t.status in ('INVOICE', 'PAID') or t.freight_invoice_number is not null)
  and (i.kind::text, i.contractor_id, i.carrier_key, i.currency, btrim(i.number), i.issue_date, i.due_date, i.ksef_number)
    is distinct from ('FREIGHT', t.carrier_id,
      case when t.carrier_id is null then carrier_name_key(t.carrier_name) end, t.currency,
      btrim(t.freight_invoice_number), t.freight_invoice_date, t.freight_payment_date, t.freight_ksef_number)
union all
select 'invoice', k.id, 'correction differs from the corrected invoice'
from invoice k join invoice i on i.id = k.corrects_id
where (k.kind, k.contractor_id, k.carrier_key, k.currency, k.due_date, i.corrects_id)
  is distinct from (i.kind, i.contractor_id, i.carrier_key, i.currency, i.due_date, null);
