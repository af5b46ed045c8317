/**
 * Removes the bytes of released files after the transaction that released them. Any process may do it, more than once
 * if needed.
 */
import type { Db } from '../db/index.ts';
import type { Environment } from '../kernel/ctx.ts';
import type { Log } from '../kernel/log.ts';
import { createQueue, type Worker } from '../queue/index.ts';
import { subtractUsage, WHOLE_SITE } from './quota-store.ts';
import { deleteReleased, type FileRow, listReleased, releaseAllOfSite, releasedRows } from './store.ts';
import { storedNameOf, thumbnailNameOf } from './wire.ts';

const BATCH = 100;

interface Deps {
  readonly db: Db;
  readonly env: Pick<Environment, 'storage'>;
  readonly log: Log;
}

const queue = createQueue('file removal', { pollMs: 60_000, nudgeMs: [50, 500, 5_000] }, releasedRows);

export const { nudge } = queue;

export function startFileRemoval(deps: Deps): Worker {
  return queue.start(deps.log, async () => {
    await removeReleased(deps);
  });
}

/**
 * Removes the bytes first, then the row. If the process dies in between, the row remains and the next run deletes it.
 */
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
  await env.storage.remove(storedNameOf(key));
  // An interrupted upload may have left a thumbnail that is not in its row.
  if (row.has_thumbnail || row.format === null) await env.storage.remove(thumbnailNameOf(key));
  return db.transaction().execute(async (db) => {
    if (!(await deleteReleased(db, key))) return false;
    const bytes = Number(row.stored_bytes);
    if (bytes === 0) return true;
    await subtractUsage(db, row.site_id, row.scope, bytes);
    await subtractUsage(db, row.site_id, WHOLE_SITE, bytes);
    return true;
  });
}
