import type { SiteCtx } from '../../kernel/ctx.ts';
import { settingsOf } from '../settings/site-settings.ts';
import { findSite, mergeSettings } from '../store.ts';
import { createApp } from './apps.ts';

/** Creates the built-in app of a site, with which its own pages request visitor tokens. */
export async function ensureWebsiteApp(ctx: SiteCtx): Promise<string> {
  const known = settingsOf((await findSite(ctx.db, ctx.site.id))?.settings).websiteAppId;
  if (known) return known;
  const { app } = await createApp(ctx, { body: { app: { name: 'Website' } } });
  await mergeSettings(ctx.db, ctx.site.id, { websiteAppId: app.clientId });
  return app.clientId;
}
