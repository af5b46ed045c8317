import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../db/index.ts';
import type { Environment } from '../kernel/ctx.ts';
import { isGuid } from '../kernel/ids.ts';
import { ISSUED_FOR_MS } from './issue-upload.ts';
import { removeReleased } from './removal.ts';
import { listWithoutRow, sweepStale } from './store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** files that nobody has claimed */
const UNCLAIMED_MS = DAY_MS;
/** no upload lasts so long */
const BROKEN_OFF_MS = HOUR_MS;
const BATCH = 500;

/** What was never used, finished or claimed goes; once a day also bytes that no row knows, which only a restore leaves. */
export function sweepMedia({ storage }: Pick<Environment, 'storage'>): (db: Db, now: Date) => Promise<void> {
  let orphansAt = 0;
  return async (db, now) => {
    const before = (ms: number): Date => new Date(now.getTime() - ms);
    await sweepStale(db, {
      unused: before(ISSUED_FOR_MS),
      brokenOff: before(BROKEN_OFF_MS),
      unclaimed: before(UNCLAIMED_MS),
      now,
    });
    await removeReleased({ db, env: { storage } });
    await sweepIncoming(storage.incoming, before(BROKEN_OFF_MS));
    if (now.getTime() < orphansAt) return;
    orphansAt = now.getTime() + DAY_MS;
    await sweepOrphans(db, storage, before(DAY_MS));
  };
}

/** Temporary files of processes that were killed. */
async function sweepIncoming(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtime < before) await rm(path, { force: true });
  }
}

/**
 * Threat to what is not ours: a bucket or folder that two installations share. Only names of this installation's sites
 * are looked at, and only what has been there for a day: a file is stored moments before its row says so.
 */
async function sweepOrphans(db: Db, storage: Environment['storage'], before: Date): Promise<void> {
  let batch: { name: string; site: string; id: string }[] = [];
  const flush = async (): Promise<void> => {
    for (const [site, files] of Map.groupBy(batch, (file) => file.site)) {
      const gone = new Set(await listWithoutRow(db, site, [...new Set(files.map((file) => file.id))]));
      for (const { name, id } of files) if (gone.has(id)) await storage.remove(name);
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
