-- Contracts are searched one side at a time. An index of both finds twice as many rows, and the half that is thrown away
-- is read first.
create index contract_search_purchase_idx on contract using gin (search_text gin_trgm_ops) where side = 'purchase';
create index contract_search_sales_idx on contract using gin (search_text gin_trgm_ops) where side = 'sales';
drop index contract_search_idx;
