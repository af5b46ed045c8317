-- Submissions: payments, appointments, words to search, how long a status and the row itself may stay.

alter table submissions
  -- orderId, number, currency, itemSubtotal, checkoutId: computed here, never taken from the body
  add column order_details jsonb,
  add column appointment_details jsonb,
  -- since when it has its status: a pending one and an unpaid one move on by themselves
  add column status_since timestamptz,
  -- its files outlive it
  add column preserve_files boolean not null default false,
  -- the words of its values; each lexeme ends in a tag of the site, whose rows alone it finds. Null: not cut yet
  add column words tsvector;

update submissions set status_since = updated_at;
alter table submissions alter column status_since set not null;

create index submissions_words on submissions using gin (words) where deleted_at is null;
-- What a sweep of one site looks for.
create index submissions_waiting on submissions (site_id, status, status_since)
  where deleted_at is null and status in ('PENDING', 'PAYMENT_WAITING');
create index submissions_trashed on submissions (site_id, deleted_at) where deleted_at is not null;
create index submissions_uncut on submissions (site_id, created_at desc, id desc) where words is null and deleted_at is null;
create index submissions_tags on submissions using gin ((tags #> '{tags,tagIds}')) where tags is not null and deleted_at is null;
create index submissions_checkout on submissions (site_id, (order_details ->> 'checkoutId')) where order_details is not null;
-- Who leaves is forgotten in the trash, too.
drop index submissions_by_submitter;
create index submissions_by_submitter on submissions (site_id, submitter_id, created_at desc, id desc);
-- Counts name the namespace, and are read from the index alone.
drop index submissions_counted;
create index submissions_counted on submissions (site_id, namespace, form_id, status, seen) where deleted_at is null;
-- Forms whose submissions visitors or members may read.
create index forms_open on forms (site_id, (document ->> 'submissionAccess'))
  where document ->> 'submissionAccess' is not null and deleted_at is null;
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

-- Which words of a site a misspelling may mean: each under its beginnings with letters left out.
create table submission_words (
  site_id uuid not null,
  variant text collate "C" not null,
  word text collate "C" not null,
  constraint submission_words_pkey primary key (site_id, variant, word)
);

-- The language whose stems a site's submissions are found by.
create table submission_searches (
  site_id uuid not null,
  language text collate "C" not null,
  constraint submission_searches_pkey primary key (site_id)
);

-- Orders are numbered site by site.
create table submission_orders (
  site_id uuid not null,
  last_number bigint not null,
  constraint submission_orders_pkey primary key (site_id)
);
