import type { Ctx, Site } from '../../kernel/ctx.ts';
import { LONGEST_LIFETIME_SECONDS } from '../../kernel/tokens.ts';

/** Apps keep nothing but the refresh token in a cookie: a visitor who returns within the year is the same one. */
const LIFETIME_SECONDS = LONGEST_LIFETIME_SECONDS;

/** A visitor's refresh token is signed and makes no row: visitors are many and most never come back. */
export const signVisitorRefreshToken = (ctx: Ctx, site: Site, visitorId: string, appId: string): Promise<string> =>
  ctx.env.tokens.sign(
    'visitor-refresh',
    { site: site.id, kind: 'visitor', subject: visitorId, app: appId },
    LIFETIME_SECONDS,
    ctx.now,
  );
