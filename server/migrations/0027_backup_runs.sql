-- The scheduled backups of the installation. They belong to no site: on a cluster, this is a local table like migrations.
create table backup_runs (
  id uuid constraint backup_runs_pkey primary key,
  -- ARCHIVE: rows and files in one archive · BASE: a copy of the embedded database's files for point-in-time recovery
  kind text collate "C" not null constraint backup_runs_kind_check check (kind in ('ARCHIVE', 'BASE')),
  -- name in the destination of PORTICO_BACKUP_TO
  name text not null,
  started_at timestamptz not null,
  -- null while it runs, and forever if its process was killed
  finished_at timestamptz,
  bytes bigint,
  failure text
);
