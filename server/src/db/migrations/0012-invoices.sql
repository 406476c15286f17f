-- Invoices (invoices.md): records that sides of settlements and freights hang on. Number, dates and KSeF number belong to
-- the invoice; sides keep copies, which old calls and lists read, and triggers keep both the same.

create type invoice_kind as enum ('PURCHASE', 'SALES', 'FREIGHT');

create function invoice_number_key(number text) returns text
  language sql immutable parallel safe strict as $$ select lower(btrim(number)) $$;
-- The carrier's name stands for a carrier without a record.
create function carrier_name_key(name text) returns text
  language sql immutable parallel safe strict as $$ select lower(regexp_replace(btrim(name), '\s+', ' ', 'g')) $$;

create table invoice (
  id bigint generated always as identity primary key,
  kind invoice_kind not null,
  contractor_id bigint references contractor,
  carrier_key text,
  currency currency not null,
  number text not null,
  issue_date date,
  due_date date,
  ksef_number text,
  note text,
  -- the first delivery of its sides, written by a trigger; stands for the issue date of an invoice without one
  first_delivery date,
  -- sums of its sides, written by triggers
  transport_count integer not null default 0,
  unpaid_count integer not null default 0,
  quantity_kg bigint not null default 0,
  amount_minor bigint not null default 0,
  unpaid_minor bigint not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint invoice_contractor check ((contractor_id is null) = (carrier_key is not null)),
  constraint invoice_carrier check (contractor_id is not null or kind = 'FREIGHT'),
  constraint invoice_ksef_number
    check (ksef_number = upper(ksef_number) and (length(ksef_number) = 35 or ksef_number in ('OFF', 'BFK', 'DI')))
);
create index invoice_number_idx on invoice (invoice_number_key(number), kind, contractor_id);
-- The lists of each kind by due date: of all, and of those to be paid.
create index invoice_due_date_idx on invoice (kind, due_date, id);
create index invoice_unpaid_idx on invoice (kind, due_date, id) where unpaid_count > 0;
create index invoice_contractor_idx on invoice (contractor_id, kind, due_date);
-- A number names one document; the markers repeat.
create unique index invoice_ksef_number_key on invoice (ksef_number) where ksef_number not in ('OFF', 'BFK', 'DI');

alter table settlement_side
  add column invoice_id bigint references invoice,
  add column invoice_date date,
  add column ksef_number text;
alter table transport
  add column freight_invoice_id bigint references invoice,
  add column freight_ksef_number text;

-- ---- invoices of the sides that exist -------------------------------------------------------------------------

create temporary table old_side on commit drop as
select 'PURCHASE'::invoice_kind as kind, s.settlement_id as side_id, c.contractor_id, null::text as carrier_key,
  c.currency, s.invoice_number as number, null::date as issue_date, s.payment_date as due_date, s.deliver_date
from settlement_side s join settlement x on x.id = s.settlement_id join transport t on t.id = x.transport_id
join contract c on c.id = t.purchase_id
where s.side = 'purchase' and s.status in ('INVOICE', 'PAID')
union all
select 'SALES', s.settlement_id, c.contractor_id, null, c.currency, s.invoice_number, null, s.payment_date, s.deliver_date
from settlement_side s join settlement x on x.id = s.settlement_id join transport t on t.id = x.transport_id
join contract c on c.id = t.sales_id
where s.side = 'sales' and s.status in ('INVOICE', 'PAID')
union all
select 'FREIGHT', t.id, t.carrier_id, case when t.carrier_id is null then carrier_name_key(t.carrier_name) end, t.currency,
  t.freight_invoice_number, t.freight_invoice_date, t.freight_payment_date, null
from transport t where t.status in ('INVOICE', 'PAID');

create temporary table old_invoice on commit drop as
select row_number() over (order by kind, min(side_id)) as n, kind, contractor_id, carrier_key, currency, number, issue_date,
  due_date, min(deliver_date) as first_delivery, array_agg(side_id) as side_ids
from old_side
group by kind, contractor_id, carrier_key, currency, number, issue_date, due_date;

-- Sides of one number that disagree are invoices of their own within a year's numbers: no row changes.
insert into invoice (id, kind, contractor_id, carrier_key, currency, number, issue_date, due_date, first_delivery, note)
overriding system value
select n, kind, contractor_id, carrier_key, currency, number, issue_date, due_date, first_delivery,
  case when coalesce(issue_date, first_delivery) - lag(coalesce(issue_date, first_delivery)) over (
    partition by kind, contractor_id, carrier_key, currency, invoice_number_key(number)
    order by coalesce(issue_date, first_delivery), n) <= 180 then 'ten sam numer' end
from old_invoice order by n;
select setval(pg_get_serial_sequence('invoice', 'id'), greatest(1, (select count(*) from invoice)),
  exists (select from invoice));

-- Only the reference changes, so that the triggers of sums and counters would do nothing for every row.
alter table settlement_side disable trigger user;
alter table transport disable trigger user;
update settlement_side s set invoice_id = i.n
from old_invoice i, unnest(i.side_ids) as side_id
where i.kind <> 'FREIGHT' and s.settlement_id = side_id
  and s.side = case i.kind when 'PURCHASE' then 'purchase' else 'sales' end::side;
update transport t set freight_invoice_id = i.n
from old_invoice i, unnest(i.side_ids) as side_id
where i.kind = 'FREIGHT' and t.id = side_id;

-- A number on a side that is not invoiced is of no invoice; the audit log keeps it.
insert into history (entity, entity_id, action, changes, contract_ids, subject)
select 'settlement', s.settlement_id, s.side || '.invoiceTakenBack',
  jsonb_build_object('invoice_number', jsonb_build_array(s.invoice_number, null)),
  array[case s.side when 'purchase' then t.purchase_id else t.sales_id end], t.registration_number
from settlement_side s join settlement x on x.id = s.settlement_id join transport t on t.id = x.transport_id
where s.invoice_number is not null and s.invoice_id is null;
update settlement_side set invoice_number = null where invoice_number is not null and invoice_id is null;
insert into history (entity, entity_id, action, changes, contract_ids, subject)
select 'transport', t.id, 'changed',
  jsonb_build_object('freight_invoice_number', jsonb_build_array(t.freight_invoice_number, null)),
  array[t.purchase_id, t.sales_id], t.registration_number
from transport t where t.freight_invoice_number is not null and t.freight_invoice_id is null;
update transport set freight_invoice_number = null
where freight_invoice_number is not null and freight_invoice_id is null;
alter table settlement_side enable trigger user;
alter table transport enable trigger user;

create index settlement_side_invoice_idx on settlement_side (invoice_id) where invoice_id is not null;
create index transport_freight_invoice_idx on transport (freight_invoice_id) where freight_invoice_id is not null;
alter table settlement_side add constraint settlement_side_with_invoice
  check ((invoice_id is not null) = (status in ('INVOICE', 'PAID')));
alter table transport add constraint transport_with_invoice
  check ((freight_invoice_id is not null) = (status in ('INVOICE', 'PAID')));

-- ---- sums of an invoice ---------------------------------------------------------------------------------------

-- What hangs on invoices: the amount that the paper says and the paid kilograms.
create view invoice_line as
select s.invoice_id, x.transport_id, s.status::text as status, s.status = 'PAID' as is_paid,
  coalesce(s.accepted_kg, t.real_quantity_kg, t.quantity_kg) as quantity_kg,
  coalesce(s.sent_amount_minor,
    case when s.side = 'sales' and s.accepted_kg is null then
      (select sum(round(o.quantity_kg * o.price_minor_per_tonne / 1000.0)) from settlement_option o
      where o.settlement_id = s.settlement_id) end,
    round(coalesce(s.accepted_kg, t.real_quantity_kg, t.quantity_kg) * s.price_minor_per_tonne / 1000.0))::bigint
    as amount_minor,
  s.deliver_date
from settlement_side s join settlement x on x.id = s.settlement_id join transport t on t.id = x.transport_id
where s.invoice_id is not null
union all
select t.freight_invoice_id, t.id, t.status::text, t.status = 'PAID',
  coalesce(t.real_quantity_kg, t.quantity_kg), t.freight_minor, null
from transport t where t.freight_invoice_id is not null;

create view invoice_sum as
select invoice_id, min(deliver_date) as first_delivery, count(*)::integer as transport_count,
  (count(*) filter (where not is_paid))::integer as unpaid_count, sum(quantity_kg)::bigint as quantity_kg,
  sum(amount_minor)::bigint as amount_minor,
  coalesce(sum(amount_minor) filter (where not is_paid), 0)::bigint as unpaid_minor
from invoice_line group by invoice_id;

update invoice i set first_delivery = z.first_delivery, transport_count = z.transport_count,
  unpaid_count = z.unpaid_count, quantity_kg = z.quantity_kg, amount_minor = z.amount_minor, unpaid_minor = z.unpaid_minor
from invoice_sum z where z.invoice_id = i.id;

-- Writes the sums of an invoice, and removes one whose last transport was taken off.
create function invoice_recount(its_id bigint) returns void language plpgsql as $$
begin
  update invoice i set first_delivery = z.first_delivery, transport_count = z.transport_count,
    unpaid_count = z.unpaid_count, quantity_kg = z.quantity_kg, amount_minor = z.amount_minor,
    unpaid_minor = z.unpaid_minor
  from invoice_sum z where i.id = its_id and z.invoice_id = its_id
    and (i.first_delivery, i.transport_count, i.unpaid_count, i.quantity_kg, i.amount_minor, i.unpaid_minor)
      is distinct from (z.first_delivery, z.transport_count, z.unpaid_count, z.quantity_kg, z.amount_minor, z.unpaid_minor);
  if not found then
    delete from invoice where id = its_id and not exists (select from invoice_line where invoice_id = its_id);
  end if;
end $$;

-- ---- hanging --------------------------------------------------------------------------------------------------

-- The invoice that a side or a freight hangs on, found or made under a lock, with the values that the invoice has then:
-- the one it already hangs on if that has its number, else the nearest within 180 days, the unpaid first.
create function invoice_hang(wanted invoice, delivered date, its_transport bigint, current_id bigint)
returns invoice language plpgsql as $$
declare
  found_one invoice;
  before invoice;
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
      and i.contractor_id is not distinct from wanted.contractor_id
      and i.carrier_key is not distinct from wanted.carrier_key
      and abs(coalesce(i.issue_date, i.first_delivery) - coalesce(wanted.issue_date, delivered)) <= 180
    order by abs(coalesce(i.issue_date, i.first_delivery) - coalesce(wanted.issue_date, delivered)),
      i.unpaid_count = 0, i.id
    limit 1 for update;
    if found_one.id is null then
      -- an invoice that is renamed whole, or whose carrier becomes a record, keeps its KSeF number and note
      if before.transport_count = 1 or invoice_number_key(before.number) = wanted_key then
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

-- Writes what a side says of its invoice to the invoice, whose trigger writes it to the other sides.
create function invoice_take(its_id bigint, its_number text, issued date, due date, ksef text)
returns void language sql as $$
  update invoice set number = btrim(its_number), issue_date = issued, due_date = due, ksef_number = ksef,
    version = version + 1, updated_at = now()
  where id = its_id and (number, issue_date, due_date, ksef_number) is distinct from (btrim(its_number), issued, due, ksef);
$$;

-- Writes an invoice to what hangs on it and differs, whose versions it raises.
create function invoice_write(its_id bigint) returns void language sql as $$
  update transport t set freight_invoice_number = i.number, freight_invoice_date = i.issue_date,
    freight_payment_date = i.due_date, freight_ksef_number = i.ksef_number, version = t.version + 1, updated_at = now()
  from invoice i where i.id = its_id and t.freight_invoice_id = its_id
    and (btrim(t.freight_invoice_number), t.freight_invoice_date, t.freight_payment_date, t.freight_ksef_number)
      is distinct from (btrim(i.number), i.issue_date, i.due_date, i.ksef_number);
  update settlement_side s set invoice_number = i.number, invoice_date = i.issue_date, payment_date = i.due_date,
    ksef_number = i.ksef_number, version = s.version + 1
  from invoice i where i.id = its_id and s.invoice_id = its_id
    and (btrim(s.invoice_number), s.invoice_date, s.payment_date, s.ksef_number)
      is distinct from (btrim(i.number), i.issue_date, i.due_date, i.ksef_number);
$$;

create function settlement_side_hang() returns trigger language plpgsql as $$
declare
  wanted invoice;
  its_transport bigint;
begin
  if new.status not in ('INVOICE', 'PAID') then
    new.invoice_id := null;
    new.invoice_date := null;
    new.ksef_number := null;
    return new;
  end if;
  -- the constraint names what is missing
  if new.invoice_number is null or new.deliver_date is null then return new; end if;
  select t.id, c.contractor_id, c.currency into its_transport, wanted.contractor_id, wanted.currency
  from settlement x join transport t on t.id = x.transport_id
  join contract c on c.id = case new.side when 'purchase' then t.purchase_id else t.sales_id end
  where x.id = new.settlement_id;
  wanted.kind := case new.side when 'purchase' then 'PURCHASE' else 'SALES' end;
  wanted.number := new.invoice_number;
  wanted.issue_date := new.invoice_date;
  wanted.due_date := new.payment_date;
  wanted.ksef_number := new.ksef_number;
  wanted := invoice_hang(wanted, new.deliver_date, its_transport, new.invoice_id);
  new.invoice_id := wanted.id;
  new.invoice_number := wanted.number;
  new.invoice_date := wanted.issue_date;
  new.payment_date := wanted.due_date;
  new.ksef_number := wanted.ksef_number;
  return new;
end $$;

create function settlement_side_hung() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' and new.invoice_id is not null then
    perform invoice_take(new.invoice_id, new.invoice_number, new.invoice_date, new.payment_date, new.ksef_number);
    perform invoice_recount(new.invoice_id);
  end if;
  if tg_op <> 'INSERT' and old.invoice_id is not null
    and (tg_op = 'DELETE' or old.invoice_id is distinct from new.invoice_id) then
    perform invoice_recount(old.invoice_id);
    perform invoice_write(old.invoice_id);
  end if;
  return null;
end $$;

create trigger settlement_side_hang_insert before insert on settlement_side
  for each row when (new.status in ('INVOICE', 'PAID')) execute function settlement_side_hang();
create trigger settlement_side_hang_update
  before update of status, invoice_number, deliver_date, payment_date, invoice_date, ksef_number on settlement_side
  for each row when ((new.status, new.invoice_number, new.deliver_date, new.payment_date, new.invoice_date, new.ksef_number)
    is distinct from
    (old.status, old.invoice_number, old.deliver_date, old.payment_date, old.invoice_date, old.ksef_number))
  execute function settlement_side_hang();
create trigger settlement_side_hung_insert after insert on settlement_side
  for each row when (new.invoice_id is not null) execute function settlement_side_hung();
create trigger settlement_side_hung_update after update on settlement_side
  for each row when (old.invoice_id is not null or new.invoice_id is not null) execute function settlement_side_hung();
create trigger settlement_side_hung_delete after delete on settlement_side
  for each row when (old.invoice_id is not null) execute function settlement_side_hung();

create function transport_hang() returns trigger language plpgsql as $$
declare
  wanted invoice;
begin
  if new.status not in ('INVOICE', 'PAID') then
    new.freight_invoice_id := null;
    new.freight_ksef_number := null;
    return new;
  end if;
  if new.freight_invoice_number is null or new.freight_invoice_date is null then return new; end if;
  wanted.kind := 'FREIGHT';
  wanted.contractor_id := new.carrier_id;
  if new.carrier_id is null then wanted.carrier_key := carrier_name_key(new.carrier_name); end if;
  wanted.currency := new.currency;
  wanted.number := new.freight_invoice_number;
  wanted.issue_date := new.freight_invoice_date;
  wanted.due_date := new.freight_payment_date;
  wanted.ksef_number := new.freight_ksef_number;
  wanted := invoice_hang(wanted, null, new.id, new.freight_invoice_id);
  new.freight_invoice_id := wanted.id;
  new.freight_invoice_number := wanted.number;
  new.freight_invoice_date := wanted.issue_date;
  new.freight_payment_date := wanted.due_date;
  new.freight_ksef_number := wanted.ksef_number;
  return new;
end $$;

create function transport_hung() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' and new.freight_invoice_id is not null then
    perform invoice_take(new.freight_invoice_id, new.freight_invoice_number, new.freight_invoice_date,
      new.freight_payment_date, new.freight_ksef_number);
    perform invoice_recount(new.freight_invoice_id);
  end if;
  if tg_op <> 'INSERT' and old.freight_invoice_id is not null
    and (tg_op = 'DELETE' or old.freight_invoice_id is distinct from new.freight_invoice_id) then
    perform invoice_recount(old.freight_invoice_id);
    perform invoice_write(old.freight_invoice_id);
  end if;
  return null;
end $$;

create trigger transport_hang_insert before insert on transport
  for each row when (new.status in ('INVOICE', 'PAID')) execute function transport_hang();
create trigger transport_hang_update
  before update of status, freight_invoice_number, freight_invoice_date, freight_payment_date, freight_ksef_number, carrier_id,
    carrier_name, currency on transport
  for each row when (old.freight_invoice_id is not null or new.status in ('INVOICE', 'PAID'))
  execute function transport_hang();
create trigger transport_hung_insert after insert on transport
  for each row when (new.freight_invoice_id is not null) execute function transport_hung();
create trigger transport_hung_update after update on transport
  for each row when (old.freight_invoice_id is not null or new.freight_invoice_id is not null)
  execute function transport_hung();
create trigger transport_hung_delete after delete on transport
  for each row when (old.freight_invoice_id is not null) execute function transport_hung();

-- The kilograms of invoiced sides without accepted ones are those of the transport.
create function transport_invoice_kg() returns trigger language plpgsql as $$
begin
  perform invoice_recount(s.invoice_id)
  from settlement x join settlement_side s on s.settlement_id = x.id
  where x.transport_id = new.id and s.invoice_id is not null;
  return null;
end $$;
create trigger transport_invoice_kg after update of real_quantity_kg, quantity_kg on transport
  for each row when ((old.real_quantity_kg, old.quantity_kg) is distinct from (new.real_quantity_kg, new.quantity_kg))
  execute function transport_invoice_kg();

create function invoice_spread() returns trigger language plpgsql as $$
begin
  if new.id::text is distinct from current_setting('spichlerz.moved_invoice', true) then
    perform invoice_write(new.id);
  end if;
  return null;
end $$;
create trigger invoice_spread after update on invoice
  for each row when ((old.number, old.issue_date, old.due_date, old.ksef_number)
    is distinct from (new.number, new.issue_date, new.due_date, new.ksef_number))
  execute function invoice_spread();

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
      btrim(t.freight_invoice_number), t.freight_invoice_date, t.freight_payment_date, t.freight_ksef_number);
