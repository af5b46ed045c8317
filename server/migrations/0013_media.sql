-- Uploaded files. The bytes are in the storage (data folder or S3), under names made from site and id; a row stands
-- before its bytes do and after they are gone, so that no bytes are ever without one.

create table files (
  site_id uuid not null,
  id uuid not null,
  -- what it may be claimed for: `form:<id>`
  scope text collate "C" not null,
  -- ISSUED: an upload address was handed out · UPLOADING: bytes arrive · STORED: nobody has claimed it yet ·
  -- CLAIMED: belongs to its owner · RELEASED: bytes and row are about to go
  status text collate "C" not null check (status in ('ISSUED', 'UPLOADING', 'STORED', 'CLAIMED', 'RELEASED')),
  -- `submission:<id>`, once claimed
  owner text collate "C",
  display_name text not null,
  -- as claimed by the uploader at first, as found in the bytes from STORED on
  mime_type text not null,
  -- IMAGE, DOCUMENT …, as found in the bytes
  format text collate "C",
  -- of the field that it is for; null: any
  allowed_formats text[],
  -- what the upload may bring, and what it may fill its scope and site up to
  max_bytes bigint not null,
  scope_quota_bytes bigint not null,
  site_quota_bytes bigint not null,
  -- file and thumbnail together, counted in file_usage from STORED on
  stored_bytes bigint not null default 0,
  file_bytes bigint not null default 0,
  has_thumbnail boolean not null default false,
  created_at timestamptz not null,
  -- of the status: what stands still for too long is swept
  changed_at timestamptz not null,
  constraint files_pkey primary key (site_id, id)
);

create index files_by_owner on files (site_id, owner) where owner is not null;
create index files_unclaimed on files (status, changed_at) where status <> 'CLAIMED';

-- Bytes in use: one row a scope, and one with the scope 'site' for all of them. Every change goes scope first, site second.
create table file_usage (
  site_id uuid not null,
  scope text collate "C" not null,
  bytes bigint not null,
  files bigint not null,
  constraint file_usage_pkey primary key (site_id, scope)
);
