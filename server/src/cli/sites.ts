import { prepareSite } from '../installation.ts';
import type { Site } from '../kernel/ctx.ts';
import { toSite } from '../sites/directory.ts';
import { createSite } from '../sites/sites.ts';
import { listSites } from '../sites/store.ts';
import { siteToWire } from '../sites/wire.ts';
import type { CommandOutput, Invocation } from './command.ts';
import { withInstallation } from './with-installation.ts';

export function showSites({ config }: Invocation): Promise<CommandOutput> {
  return withInstallation(config, async (ctx) => {
    const rows = await listSites(ctx.db);
    const sites = rows.map((row) => siteToWire(toSite(config.publicUrl, row, rows[0]) as Site, row.created_at));
    return { text: sites.map((site) => `${site.siteId}  ${site.name}  ${site.url}`).join('\n'), json: sites };
  });
}

export function createSiteCommand({ config, values }: Invocation): Promise<CommandOutput> {
  const { name, slug } = values;
  return withInstallation(config, async (ctx) => {
    const site = await createSite(ctx, { name, slug });
    await prepareSite({ ...ctx, site }, false);
    const json = { siteId: site.id, name: site.name, slug: site.slug, url: site.origin };
    return { text: `Created the site ${site.id}. Its address is ${site.origin}.`, json };
  });
}
