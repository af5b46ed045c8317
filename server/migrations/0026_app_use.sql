-- When tokens were issued to an app for the first and the last time, to the minute.
alter table apps
  add column first_used_at timestamptz,
  add column last_used_at timestamptz;
