-- Numbers are looked up in the invoices themselves, no longer in the sides and freights that hang on them.
drop index settlement_side_invoice_number_idx;
drop index transport_invoice_number_idx;
create index invoice_search_idx on invoice (search_key(number) text_pattern_ops);
