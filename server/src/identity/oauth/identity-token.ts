import type { Ctx, Site } from '../../kernel/ctx.ts';
import { fullNameOf } from '../members/details.ts';
import type { findMember } from '../members/store.ts';

type Member = NonNullable<Awaited<ReturnType<typeof findMember>>>;

const LIFETIME_SECONDS = 3_600;

/** The data of the authorize request that is stored with the code. */
interface AuthorizedRequest {
  readonly nonce: string | null;
  readonly auth_time: Date | null;
}

/**
 * Signs the ID token, which identifies the member to the client (OpenID Connect Core, section 2), with RS256. Clients
 * verify it with the keys of /oauth2/jwks. `nonce` binds it to the client's request, so that an ID token cannot be
 * replayed.
 */
export const signIdentityToken = (
  ctx: Ctx,
  site: Site,
  clientId: string,
  member: Member,
  { nonce, auth_time }: AuthorizedRequest,
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
      name: member.details.nickname ?? fullNameOf(member.details),
    },
    LIFETIME_SECONDS,
    ctx.now,
  );

/** An ID token is issued only if the scope contains `openid`. */
export const requestsIdentityToken = (scope: string | null): boolean => (scope ?? '').split(' ').includes('openid');
