-- Lists sort registration numbers by the Polish collation: by bytes every lower-case letter came after all capitals.
drop index transport_registration_number_idx;
create index transport_registration_number_idx on transport (registration_number collate "pl-x-icu", id);
