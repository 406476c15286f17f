-- A registration number is one number however people write it: "pze 12ab" is PZE12AB.
create function plate_key(plate text) returns text
  language sql immutable strict parallel safe
  return upper(regexp_replace(plate, '[^[:alnum:]]', '', 'g'));

create index transport_plate_idx on transport (plate_key(registration_number), id);
