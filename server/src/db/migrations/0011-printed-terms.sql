-- What confirmations and transport orders print (invoices.md): terms of a contract, number and terms of an order.

alter table contract
  add column payment_days integer check (payment_days between 0 and 365),
  add column concluded_on date,
  -- the place of the conclusion
  add column concluded_at text,
  -- for the counterparty; comments stay inside
  add column printed_remarks text;

alter table transport
  add column order_number text,
  add column carrier_payment_days integer check (carrier_payment_days between 0 and 365),
  add column carrier_remarks text;

-- Only the number changes, so that the triggers of sums and counters would do nothing for every row.
alter table transport disable trigger user;
update transport t set order_number = n.number
from (
  select id, concat('ZT/', year, '/', case when n < 10000 then to_char(n, 'FM0000') else n::text end) as number
  from (
    select id, extract(year from created_at) as year,
      row_number() over (partition by extract(year from created_at) order by id) as n
    from transport) numbered) n
where n.id = t.id;
alter table transport enable trigger user;

-- The id after which the numbers of a year begin. Numbers follow the ids, so that two new transports never wait for each
-- other; an id that is not used leaves a gap.
create table transport_order_year (
  year integer primary key,
  first_after bigint not null
);
-- The current year goes on after its last number.
insert into transport_order_year (year, first_after)
select extract(year from created_at), max(id) - count(*) from transport
where extract(year from created_at) = (select max(extract(year from created_at)) from transport)
group by 1;

create function transport_order_number() returns trigger language plpgsql as $$
declare
  its_year integer := extract(year from new.created_at);
  series transport_order_year;
  n bigint;
begin
  if not exists (select from transport_order_year where year >= its_year) then
    insert into transport_order_year values (its_year, new.id - 1) on conflict do nothing;
  end if;
  -- an id that was drawn before the first one of the new year belongs to the old year
  select * into strict series from transport_order_year where first_after < new.id order by year desc limit 1;
  n := new.id - series.first_after;
  new.order_number := concat('ZT/', series.year, '/', case when n < 10000 then to_char(n, 'FM0000') else n::text end);
  return new;
end $$;
create trigger transport_order_number before insert on transport
  for each row execute function transport_order_number();

alter table transport alter column order_number set not null;
create unique index transport_order_number_key on transport (order_number);
