-- The one clock by which attempts and windows are counted. The clocks of several servers differ, and each may jump.
-- Milliseconds, because JavaScript's dates hold no more.
create function database_time() returns timestamptz
  language sql stable parallel safe
  return date_trunc('milliseconds', now());
