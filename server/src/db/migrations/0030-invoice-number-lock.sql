-- The lock under which the number of an invoice is looked up and given, the same as in invoice_hang (0021).
create function invoice_number_lock(kind invoice_kind, contractor_id bigint, carrier_key text, currency currency, number text)
returns void language sql as $$
  select pg_advisory_xact_lock(1201, abs(hashtext(concat_ws('|', $1, $2, $3, $4, invoice_number_key($5))) % 1024));
$$;
