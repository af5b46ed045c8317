import type { Input, Output } from '@portico/contract/endpoint';
import type { sitesEndpoints } from '@portico/contract/sites';
import { transaction } from '../db/index.ts';
import { AppError } from '../kernel/app-error.ts';
import type { SiteCtx } from '../kernel/ctx.ts';
import { ensureWebsiteApp } from './apps/website-app.ts';
import { requirePermission } from './rights.ts';
import { settingsOf } from './settings/site-settings.ts';
import { createSite } from './sites.ts';
import { findSite, mergeSettings } from './store.ts';
import { checkTimeZone } from './time-zone.ts';
import { siteToWire } from './wire.ts';

type Endpoints = typeof sitesEndpoints;

/**
 * Creates a further site in the account of the current one, with the built-in app that its pages need. A failure leaves
 * nothing behind.
 */
export async function addSite(
  ctx: SiteCtx,
  { body }: Input<Endpoints['createSite']>,
): Promise<Output<Endpoints['createSite']>> {
  requirePermission(ctx.caller, 'site:own');
  const { name, slug, timeZone } = body.site;
  checkTimeZone(timeZone);
  return transaction(ctx, async (ctx) => {
    const site = await createSite(ctx, { name, ...(slug === undefined ? {} : { slug }) });
    const siteCtx = { ...ctx, site };
    await ensureWebsiteApp(siteCtx);
    await mergeSettings(ctx.db, site.id, { timeZone: timeZone ?? ctx.site.settings.timeZone });
    const row = await findSite(ctx.db, site.id);
    if (!row) throw new AppError('SITE_NOT_FOUND');
    return { site: siteToWire({ ...site, settings: settingsOf(row.settings) }, row.created_at, 'owner') };
  });
}
