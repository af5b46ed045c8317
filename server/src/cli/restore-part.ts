import { restoreCollection, restoreSite } from '../backups/index.ts';
import { AppError } from '../kernel/app-error.ts';
import { assertSlug, hasIpAddressHost } from '../sites/slug.ts';
import { withArchive } from './backup.ts';
import type { CommandOutput, Invocation } from './command.ts';
import { terminalLog } from './terminal-log.ts';
import { readGuid, withInstallation } from './with-installation.ts';

export function restoreSiteCommand({ config, values, positionals: [name = ''] }: Invocation): Promise<CommandOutput> {
  const siteId = readGuid(values, 'site');
  const slug: string | null = values.slug ?? null;
  return withInstallation(config, (ctx, _signingKeys, { settings, dataDir }) =>
    withArchive(config, name, dataDir, async (file) => {
      if (slug !== null) assertSlug(slug, ctx.env);
      if (hasIpAddressHost(config.publicUrl))
        throw new AppError('SITE_NEEDS_HOST_NAME', { publicUrl: config.publicUrl });
      const part = { settings, file, key: config.backup.key, siteId, report: terminalLog.info };
      const { apps, ...json } = await restoreSite(ctx, { ...part, slug });
      const lines = [...apps].map(([from, to]) => `App ${from} is now ${to}.`);
      const text = `Restored the site as ${json.siteId} with the slug ${json.slug}: ${json.rows} rows, ${json.files} files.`;
      return { text: [text, ...lines].join('\n'), json: { ...json, apps: Object.fromEntries(apps) } };
    }),
  );
}

export function restoreCollectionCommand(invocation: Invocation): Promise<CommandOutput> {
  const { config, values } = invocation;
  const [name = ''] = invocation.positionals;
  const siteId = readGuid(values, 'site');
  const newCollectionId: string = values.as ?? `${values.collection}-restored`;
  return withInstallation(config, (ctx, _signingKeys, { settings, dataDir }) =>
    withArchive(config, name, dataDir, async (file) => {
      const part = { settings, file, key: config.backup.key, siteId, report: terminalLog.info };
      const items = await restoreCollection(ctx, { ...part, collectionId: values.collection, newCollectionId });
      const text = `Restored the collection as ${newCollectionId}: ${items} items.`;
      return { text, json: { collectionId: newCollectionId, items } };
    }),
  );
}
