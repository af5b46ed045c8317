-- Bulk changes: what an edit or removal of many items took from them is kept beside what schema changes took.

-- The changes of a collection, newest first.
create index data_jobs_of_table on data_jobs (site_id, table_name, created_at desc);

-- A kept value belongs to a schema change (`number`) or to a bulk change (`change_id`, a row of data_jobs).
create function extend_kept_values(schema_name text) returns void language plpgsql as $$
begin
  execute format('alter table %I.kept_values
    drop constraint kept_values_pkey,
    alter column number drop not null,
    add column change_id uuid,
    add constraint kept_values_number_key unique (table_name, number, item_id),
    add constraint kept_values_change_key unique (table_name, change_id, item_id),
    add constraint kept_values_one_change check (num_nonnulls(number, change_id) = 1)', schema_name);
end
$$;

do $$
declare
  site record;
begin
  for site in select s.schema_name from sites s where to_regclass(format('%I.kept_values', s.schema_name)) is not null
  loop
    perform portico.extend_kept_values(site.schema_name);
  end loop;
end
$$;

create or replace function ensure_data_tables(schema_name text) returns void language plpgsql as $$
begin
  if to_regclass(format('%I.links', schema_name)) is not null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('data tables ' || schema_name, 0));
  -- Another transaction may have created the tables while this one waited for the lock.
  if to_regclass(format('%I.links', schema_name)) is not null then
    return;
  end if;
  execute format('create table if not exists %I.links (
    -- item table and field that declare the reference
    table_name text not null,
    field text collate "C" not null,
    item_id text collate "C" not null,
    other_table text not null,
    other_id text collate "C" not null,
    -- order of linking: microseconds of the clock, counted on within a call
    number bigint not null,
    primary key (table_name, field, item_id, other_id))', schema_name);
  execute format('create index if not exists links_order on %I.links (table_name, item_id, field, number)', schema_name);
  execute format('create index if not exists links_other on %I.links (other_table, other_id, table_name, field, number)', schema_name);
  execute format('create table if not exists %I.kept_values (
    table_name text not null,
    number int not null,
    item_id text collate "C" not null,
    value jsonb not null,
    primary key (table_name, number, item_id))', schema_name);
  perform portico.extend_kept_values(schema_name);
  execute format('create table if not exists %I.search_words (
    table_name text not null,
    variant text collate "C" not null,
    word text collate "C" not null,
    primary key (table_name, variant, word))', schema_name);
end
$$;
