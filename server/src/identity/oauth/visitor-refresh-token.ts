import type { Ctx, Site } from '../../kernel/ctx.ts';
import { MAX_LIFETIME_SECONDS } from '../../kernel/tokens.ts';

/** As long as possible, because an app recognizes a returning visitor only by this token. */
const LIFETIME_SECONDS = MAX_LIFETIME_SECONDS;

/** Signs the refresh token instead of storing it, because there are many visitors, and most never return. */
export const signVisitorRefreshToken = (ctx: Ctx, site: Site, visitorId: string, appId: string): Promise<string> =>
  ctx.env.tokenSigner.sign(
    'visitor-refresh',
    { site: site.id, kind: 'visitor', subject: visitorId, app: appId },
    LIFETIME_SECONDS,
    ctx.now,
  );
