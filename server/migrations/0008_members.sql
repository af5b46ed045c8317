-- What the owner's people add to members: roles, and acts on many members at once.

create table member_roles (
  site_id uuid not null,
  member_id uuid not null,
  role_key text collate "C" not null,
  assigned_at timestamptz not null,
  primary key (site_id, member_id, role_key)
);

create index member_roles_key on member_roles (site_id, role_key, member_id);

-- One act on all members that fit a filter: done member by member, and taken up again where it stopped.
create table member_jobs (
  site_id uuid not null,
  id uuid not null,
  act text not null check (act in ('DELETE', 'APPROVE', 'BLOCK')),
  -- filter and search as they were sent
  query jsonb not null,
  content_assignee_id uuid,
  -- who asked, and from where: the audit log names them for every member
  caller jsonb not null,
  address text not null,
  -- the last member that was looked at; members come in the order of their ids
  after_id uuid,
  succeeded int not null default 0,
  failed int not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (site_id, id)
);

create index member_jobs_created on member_jobs (site_id, created_at);

-- What was written down about one member: shown beside the member, and emptied when the member is deleted.
create index audit_log_target on audit_log (site_id, target);

create index activity_entity on activity (site_id, entity_id);
