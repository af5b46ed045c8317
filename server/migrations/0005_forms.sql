-- Forms and their submissions.

create table forms (
  site_id uuid not null,
  id uuid not null,
  namespace text collate "C" not null,
  name text collate "C" not null,
  enabled boolean not null default true,
  -- the present generation of the form object without what has a column; the earlier one is derived on the way out
  document jsonb not null,
  revision bigint not null default 1,
  -- milliseconds, so that a cursor can repeat them exactly
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- in the trash since
  deleted_at timestamptz,
  constraint forms_pkey primary key (site_id, id)
);

-- A taken name is stored under a numbered variation; names in the trash are free.
create unique index forms_name_key on forms (site_id, namespace, name) where deleted_at is null;

create table submissions (
  site_id uuid not null,
  id uuid not null,
  form_id uuid not null,
  namespace text collate "C" not null,
  status text collate "C" not null check (status in ('PENDING', 'CONFIRMED', 'PAYMENT_WAITING', 'PAYMENT_CANCELED')),
  -- from the caller's token, never from the body
  submitter_kind text collate "C" not null check (submitter_kind in ('visitor', 'member', 'user', 'app')),
  submitter_id text collate "C" not null,
  -- target → value
  answers jsonb not null,
  seen boolean not null default false,
  contact_id uuid,
  extended_fields jsonb,
  tags jsonb,
  revision bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint submissions_pkey primary key (site_id, id)
);

-- The inbox of a site and of a form, by keyset.
create index submissions_by_namespace on submissions (site_id, namespace, created_at desc, id desc) where deleted_at is null;
create index submissions_by_form on submissions (site_id, form_id, created_at desc, id desc) where deleted_at is null;
-- A visitor's own submissions; how many one person sent to a form that limits it.
create index submissions_by_submitter on submissions (site_id, submitter_id, created_at desc, id desc) where deleted_at is null;
-- Counts of a form by status and seen are read from the index alone.
create index submissions_counted on submissions (site_id, form_id, status, seen) where deleted_at is null;
create index submissions_trash on submissions (site_id, form_id, updated_at desc, id desc) where deleted_at is not null;
