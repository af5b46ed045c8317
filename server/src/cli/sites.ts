import { prepareSite } from '../installation.ts';
import type { Site } from '../kernel/ctx.ts';
import { createApp } from '../sites/apps/apps.ts';
import { toSite } from '../sites/directory.ts';
import { createKey } from '../sites/keys/keys.ts';
import { createSite } from '../sites/sites.ts';
import { listSites } from '../sites/store.ts';
import { siteToWire } from '../sites/wire.ts';
import type { Answer, Invocation } from './command.ts';
import { required, withInstallation, withSite } from './with-installation.ts';

export function showSites({ config }: Invocation): Promise<Answer> {
  return withInstallation(config, async (ctx) => {
    const rows = await listSites(ctx.db);
    const sites = rows.map((row) => siteToWire(toSite(config.publicUrl, row, rows[0]) as Site, row.created_at));
    return { text: sites.map((site) => `${site.siteId}  ${site.name}  ${site.url}`).join('\n'), json: sites };
  });
}

export async function makeSite({ config, values }: Invocation): Promise<Answer> {
  const name = required(values, 'name');
  return withInstallation(config, async (ctx) => {
    const site = await createSite(ctx, { name, slug: values.slug });
    await prepareSite({ ...ctx, site }, false);
    const json = { siteId: site.id, name: site.name, slug: site.slug, url: site.origin };
    return { text: `Made the site ${site.id}. It answers at ${site.origin}.`, json };
  });
}

export async function makeApp({ config, values }: Invocation): Promise<Answer> {
  const app = {
    name: required(values, 'name'),
    redirectUris: values['redirect-uri'] ?? [],
    redirectDomains: values['redirect-domain'] ?? [],
  };
  return withSite(config, required(values, 'site'), async (ctx) => {
    const made = await createApp(ctx, { body: { app } });
    const json = { clientId: made.app.clientId, clientSecret: made.clientSecret };
    return { text: `Client id      ${json.clientId}\nClient secret  ${json.clientSecret}  (shown only now)`, json };
  });
}

export async function makeKey({ config, values }: Invocation): Promise<Answer> {
  const key = { name: required(values, 'name'), scopes: values.scope };
  return withSite(config, required(values, 'site'), async (ctx) => {
    const made = await createKey(ctx, { body: { key } });
    const json = { apiKey: made.apiKey, siteId: ctx.site.id, accountId: ctx.site.accountId };
    return {
      text: `API key     ${json.apiKey}  (shown only now)\nSite id     ${json.siteId}\nAccount id  ${json.accountId}`,
      json,
    };
  });
}
