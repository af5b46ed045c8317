import type { Ctx, Site } from '../../kernel/ctx.ts';
import { ACCESS_TOKEN_LIFETIME_SECONDS } from '../sessions/session-watch.ts';

/** The response of the token endpoint (RFC 6749, section 5.1). */
export interface TokenResponse {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token?: string;
  id_token?: string;
}

/** The holder of an access token. */
export interface Subject {
  readonly kind: 'visitor' | 'member' | 'app';
  readonly id: string;
  readonly appId?: string;
  readonly sessionId?: string;
}

/** Signs an access token, which every process can verify without the database. */
export const signAccessToken = (
  ctx: Ctx,
  site: Site,
  subject: Subject,
  lifetimeSeconds = ACCESS_TOKEN_LIFETIME_SECONDS,
) =>
  ctx.env.tokenSigner.sign(
    'access',
    {
      site: site.id,
      kind: subject.kind,
      subject: subject.id,
      session: subject.sessionId,
      app: subject.appId,
      extra: { data: instanceDataOf(site) },
    },
    lifetimeSeconds,
    ctx.now,
  );

/**
 * The claim `data` of the vendor's tokens, JSON within JSON. The vendor's templates read the site's id there; Portico
 * does not.
 */
const instanceDataOf = ({ id }: Site): string => JSON.stringify({ instance: { instanceId: id, metaSiteId: id } });

export async function buildTokenResponse(
  ctx: Ctx,
  site: Site,
  subject: Subject,
  refreshToken?: string,
): Promise<TokenResponse> {
  const accessToken = await signAccessToken(ctx, site, subject);
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_LIFETIME_SECONDS,
    refresh_token: refreshToken,
  };
}
