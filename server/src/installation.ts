/** What an installation has from its first start: an account with a site, the site's own app, starter content, an owner. */
import { sql } from 'kysely';
import type { Config } from './config.ts';
import type { Ctx, SiteCtx } from './kernel/ctx.ts';
import { hashPassword } from './kernel/passwords.ts';
import { ensureWebsiteApp } from './sites/apps/website-app.ts';
import { settingsOf } from './sites/settings/site-settings.ts';
import { createSite } from './sites/sites.ts';
import { findFirstSite, findSite, mergeSettings } from './sites/store.ts';
import { makeFirstOwner, makeSetupLink } from './sites/users/set-up.ts';
import { isWithoutOwner } from './sites/users/store.ts';

/** Number of the advisory lock that keeps two processes from preparing one database at once. */
const PREPARE_LOCK = 4_017_220_502;

/**
 * Makes what is missing; each step is done once, so a start that was interrupted is completed by the next. Returns the
 * one-time link to the set-up page while nobody owns the installation.
 */
export async function prepareInstallation(ctx: Ctx, config: Config): Promise<string | null> {
  await ctx.db.connection().execute(async (locked) => {
    await sql`select pg_advisory_lock(${PREPARE_LOCK})`.execute(locked);
    try {
      await prepareFirstSite(ctx, config);
    } finally {
      await sql`select pg_advisory_unlock(${PREPARE_LOCK})`.execute(locked);
    }
  });
  if (!(await isWithoutOwner(ctx.db))) return null;
  const { owner } = config;
  if (!owner) return makeSetupLink(ctx, null);
  const passwordHash = await hashPassword(owner.password);
  await makeFirstOwner(ctx, owner.email, passwordHash);
  return null;
}

async function prepareFirstSite(ctx: Ctx, config: Config): Promise<void> {
  const first = await findFirstSite(ctx.db);
  const site = (first && (await ctx.env.site(first.id))) ?? (await createSite(ctx, { name: 'My site' }));
  await prepareSite({ ...ctx, site }, config.starter);
}

/** Gives a site its built-in app and, if asked for, starter content. */
export async function prepareSite(ctx: SiteCtx, starter: boolean): Promise<void> {
  const settings = settingsOf((await findSite(ctx.db, ctx.site.id))?.settings);
  await ensureWebsiteApp(ctx);
  if (starter && settings.starter === undefined) {
    // Loaded here: collections and forms are half of the server, and the command line makes sites without any.
    const { makeStarterContent } = await import('./starter.ts');
    await mergeSettings(ctx.db, ctx.site.id, { starter: await makeStarterContent(ctx) });
  }
}
