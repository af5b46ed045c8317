-- What the vendor's calls about OAuth apps keep beside the name and the redirect lists. Defaults let the previous
-- version, which does not know the columns, insert rows.
alter table apps
  add column description text not null default '',
  add column login_url text,
  add column logout_url text,
  add column application_type text not null default 'OAUTH_APP_TYPE_UNSPECIFIED',
  add column technology text not null default 'OAUTH_TECHNOLOGY_UNSPECIFIED';
