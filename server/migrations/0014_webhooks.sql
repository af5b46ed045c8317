-- Webhooks: to whom a site's events are told, and every telling with its attempts. A delivery is written in the
-- transaction that takes its event from the outbox, and sent by a worker of events/.

alter table outbox
  -- who made it happen, as webhooks tell it; null where no webhook of the site wants the event
  add column told_identity jsonb;

create table webhooks (
  site_id uuid not null,
  id uuid not null,
  name text not null,
  url text not null,
  -- `*` for all
  event_types text[] not null,
  format text not null check (format in ('JWT', 'STANDARD')),
  enabled boolean not null default true,
  -- why Portico itself switched it off
  disabled_reason text check (disabled_reason in ('GONE', 'FAILING')),
  -- what signs, under the installation's secret: a private key (JWT) or a shared secret (STANDARD)
  sealed_secret text not null,
  -- of STANDARD: signs beside the new one for a while after a rotation
  sealed_former_secret text,
  former_secret_until timestamptz,
  -- of JWT: SPKI as PEM
  public_key text,
  -- since when nothing got through; null while it works
  failing_since timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (site_id, id)
);

create table webhook_deliveries (
  site_id uuid not null,
  -- the same for all attempts, and what the receiver tells doubles by; begins with the time (RFC 9562, version 7)
  id uuid not null,
  webhook_id uuid not null,
  event_type text not null,
  entity_id text not null,
  -- what is told; null once it was forgotten with whom it was about
  event jsonb,
  identity jsonb not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'DELIVERED', 'FAILED')),
  attempts int not null default 0,
  -- while it is being sent: when another process may take it over
  next_attempt_at timestamptz not null default now(),
  -- of the process that is sending it just now
  lease_id uuid,
  -- the last attempts: when, how long, what came back
  attempt_log jsonb not null default '[]',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (site_id, id),
  foreign key (site_id, webhook_id) references webhooks (site_id, id) on delete cascade
);

-- By webhook: however many wait for one receiver, finding those of the others takes no longer.
create index webhook_deliveries_due on webhook_deliveries (site_id, webhook_id, next_attempt_at) where status = 'PENDING';
create index webhook_deliveries_of_webhook on webhook_deliveries (site_id, webhook_id, id);
create index webhook_deliveries_of_status on webhook_deliveries (site_id, status, id);
create index webhook_deliveries_of_entity on webhook_deliveries (site_id, entity_id);
create index webhook_deliveries_old on webhook_deliveries (created_at);
