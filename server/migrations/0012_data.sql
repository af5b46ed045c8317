-- Collections: validation, special permissions, promoted columns, schema changes, deletion with restore, jobs.

alter table collections
  -- items are held to the declared fields
  add column validated boolean not null default false,
  -- rights of single users: [{id, userId, itemRead, …}]
  add column special_permissions jsonb not null default '[]',
  -- what the server keeps beside the items: promoted columns, indexes, mirrors of multi-references
  add column layout jsonb not null default '{}',
  -- number of the last schema change: rows with a smaller one have not been through it yet
  add column shape int not null default 0;

-- Deleted collections, whole, while they can be restored; their item tables stay meanwhile.
create table deleted_collections (
  site_id uuid not null,
  table_name text not null,
  id text collate "C" not null,
  definition jsonb not null,
  deleted_at timestamptz not null,
  constraint deleted_collections_pkey primary key (site_id, table_name)
);
create index deleted_collections_id on deleted_collections (site_id, id, deleted_at desc);

-- Changes of a field that touch stored values: renamed, retyped, taken away, and undone.
create table schema_changes (
  site_id uuid not null,
  table_name text not null,
  number int not null,
  kind text not null,
  -- {field, to, type, …}: the field as it was and as it is
  details jsonb not null,
  undoes int,
  actor text not null,
  total bigint not null default 0,
  done bigint not null default 0,
  -- values that did not convert and stayed as they were
  kept bigint not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint schema_changes_pkey primary key (site_id, table_name, number)
);

-- Long work on one collection, done a stretch at a time by whichever process leases it.
create table data_jobs (
  site_id uuid not null,
  id uuid not null,
  kind text not null,
  collection_id text collate "C" not null,
  table_name text not null,
  details jsonb not null,
  -- how far the job is: what the next stretch needs
  state jsonb not null default '{}',
  status text not null default 'INITIALIZED',
  success_count bigint not null default 0,
  failure text,
  caller jsonb not null,
  attempts int not null default 0,
  created_at timestamptz not null,
  next_at timestamptz not null,
  finished_at timestamptz,
  lease_id uuid,
  leased_until timestamptz,
  constraint data_jobs_pkey primary key (site_id, id)
);
create index data_jobs_due on data_jobs (next_at) where finished_at is null;

-- A value of a promoted column: null unless it is of the column's kind.
create function text_of(value jsonb) returns text language sql immutable parallel safe
  return case when jsonb_typeof(value) = 'string' then value #>> '{}' end;
create function number_of(value jsonb) returns numeric language sql immutable parallel safe
  return case when jsonb_typeof(value) = 'number' then value::numeric end;
create function boolean_of(value jsonb) returns boolean language sql immutable parallel safe
  return case when jsonb_typeof(value) = 'boolean' then value::boolean end;
create function date_of(value jsonb) returns text language sql immutable parallel safe
  return case when jsonb_typeof(value) = 'object' then value ->> '$date' end;

-- What commits with items, in the site's schema: links of multi-references, values that schema changes took away,
-- words of the search with the misspellings under which they are found.
create function ensure_data_tables(schema_name text) returns void language plpgsql as $$
begin
  if to_regclass(format('%I.links', schema_name)) is not null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('data tables ' || schema_name, 0));
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
  execute format('create index if not exists links_order on %I.links (table_name, field, item_id, number)', schema_name);
  execute format('create index if not exists links_other on %I.links (other_table, other_id, table_name, field, number)', schema_name);
  execute format('create table if not exists %I.kept_values (
    table_name text not null,
    number int not null,
    item_id text collate "C" not null,
    value jsonb not null,
    primary key (table_name, number, item_id))', schema_name);
  execute format('create table if not exists %I.search_words (
    table_name text not null,
    variant text collate "C" not null,
    word text collate "C" not null,
    primary key (table_name, variant, word))', schema_name);
end
$$;

do $$
declare
  item_table record;
begin
  for item_table in
    select s.schema_name, c.table_name from collections c join sites s on s.id = c.site_id
  loop
    perform portico.ensure_data_tables(item_table.schema_name);
    execute format('alter table %I.%I add column shape int not null default 0, add column words tsvector',
      item_table.schema_name, item_table.table_name);
  end loop;
end
$$;
