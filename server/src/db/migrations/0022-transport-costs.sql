-- Margin (unloading.md): the costs of a transport besides its freight, and what each transport adds to a margin.

create type transport_cost_kind as enum ('DEMURRAGE', 'LAB', 'COMMISSION', 'OTHER');
create type margin_stage as enum ('PLANNED', 'DELIVERED', 'SETTLED', 'INVOICED');

create table transport_cost (
  transport_id bigint not null references transport on delete cascade,
  position smallint not null check (position >= 0),
  kind transport_cost_kind not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency currency not null,
  note text,
  primary key (transport_id, position)
);

-- kg × minor units per tonne, rounded half up, like lineAmount in shared/src/domain/units.ts
create function line_amount(kg bigint, price_minor bigint) returns bigint
  language sql immutable parallel safe
  return (kg * price_minor + 500) / 1000;

-- What each transport adds to a margin, like transportMargin in shared/src/domain/margin.ts. A cancelled transport adds
-- nothing, a returned one its freight alone. Sums read many transports, so no rule is asked row by row.
create view transport_margin as
select t.id as transport_id, t.purchase_id, t.sales_id, p.raw_material_id, p.contractor_id as supplier_id,
  s.contractor_id as recipient_id, s.owner_id, xs.deliver_date, t.date_unloading, t.is_returned,
  t.in_delivery_kg + t.delivered_kg as quantity_kg,
  case
    when t.is_returned then case when t.freight_minor is null then 'DELIVERED' else 'INVOICED' end::margin_stage
    when x.id is null then 'PLANNED'
    else least(
      case xp.status when 'SETTLED' then 'SETTLED' when 'INVOICE' then 'INVOICED' when 'PAID' then 'INVOICED'
        else 'DELIVERED' end::margin_stage,
      case when xs.status in ('INVOICE', 'PAID') then 'INVOICED'
        when xs.accepted_kg is not null or o.amount_minor is not null then 'SETTLED'
        else 'DELIVERED' end::margin_stage)
  end as stage,
  case when not t.is_returned then s.currency end as sales_currency,
  case when t.is_returned then 0
    when x.id is null then line_amount(t.quantity_kg, s.price_minor_per_tonne)
    when xs.accepted_kg is null and o.amount_minor is not null then o.amount_minor
    else line_amount(coalesce(xs.accepted_kg, t.real_quantity_kg, t.quantity_kg), xs.price_minor_per_tonne)
  end as sales_minor,
  case when not t.is_returned then p.currency end as purchase_currency,
  case when t.is_returned then 0
    when x.id is null then line_amount(t.quantity_kg, p.price_minor_per_tonne)
    else line_amount(coalesce(xp.accepted_kg, xp.sent_quantity_kg, t.real_quantity_kg, t.quantity_kg),
      xp.price_minor_per_tonne)
  end as purchase_minor,
  t.currency as freight_currency,
  coalesce(t.freight_minor, line_amount(coalesce(t.real_quantity_kg, t.quantity_kg), t.price_minor_per_tonne))
    as freight_minor
from transport t
join contract p on p.id = t.purchase_id
join contract s on s.id = t.sales_id
left join settlement x on x.transport_id = t.id
left join settlement_side xp on xp.settlement_id = x.id and xp.side = 'purchase'
left join settlement_side xs on xs.settlement_id = x.id and xs.side = 'sales'
left join lateral (select sum(line_amount(y.quantity_kg, y.price_minor_per_tonne))::bigint as amount_minor
  from settlement_option y where y.settlement_id = x.id) o on x.id is not null
where t.status <> 'CANCELLED';
