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
/** lifetime of unclaimed files */
const UNCLAIMED_MS = DAY_MS;
/** longer than any upload */
const BROKEN_OFF_MS = HOUR_MS;
const BATCH = 500;

/** Removes what was never used, completed or claimed; once a day also bytes without a row, which only a restore leaves. */
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

/** Removes temporary files of processes that were killed. */
async function sweepIncoming(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtime < before) await rm(path, { force: true });
  }
}

/**
 * Two installations may share a bucket or folder, so it must not remove foreign files. It considers only names of this
 * installation's sites that are at least a day old, because a file is stored moments before its row says so.
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
