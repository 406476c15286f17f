-- The index of contracts by material and status no longer repeats six columns of the table: every target of
-- docs/performance.md holds without them (docs/decisions/0011-lists-by-ids.md, 2026-11-25).
drop index contract_material_status_idx;
-- Filters, counts and searches by material and status are answered from this index without reading the table.
create index contract_material_status_idx on contract (side, raw_material_id, status, id) include (search_text);
