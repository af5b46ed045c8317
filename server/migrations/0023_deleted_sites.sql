-- A deleted site is hidden at once and can be restored for 30 days; then a sweep removes it.
alter table sites add column deleted_at timestamptz;
