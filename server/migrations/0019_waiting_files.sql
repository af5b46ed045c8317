-- Who brought a file that no submission names yet: one network may fill only a part of the room. Forgotten once it is
-- claimed; null for what staff uploads, which is not counted.
alter table files add column network text collate "C";

create index files_waiting on files (site_id, scope, network) include (stored_bytes, status)
  where status in ('STORED', 'RELEASED') and network is not null;

-- A key is taken before the captcha of its submission is asked about, by who comes first; the others wait until the
-- submission is judged. Keys of before are.
alter table submission_keys add column judged boolean not null default true;
