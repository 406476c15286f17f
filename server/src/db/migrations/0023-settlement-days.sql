-- Trucks and settlements by the day of their papers, which read every settlement there is.

create index settlement_side_deliver_date_idx on settlement_side (side, deliver_date, settlement_id)
  where deliver_date is not null;
