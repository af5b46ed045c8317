-- What slows abuse down: counted attempts, windows, and captchas that were solved once already.

-- Failures in a row by subject (an account, an address, a device of one), so that a wait survives a restart and every
-- process sees it. The dashboard's own sign-in counts under the nil GUID.
create table attempts (
  site_id uuid not null,
  subject text collate "C" not null,
  failures int not null,
  last_failed_at timestamptz not null,
  -- what last_failed_at was before the newest attempt: a success takes its attempt back
  previous_failed_at timestamptz not null,
  -- from then on the failures count no more
  forgotten_at timestamptz not null,
  primary key (site_id, subject)
);

-- So many of something in so many seconds, counted from the first.
create table attempt_windows (
  site_id uuid not null,
  subject text collate "C" not null,
  taken int not null,
  ends_at timestamptz not null,
  primary key (site_id, subject)
);

-- A solution counts once: its hash stays until the challenge would have expired anyway.
create table used_captchas (
  site_id uuid not null,
  token_hash bytea not null,
  expires_at timestamptz not null,
  primary key (site_id, token_hash)
);
