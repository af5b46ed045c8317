/** Removes released bytes after the transaction that released them, in any process, at least once. */
import type { Db } from '../db/index.ts';
import type { Environment } from '../kernel/ctx.ts';
import type { Log } from '../kernel/log.ts';
import { createQueue, type Worker } from '../queue/index.ts';
import { deleteReleased, type FileRow, listReleased, releaseAllOfSite, subtractUsage, WHOLE_SITE } from './store.ts';
import { storedName, thumbnailName } from './wire.ts';

const BATCH = 100;

interface Deps {
  readonly db: Db;
  readonly env: Pick<Environment, 'storage'>;
  readonly log: Log;
}

const queue = createQueue('file removal', { pollMs: 60_000, nudgeMs: [50, 500, 5_000] });

export const { nudge } = queue;

export function startFileRemoval(deps: Deps): Worker {
  return queue.start(deps.log, async () => {
    await removeReleased(deps);
  });
}

/** Removes the bytes first, then the row: if the process dies between, the next one finds the row. */
export async function removeReleased({ db, env }: Pick<Deps, 'db' | 'env'>): Promise<number> {
  let removed = 0;
  for (;;) {
    const rows = await listReleased(db, BATCH);
    for (const row of rows) if (await remove(db, env, row)) removed++;
    if (rows.length < BATCH) return removed;
  }
}

/** Removes the bytes and rows of all files of a site that is removed permanently. */
export const removeSiteFiles =
  ({ storage }: Pick<Environment, 'storage'>) =>
  async (db: Db, siteId: string): Promise<void> => {
    await releaseAllOfSite(db, siteId);
    await removeReleased({ db, env: { storage } });
  };

async function remove(db: Db, env: Pick<Environment, 'storage'>, row: FileRow): Promise<boolean> {
  const key = { siteId: row.site_id, id: row.id };
  await env.storage.remove(storedName(key));
  // An interrupted upload may have left a thumbnail that is not in its row.
  if (row.has_thumbnail || row.format === null) await env.storage.remove(thumbnailName(key));
  return db.transaction().execute(async (db) => {
    if (!(await deleteReleased(db, key))) return false;
    const bytes = Number(row.stored_bytes);
    if (bytes === 0) return true;
    await subtractUsage(db, row.site_id, row.scope, bytes);
    await subtractUsage(db, row.site_id, WHOLE_SITE, bytes);
    return true;
  });
}
