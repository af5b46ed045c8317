-- Accounts, sites, the people of the dashboard, OAuth apps, API keys, settings, audit.
-- Directory tables (small, read everywhere; reference tables on a cluster): accounts, sites, users, apps, api_keys, signing_keys.
-- All other shared tables lead every key with site_id (or account_id), so that they can be distributed by it.

create table accounts (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null default now()
);

create table sites (
  id uuid primary key,
  -- leads every opaque secret of the site
  short_id text not null constraint sites_short_id_key unique,
  account_id uuid not null references accounts (id),
  name text not null,
  slug text not null constraint sites_slug_key unique,
  -- PostgreSQL schema that holds the site's item tables
  schema_name text not null constraint sites_schema_name_key unique,
  settings jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- People who work in the dashboard (members of a site are another table).
create table users (
  id uuid primary key,
  -- lower-cased before it is stored
  email text collate "C" not null constraint users_email_key unique,
  name text not null default '',
  password_hash text,
  created_at timestamptz not null default now(),
  last_sign_in_at timestamptz
);

create table site_users (
  site_id uuid not null references sites (id),
  user_id uuid not null references users (id),
  role text not null check (role in ('owner', 'admin', 'editor', 'viewer')),
  created_at timestamptz not null default now(),
  primary key (site_id, user_id)
);

create index site_users_user_id on site_users (user_id);

create table user_sessions (
  id uuid primary key,
  user_id uuid not null references users (id),
  token_hash bytea not null constraint user_sessions_token_hash_key unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  user_agent text not null default ''
);

create index user_sessions_user_id on user_sessions (user_id);

-- One-time links printed at the first start or by `owner create`.
create table setup_links (
  token_hash bytea primary key,
  -- null: whoever opens it becomes the first owner and names the address
  email text collate "C",
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

create table apps (
  -- the client id
  id uuid primary key,
  site_id uuid not null references sites (id),
  name text not null,
  secret_hash bytea not null,
  redirect_uris text[] not null default '{}',
  redirect_domains text[] not null default '{}',
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);

create index apps_site_id on apps (site_id);

create table api_keys (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  site_id uuid not null references sites (id),
  name text not null,
  secret_hash bytea not null constraint api_keys_secret_hash_key unique,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);

create index api_keys_site_id on api_keys (site_id);

-- Keys that sign tokens, encrypted under the installation's secret.
create table signing_keys (
  id text primary key,
  encrypted_secret bytea not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);

-- Failures only, counted per subject (an account, an address), so that back-off survives a restart and is shared by processes.
create table sign_in_failures (
  subject text primary key,
  failures int not null,
  last_failed_at timestamptz not null
);

-- Who did what to which site: one row an administrative act, written by sites/audit.ts alone.
create table audit_log (
  site_id uuid not null,
  id uuid not null,
  at timestamptz not null default now(),
  actor_kind text not null,
  actor_id text not null,
  address text not null,
  action text not null,
  target text not null,
  before jsonb,
  after jsonb,
  primary key (site_id, id)
);

create index audit_log_at on audit_log (site_id, at desc);
