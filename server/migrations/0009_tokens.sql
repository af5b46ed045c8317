-- Keys that sign tokens, several at once; refresh tokens that rotate; what an identity token repeats of its request.

alter table signing_keys
  -- HS256 signs what only we verify; RS256 (encrypted_secret holds the private key) what third parties verify
  add column algorithm text not null default 'HS256' check (algorithm in ('HS256', 'RS256')),
  -- RFC 7517, with kid, use and alg; null for HS256
  add column public_jwk jsonb,
  add constraint signing_keys_public_jwk check ((algorithm = 'RS256') = (public_jwk is not null));

-- Until then a key verifies; a key without it signs.
comment on column signing_keys.retired_at is 'refused from then on: in the future while its tokens run out';

alter table apps
  -- each refresh answers a new refresh token; only for clients that keep it
  add column rotate_refresh_tokens boolean not null default false;

alter table refresh_tokens
  -- when the token that follows was given out; used later than the grace period after that, it was stolen
  add column rotated_at timestamptz;

alter table authorization_codes
  add column scope text,
  add column nonce text,
  -- when the member proved who they are
  add column auth_time timestamptz;

create index refresh_tokens_expiry on refresh_tokens (site_id, expires_at);
