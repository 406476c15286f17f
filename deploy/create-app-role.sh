#!/bin/sh
# Creates the role of the application: it owns its database, so that it can migrate it, and is no superuser.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$APP_DATABASE_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role spichlerz_app login nosuperuser nocreatedb nocreaterole password :'password';
select format('alter database %I owner to spichlerz_app', current_database()) \gexec
alter schema public owner to spichlerz_app;
SQL
