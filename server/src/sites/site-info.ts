import type { Output } from '@portico/contract/endpoint';
import type { sitesEndpoints } from '@portico/contract/sites';
import type { RequestInfo } from '../http/bind.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Ctx } from '../kernel/ctx.ts';

export async function getSiteInfo(
  ctx: Ctx,
  _input: unknown,
  request: RequestInfo,
): Promise<Output<(typeof sitesEndpoints)['getSiteInfo']>> {
  const site = await ctx.env.siteOfHost(request.host);
  if (!site) throw new AppError('SITE_NOT_FOUND');
  const { websiteAppId, starter, timeZone } = site.settings;
  return {
    siteId: site.id,
    name: site.name,
    clientId: websiteAppId ?? null,
    timeZone,
    starter: starter ?? null,
  };
}
