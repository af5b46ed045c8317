-- The steps between a right password and a session: what a member still has to do, codes and links by mail, known
-- devices. Secrets are stored as hashes; a code of six digits, which can be guessed, as a keyed one.

alter table members
  -- the steps that a PENDING member still owes; kept while BLOCKED or OFFLINE, so that coming back skips none
  add column status_reasons text[] not null default '{}'
    check (status_reasons <@ array['EMAIL_VERIFICATION', 'MISSING_FIELDS', 'ADMIN_APPROVAL']),
  -- told to set a new password before signing in
  add column password_reset_required boolean not null default false,
  -- the language of mails to this member; null: the site's
  add column language text;

-- A sign-in that waits for a step. member_id is null where the address was somebody else's already: whoever asked is
-- answered as if it were not, and only the owner of the address learns of it.
create table sign_in_states (
  site_id uuid not null,
  token_hash bytea not null,
  member_id uuid,
  email text collate "C" not null,
  language text,
  code_mac bytea,
  code_expires_at timestamptz,
  -- wrong codes since the last one was mailed
  wrong_codes int not null default 0,
  mails int not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (site_id, token_hash)
);

create index sign_in_states_member on sign_in_states (site_id, member_id);
create index sign_in_states_expiry on sign_in_states (site_id, expires_at);

-- Links in mails that set a password or activate an account; one use.
create table recovery_tokens (
  site_id uuid not null,
  token_hash bytea not null,
  member_id uuid not null,
  purpose text not null check (purpose in ('RECOVERY', 'ACTIVATION', 'SET_PASSWORD')),
  -- where the browser goes on afterwards; checked against the lists of the app when it was asked for, and again then
  redirect_url text,
  redirect_app_id uuid,
  -- the authorize request that the person was signing in for
  request text,
  expires_at timestamptz not null,
  primary key (site_id, token_hash)
);

create index recovery_tokens_member on recovery_tokens (site_id, member_id);
create index recovery_tokens_expiry on recovery_tokens (site_id, expires_at);

-- Devices that a member has signed in from: guesses from elsewhere do not slow them down, and a new one is told of.
create table member_devices (
  site_id uuid not null,
  member_id uuid not null,
  device_hash bytea not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (site_id, member_id, device_hash)
);
