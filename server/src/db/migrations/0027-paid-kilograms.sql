-- The kilograms of an invoiced side are those that its amount pays: of a sale those that were invoiced, else the accepted
-- ones, those of the sent statement or those of the sale's options. A transport that is weighed again does not change
-- them (invoices.md, "Invoices are records").
create or replace view invoice_line as
select s.invoice_id, x.transport_id, s.status::text as status, s.status = 'PAID' as is_paid,
  coalesce(case s.side when 'sales' then s.sent_quantity_kg end, s.accepted_kg, s.sent_quantity_kg, o.quantity_kg,
    t.real_quantity_kg, t.quantity_kg) as quantity_kg,
  coalesce(s.sent_amount_minor, o.amount_minor,
    round(coalesce(s.accepted_kg, s.sent_quantity_kg, t.real_quantity_kg, t.quantity_kg) * s.price_minor_per_tonne
      / 1000.0))::bigint as amount_minor,
  s.deliver_date
from settlement_side s join settlement x on x.id = s.settlement_id join transport t on t.id = x.transport_id
left join lateral (select sum(y.quantity_kg)::bigint as quantity_kg,
    sum(round(y.quantity_kg * y.price_minor_per_tonne / 1000.0)) as amount_minor
  from settlement_option y
  where s.side = 'sales' and s.accepted_kg is null and y.settlement_id = s.settlement_id) o on true
where s.invoice_id is not null
union all
select t.freight_invoice_id, t.id, t.status::text, t.status = 'PAID',
  coalesce(t.real_quantity_kg, t.quantity_kg), t.freight_minor, null
from transport t where t.freight_invoice_id is not null;

update invoice i set quantity_kg = z.quantity_kg, amount_minor = z.amount_minor, unpaid_minor = z.unpaid_minor
from invoice_sum z where z.invoice_id = i.id
  and (i.quantity_kg, i.amount_minor, i.unpaid_minor) is distinct from (z.quantity_kg, z.amount_minor, z.unpaid_minor);
