import type { Ctx, Site } from '../../kernel/ctx.ts';
import { MAX_LIFETIME_SECONDS } from '../../kernel/tokens.ts';

/** Apps store only the refresh token of a visitor. A visitor who returns before it expires remains the same visitor. */
const LIFETIME_SECONDS = MAX_LIFETIME_SECONDS;

/** Signs the refresh token instead of storing it, because there are many visitors, and most never return. */
export const signVisitorRefreshToken = (ctx: Ctx, site: Site, visitorId: string, appId: string): Promise<string> =>
  ctx.env.tokens.sign(
    'visitor-refresh',
    { site: site.id, kind: 'visitor', subject: visitorId, app: appId },
    LIFETIME_SECONDS,
    ctx.now,
  );
