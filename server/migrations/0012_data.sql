-- Collections: validation, special permissions, promoted columns, schema changes, deletion with restore, jobs.

alter table collections
  -- items are held to the declared fields
  add column validated boolean not null default false,
  -- rights of single users: [{id, userId, allowed: [operation]}]
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
  execute format('create index if not exists links_order on %I.links (table_name, item_id, field, number)', schema_name);
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

-- Schema changes: what a value becomes when its field takes another type, and what an item becomes by a list of changes.
-- data/schema-changes/convert-oracle.ts says in plain TypeScript what `converted` does; a property test holds the two together.

-- A moment in the one form in which it is stored; null for what is none. Without a zone it is UTC.
create function moment_of(value text) returns text language plpgsql immutable parallel safe as $$
declare
  part text[] := regexp_match(value, '^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:T([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,9}))?)?(?:Z|([+-])([0-9]{2}):?([0-9]{2}))?)?$');
  at timestamp;
begin
  if part is null or part[1] = '0000' or part[2]::int not between 1 and 12 or part[3]::int = 0
    or part[3]::int > extract(day from make_date(part[1]::int, part[2]::int, 1) + interval '1 month' - interval '1 day')
    or coalesce(part[4]::int, 0) > 23 or coalesce(part[5]::int, 0) > 59 or coalesce(part[6]::int, 0) > 59
    or coalesce(part[9]::int, 0) > 14 or coalesce(part[10]::int, 0) > 59 then
    return null;
  end if;
  at := make_timestamp(part[1]::int, part[2]::int, part[3]::int, coalesce(part[4]::int, 0), coalesce(part[5]::int, 0), coalesce(part[6]::int, 0))
    + coalesce(left(rpad(part[7], 3, '0'), 3)::int, 0) * interval '1 millisecond'
    - case part[8] when '-' then -1 else 1 end
      * (coalesce(part[9]::int, 0) * interval '1 hour' + coalesce(part[10]::int, 0) * interval '1 minute');
  if at < '0001-01-01' or at >= '10000-01-01' then
    return null;
  end if;
  return to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
end
$$;

-- The value as the other type has it; null where it cannot be one.
create function converted(value jsonb, from_type text, to_type text) returns jsonb
language plpgsql immutable parallel safe as $$
declare
  kind text := jsonb_typeof(value);
  plain text;
  trimmed text;
  parsed numeric;
begin
  if kind = 'null' or to_type = 'ANY' then
    return value;
  end if;
  if kind = 'object' and value ? '$date' then
    kind := 'date';
  end if;
  plain := case kind
    when 'string' then value #>> '{}'
    when 'number' then trim_scale((value #>> '{}')::numeric)::text
    when 'boolean' then value #>> '{}'
    when 'date' then value ->> '$date'
    when 'array' then (
      select case when bool_and(jsonb_typeof(element) in ('string', 'number', 'boolean'))
        then string_agg(portico.converted(element, 'ANY', 'TEXT') #>> '{}', ', ' order by place) end
      from jsonb_array_elements(value) with ordinality as listed(element, place))
  end;
  case to_type
    when 'TEXT' then
      return to_jsonb(plain);
    when 'RICH_TEXT' then
      if from_type = 'RICH_TEXT' then
        return to_jsonb(plain);
      end if;
      -- Text that anybody wrote becomes HTML: without this, a script in it would run (cross-site scripting).
      return to_jsonb(replace(replace(replace(plain, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'));
    when 'ARRAY' then
      return case kind when 'array' then value else jsonb_build_array(value) end;
    when 'ARRAY_STRING' then
      if kind = 'array' then
        return (select case when coalesce(bool_and(jsonb_typeof(element) in ('string', 'number', 'boolean')), true)
            then coalesce(jsonb_agg(portico.converted(element, 'ANY', 'TEXT') order by place), '[]') end
          from jsonb_array_elements(value) with ordinality as listed(element, place));
      elsif kind = 'string' then
        return (select coalesce(jsonb_agg(btrim(element, E' \t\n\r') order by place), '[]')
          from unnest(string_to_array(plain, ',')) with ordinality as listed(element, place)
          where btrim(element, E' \t\n\r') <> '');
      elsif kind = 'object' then
        return null;
      end if;
      return jsonb_build_array(plain);
    when 'ARRAY_DOCUMENT', 'MEDIA_GALLERY' then
      return (select case when coalesce(bool_and(
            jsonb_typeof(element) = 'object' and not element ? '$date'
            or jsonb_typeof(element) = 'string' and element #>> '{}' ~ '^(wix:(image|video|audio|document|vector)://|[/#]|https?:[^ \t\n\r])[^ \t\n\r]*$'), true)
          then case kind when 'array' then value else jsonb_build_array(value) end end
        from jsonb_array_elements(case kind when 'array' then value else jsonb_build_array(value) end) as listed(element));
    else
  end case;
  if kind = 'array' then
    return case when jsonb_array_length(value) = 1 then portico.converted(value -> 0, from_type, to_type) end;
  end if;
  trimmed := btrim(plain, E' \t\n\r');
  -- An empty text is a field that nobody has filled in.
  if kind = 'string' and trimmed = '' then
    return case when to_type in ('NUMBER', 'BOOLEAN', 'DATETIME', 'REFERENCE', 'OBJECT', 'ADDRESS', 'RICH_CONTENT')
      then 'null' else '""' end::jsonb;
  end if;
  case to_type
    when 'OBJECT' then
      return case kind when 'object' then value end;
    when 'ADDRESS' then
      return case kind when 'object' then value when 'string' then jsonb_build_object('formatted', value) end;
    when 'RICH_CONTENT' then
      return case when kind = 'object' and jsonb_typeof(value -> 'nodes') = 'array' then value end;
    when 'PAGE_LINK' then
      return case when kind in ('object', 'string') then value end;
    when 'REFERENCE' then
      if kind = 'object' and jsonb_typeof(value -> '_id') = 'string' then
        plain := value ->> '_id';
      elsif kind not in ('string', 'number') then
        return null;
      end if;
      return case when char_length(plain) between 1 and 256 then to_jsonb(plain) end;
    else
  end case;
  if kind = 'object' then
    return null;
  end if;
  case to_type
    when 'NUMBER' then
      if kind = 'number' then
        return value;
      elsif kind = 'boolean' then
        return case when value::boolean then '1' else '0' end;
      elsif kind = 'string' and char_length(trimmed) <= 50
        and trimmed ~ '^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,3})?$' then
        parsed := trimmed::numeric;
        return case when parsed = 0 then '0' when abs(parsed) between 1e-300 and 1e300 then to_jsonb(parsed::float8) end;
      end if;
      return null;
    when 'BOOLEAN' then
      if kind = 'boolean' then
        return value;
      elsif kind = 'date' then
        return null;
      end if;
      return case lower(trimmed collate "C")
        when 'true' then 'true' when 'yes' then 'true' when 'on' then 'true' when '1' then 'true'
        when 'false' then 'false' when 'no' then 'false' when 'off' then 'false' when '0' then 'false'
      end::jsonb;
    when 'DATETIME', 'DATE', 'TIME' then
      if to_type = 'TIME' and kind = 'string' and trimmed ~ '^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,3})?)?$' then
        return to_jsonb(left(case char_length(trimmed) when 5 then trimmed || ':00.000' when 8 then trimmed || '.000' else trimmed || '00' end, 12));
      elsif kind not in ('date', 'string') then
        return null;
      end if;
      plain := case kind when 'date' then plain else portico.moment_of(trimmed) end;
      return case to_type
        when 'DATETIME' then case when plain is not null then jsonb_build_object('$date', plain) end
        when 'DATE' then to_jsonb(left(plain, 10))
        -- a day alone has no time
        else case when kind = 'date' or position('T' in trimmed) > 0 then to_jsonb(substr(plain, 12, 12)) end
      end;
    else
  end case;
  if kind = 'date' then
    return null;
  end if;
  return case when trimmed ~ case to_type
      when 'EMAIL' then '^[^ \t\n\r@<>()[\]\\,;:"]{1,200}@[^ \t\n\r@<>()[\]\\,;:"]{1,100}$'
      when 'SLUG' then '^[^ \t\n\r]+$'
      when 'LANGUAGE' then '^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$'
      -- no javascript: and the like, which would run where the link is followed (cross-site scripting)
      when 'URL' then '^([/#][^ \t\n\r]*|(https?|mailto|tel|wix):[^ \t\n\r]+)$'
      when 'VIDEO' then '^(wix:video://[^ \t\n\r]*|[/#][^ \t\n\r]*|https?:[^ \t\n\r]+)$'
      when 'AUDIO' then '^(wix:audio://[^ \t\n\r]*|[/#][^ \t\n\r]*|https?:[^ \t\n\r]+)$'
      when 'DOCUMENT' then '^(wix:document://[^ \t\n\r]*|[/#][^ \t\n\r]*|https?:[^ \t\n\r]+)$'
      when 'MEDIA_VECTOR_ART' then '^(wix:vector://[^ \t\n\r]*|[/#][^ \t\n\r]*|https?:[^ \t\n\r]+)$'
      when 'IMAGE' then '^(wix:image://[^ \t\n\r]*|[/#][^ \t\n\r]*|https?:[^ \t\n\r]+)$'
      when 'MEDIA_IMAGE' then '^(wix:image://[^ \t\n\r]*|[/#][^ \t\n\r]*|https?:[^ \t\n\r]+)$'
    end then to_jsonb(trimmed) end;
end
$$;

-- The item after the changes that it has not been through: {data, kept: {number: {was, is, of}}, stayed: [number]}.
-- `kept` is what former changes took from it, by their number; a note counts for the item that it was made of (`of`),
-- not for a later one with its id. `stayed`: changes whose value did not convert.
create function reshaped(item jsonb, item_shape int, changes jsonb, kept jsonb) returns jsonb
language plpgsql immutable parallel safe as $$
declare
  data jsonb := item;
  made jsonb := item -> '_createdDate';
  notes jsonb := '{}';
  stayed jsonb := '[]';
  change jsonb;
  undone jsonb;
  number int;
  note jsonb;
  field text;
  target text;
  value jsonb;
begin
  for change in
    select listed.value from jsonb_array_elements(changes) as listed(value)
    where (listed.value ->> 'number')::int > item_shape order by (listed.value ->> 'number')::int
  loop
    number := (change ->> 'number')::int;
    field := change ->> 'field';
    target := change ->> 'to';
    case change ->> 'kind'
      when 'RENAME' then
        if data ? field then
          if data ? target then
            notes := notes || jsonb_build_object(number, jsonb_build_object('was', data -> target, 'of', made));
          end if;
          data := (data - field) || jsonb_build_object(target, data -> field);
        end if;
      when 'DROP' then
        if data ? field then
          notes := notes || jsonb_build_object(number, jsonb_build_object('was', data -> field, 'of', made));
          data := data - field;
        end if;
      when 'RETYPE' then
        if data ? field then
          value := portico.converted(data -> field, change ->> 'fromType', change ->> 'toType');
          if value is null then
            stayed := stayed || to_jsonb(number);
          elsif value <> data -> field then
            notes := notes || jsonb_build_object(number, jsonb_build_object('was', data -> field, 'is', value, 'of', made));
            data := data || jsonb_build_object(field, value);
          end if;
        end if;
      when 'UNDO' then
        undone := change -> 'undoes';
        field := undone ->> 'field';
        target := undone ->> 'to';
        note := case when item_shape < (undone ->> 'number')::int then notes else kept end -> (undone ->> 'number');
        if note -> 'of' is distinct from made then
          note := null;
        end if;
        case undone ->> 'kind'
          when 'RENAME' then
            if data ? target then
              if data ? field then
                notes := notes || jsonb_build_object(number, jsonb_build_object('was', data -> field, 'of', made));
              end if;
              data := (data - target) || jsonb_build_object(field, data -> target);
            end if;
            if note is not null then
              data := data || jsonb_build_object(target, note -> 'was');
            end if;
          when 'DROP' then
            if note is not null and not data ? field then
              data := data || jsonb_build_object(field, note -> 'was');
            end if;
          when 'RETYPE' then
            if data ? field then
              if note -> 'is' = data -> field then
                data := data || jsonb_build_object(field, note -> 'was');
              else
                value := portico.converted(data -> field, undone ->> 'toType', undone ->> 'fromType');
                if value is null then
                  stayed := stayed || to_jsonb(number);
                elsif value <> data -> field then
                  notes := notes || jsonb_build_object(number, jsonb_build_object('was', data -> field, 'is', value, 'of', made));
                  data := data || jsonb_build_object(field, value);
                end if;
              end if;
            end if;
        end case;
    end case;
  end loop;
  return jsonb_build_object('data', data, 'kept', notes, 'stayed', stayed);
end
$$;

-- Aggregation: what its expressions and accumulators are made of. An operation is exact and its result the nearest
-- double, in the shortest digits that name it; null beyond the greatest one. Up to 15 digits are a double's own.
create function nearest_double(value numeric) returns numeric language sql immutable strict parallel safe
  return case
    when scale(value) <= 6 and abs(value) < 1000000000 then trim_scale(value)
    when abs(value) >= 179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880177904174497792 then null
    when abs(value) <= 2.4703282292062328e-324 then 0
    else trim_scale(value::float8::text::numeric)
  end;

-- 400 digits after the point hold the quotient of any two doubles that is not zero as a double.
create function quotient(value numeric, divisor numeric) returns numeric language sql immutable strict parallel safe
  return case when divisor <> 0 then portico.nearest_double(round(value, 400) / divisor) end;

-- Volatile, so that the planner never tries it out.
create function too_large() returns text language plpgsql volatile parallel safe as $$
begin
  raise exception 'a value of the aggregation is too large' using errcode = 'PT413';
end
$$;

create function bounded(document jsonb, bytes int) returns jsonb language sql stable strict parallel safe
  return case when pg_column_size(document) > bytes then portico.too_large()::jsonb else document end;

create function joined(value text, more text, bytes int) returns text language sql stable strict parallel safe
  return case when octet_length(value) + octet_length(more) > bytes then portico.too_large() else value || more end;

-- From a place counted from zero, so many characters; null where either is no whole number from zero up.
create function part_of(value text, start numeric, size numeric) returns text language sql immutable strict parallel safe
  return case when start >= 0 and size >= 0 and start = trunc(start) and size = trunc(size)
    then substr(value, least(start, 1000000000)::int + 1, least(size, 1000000000)::int) end;

-- Case of each character by itself, and only where it stays one character, so that every locale agrees
-- (data/aggregate/evaluate-expression.ts says the same).
create function lower_text(value text) returns text language sql immutable strict parallel safe
  return case when octet_length(value) = char_length(value) then lower(value collate "C") else (
    select string_agg(case
      when letter = 'İ' then 'i'
      when char_length(lower(letter collate portico.fold)) = 1 then lower(letter collate portico.fold)
      else letter end, '' order by place)
    from string_to_table(value, null) with ordinality as letters(letter, place)) end;

create function upper_text(value text) returns text language sql immutable strict parallel safe
  return case when octet_length(value) = char_length(value) then upper(value collate "C") else (
    select string_agg(case
      when letter ~ '[\u1f80-\u1f87\u1f90-\u1f97\u1fa0-\u1fa7\u1fb3\u1fc3\u1ff3]' then letter
      when char_length(upper(letter collate portico.fold)) = 1 then upper(letter collate portico.fold)
      else letter end, '' order by place)
    from string_to_table(value, null) with ordinality as letters(letter, place)) end;

create function printed(value jsonb) returns text language sql immutable strict parallel safe
  return case
    when jsonb_typeof(value) = 'object' and value ? '$date' then value ->> '$date'
    else value #>> '{}'
  end;

-- An object as [{k, v}], by key; null for what is none.
create function pairs_of(value jsonb) returns jsonb language sql immutable strict parallel safe
  return case when jsonb_typeof(value) = 'object' and not value ? '$date' then (
    select coalesce(jsonb_agg(jsonb_build_object('k', field.key, 'v', field.value) order by field.key collate "C"), '[]')
    from jsonb_each(value) as field) end;

-- The parts that a tree of keys names, {"a": true, "b": {"c": true}}, also in the objects of arrays.
create function picked(document jsonb, tree jsonb) returns jsonb language plpgsql immutable strict parallel safe as $$
begin
  if jsonb_typeof(document) = 'array' then
    return (select coalesce(jsonb_agg(portico.picked(element, tree) order by place), '[]')
      from jsonb_array_elements(document) with ordinality as elements(element, place)
      where jsonb_typeof(element) = 'array' or jsonb_typeof(element) = 'object' and not element ? '$date');
  end if;
  return (select coalesce(jsonb_object_agg(branch.key,
      case when branch.value = 'true' then document -> branch.key else portico.picked(document -> branch.key, branch.value) end), '{}')
    from jsonb_each(tree) as branch
    where document ? branch.key and (branch.value = 'true' or jsonb_typeof(document -> branch.key) = 'array'
      or jsonb_typeof(document -> branch.key) = 'object' and not document -> branch.key ? '$date'));
end
$$;

-- The value without the field at the path, also in the objects of arrays.
create function omitted(value jsonb, path text[]) returns jsonb language plpgsql immutable strict parallel safe as $$
begin
  if jsonb_typeof(value) = 'array' then
    return (select coalesce(jsonb_agg(portico.omitted(element, path) order by place), '[]')
      from jsonb_array_elements(value) with ordinality as elements(element, place));
  elsif jsonb_typeof(value) <> 'object' or value ? '$date' or not value ? path[1] then
    return value;
  elsif cardinality(path) = 1 then
    return value - path[1];
  end if;
  return value || jsonb_build_object(path[1], portico.omitted(value -> path[1], path[2:]));
end
$$;

create function keep_first(kept jsonb, next jsonb) returns jsonb language sql immutable strict parallel safe return kept;
create function keep_last(kept jsonb, next jsonb) returns jsonb language sql immutable strict parallel safe return next;
create aggregate first_of(jsonb) (sfunc = keep_first, stype = jsonb);
create aggregate last_of(jsonb) (sfunc = keep_last, stype = jsonb);
