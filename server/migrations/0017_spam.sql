-- Submissions that were judged or reported as spam: moved here and back, under the same id.
create table spam_reports (
  site_id uuid not null,
  -- the submission's own; its files stay claimed under it
  id uuid not null,
  form_id uuid not null,
  namespace text collate "C" not null,
  submitter_kind text collate "C" not null check (submitter_kind in ('visitor', 'member', 'user', 'app')),
  submitter_id text collate "C" not null,
  answers jsonb not null,
  seen boolean not null default false,
  contact_id uuid,
  extended_fields jsonb,
  tags jsonb,
  order_details jsonb,
  appointment_details jsonb,
  status_at_report text collate "C" not null
    check (status_at_report in ('PENDING', 'CONFIRMED', 'PAYMENT_WAITING', 'PAYMENT_CANCELED')),
  revision bigint not null,
  -- of the submission
  created_at timestamptz not null,
  reported_at timestamptz not null,
  updated_at timestamptz not null,
  reason text collate "C" not null,
  description text not null default '',
  -- others were told of the submission: it was one before somebody reported it
  announced boolean not null,
  constraint spam_reports_pkey primary key (site_id, id)
);

create index spam_reports_by_namespace on spam_reports (site_id, namespace, reported_at desc, id desc);
create index spam_reports_by_form on spam_reports (site_id, form_id, reported_at desc, id desc);
-- What one person sent: limits count it, so that nobody learns from them that it was judged spam.
create index spam_reports_by_submitter on spam_reports (site_id, submitter_id, form_id);
create index spam_reports_age on spam_reports (reported_at);
