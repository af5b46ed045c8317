-- Collections. The items of a collection are in a table of their own in the site's schema, made with the collection.

-- Case folding of the query language names its collation, so that it does not depend on the locale of the database.
-- The first that this PostgreSQL has is taken: builtin (17 and later), ICU, the C library. fold_case levels what they
-- do differently (final sigma, dotted capital I), so that all agree with data/query/text.ts.
do $$
declare
  choice text;
begin
  foreach choice in array array[
    'provider = builtin, locale = ''C.UTF-8''',
    'provider = icu, locale = ''und''',
    'provider = libc, locale = ''C.UTF-8''',
    'provider = libc, locale = ''en_US.UTF-8'''
  ] loop
    begin
      execute 'create collation portico.fold (' || choice || ')';
      exit;
    exception when others then
      continue;
    end;
  end loop;
  if not exists (
    select from pg_collation where collname = 'fold' and collnamespace = 'portico'::regnamespace
  ) then
    raise exception 'This PostgreSQL has no locale that can fold the case of Unicode text: it needs ICU or a UTF-8 locale, and a database in UTF8';
  end if;
end
$$;

create function fold_case(value text) returns text language sql immutable parallel safe
  return replace(replace(lower(value collate portico.fold), 'ς', 'σ'), U&'i\0307', 'i');

do $$
begin
  if portico.fold_case('ÀΩЖΣİ') <> 'àωжσi' then
    raise exception 'This PostgreSQL has no locale that can fold the case of Unicode text: it needs ICU or a UTF-8 locale, and a database in UTF8';
  end if;
end
$$;

create table collections (
  site_id uuid not null,
  id text collate "C" not null,
  -- name of the item table in the site's schema, made by the server
  table_name text not null,
  display_name text not null,
  display_field text,
  display_namespace text,
  default_display_order jsonb,
  -- declared fields in order, without the system fields
  fields jsonb not null default '[]',
  plugins jsonb not null default '[]',
  insert_level text not null,
  read_level text not null,
  update_level text not null,
  remove_level text not null,
  revision bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint collections_pkey primary key (site_id, id),
  constraint collections_table_name_key unique (site_id, table_name)
);
