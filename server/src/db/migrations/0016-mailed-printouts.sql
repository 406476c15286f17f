-- Printouts that are mailed to a counterparty (invoices.md): {kind, side, id}, attached as PDF when the mail is sent.

alter table mail add column printout jsonb;
create index mail_statement_idx on mail (((printout ->> 'id')::bigint)) where printout ->> 'kind' = 'STATEMENT';
