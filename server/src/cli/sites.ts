import { prepareSite } from '../installation.ts';
import type { Site } from '../kernel/ctx.ts';
import { createApp } from '../sites/apps/apps.ts';
import { toSite } from '../sites/directory.ts';
import { createKey } from '../sites/keys/keys.ts';
import { createSite } from '../sites/sites.ts';
import { listSites } from '../sites/store.ts';
import { siteToWire } from '../sites/wire.ts';
import type { Command } from './command.ts';
import { required, withInstallation, withSite } from './with-installation.ts';

export const listSitesCommand: Command = {
  usage: '',
  summary: 'List the sites',
  options: {},
  run: ({ config }) =>
    withInstallation(config, async (ctx) => {
      const rows = await listSites(ctx.db);
      const sites = rows.map((row) => siteToWire(toSite(config.publicUrl, row, rows[0]) as Site, row.created_at));
      return { text: sites.map((site) => `${site.siteId}  ${site.name}  ${site.url}`).join('\n'), json: sites };
    }),
};

export const createSiteCommand: Command = {
  usage: '--name N [--slug S]',
  summary: 'Make a site; it answers at its own host, SLUG before that of PUBLIC_URL',
  options: { name: { type: 'string' }, slug: { type: 'string' } },
  run: ({ config, values }) =>
    withInstallation(config, async (ctx) => {
      const site = await createSite(ctx, { name: required(values, 'name'), slug: values.slug });
      await prepareSite({ ...ctx, site }, false);
      const json = { siteId: site.id, name: site.name, slug: site.slug, url: site.origin };
      return { text: `Made the site ${site.id}. It answers at ${site.origin}.`, json };
    }),
};

export const createAppCommand: Command = {
  usage: '--site ID --name N --redirect-uri U [--redirect-domain D]',
  summary: 'Make an OAuth app; repeat the options for more addresses',
  options: {
    site: { type: 'string' },
    name: { type: 'string' },
    'redirect-uri': { type: 'string', multiple: true },
    'redirect-domain': { type: 'string', multiple: true },
  },
  run: ({ config, values }) =>
    withSite(config, required(values, 'site'), async (ctx) => {
      const app = {
        name: required(values, 'name'),
        redirectUris: values['redirect-uri'] ?? [],
        redirectDomains: values['redirect-domain'] ?? [],
      };
      const made = await createApp(ctx, { body: { app } });
      const json = { clientId: made.app.clientId, clientSecret: made.clientSecret };
      return { text: `Client id      ${json.clientId}\nClient secret  ${json.clientSecret}  (shown only now)`, json };
    }),
};

export const createKeyCommand: Command = {
  usage: '--site ID --name N [--scope S]',
  summary: 'Make an API key; without a scope it may do all that a key may',
  options: { site: { type: 'string' }, name: { type: 'string' }, scope: { type: 'string', multiple: true } },
  run: ({ config, values }) =>
    withSite(config, required(values, 'site'), async (ctx) => {
      const made = await createKey(ctx, { body: { key: { name: required(values, 'name'), scopes: values.scope } } });
      const json = { apiKey: made.apiKey, siteId: ctx.site.id, accountId: ctx.site.accountId };
      return {
        text: `API key     ${json.apiKey}  (shown only now)\nSite id     ${json.siteId}\nAccount id  ${json.accountId}`,
        json,
      };
    }),
};
