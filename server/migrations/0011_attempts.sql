-- Failures are counted by site in `attempts` since 0010.
drop table sign_in_failures;
