import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { copyCollection } from '../db/backup/copy-collection.ts';
import { type CopiedSite, copySite } from '../db/backup/copy-site.ts';
import { withCopyTransaction } from '../db/backup/copy-transaction.ts';
import { discardFiles } from '../db/backup/incoming-files.ts';
import { restoreRows } from '../db/backup/index.ts';
import { withScratchDatabase } from '../db/backup/scratch-database.ts';
import { receiveSiteFiles } from '../db/backup/site-files.ts';
import { notifyChange } from '../db/changes.ts';
import type { ConnectionSettings } from '../db/pool.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { newId } from '../kernel/ids.ts';

export interface PartOptions {
  readonly settings: ConnectionSettings;
  /** The archive, and its key if it is encrypted. */
  readonly file: string;
  readonly key: string | null;
  readonly siteId: string;
  /** Receives lines about the progress. */
  report(progress: string): void;
}

export interface RestoredSite extends CopiedSite {
  readonly siteId: string;
  readonly files: number;
}

/**
 * Restores one site of an archive as a new site, with its uploads. The archive is first restored into a scratch
 * database, so it may be of an older version.
 * @throws BackupError; the live installation is then unchanged
 */
export function restoreSite(ctx: Ctx, options: PartOptions & { readonly slug: string | null }): Promise<RestoredSite> {
  const { settings, file, key, siteId, slug, report } = options;
  const { storage } = ctx.env;
  return withScratchDatabase(settings, async (scratch) => {
    await mkdir(storage.incoming, { recursive: true });
    const folder = await mkdtemp(join(storage.incoming, 'restored-'));
    try {
      const received = receiveSiteFiles(folder, siteId);
      report('restoring the archive into a scratch database');
      await restoreRows(scratch, { file, key, files: received.files });
      const newSiteId = newId();
      const names = received.names.map((name) => ({ path: join(folder, name), name: `${newSiteId}/${name}` }));
      const newShortId = randomBytes(6).toString('hex');
      const copied = await withCopyTransaction(scratch, settings, async (clients) => {
        const result = await copySite(clients, { siteId, newSiteId, newShortId, slug, newId, report });
        // The files are stored before the rows are committed, so that no row is without its file.
        for (const { path, name } of names) await storage.put(name, path, (await stat(path)).size);
        return result;
      }).catch(async (error: unknown) => {
        for (const { name } of names) await storage.remove(name);
        throw error;
      });
      report(`${names.length} files`);
      await notifyChange(ctx.db, 'site', newSiteId);
      return { siteId: newSiteId, files: names.length, ...copied };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

/**
 * Restores one collection of an archive beside the live one, under another id. Returns the number of items.
 * @throws BackupError; the live installation is then unchanged
 */
export function restoreCollection(
  ctx: Ctx,
  options: PartOptions & { readonly collectionId: string; readonly newCollectionId: string },
): Promise<number> {
  const { settings, file, key, siteId, collectionId, newCollectionId, report } = options;
  const newTableName = `items_${randomBytes(8).toString('hex')}`;
  return withScratchDatabase(settings, async (scratch) => {
    report('restoring the archive into a scratch database');
    await restoreRows(scratch, { file, key, files: discardFiles });
    const items = await withCopyTransaction(scratch, settings, (clients) =>
      copyCollection(clients, { siteId, collectionId, newCollectionId, newTableName, newId, report }),
    );
    await notifyChange(ctx.db, 'collection', `${siteId}/${newCollectionId}`);
    return items;
  });
}
