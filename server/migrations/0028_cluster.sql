-- What a Citus cluster needs. In a statement that changes a distributed table, it accepts only immutable functions of
-- columns. PostgreSQL's own `timestamptz + interval` is not, because days and months depend on the time zone.

-- Adds the exact length of the interval, in which a day has 24 hours.
create function time_plus(at timestamptz, duration interval) returns timestamptz language sql immutable parallel safe
  return at + extract(epoch from duration) * interval '1 second';

-- `case when condition then chosen else other end`; unlike in `case`, the times may be now(). In the language sql, it
-- would be replaced by its `case` before Citus looks at the statement.
create function time_if(condition boolean, chosen timestamptz, other timestamptz) returns timestamptz
  language plpgsql immutable parallel safe as $$
begin
  return case when condition then chosen else other end;
end
$$;

-- What kept_values stores of an item before a bulk change (data/bulk/changes/previous-values-store.ts).
create function previous_value(item jsonb, owner text, shape int, was jsonb) returns jsonb
  language sql immutable parallel safe
  return jsonb_build_object('of', item -> '_createdDate', 'owner', owner, 'shape', shape, 'was', was);

-- Failed sign-ins to the dashboard. In `attempts`, one node would hold them for all owners, and without that node
-- nobody could sign in.
create table dashboard_attempts (
  site_id uuid not null,
  subject text collate "C" not null,
  failures int not null,
  last_failed_at timestamptz not null,
  previous_failed_at timestamptz not null,
  forgotten_at timestamptz not null,
  constraint dashboard_attempts_pkey primary key (site_id, subject)
);

create table dashboard_windows (
  site_id uuid not null,
  subject text collate "C" not null,
  taken int not null,
  ends_at timestamptz not null,
  constraint dashboard_windows_pkey primary key (site_id, subject)
);
