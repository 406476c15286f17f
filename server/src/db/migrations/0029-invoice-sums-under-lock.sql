-- Writes the sums of an invoice, and removes one whose last transport was taken off. The invoice is locked before its
-- transports are read: an update that waits for another transaction writes the sums that it read before it waited.
create or replace function invoice_recount(its_id bigint) returns void language plpgsql as $$
begin
  perform from invoice where id = its_id for update;
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

-- Sums that two transactions wrote at the same time.
select invoice_recount(i.id)
from invoice i left join invoice_sum z on z.invoice_id = i.id
where i.corrects_id is null
  and (i.first_delivery, i.transport_count, i.unpaid_count, i.quantity_kg, i.amount_minor, i.unpaid_minor)
    is distinct from (z.first_delivery, z.transport_count, z.unpaid_count, z.quantity_kg, z.amount_minor, z.unpaid_minor);
