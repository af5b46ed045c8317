import type { Db } from '../../../db/index.ts';
import { listExpired, purgeCollection } from '../../collections/deleted-store.ts';

/** Permanently deletes the collections that can no longer be restored, each in its own transaction. */
export async function purgeCollections(db: Db, now: Date): Promise<void> {
  for (const { siteId, tableName } of await listExpired(db, now)) {
    await db.transaction().execute((db) => purgeCollection(db, siteId, tableName));
  }
}
