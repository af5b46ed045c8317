-- Members of a site, their sessions, and the secrets that signing in passes from step to step. Opaque secrets are
-- stored as SHA-256 only.

create table members (
  site_id uuid not null,
  id uuid not null,
  -- trimmed and lower-cased before it is stored
  login_email text collate "C" not null,
  login_email_verified boolean not null default false,
  -- the identity's status; the members API shows ACTIVE as APPROVED
  status text not null default 'ACTIVE' check (status in ('PENDING', 'ACTIVE', 'DELETED', 'BLOCKED', 'OFFLINE')),
  -- argon2id, PHC format; null for members who were made without a password
  password_hash text,
  -- the anonymous visitor who registered: what that visitor made before can be claimed
  visitor_id uuid,
  slug text collate "C" not null,
  privacy_status text not null default 'PRIVATE' check (privacy_status in ('PUBLIC', 'PRIVATE')),
  activity_status text not null default 'ACTIVE' check (activity_status in ('ACTIVE', 'MUTED')),
  -- name, addresses, pictures, custom fields: identity/members/details.ts
  details jsonb not null default '{}',
  revision bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_login_at timestamptz,
  primary key (site_id, id),
  constraint members_login_email_key unique (site_id, login_email),
  constraint members_slug_key unique (site_id, slug)
);

create index members_created on members (site_id, created_at desc, id);
create index members_visitor on members (site_id, visitor_id) where visitor_id is not null;

-- One row a sign-in: of a browser on the hosted pages (cookie_hash) or of an app. The session of an app that came
-- about through a browser's session has it as parent, and ends with it.
create table member_sessions (
  site_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  parent_id uuid,
  app_id uuid,
  cookie_hash bytea,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  user_agent text not null default '',
  address text not null default '',
  primary key (site_id, id),
  constraint member_sessions_cookie_key unique (site_id, cookie_hash)
);

create index member_sessions_member on member_sessions (site_id, member_id);
create index member_sessions_parent on member_sessions (site_id, parent_id) where parent_id is not null;
-- every process remembers the lately ended ones, whose access tokens are still unexpired
create index member_sessions_ended on member_sessions (ended_at) where ended_at is not null;

create table refresh_tokens (
  site_id uuid not null,
  token_hash bytea not null,
  session_id uuid not null,
  app_id uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (site_id, token_hash)
);

create index refresh_tokens_session on refresh_tokens (site_id, session_id);

create table authorization_codes (
  site_id uuid not null,
  code_hash bytea not null,
  app_id uuid not null,
  member_id uuid not null,
  parent_session_id uuid,
  -- null in the hidden-frame flow, which names none
  redirect_uri text,
  code_challenge text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- what the code was exchanged for, so that a replay can end it
  session_id uuid,
  primary key (site_id, code_hash)
);

create index authorization_codes_expiry on authorization_codes (site_id, expires_at);

-- Proof of a sign-in just made, taken by the authorize request; one use.
create table session_tokens (
  site_id uuid not null,
  token_hash bytea not null,
  member_id uuid not null,
  expires_at timestamptz not null,
  primary key (site_id, token_hash)
);

create index session_tokens_expiry on session_tokens (site_id, expires_at);
