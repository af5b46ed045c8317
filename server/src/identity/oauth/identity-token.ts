import type { Ctx, Site } from '../../kernel/ctx.ts';
import { fullName } from '../members/details.ts';
import type { findMember } from '../members/store.ts';

type Member = NonNullable<Awaited<ReturnType<typeof findMember>>>;

const LIFETIME_SECONDS = 3_600;

/** What the code kept of the authorize request. */
interface Asked {
  readonly nonce: string | null;
  readonly auth_time: Date | null;
}

/**
 * Says to the client who signed in (OpenID Connect Core, section 2): RS256, verified with the keys of /oauth2/jwks.
 * `nonce` ties it to the request of the client, so that one of another sign-in cannot be slipped in.
 */
export const identityToken = (
  ctx: Ctx,
  site: Site,
  clientId: string,
  member: Member,
  { nonce, auth_time }: Asked,
): Promise<string> =>
  ctx.env.keyPairs.sign(
    {
      iss: site.origin,
      aud: clientId,
      sub: member.id,
      auth_time: Math.floor((auth_time ?? ctx.now).getTime() / 1_000),
      nonce: nonce ?? undefined,
      email: member.login_email,
      email_verified: member.login_email_verified,
      name: member.details.nickname ?? fullName(member.details),
    },
    LIFETIME_SECONDS,
    ctx.now,
  );

/** Only who asks for `openid` gets one. */
export const asksForIdentity = (scope: string | null): boolean => (scope ?? '').split(' ').includes('openid');
