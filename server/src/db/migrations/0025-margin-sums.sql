-- Sums of margins (docs/decisions/0020-margin.md), so that the report takes the same time at any number of transports.

-- ---- lines: what a transport or an open quantity adds in one currency ------------------------------------------

create type margin_source as enum ('TRANSPORT', 'ALLOCATION');

-- The lines as they are now, one per currency. Kilograms and transports count once, in the currency of the sale, or of the
-- freight of a returned transport.
create view current_margin_line as
select part.source, part.source_id, part.day, part.raw_material_id, part.recipient_id, part.supplier_id, part.owner_id,
  line.currency, line.is_mixed,
  case when line.currency = part.counted_in then part.quantity_kg else 0 end as quantity_kg,
  case when line.currency = part.counted_in then part.transports else 0 end as transports,
  line.sales_minor, line.purchase_minor, line.freight_minor, line.costs_minor,
  case when part.is_planned then line.sales_minor - line.purchase_minor - line.freight_minor - line.costs_minor else 0 end
    as planned_minor
from (
  select 'TRANSPORT'::margin_source as source, m.transport_id as source_id,
    coalesce(m.deliver_date, m.date_unloading) as day, m.raw_material_id, m.recipient_id, m.supplier_id, m.owner_id,
    coalesce(m.sales_currency, m.freight_currency) as counted_in, m.quantity_kg, 1 as transports,
    m.stage = 'PLANNED' as is_planned, m.sales_currency, m.sales_minor, m.purchase_currency, m.purchase_minor,
    m.freight_currency, m.freight_minor, case when not m.is_returned then m.transport_id end as costs_of
  from transport_margin m
  union all
  select 'ALLOCATION', a.id, s.receipt_to, a.raw_material_id, s.contractor_id, p.contractor_id, s.owner_id, s.currency,
    a.open_kg, 0, true, s.currency, line_amount(a.open_kg, s.price_minor_per_tonne), p.currency,
    line_amount(a.open_kg, p.price_minor_per_tonne), t.currency, line_amount(a.open_kg, t.price_minor_per_tonne), null
  from allocation a
  join contract p on p.id = a.purchase_id
  join contract s on s.id = a.sales_id
  -- the freight of the last transport, which the form of the next one proposes too
  left join lateral (select t.price_minor_per_tonne, t.currency from transport t
    where a.transport_count > 0 and t.purchase_id = a.purchase_id and t.sales_id = a.sales_id and t.status <> 'CANCELLED'
    order by t.id desc limit 1) t on true
  where a.open_kg > 0
) part
cross join lateral (
  select currency, count(*) over () > 1 as is_mixed, sum(sales)::bigint as sales_minor,
    sum(purchase)::bigint as purchase_minor, sum(freight)::bigint as freight_minor, sum(costs)::bigint as costs_minor
  from (
    values (part.sales_currency, part.sales_minor, 0, 0, 0), (part.purchase_currency, 0, part.purchase_minor, 0, 0),
      (part.freight_currency, 0, 0, part.freight_minor, 0)
    union all
    select k.currency, 0, 0, 0, k.amount_minor from transport_cost k where k.transport_id = part.costs_of
  ) amount (currency, sales, purchase, freight, costs)
  where currency is not null
  group by currency
) line;

-- The lines that are in the sums. Only apply_margin_changes writes them.
create table margin_line (
  source margin_source not null,
  source_id bigint not null,
  day date not null,
  raw_material_id bigint not null,
  recipient_id bigint not null,
  supplier_id bigint not null,
  owner_id bigint not null,
  currency currency not null,
  -- whether the transport or the open quantity has amounts in several currencies, and so no margin
  is_mixed boolean not null,
  quantity_kg bigint not null,
  transports integer not null,
  sales_minor bigint not null,
  purchase_minor bigint not null,
  freight_minor bigint not null,
  costs_minor bigint not null,
  -- the margin of what is only planned
  planned_minor bigint not null,
  primary key (source, source_id, currency)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
-- The days of a range that are not part of a whole month, and the partners of one raw material.
create index margin_line_day_idx on margin_line (day, raw_material_id);

-- ---- sums of lines --------------------------------------------------------------------------------------------

create type margin_group as enum ('MATERIAL', 'RECIPIENT', 'SUPPLIER', 'OWNER');

-- Raw materials have a row per day. Partners and owners have one per month, because those of a day are nearly as many as
-- its transports; `day` is the first of the month then.
create table margin_sum (
  group_by margin_group not null,
  key bigint not null,
  day date not null,
  currency currency not null,
  is_mixed boolean not null,
  lines bigint not null,
  quantity_kg bigint not null,
  transports bigint not null,
  sales_minor bigint not null,
  purchase_minor bigint not null,
  freight_minor bigint not null,
  costs_minor bigint not null,
  planned_minor bigint not null,
  primary key (group_by, day, key, currency, is_mixed)
);

-- The groups in whose sums a line is.
create function margin_groups(day date, raw_material_id bigint, recipient_id bigint, supplier_id bigint, owner_id bigint)
  returns table (group_by margin_group, key bigint, day date) language sql immutable parallel safe as $$
  values ('MATERIAL'::margin_group, $2, $1),
    ('RECIPIENT', $3, date_trunc('month', $1::timestamp)::date),
    ('SUPPLIER', $4, date_trunc('month', $1::timestamp)::date),
    ('OWNER', $5, date_trunc('month', $1::timestamp)::date)
$$;

create function margin_sums() returns trigger language plpgsql as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into margin_sum as s
  select g.group_by, g.key, g.day, l.currency, l.is_mixed, sign * count(*), sign * sum(l.quantity_kg),
    sign * sum(l.transports), sign * sum(l.sales_minor), sign * sum(l.purchase_minor), sign * sum(l.freight_minor),
    sign * sum(l.costs_minor), sign * sum(l.planned_minor)
  from changed l cross join lateral margin_groups(l.day, l.raw_material_id, l.recipient_id, l.supplier_id, l.owner_id) g
  group by g.group_by, g.key, g.day, l.currency, l.is_mixed
  -- rows that a report reads together are stored together
  order by g.group_by, g.day, g.key
  on conflict (group_by, day, key, currency, is_mixed) do update set
    lines = s.lines + excluded.lines, quantity_kg = s.quantity_kg + excluded.quantity_kg,
    transports = s.transports + excluded.transports, sales_minor = s.sales_minor + excluded.sales_minor,
    purchase_minor = s.purchase_minor + excluded.purchase_minor, freight_minor = s.freight_minor + excluded.freight_minor,
    costs_minor = s.costs_minor + excluded.costs_minor, planned_minor = s.planned_minor + excluded.planned_minor;
  return null;
end $$;
create trigger margin_line_insert after insert on margin_line
  referencing new table as changed for each statement execute function margin_sums();
create trigger margin_line_delete after delete on margin_line
  referencing old table as changed for each statement execute function margin_sums();

-- ---- changes that are not in the sums yet ---------------------------------------------------------------------
-- Writers only append here, so that none waits for another at a sum. The report adds what changed since the last run of
-- the job.

create table margin_change (source margin_source not null, source_id bigint not null);

-- A transport has the last freight of its allocation.
create function transport_margin_change() returns trigger language plpgsql as $$
begin
  insert into margin_change
  select 'TRANSPORT'::margin_source, coalesce(new.id, old.id)
  union all
  select 'ALLOCATION', a.id from allocation a
  where a.purchase_id = old.purchase_id and a.sales_id = old.sales_id
    or a.purchase_id = new.purchase_id and a.sales_id = new.sales_id;
  return null;
end $$;
create trigger transport_margin_change after insert or update or delete on transport
  for each row execute function transport_margin_change();

create function allocation_margin_change() returns trigger language plpgsql as $$
begin
  insert into margin_change values ('ALLOCATION', coalesce(new.id, old.id));
  return null;
end $$;
create trigger allocation_margin_change after insert or delete on allocation
  for each row execute function allocation_margin_change();
create trigger allocation_margin_change_update after update on allocation
  for each row when (old.open_kg <> new.open_kg) execute function allocation_margin_change();

-- A transport that another transaction adds to the contract at the same time is not missed, because both lock the contract.
create function contract_margin_change() returns trigger language plpgsql as $$
begin
  insert into margin_change
  select 'TRANSPORT'::margin_source, id from transport where new.id in (purchase_id, sales_id)
  union all
  select 'ALLOCATION', id from allocation where new.id in (purchase_id, sales_id);
  return null;
end $$;
create trigger contract_margin_change after update on contract
  for each row when ((old.price_minor_per_tonne, old.currency, old.contractor_id, old.owner_id, old.receipt_to)
    is distinct from (new.price_minor_per_tonne, new.currency, new.contractor_id, new.owner_id, new.receipt_to))
  execute function contract_margin_change();

create function transport_part_margin_change() returns trigger language plpgsql as $$
begin
  insert into margin_change values ('TRANSPORT', coalesce(new.transport_id, old.transport_id));
  return null;
end $$;
create trigger transport_cost_margin_change after insert or update or delete on transport_cost
  for each row execute function transport_part_margin_change();
-- A deleted settlement is gone before the triggers of its sides and options look for their transport.
create trigger settlement_margin_change after delete on settlement
  for each row execute function transport_part_margin_change();

create function settlement_part_margin_change() returns trigger language plpgsql as $$
begin
  insert into margin_change
  select 'TRANSPORT', transport_id from settlement where id = coalesce(new.settlement_id, old.settlement_id);
  return null;
end $$;
create trigger settlement_side_margin_change after insert or update or delete on settlement_side
  for each row execute function settlement_part_margin_change();
create trigger settlement_option_margin_change after insert or update or delete on settlement_option
  for each row execute function settlement_part_margin_change();

-- What changed lines add to the sums: stored lines with the sign -1, current lines with 1. The ids are arrays, so that the
-- planner looks lines up by key, however many changes it expects.
create view pending_margin_line as
select -1 as sign, l.* from margin_line l
where l.source = 'TRANSPORT' and l.source_id = any(array(select source_id from margin_change where source = 'TRANSPORT'))
union all
select -1, l.* from margin_line l
where l.source = 'ALLOCATION' and l.source_id = any(array(select source_id from margin_change where source = 'ALLOCATION'))
union all
select 1, c.* from current_margin_line c
where c.source = 'TRANSPORT' and c.source_id = any(array(select source_id from margin_change where source = 'TRANSPORT'))
union all
select 1, c.* from current_margin_line c
where c.source = 'ALLOCATION' and c.source_id = any(array(select source_id from margin_change where source = 'ALLOCATION'));

-- Moves up to `batch` changes into lines and sums, and returns their number. A change that is committed between two of the
-- statements may already be in the new line; it stays in margin_change, and the report adds no difference for it. The lock
-- keeps two transactions from adding the same difference.
create function apply_margin_changes(batch integer) returns integer language plpgsql as $$
declare
  taken integer;
  its_transports bigint[];
  its_allocations bigint[];
begin
  -- any number works that is not the lock of another part of the program
  if not pg_try_advisory_xact_lock(7410004) then return 0; end if;
  with taken_changes as (
    delete from margin_change where ctid = any(array(select ctid from margin_change limit batch)) returning source, source_id)
  select count(*), array_agg(distinct source_id) filter (where source = 'TRANSPORT'),
    array_agg(distinct source_id) filter (where source = 'ALLOCATION')
  into taken, its_transports, its_allocations from taken_changes;
  delete from margin_line where source = 'TRANSPORT' and source_id = any(its_transports);
  delete from margin_line where source = 'ALLOCATION' and source_id = any(its_allocations);
  insert into margin_line select * from current_margin_line where source = 'TRANSPORT' and source_id = any(its_transports);
  insert into margin_line select * from current_margin_line where source = 'ALLOCATION' and source_id = any(its_allocations);
  return taken;
end $$;

-- Takes about a minute for a million transports (6 s for 100,000 on a busy machine).
insert into margin_line select * from current_margin_line;

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

-- sums of margins: stored and pending lines together are the current lines, and the sums are those of the stored lines
union all
select distinct 'margin_line', source_id, 'differs from the amounts of the ' || lower(source::text)
from (
  select 1 as sign, l.* from margin_line l
  union all select p.* from pending_margin_line p
  union all select -1, c.* from current_margin_line c) line
group by source, source_id, day, raw_material_id, recipient_id, supplier_id, owner_id, currency, is_mixed, quantity_kg,
  transports, sales_minor, purchase_minor, freight_minor, costs_minor, planned_minor
having sum(sign) <> 0
union all
select 'margin_sum', key, group_by || ' ' || day || ' ' || currency || ' differs from its lines'
from (
  select * from margin_sum
  union all
  select g.group_by, g.key, g.day, l.currency, l.is_mixed, -1, -l.quantity_kg, -l.transports, -l.sales_minor,
    -l.purchase_minor, -l.freight_minor, -l.costs_minor, -l.planned_minor
  from margin_line l cross join lateral margin_groups(l.day, l.raw_material_id, l.recipient_id, l.supplier_id, l.owner_id) g
  ) summed
group by group_by, key, day, currency, is_mixed
having (sum(lines), sum(quantity_kg), sum(transports), sum(sales_minor), sum(purchase_minor), sum(freight_minor),
  sum(costs_minor), sum(planned_minor)) <> (0, 0, 0, 0, 0, 0, 0, 0)

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
