-- Every sort of the long lists walks an index instead of sorting the table, and what is searched and counted within a
-- material is read from an index alone. Balances (allocated, in delivery, delivered) are in no index on purpose: a
-- truck changes them all day, and a change of no indexed column touches no index at all.

-- contracts of a material in some statuses, most often the open ones: counted, searched and sorted without their rows
drop index contract_material_status_idx;
create index contract_material_status_idx on contract (side, raw_material_id, status, id) include
  (search_text, contractor_name, quantity_kg, price_minor_per_tonne, receipt_from, receipt_to, document_number);

create index contract_contractor_name_idx on contract (side, contractor_name, id);
create index contract_quantity_idx on contract (side, quantity_kg, id);
create index contract_price_idx on contract (side, price_minor_per_tonne, id);
create index contract_receipt_from_idx on contract (side, receipt_from, id);
create index contract_receipt_to_idx on contract (side, receipt_to, id);
create index contract_document_number_idx on contract (side, document_number collate "pl-x-icu", id);
create index contract_search_idx on contract using gin (search_text gin_trgm_ops);

create index transport_registration_number_idx on transport (registration_number, id);
create index transport_carrier_name_idx on transport (carrier_name, id);
create index transport_price_idx on transport (price_minor_per_tonne, id);
create index transport_quantity_idx on transport (quantity_kg, id);
create index transport_real_quantity_idx on transport (real_quantity_kg, id);

-- invoices past their day of payment, and freight
create index settlement_side_unpaid_idx on settlement_side (side, payment_date) where status = 'INVOICE';
create index transport_unpaid_idx on transport (freight_payment_date) where status = 'INVOICE';

-- the same two columns downwards: what has no value stands last either way
create index contract_document_number_desc_idx on contract
  (side, document_number collate "pl-x-icu" desc nulls last, id desc);
create index transport_real_quantity_desc_idx on transport (real_quantity_kg desc nulls last, id desc);
