import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../db/index.ts';
import type { Environment } from '../kernel/ctx.ts';
import { isGuid } from '../kernel/ids.ts';
import { UPLOAD_URL_LIFETIME_MS } from './issue-upload.ts';
import { removeReleased } from './removal.ts';
import { filterIdsWithoutRow, sweepAbandoned } from './store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Lifetime of unclaimed files in milliseconds. */
const UNCLAIMED_MS = DAY_MS;
/** Milliseconds after which an unfinished upload is treated as interrupted. No upload takes that long. */
const INTERRUPTED_MS = HOUR_MS;
const BATCH = 500;

/**
 * Removes files whose upload was never started or completed, and files that were never claimed. Once a day, also
 * removes stored bytes without a row in the database, which remain after the restore of a backup, or if the bytes of
 * a failed upload could not be removed.
 */
export function sweepMedia({ storage }: Pick<Environment, 'storage'>): (db: Db, now: Date) => Promise<void> {
  let nextOrphanSweepAt = 0;
  return async (db, now) => {
    const timeBefore = (ms: number): Date => new Date(now.getTime() - ms);
    await sweepAbandoned(db, {
      unusedBefore: timeBefore(UPLOAD_URL_LIFETIME_MS),
      interruptedBefore: timeBefore(INTERRUPTED_MS),
      unclaimedBefore: timeBefore(UNCLAIMED_MS),
      now,
    });
    await removeReleased({ db, env: { storage } });
    await sweepIncoming(storage.incoming, timeBefore(INTERRUPTED_MS));
    if (now.getTime() < nextOrphanSweepAt) return;
    nextOrphanSweepAt = now.getTime() + DAY_MS;
    await sweepOrphans(db, storage, timeBefore(DAY_MS));
  };
}

/** Removes temporary files of processes that were killed. */
async function sweepIncoming(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtime < before) await rm(path, { force: true });
  }
}

/**
 * Removes stored files without a row. Two installations may share a bucket or folder, so only files of this
 * installation's sites are considered. They must be at least a day old, because a file is stored moments before its row
 * is updated.
 */
async function sweepOrphans(db: Db, storage: Environment['storage'], before: Date): Promise<void> {
  let batch: { name: string; site: string; id: string }[] = [];
  const flush = async (): Promise<void> => {
    for (const [site, files] of Map.groupBy(batch, (file) => file.site)) {
      const orphanIds = new Set(await filterIdsWithoutRow(db, site, [...new Set(files.map((file) => file.id))]));
      for (const { name, id } of files) if (orphanIds.has(id)) await storage.remove(name);
    }
    batch = [];
  };
  for await (const { name, changedAt } of storage.list()) {
    const [site = '', id = ''] = name.replace(/\.thumbnail$/, '').split('/');
    if (changedAt >= before || !isGuid(site) || !isGuid(id)) continue;
    batch.push({ name, site, id });
    if (batch.length >= BATCH) await flush();
  }
  await flush();
}
