-- What happened, written in the transaction that made it happen, drained by a worker of events/.
create table outbox (
  site_id uuid not null,
  id bigint generated always as identity,
  type text not null,
  entity_id text not null,
  payload jsonb not null,
  occurred_at timestamptz not null default now(),
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  primary key (site_id, id)
);

create index outbox_due on outbox (next_attempt_at, id);

-- What the owner sees as recent activity; the plot of the dashboard's home counts it by day.
create table activity (
  site_id uuid not null,
  id uuid not null,
  type text not null,
  entity_id text not null,
  summary jsonb not null,
  occurred_at timestamptz not null,
  primary key (site_id, id)
);

create index activity_recent on activity (site_id, occurred_at desc, id);
