/** The data of a site that the vendor's `@wix/astro` requests before it renders a page. */
import type { Output } from '@portico/contract/endpoint';
import type { sitesEndpoints } from '@portico/contract/sites';
import { AppError } from '../kernel/app-error.ts';
import type { SiteCtx } from '../kernel/ctx.ts';
import { requirePermission } from './rights.ts';

type Endpoints = typeof sitesEndpoints;

export const listSiteScripts = async (): Promise<Output<Endpoints['listSiteScripts']>> => ({ siteScripts: [] });

export const getSiteMetadata = async (ctx: SiteCtx): Promise<Output<Endpoints['getSiteMetadata']>> => ({
  siteScripts: [],
  ...(await getEssentialProperties(ctx)),
});

export async function getEssentialProperties(ctx: SiteCtx): Promise<Output<Endpoints['getEssentialProperties']>> {
  const { language } = ctx.site.settings;
  return { properties: { language, locale: { languageCode: language } } };
}

/** Returns the calling app and its site. Only an app is installed on a site, so people and keys are rejected. */
export async function getAppInstance(ctx: SiteCtx): Promise<Output<Endpoints['getAppInstance']>> {
  requirePermission(ctx.caller, 'apps:read');
  const app = ctx.caller.kind === 'app' ? await ctx.env.app(ctx.caller.id) : null;
  if (!app) throw new AppError('APP_NOT_FOUND');
  return {
    instance: { instanceId: ctx.site.id, appName: app.name, isFree: true },
    site: {
      siteId: ctx.site.id,
      siteDisplayName: ctx.site.name,
      url: ctx.site.origin,
      locale: ctx.site.settings.language,
      installedWixApps: [],
    },
  };
}
