-- Corrections of invoices (invoices.md): invoices without transports whose amount is the difference. Kind, contractor,
-- currency and due date are those of the corrected invoice; the note is the reason.

alter table invoice add column corrects_id bigint references invoice on delete cascade;
alter table invoice add constraint invoice_correction
  check (corrects_id is null or (transport_count = 0 and amount_minor <> 0 and issue_date is not null and note is not null));
create index invoice_corrects_idx on invoice (corrects_id) where corrects_id is not null;

-- A correction is paid with the corrected invoice.
create or replace view invoice_sum as
select invoice_id, min(deliver_date) as first_delivery, count(*)::integer as transport_count,
  (count(*) filter (where not is_paid))::integer as unpaid_count, sum(quantity_kg)::bigint as quantity_kg,
  sum(amount_minor)::bigint as amount_minor,
  coalesce(sum(amount_minor) filter (where not is_paid), 0)::bigint as unpaid_minor
from invoice_line group by invoice_id
union all
select k.id, null, 0, (i.unpaid_count > 0)::integer, 0, k.amount_minor,
  case when i.unpaid_count > 0 then k.amount_minor else 0 end
from invoice k join invoice i on i.id = k.corrects_id;

create function invoice_corrections() returns trigger language plpgsql as $$
begin
  update invoice set due_date = new.due_date, unpaid_count = (new.unpaid_count > 0)::integer,
    unpaid_minor = case when new.unpaid_count > 0 then amount_minor else 0 end, version = version + 1, updated_at = now()
  where corrects_id = new.id
    and (due_date, unpaid_count) is distinct from (new.due_date, (new.unpaid_count > 0)::integer);
  return null;
end $$;
create trigger invoice_corrections after update on invoice
  for each row when (new.corrects_id is null
    and (old.due_date, old.unpaid_count) is distinct from (new.due_date, new.unpaid_count))
  execute function invoice_corrections();

-- Replaced whole: a side never hangs on a correction, and corrections follow an invoice that is renamed or gets a record.
create or replace function invoice_hang(wanted invoice, delivered date, its_transport bigint, current_id bigint)
returns invoice language plpgsql as $$
declare
  found_one invoice;
  before invoice;
  takes_all boolean;
  wanted_key text := invoice_number_key(wanted.number);
begin
  wanted.number := btrim(wanted.number);
  -- few locks, because a bulk load hangs every row in one transaction
  perform pg_advisory_xact_lock(1201, abs(hashtext(concat_ws('|', wanted.kind, wanted.contractor_id, wanted.carrier_key,
    wanted.currency, wanted_key)) % 1024));
  select * into before from invoice where id = current_id for update;
  if before.id is not null
    and (before.kind, before.contractor_id, before.carrier_key, before.currency, invoice_number_key(before.number))
      is not distinct from (wanted.kind, wanted.contractor_id, wanted.carrier_key, wanted.currency, wanted_key) then
    found_one := before;
  else
    select * into found_one from invoice i
    where invoice_number_key(i.number) = wanted_key and i.kind = wanted.kind and i.currency = wanted.currency
      and i.corrects_id is null
      and i.contractor_id is not distinct from wanted.contractor_id
      and i.carrier_key is not distinct from wanted.carrier_key
      and abs(coalesce(i.issue_date, i.first_delivery) - coalesce(wanted.issue_date, delivered)) <= 180
    order by abs(coalesce(i.issue_date, i.first_delivery) - coalesce(wanted.issue_date, delivered)),
      i.unpaid_count = 0, i.id
    limit 1 for update;
    if found_one.id is null then
      -- an invoice that is renamed whole, or whose carrier becomes a record, keeps its KSeF number, note
      -- and corrections
      takes_all := before.transport_count = 1 or invoice_number_key(before.number) = wanted_key;
      if takes_all then
        -- the side that moves is being written, and those that stay are written after it
        perform set_config('spichlerz.moved_invoice', before.id::text, true);
        update invoice set ksef_number = null where id = before.id and ksef_number is not null;
        perform set_config('spichlerz.moved_invoice', '', true);
        wanted.ksef_number := coalesce(wanted.ksef_number, before.ksef_number);
        wanted.note := before.note;
      elsif wanted.ksef_number = before.ksef_number then
        wanted.ksef_number := null;
      end if;
      insert into invoice (kind, contractor_id, carrier_key, currency, number, issue_date, due_date, ksef_number, note,
        first_delivery)
      values (wanted.kind, wanted.contractor_id, wanted.carrier_key, wanted.currency, wanted.number, wanted.issue_date,
        wanted.due_date, wanted.ksef_number, wanted.note, delivered)
      returning * into found_one;
      if takes_all then
        update invoice set corrects_id = found_one.id, contractor_id = found_one.contractor_id,
          carrier_key = found_one.carrier_key, currency = found_one.currency, due_date = found_one.due_date,
          unpaid_count = 0, unpaid_minor = 0
        where corrects_id = before.id;
      end if;
      return found_one;
    end if;
    -- joining with an empty field, or with that of the invoice it leaves, leaves the invoice's
    wanted.number := btrim(found_one.number);
    wanted.issue_date := coalesce(nullif(wanted.issue_date, before.issue_date), found_one.issue_date, wanted.issue_date);
    wanted.due_date := coalesce(nullif(wanted.due_date, before.due_date), found_one.due_date, wanted.due_date);
    wanted.ksef_number := coalesce(nullif(wanted.ksef_number, before.ksef_number), found_one.ksef_number);
  end if;
  if (wanted.number, wanted.issue_date, wanted.due_date)
      is distinct from (btrim(found_one.number), found_one.issue_date, found_one.due_date)
    and exists (select from invoice_line
      where invoice_id = found_one.id and is_paid and transport_id <> its_transport) then
    raise exception 'a side of invoice % is paid', found_one.id
      using errcode = 'check_violation', constraint = 'invoice_is_paid';
  end if;
  found_one.number := wanted.number;
  found_one.issue_date := wanted.issue_date;
  found_one.due_date := wanted.due_date;
  found_one.ksef_number := wanted.ksef_number;
  return found_one;
end $$;

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
