/** Prepares an installation: an account with a site, the site's own app, starter content and an owner. */

import type { Config } from './config.ts';
import { withAdvisoryLock } from './db/advisory-lock.ts';
import { ADVISORY_LOCKS } from './db/advisory-locks.ts';
import type { Ctx, SiteCtx } from './kernel/ctx.ts';
import { hashPassword } from './kernel/passwords.ts';
import { ensureWebsiteApp } from './sites/apps/website-app.ts';
import { settingsOf } from './sites/settings/site-settings.ts';
import { createSite } from './sites/sites.ts';
import { findFirstSite, findSite, mergeSettings } from './sites/store.ts';
import { createFirstOwner, createSetupLink } from './sites/users/set-up.ts';
import { isWithoutOwner } from './sites/users/store.ts';

/**
 * Creates whatever is missing. Each step runs only once, so the next start completes an interrupted one. Returns the
 * one-time link to the set-up page if the installation has no owner yet.
 */
export async function prepareInstallation(ctx: Ctx, config: Config): Promise<string | null> {
  await withAdvisoryLock(ctx.db, ADVISORY_LOCKS.preparation, () => prepareFirstSite(ctx, config));
  if (!(await isWithoutOwner(ctx.db))) return null;
  const { owner } = config;
  if (!owner) return createSetupLink(ctx, null);
  const passwordHash = await hashPassword(owner.password);
  await createFirstOwner(ctx, owner.email, passwordHash);
  return null;
}

async function prepareFirstSite(ctx: Ctx, config: Config): Promise<void> {
  const first = await findFirstSite(ctx.db);
  const site = (first && (await ctx.env.site(first.id))) ?? (await createSite(ctx, { name: 'My site' }));
  await prepareSite({ ...ctx, site }, config.hasStarterContent);
}

/** Creates the site's built-in app and, if `hasStarterContent` is true, its starter content. */
export async function prepareSite(ctx: SiteCtx, hasStarterContent: boolean): Promise<void> {
  const settings = settingsOf((await findSite(ctx.db, ctx.site.id))?.settings);
  await ensureWebsiteApp(ctx);
  if (hasStarterContent && settings.starter === undefined) {
    // Loaded on demand, because collections and forms are half of the server, and the command line needs neither.
    const { makeStarterContent } = await import('./starter.ts');
    await mergeSettings(ctx.db, ctx.site.id, { starter: await makeStarterContent(ctx) });
  }
}
