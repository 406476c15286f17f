alter table settlement_side add column taken_back jsonb;
comment on column settlement_side.taken_back is
  'How a purchase was settled before its settlement was taken back; null once it is settled again.';
