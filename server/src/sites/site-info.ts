import type { Output } from '@portico/contract/endpoint';
import type { sitesEndpoints } from '@portico/contract/sites';
import type { RequestInfo } from '../http/bind.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { findSite } from './store.ts';

/** What the site's own record says beside its columns. */
export interface SiteSettings {
  /** the built-in app of the site's own pages */
  readonly websiteAppId?: string;
  /** what the starter content made, while it is there */
  readonly starter?: { readonly collectionId: string; readonly formId: string };
}

export async function getSiteInfo(
  ctx: Ctx,
  _input: unknown,
  request: RequestInfo,
): Promise<Output<(typeof sitesEndpoints)['getSiteInfo']>> {
  const site = await ctx.env.siteOfHost(request.host);
  const row = site ? await findSite(ctx.db, site.id) : undefined;
  if (!site || !row) throw new AppError('SITE_NOT_FOUND');
  const settings = row.settings as SiteSettings;
  return {
    siteId: site.id,
    name: site.name,
    clientId: settings.websiteAppId ?? null,
    starter: settings.starter ?? null,
  };
}
