import type { Ctx, Site } from '../../kernel/ctx.ts';
import { ACCESS_SECONDS } from '../sessions/session-watch.ts';

/** The answer of the token endpoint (RFC 6749, section 5.1). */
export interface TokenAnswer {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token?: string;
  id_token?: string;
}

/** Whom an access token speaks for. */
export interface Subject {
  readonly kind: 'visitor' | 'member' | 'app';
  readonly id: string;
  readonly appId?: string;
  readonly sessionId?: string;
}

/** A signed access token: verified everywhere without the database. */
export const signAccessToken = (ctx: Ctx, site: Site, subject: Subject, lifetimeSeconds = ACCESS_SECONDS) =>
  ctx.env.tokens.sign(
    'access',
    {
      site: site.id,
      kind: subject.kind,
      subject: subject.id,
      session: subject.sessionId,
      app: subject.appId,
      extra: { data: instanceData(site) },
    },
    lifetimeSeconds,
    ctx.now,
  );

/**
 * The claim `data` of the vendor's tokens, JSON within JSON. Its templates read the site's id there; nothing of ours
 * trusts it.
 */
const instanceData = ({ id }: Site): string => JSON.stringify({ instance: { instanceId: id, metaSiteId: id } });

export async function tokenAnswer(ctx: Ctx, site: Site, subject: Subject, refreshToken?: string): Promise<TokenAnswer> {
  const accessToken = await signAccessToken(ctx, site, subject);
  return { access_token: accessToken, token_type: 'Bearer', expires_in: ACCESS_SECONDS, refresh_token: refreshToken };
}
