import type { Input, Output } from '@portico/contract/endpoint';
import type { sitesEndpoints } from '@portico/contract/sites';
import { transaction } from '../../db/index.ts';
import type { RequestInfo } from '../../http/bind.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { OpenCtx, SiteCtx } from '../../kernel/ctx.ts';
import { audit } from '../audit-store.ts';
import { requirePermission } from '../rights.ts';
import { findSite, lockSite, mergeSettings } from '../store.ts';
import { applyChanges } from './change.ts';
import { type SiteSettings, settingsOf } from './site-settings.ts';
import { settingsToWire, signInSettingsToWire } from './wire.ts';

type Endpoints = typeof sitesEndpoints;

export async function getSettings(ctx: SiteCtx): Promise<Output<Endpoints['getSettings']>> {
  requirePermission(ctx.caller, 'site:read');
  return { settings: settingsToWire(await readSettings(ctx)) };
}

/**
 * Reads the database, because `ctx.site` may be slightly out of date and the caller may just have changed a setting.
 */
export async function readSettings(ctx: SiteCtx): Promise<SiteSettings> {
  const row = await findSite(ctx.db, ctx.site.id);
  if (!row) throw new AppError('SITE_NOT_FOUND');
  return settingsOf(row.settings);
}

export async function updateSettings(
  ctx: SiteCtx,
  { body }: Input<Endpoints['updateSettings']>,
): Promise<Output<Endpoints['updateSettings']>> {
  requirePermission(ctx.caller, 'site:manage');
  return { settings: settingsToWire(await changeSettings(ctx, body.settings)) };
}

/**
 * Changes the settings of the site; the calling code has already checked the permission. If two owners save at once,
 * the second change builds on the first, section by section.
 */
export function changeSettings(
  ctx: SiteCtx,
  changes: Input<Endpoints['updateSettings']>['body']['settings'],
): Promise<SiteSettings> {
  return transaction(ctx, async (ctx) => {
    const row = await lockSite(ctx.db, ctx.site.id);
    if (!row) throw new AppError('SITE_NOT_FOUND');
    const before = settingsOf(row.settings);
    const after = applyChanges(before, changes, ctx.env.vault);
    await mergeSettings(ctx.db, ctx.site.id, after);
    await audit(ctx, {
      siteId: ctx.site.id,
      action: 'sites.settings.update',
      target: ctx.site.id,
      before: settingsToWire(before),
      after: settingsToWire(after),
    });
    return after;
  });
}

export async function getSignInSettings(
  ctx: OpenCtx,
  _input: unknown,
  request: RequestInfo,
): Promise<Output<Endpoints['getSignInSettings']>> {
  const site = ctx.site ?? (await ctx.env.siteOfHost(request.host));
  if (!site) throw new AppError('SITE_NOT_FOUND');
  return signInSettingsToWire(site);
}
