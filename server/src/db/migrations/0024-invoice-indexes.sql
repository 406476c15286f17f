-- "Do zrobienia" counts these after every change.
create index invoice_without_ksef_idx on invoice (kind) where unpaid_count > 0 and ksef_number is null;
-- The lists of each kind by amount.
create index invoice_amount_idx on invoice (kind, amount_minor, id);
