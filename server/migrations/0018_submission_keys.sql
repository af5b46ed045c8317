-- A key is taken before its submission is judged, and the submission stored after it: what breaks off between them is
-- gone on with by the next request under the key.
alter table submission_keys
  add column stored boolean not null default false,
  -- why it is spam, until it is stored
  add column verdict jsonb;

-- Keys of before came with their submission.
update submission_keys set stored = true;
