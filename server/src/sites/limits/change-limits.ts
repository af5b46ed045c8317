import { transaction } from '../../db/index.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { SiteLimits } from '../../kernel/site-limits.ts';
import { audit } from '../audit-store.ts';
import { mergeSettings } from '../store.ts';

/**
 * Replaces those limits of a site that `changes` contains. `undefined` restores the limit of the installation.
 * Only the command line calls this, because owners must not raise their own limits.
 */
export async function changeLimits(
  ctx: SiteCtx,
  changes: { readonly [name in keyof SiteLimits]?: number | null | undefined },
): Promise<Partial<SiteLimits>> {
  const before = ctx.site.limits;
  const after: Partial<SiteLimits> = JSON.parse(JSON.stringify({ ...before, ...changes }));
  await transaction(ctx, async (ctx) => {
    await mergeSettings(ctx.db, ctx.site.id, { limits: after });
    await audit(ctx, { siteId: ctx.site.id, action: 'sites.limits.update', target: ctx.site.id, before, after });
  });
  return after;
}
