#!/bin/sh
# Creates the database role of the application. It owns the database, so that it can run migrations, and is
# not a superuser.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$APP_DATABASE_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role spichlerz_app login nosuperuser nocreatedb nocreaterole password :'password';
select format('alter database %I owner to spichlerz_app', current_database()) \gexec
alter schema public owner to spichlerz_app;
SQL
