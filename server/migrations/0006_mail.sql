-- Mails on their way, and the owner's own texts for them. A mail is written in the transaction that makes it necessary,
-- and sent by a worker of mail/.
create table mails (
  site_id uuid not null,
  id uuid not null,
  kind text not null,
  recipient text not null,
  language text not null,
  -- as the outbox lists it: codes are blotted out
  subject text not null,
  -- subject, text and html under the installation's secret, because links and codes in mails open accounts; null once sent
  sealed_content text,
  status text not null default 'QUEUED' check (status in ('QUEUED', 'SENT', 'KEPT', 'FAILED')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- the process that is sending it just now, and until when no other may
  lease_id uuid,
  leased_until timestamptz,
  -- when the attempts end
  give_up_at timestamptz not null,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (site_id, id)
);

create index mails_due on mails (next_attempt_at) where status = 'QUEUED';
create index mails_recent on mails (site_id, created_at desc, id);

create table mail_templates (
  site_id uuid not null,
  kind text not null,
  language text not null,
  subject text not null,
  heading text not null,
  text text not null,
  button text not null,
  updated_at timestamptz not null default now(),
  primary key (site_id, kind, language)
);
