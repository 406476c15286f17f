-- The search over everything finds invoices by the beginning of their number.
create index settlement_side_invoice_number_idx
  on settlement_side (side, search_key(invoice_number) text_pattern_ops) where invoice_number is not null;
create index transport_invoice_number_idx
  on transport (search_key(freight_invoice_number) text_pattern_ops) where freight_invoice_number is not null;
