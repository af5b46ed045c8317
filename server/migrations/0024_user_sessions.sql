-- By these, people recognise a session of theirs among the others.
alter table user_sessions
  add column last_used_at timestamptz not null default now(),
  add column address text not null default '';
