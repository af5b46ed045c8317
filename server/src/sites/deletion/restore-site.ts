import type { Input, Output } from '@portico/contract/endpoint';
import type { sitesEndpoints } from '@portico/contract/sites';
import { notifyChange } from '../../db/changes.ts';
import { transaction } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Site, SiteCtx } from '../../kernel/ctx.ts';
import { audit } from '../audit-store.ts';
import { toSite } from '../directory.ts';
import { requirePermission } from '../rights.ts';
import { findFirstSite } from '../store.ts';
import { deletedSiteToWire, siteToWire } from '../wire.ts';
import { listRestorable, unmarkDeleted } from './store.ts';

type Endpoints = typeof sitesEndpoints;

export async function listDeletedSites(ctx: SiteCtx): Promise<Output<Endpoints['listDeletedSites']>> {
  requirePermission(ctx.caller, 'site:own');
  const rows = await listRestorable(ctx.db, userOf(ctx), ctx.now);
  return { sites: rows.map((row) => deletedSiteToWire(row, row.deleted_at as Date)) };
}

/** Restores a deleted site that the caller owned; being owner of the current site is not enough. */
export async function restoreSite(
  ctx: SiteCtx,
  { query }: Input<Endpoints['restoreSite']>,
): Promise<Output<Endpoints['restoreSite']>> {
  requirePermission(ctx.caller, 'site:own');
  return transaction(ctx, async (ctx) => {
    const row = await unmarkDeleted(ctx.db, query.siteId, userOf(ctx), ctx.now);
    if (!row) throw new AppError('SITE_NOT_FOUND');
    await audit(ctx, { siteId: row.id, action: 'sites.deletedSites.restore', target: row.id });
    await notifyChange(ctx.db, 'site', row.id);
    const site = toSite(ctx.env.publicUrl, row, await findFirstSite(ctx.db)) as Site;
    return { site: siteToWire(site, row.created_at, 'owner') };
  });
}

/** Returns the id of the dashboard user who makes the call. The permission table rejects all other callers. */
function userOf({ caller }: SiteCtx): string {
  if (caller.kind !== 'user') throw new AppError('PERMISSION_DENIED');
  return caller.id;
}
