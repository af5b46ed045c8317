import type { Output } from '@portico/contract/endpoint';
import type { sitesEndpoints } from '@portico/contract/sites';
import { notifyChange } from '../../db/changes.ts';
import { transaction } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { audit } from '../audit-store.ts';
import { requirePermission } from '../rights.ts';
import { deletedSiteToWire } from '../wire.ts';
import { markDeleted } from './store.ts';

/**
 * Hides the site: each process rejects its hosts, tokens and keys once the change notice has arrived. The first site
 * cannot be deleted, because it is served at the address of the installation.
 */
export async function deleteSite(ctx: SiteCtx): Promise<Output<(typeof sitesEndpoints)['deleteSite']>> {
  requirePermission(ctx.caller, 'site:own');
  if (ctx.site.isFirst) throw new AppError('SITE_IS_FIRST');
  return transaction(ctx, async (ctx) => {
    const row = await markDeleted(ctx.db, ctx.site.id, ctx.now);
    if (!row) throw new AppError('SITE_NOT_FOUND');
    await audit(ctx, { siteId: row.id, action: 'sites.sites.delete', target: row.id, before: { name: row.name } });
    await notifyChange(ctx.db, 'site', row.id);
    return { site: deletedSiteToWire(row, ctx.now) };
  });
}
