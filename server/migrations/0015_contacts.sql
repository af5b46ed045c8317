-- People that a site knows, made from submissions and by its owner.

create table contacts (
  site_id uuid not null,
  id uuid not null,
  revision bigint not null default 1,
  -- milliseconds, so that a cursor can repeat them exactly
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- where the contact came from: WIX_FORMS, ADMIN, …
  source text collate "C" not null,
  -- name, addresses, lists of e-mails and phones with their tags, custom fields: the `info` of the wire
  info jsonb not null,
  -- what a contact is found by: e-mails lower-cased, phones in E.164
  emails text[] collate "C" not null,
  phones text[] collate "C" not null,
  -- e-mails that their owner has shown to read
  confirmed_emails text[] collate "C" not null,
  -- keys of `info` that the person, signed in or known by e-mail, or the site's staff wrote: strangers cannot change them
  confirmed_fields text[] collate "C" not null,
  -- in the order of the list, without regard to case
  sort_name text not null,
  label_keys text[] collate "C" not null,
  -- the beginnings of words are looked for; each lexeme begins with the site, whose rows alone it finds
  words tsvector not null,
  member_id uuid,
  constraint contacts_pkey primary key (site_id, id)
);

create index contacts_created on contacts (site_id, created_at desc, id desc);
create index contacts_updated on contacts (site_id, updated_at desc, id desc);
create index contacts_named on contacts (site_id, sort_name, id);
create index contacts_emails on contacts using gin (emails);
create index contacts_phones on contacts using gin (phones);
create index contacts_labels on contacts using gin (label_keys);
create index contacts_words on contacts using gin (words);
create unique index contacts_member_key on contacts (site_id, member_id) where member_id is not null;

create table contact_labels (
  site_id uuid not null,
  -- `custom.` and the name in small letters
  key text collate "C" not null,
  display_name text not null,
  created_at timestamptz not null,
  constraint contact_labels_pkey primary key (site_id, key)
);

-- When a contact goes, its submissions no longer name it.
create index submissions_by_contact on submissions (site_id, contact_id) where contact_id is not null;

-- Submissions of which no mail of its own told the owner, because too many came in one hour: one mail tells of them all.
create table untold_submissions (
  site_id uuid not null,
  form_id uuid not null,
  untold int not null,
  tell_at timestamptz not null,
  constraint untold_submissions_pkey primary key (site_id, form_id)
);

create index untold_submissions_due on untold_submissions (tell_at);
