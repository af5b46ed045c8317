-- Submissions: payments, appointments, words to search, how long a status and the row itself may stay.

alter table submissions
  -- orderId, number, currency, itemSubtotal, checkoutId: computed here, never taken from the body
  add column order_details jsonb,
  add column appointment_details jsonb,
  -- since when it has its status: a pending one and an unpaid one move on by themselves
  add column status_since timestamptz,
  -- the words of its values, cut as items' are; null where nobody has cut them yet
  add column words tsvector;

update submissions set status_since = updated_at;
alter table submissions alter column status_since set not null;

create index submissions_words on submissions using gin (words) where deleted_at is null;
-- What a sweep of one site looks for.
create index submissions_waiting on submissions (site_id, status, status_since)
  where deleted_at is null and status in ('PENDING', 'PAYMENT_WAITING');
create index submissions_trashed on submissions (site_id, deleted_at) where deleted_at is not null;
create index submissions_uncut on submissions (site_id, form_id, created_at desc) where words is null and deleted_at is null;
create index forms_trashed on forms (site_id, deleted_at) where deleted_at is not null;

-- A client that repeats its request with the same Idempotency-Key is answered with what the first one made.
create table submission_keys (
  site_id uuid not null,
  -- SHA-256 of form, submitter and key
  key_hash bytea not null,
  -- SHA-256 of the values: another submission under the same key is refused
  fingerprint bytea not null,
  submission_id uuid not null,
  created_at timestamptz not null,
  constraint submission_keys_pkey primary key (site_id, key_hash)
);

create index submission_keys_age on submission_keys (site_id, created_at);
