import { randomBytes } from 'node:crypto';
import type { Input, Output } from '@portico/contract/endpoint';
import type { sitesEndpoints } from '@portico/contract/sites';
import { notifyChange } from '../db/changes.ts';
import { violatesConstraint } from '../db/errors.ts';
import { transaction } from '../db/index.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Ctx, Site, SiteCtx } from '../kernel/ctx.ts';
import { newId } from '../kernel/ids.ts';
import { audit } from './audit-store.ts';
import { toSite } from './directory.ts';
import { requirePermission } from './rights.ts';
import { settingsOf } from './settings/site-settings.ts';
import { assertSlug, hasIpAddressHost, slugOf } from './slug.ts';
import {
  findFirstAccount,
  findFirstSite,
  findSite,
  insertAccount,
  insertOwnersOfAccount,
  insertSite,
  listSitesOfUser,
  lockSite,
  mergeSettings,
  updateSiteName,
} from './store.ts';
import { checkTimeZone } from './time-zone.ts';
import { siteToWire } from './wire.ts';

type Endpoints = typeof sitesEndpoints;

/**
 * Creates a site of the installation's account, with its schema for item tables.
 * @throws ViolationError for a slug that is not a host label; AppError SLUG_TAKEN, SITE_NEEDS_HOST_NAME
 */
export async function createSite(ctx: Ctx, input: { name: string; slug?: string }): Promise<Site> {
  const slug = input.slug ?? slugOf(input.name);
  assertSlug(slug, ctx.env);
  try {
    return await transaction(ctx, async (ctx) => {
      if (hasIpAddressHost(ctx.env.publicUrl) && (await findFirstSite(ctx.db)))
        throw new AppError('SITE_NEEDS_HOST_NAME', { publicUrl: ctx.env.publicUrl });
      const accountId = (await findFirstAccount(ctx.db))?.id ?? (await createAccount(ctx));
      const shortId = randomBytes(6).toString('hex');
      const row = await insertSite(ctx.db, {
        id: newId(),
        short_id: shortId,
        account_id: accountId,
        name: input.name,
        slug,
        schema_name: `site_${shortId}`,
      });
      await insertOwnersOfAccount(ctx.db, accountId, row.id);
      await audit(ctx, {
        siteId: row.id,
        action: 'sites.sites.create',
        target: row.id,
        after: { name: row.name, slug },
      });
      await notifyChange(ctx.db, 'site', row.id);
      return toSite(ctx.env.publicUrl, row, await findFirstSite(ctx.db)) as Site;
    });
  } catch (error) {
    if (violatesConstraint(error, 'sites_slug_key')) throw new AppError('SLUG_TAKEN', { slug }, error);
    throw error;
  }
}

export async function listOwnSites(ctx: Ctx): Promise<Output<Endpoints['listSites']>> {
  if (ctx.caller.kind !== 'user') throw new AppError('UNAUTHENTICATED');
  const first = await findFirstSite(ctx.db);
  const rows = await listSitesOfUser(ctx.db, ctx.caller.id);
  return {
    sites: rows.map((row) =>
      siteToWire(toSite(ctx.env.publicUrl, row, first) as Site, row.created_at, row.role as 'owner'),
    ),
  };
}

export async function getSite(ctx: SiteCtx): Promise<Output<Endpoints['getSite']>> {
  requirePermission(ctx.caller, 'site:read');
  const row = await findSite(ctx.db, ctx.site.id);
  if (!row) throw new AppError('SITE_NOT_FOUND');
  // The cached site may be slightly out of date, so name and settings come from the row.
  const site = { ...ctx.site, name: row.name, settings: settingsOf(row.settings) };
  return { site: siteToWire(site, row.created_at) };
}

export async function updateSite(
  ctx: SiteCtx,
  { body }: Input<Endpoints['updateSite']>,
): Promise<Output<Endpoints['updateSite']>> {
  requirePermission(ctx.caller, 'site:manage');
  checkTimeZone(body.site.timeZone);
  return transaction(ctx, async (ctx) => {
    const before = await lockSite(ctx.db, ctx.site.id);
    if (!before || before.deleted_at) throw new AppError('SITE_NOT_FOUND');
    const { name = before.name, timeZone } = body.site;
    const row = await updateSiteName(ctx.db, ctx.site.id, name);
    if (timeZone !== undefined) await mergeSettings(ctx.db, ctx.site.id, { timeZone });
    const settings = { ...settingsOf(row.settings), ...(timeZone === undefined ? {} : { timeZone }) };
    await audit(ctx, {
      siteId: ctx.site.id,
      action: 'sites.sites.update',
      target: ctx.site.id,
      before: { name: before.name, timeZone: settingsOf(before.settings).timeZone },
      after: { name, timeZone: settings.timeZone },
    });
    await notifyChange(ctx.db, 'site', ctx.site.id);
    return { site: siteToWire({ ...ctx.site, name, settings }, row.created_at) };
  });
}

async function createAccount(ctx: Ctx): Promise<string> {
  const id = newId();
  await insertAccount(ctx.db, { id, name: 'Account' });
  return id;
}
