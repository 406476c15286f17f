-- The first series of a company begins before every id, so that its first two transports may be written in any order.
create or replace function transport_order_number() returns trigger language plpgsql as $$
declare
  its_year integer := extract(year from new.created_at);
  series transport_order_year;
  n bigint;
begin
  if not exists (select from transport_order_year where year >= its_year) then
    insert into transport_order_year
    values (its_year, case when exists (select from transport_order_year) then new.id - 1 else 0 end)
    on conflict do nothing;
  end if;
  -- an id that was drawn before the first one of the new year belongs to the old year
  select * into strict series from transport_order_year where first_after < new.id order by year desc limit 1;
  n := new.id - series.first_after;
  new.order_number := concat('ZT/', series.year, '/', case when n < 10000 then to_char(n, 'FM0000') else n::text end);
  return new;
end $$;
